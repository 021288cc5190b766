//! The plugins, and what else of the program is made with them.

use std::sync::Arc;

use stoa_commerce::ports::QuotePlugins;
use stoa_http::HttpSettings;
use stoa_render::{Renderer, RendererParts};

use super::services::captcha_face;
use super::{AppContext, Shared, themes};
use crate::config::Config;
use crate::plugin_ports::{
    PluginActivity, PluginInstallments, PluginLimits, PluginParts, PluginPayments, PluginQuotes, PluginReads,
    PluginSites, PluginSurroundings, Recording, SiteStorage, load_plugins,
};

/// The plugins of the sites, by what they do.
pub(super) struct Extensions {
    pub(super) sites: Arc<PluginSites>,
    pub(super) payments: Arc<PluginPayments>,
    pub(super) installments: Arc<PluginInstallments>,
    pub(super) quotes: Arc<dyn QuotePlugins>,
    activity: Arc<PluginActivity>,
}

impl Extensions {
    /// Loads the plugins of the server, and those of packages when they are called. What they do is recorded.
    pub(super) async fn load(
        config: &Config,
        foundation: &AppContext,
        settings: &HttpSettings,
    ) -> anyhow::Result<(Self, Recording)> {
        let tenancy = &foundation.tenancy;
        let packages = foundation.package_files();
        let (activity, suspended) = PluginActivity::new(Arc::clone(&foundation.clock));
        let surroundings = PluginSurroundings {
            storage: Arc::new(SiteStorage::new(Arc::clone(tenancy))),
            reads: Arc::new(PluginReads::new(Arc::clone(tenancy))),
            activity: Arc::clone(&activity) as _,
            network: Arc::clone(&foundation.plugin_network),
        };
        let host = load_plugins(config, &foundation.key, Arc::clone(&packages), surroundings).await?;
        let packages = foundation.packages_of(host.clone(), packages, config);
        let (key, limits) = (foundation.key.clone(), PluginLimits::of(config));
        let sites = Arc::new(PluginSites::new(host, packages, Arc::clone(tenancy), key, limits));
        let extensions = Self {
            payments: Arc::new(PluginPayments::new(Arc::clone(&sites), Arc::clone(tenancy), settings.clone())),
            installments: Arc::new(PluginInstallments::new(Arc::clone(&sites))),
            quotes: Arc::new(PluginQuotes::new(Arc::clone(&sites), Arc::clone(&activity))),
            sites,
            activity: Arc::clone(&activity),
        };
        Ok((extensions, Recording { activity, suspended }))
    }

    /// Renders the pages of all sites with their plugins.
    pub(super) fn renderer(&self, config: &Config, shared: &Shared) -> anyhow::Result<Arc<Renderer>> {
        let renderer = Renderer::new(RendererParts {
            themes: themes(config)?,
            plugins: Arc::new(PluginParts::new(Arc::clone(&self.sites), Arc::clone(&self.activity))),
            payments: Arc::clone(&self.payments) as _,
            installments: Arc::clone(&self.installments) as _,
            quotes: Arc::clone(&self.quotes),
            cache: Arc::clone(&shared.cache),
            invalidation: Arc::clone(&shared.invalidation),
            islands: stoa_http::public::static_files::island_files(),
            captcha: captcha_face(config),
            visitor_script: config.analytics.script(),
        })?;
        Ok(Arc::new(renderer))
    }
}
