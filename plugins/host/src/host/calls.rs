//! What of a site's plugins can be called, and by what.

use std::sync::Arc;

use super::PluginHost;
use crate::background::BackgroundCalls;
use crate::error::{PluginError, PluginErrorKind};
use crate::formats::FormatCalls;
use crate::installments::InstallmentCalls;
use crate::methods::{EventHook, PaymentMethod, ScheduledJob};
use crate::model::Site;
use crate::panels::{PanelCalls, PanelPerson};
use crate::payment::PaymentCalls;
use crate::quotes::QuoteCalls;
use crate::registry::Plugin;
use crate::render::RenderSession;

impl PluginHost {
    /// Payment methods for new checkouts of a site, in its order of plugins, without suspended plugins.
    #[must_use]
    pub fn payment_methods(&self, site: &Site, currency: &str) -> Vec<PaymentMethod> {
        let mut found = Vec::new();
        for plugin in self.inner.active(site) {
            if self.payments_resting(&site.context.site_id, &plugin.id).is_some() {
                continue;
            }
            found.extend(plugin.info.payment_methods(currency).map(|mut method| {
                method.labels = plugin.texts.in_all(&format!("method.{}", method.method));
                method
            }));
        }
        found
    }

    /// The payment calls of a plugin on a site.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site,
    /// [`PluginErrorKind::NotProvided`] when it is no payment plugin.
    pub fn payment(&self, plugin_id: &str, site: &Arc<Site>) -> Result<PaymentCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        PaymentCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site))
    }

    /// The questions about carts to a plugin on a site.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn quotes(&self, plugin_id: &str, site: &Arc<Site>) -> Result<QuoteCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(QuoteCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site)))
    }

    /// The event hooks of a site's plugins, with the topics about data that the site lets them have.
    #[must_use]
    pub fn event_hooks(&self, site: &Site) -> Vec<EventHook> {
        let mut hooks: Vec<EventHook> = self.inner.active(site).filter_map(|plugin| plugin.info.event_hook()).collect();
        for hook in &mut hooks {
            let activation = site.activation(&hook.plugin_id);
            hook.topics.retain(|topic| activation.is_some_and(|own| own.may_be_told(topic)));
        }
        hooks.retain(|hook| !hook.topics.is_empty());
        hooks
    }

    /// The scheduled jobs of a site's plugins.
    #[must_use]
    pub fn scheduled_jobs(&self, site: &Site) -> Vec<ScheduledJob> {
        self.inner.active(site).flat_map(|plugin| plugin.info.scheduled_jobs()).collect()
    }

    /// The calls of a plugin on a site that nobody waits for.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn background(&self, plugin_id: &str, site: &Arc<Site>) -> Result<BackgroundCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(BackgroundCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site)))
    }

    /// The panels of a plugin on a site, for a person: calls have the rights that both have.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn panel(&self, plugin_id: &str, site: &Arc<Site>, person: PanelPerson) -> Result<PanelCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(PanelCalls::new(Arc::clone(&self.inner), plugin, site, person))
    }

    /// The formats of a plugin on a site, for a person who may change the plugin's data or not.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the plugin is not loaded or not enabled on the site.
    pub fn formats(&self, plugin_id: &str, site: &Arc<Site>, may_change: bool) -> Result<FormatCalls, PluginError> {
        let plugin = self.inner.active_plugin(plugin_id, site)?;
        Ok(FormatCalls::new(Arc::clone(&self.inner), plugin, Arc::clone(site), may_change))
    }

    /// The installment calls of the site's first plugin that supports the merchant's country, an ISO 3166 code, and the
    /// site's currency.
    ///
    /// # Errors
    /// [`PluginErrorKind::NotFound`] when the site has none.
    pub fn installments(&self, site: &Arc<Site>, country: &str) -> Result<InstallmentCalls, PluginError> {
        let speaks = |plugin: &&Arc<Plugin>| plugin.has_installment_texts(country, &site.context.currency);
        let plugin = self.inner.active(site).find(speaks);
        let plugin = plugin.ok_or_else(|| PluginError::unknown("installments", PluginErrorKind::NotFound))?;
        Ok(InstallmentCalls::new(Arc::clone(&self.inner), Arc::clone(plugin), Arc::clone(site)))
    }

    /// Formatter, predicate and block calls of one page render. Drop it with the render. If a plugin is busy on the
    /// site, its first call in a render waits, at most a quarter of a second, and blocks the thread.
    #[must_use]
    pub fn render_session(&self, site: Arc<Site>) -> RenderSession {
        RenderSession::new(Arc::clone(&self.inner), site)
    }
}
