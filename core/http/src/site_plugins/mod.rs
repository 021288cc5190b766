//! The port through which contributors install, set up and remove plugins of a site.

mod activity;
mod comparison;
mod formats;
mod model;
mod panels;
mod self_test;

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use stoa_commerce::catalogue::GivenVariant;
use stoa_commerce::inventory::GivenStock;
use stoa_entity::TenantDb;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{Failure, Precondition, TenantCtx};

pub use activity::{PluginActivityOut, PluginCallsOut, PluginEventOut, PluginLogLineOut, PluginStorageOut};
pub use comparison::{PluginComparedPartOut, PluginComparisonOut, PluginDifferenceOut, PluginPriceOut};
pub use formats::{CatalogueFile, CatalogueFormatOut, CatalogueFormatsOut};
pub use model::{
    PluginCatalogueOut, PluginDetailOut, PluginEntryOut, PluginGrants, PluginHealth, PluginLimitsOut, PluginOut,
    PluginPermission, PluginSecretOut, PluginSignature, PluginSource, PluginUseOut, PluginVersionOut, PluginsOut,
    RefusedPluginOut,
};
pub use panels::{PluginPanelAnswerOut, PluginPanelOut, PluginPanelPageOut, PluginPanelsOut};
pub use self_test::{PluginCheckOut, PluginTestOut};

/// A contributor of a site, and the language of their admin.
#[derive(Clone, Copy, Debug)]
pub struct PluginCaller<'a> {
    /// Site, permissions and time.
    pub ctx: &'a TenantCtx,
    /// Database of the site.
    pub db: &'a TenantDb,
    /// BCP 47 tag; empty for English.
    pub language: &'a str,
}

/// The version that a site is to use.
#[derive(Clone, Debug)]
pub struct PluginSwitch {
    /// Its digest.
    pub digest: String,
    /// What the contributor allows it; needed when the permissions grow.
    pub grants: Option<PluginGrants>,
    /// The state that the contributor has seen.
    pub seen: Precondition,
}

/// A call of a method of a panel.
#[derive(Clone, Copy, Debug)]
pub struct PluginPanelCall<'a> {
    /// The method.
    pub method: &'a str,
    /// What it is called with.
    pub input: &'a serde_json::Value,
}

/// New settings of a plugin. What is none stays.
#[derive(Clone, Debug, Default)]
pub struct PluginChange {
    /// Whether the site uses it.
    pub enabled: Option<bool>,
    /// Its settings.
    pub settings: Option<serde_json::Value>,
    /// What it may do, of what it asks for.
    pub grants: Option<PluginGrants>,
    /// The state that the contributor has seen.
    pub seen: Precondition,
}

/// A picture of a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginPicture {
    /// Its icon.
    Icon,
    /// One of its pictures, from 0.
    Number(usize),
}

/// Content of a picture, with the type that was found out from its name.
#[derive(Clone, Debug)]
pub struct PluginFile {
    /// Its content.
    pub content: Bytes,
    /// Media type.
    pub mime_type: &'static str,
}

/// The plugins of a site.
#[async_trait]
pub trait SitePlugins: Send + Sync {
    /// The plugins of the server and those that were installed, sorted by id.
    ///
    /// # Errors
    /// When the caller may not read plugins.
    async fn list(&self, caller: PluginCaller<'_>) -> Result<PluginsOut, Failure>;

    /// What can be installed.
    ///
    /// # Errors
    /// When the caller may not read plugins.
    async fn catalogue(&self, caller: PluginCaller<'_>) -> Result<PluginCatalogueOut, Failure>;

    /// Stores a package for the site alone.
    ///
    /// # Errors
    /// When it is refused, with the reason.
    async fn upload(&self, caller: PluginCaller<'_>, package: Bytes) -> Result<PluginEntryOut, Failure>;

    /// A plugin, as it is on the site, or another version of it.
    ///
    /// # Errors
    /// When there is none, or not for this site.
    async fn detail(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
    ) -> Result<PluginDetailOut, Failure>;

    /// A picture of a plugin.
    ///
    /// # Errors
    /// When there is none.
    async fn picture(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
        picture: PluginPicture,
    ) -> Result<PluginFile, Failure>;

    /// Installs a version, or replaces the one that is used. The one before is kept for a return.
    ///
    /// # Errors
    /// When the contributor has not agreed to new permissions, or has seen an older state.
    async fn switch(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        switch: PluginSwitch,
    ) -> Result<PluginDetailOut, Failure>;

    /// Changes what the site has set for a plugin.
    ///
    /// # Errors
    /// For settings that do not match the schema, by field; when the contributor has seen an older state.
    async fn change(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        change: PluginChange,
    ) -> Result<PluginDetailOut, Failure>;

    /// Sets a secret, or deletes it.
    ///
    /// # Errors
    /// When the plugin has no secret of this name.
    async fn set_secret(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), Failure>;

    /// Removes a plugin from the site. One of the server is switched off.
    ///
    /// # Errors
    /// When something still needs it.
    async fn remove(&self, caller: PluginCaller<'_>, plugin: &str, deletes_data: bool) -> Result<(), Failure>;

    /// Calls what a plugin provides with examples, on the settings of the site.
    ///
    /// # Errors
    /// When the site does not use the plugin. What failed is part of the answer.
    async fn test(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<PluginTestOut, Failure>;

    /// The formats of the site's plugins for files of the catalogue.
    ///
    /// # Errors
    /// When the plugins of the site cannot be read.
    async fn formats(&self, caller: PluginCaller<'_>) -> Result<CatalogueFormatsOut, Failure>;

    /// All products in a format. `origin` is the address of the site.
    ///
    /// # Errors
    /// When there is no such format; a field error on `file` when the plugin writes none.
    async fn format_file(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        origin: &str,
    ) -> Result<CatalogueFile, Failure>;

    /// The numbers of stock of a file in a format.
    ///
    /// # Errors
    /// When there is no such format; a field error on `file` when the plugin cannot read it.
    async fn format_rows(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        file: &[u8],
    ) -> Result<Vec<GivenStock>, Failure>;

    /// The products of a file in a format.
    ///
    /// # Errors
    /// When there is no such format; a field error on `file` when the plugin cannot read it.
    async fn format_products(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        format: &str,
        file: Vec<u8>,
    ) -> Result<Vec<GivenVariant>, Failure>;

    /// The panels of the site's plugins that the caller may open.
    ///
    /// # Errors
    /// When the plugins of the site cannot be read.
    async fn panels(&self, caller: PluginCaller<'_>) -> Result<PluginPanelsOut, Failure>;

    /// The page of a panel, HTML by a stranger.
    ///
    /// # Errors
    /// When the panel has none, or the caller may not open it.
    async fn panel_page(&self, caller: PluginCaller<'_>, plugin: &str, panel: &str) -> Result<String, Failure>;

    /// Calls a method of a panel with the rights of the caller and of the plugin, whichever are fewer.
    ///
    /// # Errors
    /// When there is no such panel, or the caller may not open it. That the plugin failed is part of the answer.
    async fn panel_call(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        panel: &str,
        call: PluginPanelCall<'_>,
    ) -> Result<PluginPanelAnswerOut, Failure>;

    /// The script of a block that the site's plugins have, by its digest; none if they have no such script.
    ///
    /// # Errors
    /// When the plugins of the site cannot be read.
    async fn client_script(&self, website: &WebsiteId, digest: &str) -> Result<Option<Arc<str>>, Failure>;

    /// What a plugin did.
    ///
    /// # Errors
    /// When there is no such plugin on the site.
    async fn activity(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<PluginActivityOut, Failure>;

    /// A version beside the one that the site uses, with its last inputs; by default the latest.
    ///
    /// # Errors
    /// When the site does not use the plugin, or the version cannot be used.
    async fn compare(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
    ) -> Result<PluginComparisonOut, Failure>;
}
