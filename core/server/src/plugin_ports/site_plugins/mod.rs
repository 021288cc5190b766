//! Plugins of sites: what contributors see of them, and what they change.

mod changes;
pub mod comparison;
mod detail;
mod formats;
mod lists;
mod panels;
pub mod permissions;
mod recorded;
mod removal;
pub mod replay;
mod returns;
mod rows;
mod self_test;
mod setting_up;
mod versions;

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use stoa_commerce::catalogue::GivenVariant;
use stoa_commerce::inventory::GivenStock;
use stoa_http::site_plugins::{
    CatalogueFile, CatalogueFormatsOut, PluginActivityOut, PluginCaller, PluginCatalogueOut, PluginChange,
    PluginComparisonOut, PluginDetailOut, PluginEntryOut, PluginFile, PluginPanelAnswerOut, PluginPanelCall,
    PluginPanelsOut, PluginPicture, PluginSwitch, PluginTestOut, PluginsOut, SitePlugins,
};
use stoa_kernel::Failure;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::Invalidation;
use stoa_site::cache_tags;
use stoa_tenancy::Tenancy;
use tokio::sync::mpsc::UnboundedReceiver;

use returns::follow_changes;

use super::activity::SuspendedEntry;
use super::bundled_files::BundledFiles;
use super::{PluginActivity, PluginPayments, PluginSites};

/// What plugins do is collected, and what is suspended is received.
pub(crate) struct Recording {
    pub(crate) activity: Arc<PluginActivity>,
    pub(crate) suspended: UnboundedReceiver<SuspendedEntry>,
}

/// See the module.
pub struct PluginService {
    sites: Arc<PluginSites>,
    payments: Arc<PluginPayments>,
    activity: Arc<PluginActivity>,
    tenancy: Arc<Tenancy>,
    invalidation: Arc<dyn Invalidation>,
    bundled: BundledFiles,
}

impl PluginService {
    /// The plugins that `payments` are made with, whose files are shown from `bundled` if they are those of the server.
    /// From now on what they do is written down, new versions that fail are taken back, and changes by other processes
    /// are followed.
    pub(crate) fn start(
        payments: Arc<PluginPayments>,
        recording: Recording,
        tenancy: Arc<Tenancy>,
        invalidation: Arc<dyn Invalidation>,
        bundled: BundledFiles,
    ) -> Arc<Self> {
        let Recording { activity, suspended } = recording;
        let sites = Arc::clone(payments.sites());
        tokio::spawn(PluginActivity::run(Arc::downgrade(&activity), Arc::downgrade(&tenancy)));
        tokio::spawn(follow_changes(Arc::downgrade(&sites), Arc::clone(&invalidation)));
        let service = Arc::new(Self { sites, payments, activity, tenancy, invalidation, bundled });
        tokio::spawn(Self::watch(Arc::downgrade(&service), suspended));
        service
    }

    /// Lets a change take effect: calls use it from now on, and pages are rendered again. Other processes do so when they
    /// learn that the pages changed.
    async fn changed(&self, website: &WebsiteId) {
        self.sites.evict(website).await;
        self.invalidation.invalidate_tags(website, &[cache_tags::SITE.to_owned()]).await;
    }
}

#[async_trait]
impl SitePlugins for PluginService {
    async fn list(&self, caller: PluginCaller<'_>) -> Result<PluginsOut, Failure> {
        self.site_list(caller).await
    }

    async fn catalogue(&self, caller: PluginCaller<'_>) -> Result<PluginCatalogueOut, Failure> {
        self.site_catalogue(caller).await
    }

    async fn upload(&self, caller: PluginCaller<'_>, package: Bytes) -> Result<PluginEntryOut, Failure> {
        self.store_upload(caller, package).await
    }

    async fn detail(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
    ) -> Result<PluginDetailOut, Failure> {
        self.described(caller, plugin, digest).await
    }

    async fn picture(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
        picture: PluginPicture,
    ) -> Result<PluginFile, Failure> {
        self.shown_picture(caller, plugin, digest, picture).await
    }

    async fn switch(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        switch: PluginSwitch,
    ) -> Result<PluginDetailOut, Failure> {
        self.use_version(caller, plugin, switch).await?;
        self.described(caller, plugin, None).await
    }

    async fn change(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        change: PluginChange,
    ) -> Result<PluginDetailOut, Failure> {
        self.set_up(caller, plugin, change).await?;
        self.described(caller, plugin, None).await
    }

    async fn set_secret(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), Failure> {
        self.enter_secret(caller, plugin, name, value).await
    }

    async fn remove(&self, caller: PluginCaller<'_>, plugin: &str, deletes_data: bool) -> Result<(), Failure> {
        self.take_away(caller, plugin, deletes_data).await
    }

    async fn test(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<PluginTestOut, Failure> {
        self.tested(caller, plugin).await
    }

    async fn formats(&self, caller: PluginCaller<'_>) -> Result<CatalogueFormatsOut, Failure> {
        self.site_formats(caller).await
    }

    async fn format_file(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        origin: &str,
    ) -> Result<CatalogueFile, Failure> {
        self.written_file(caller, plugin, format, origin).await
    }

    async fn format_rows(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        file: &[u8],
    ) -> Result<Vec<GivenStock>, Failure> {
        self.read_rows(caller, plugin, format, file).await
    }

    async fn format_products(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        file: Vec<u8>,
    ) -> Result<Vec<GivenVariant>, Failure> {
        self.read_products(caller, plugin, format, file).await
    }

    async fn panels(&self, caller: PluginCaller<'_>) -> Result<PluginPanelsOut, Failure> {
        self.site_panels(caller).await
    }

    async fn panel_page(&self, caller: PluginCaller<'_>, plugin: &str, panel: &str) -> Result<String, Failure> {
        self.shown_panel(caller, plugin, panel).await
    }

    async fn panel_call(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        panel: &str,
        call: PluginPanelCall<'_>,
    ) -> Result<PluginPanelAnswerOut, Failure> {
        self.called_panel(caller, plugin, panel, call).await
    }

    async fn client_script(&self, website: &WebsiteId, digest: &str) -> Result<Option<Arc<str>>, Failure> {
        let infos = self.sites.infos(website).await?;
        let mut scripts = infos.iter().flat_map(|info| &info.blocks).filter_map(|block| block.client.as_ref());
        Ok(scripts.find(|script| script.digest == digest).map(|script| Arc::clone(&script.code)))
    }

    async fn activity(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<PluginActivityOut, Failure> {
        self.recorded(caller, plugin).await
    }

    async fn compare(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
    ) -> Result<PluginComparisonOut, Failure> {
        self.compared(caller, plugin, digest).await
    }
}
