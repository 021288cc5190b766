//! Other versions of a plugin than the one that a site uses: those that began payments, which they go on to serve.

use std::sync::Arc;

use stoa_commerce::ports::OtherVersion;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{ErrorCode, Failure};
use stoa_plugin_host::{Activation, LoadedPlugin, PluginErrorKind, PluginInfo, Site};

use super::PluginSites;
use super::site_choices::SiteChoices;
use super::sites::with_defaults;

impl PluginSites {
    /// The digest of the version of a plugin that a site uses: that of its package, or of the component of the server's
    /// version. None if the site does not use the plugin.
    pub(super) fn digest_in_use(&self, site: &Site, plugin: &str) -> Option<String> {
        let activation = site.activation(plugin)?;
        match &activation.version {
            Some(version) => Some(version.digest().to_owned()),
            None => self.host.plugin(plugin).map(|info| info.digest.clone()),
        }
    }

    /// The site with another version of one of its plugins. None if it uses that version, does not use the plugin, or
    /// the version is not there any more or not allowed by the operator. Withdrawn versions are there.
    ///
    /// # Errors
    /// When the version cannot be loaded now.
    pub(super) async fn with_version(
        &self,
        website: &WebsiteId,
        site: &Arc<Site>,
        plugin: &str,
        wanted: OtherVersion<'_>,
    ) -> Result<Option<Arc<Site>>, Failure> {
        let (Some(current), Some(in_use)) = (site.activation(plugin), self.digest_in_use(site, plugin)) else {
            return Ok(None);
        };
        if wanted == OtherVersion::Began(&in_use) {
            return Ok(None);
        }
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let choices = SiteChoices::load(&tenant.db.read().await?).await?;
        let digest = match wanted {
            OtherVersion::Began(digest) => Some(digest.to_owned()),
            OtherVersion::Before => self.digest_before(plugin, &choices),
        };
        let Some(digest) = digest.filter(|digest| *digest != in_use) else { return Ok(None) };
        let Some((info, version)) = self.stored_version(website, plugin, &digest).await? else { return Ok(None) };
        let activation = Activation {
            plugin_id: plugin.to_owned(),
            config: with_defaults(&info, choices.settings_for(&info)),
            secrets: self.secrets(website, &info, version.is_some(), &choices),
            http_grant: choices.granted_origins(&info),
            data_grant: choices.granted_data(&info),
            limits: current.limits.clone(),
            version,
        };
        let others = site.activations.iter().filter(|own| own.plugin_id != plugin).cloned();
        let activations = others.chain([activation]).collect();
        Ok(Some(Arc::new(Site { context: site.context.clone(), activations })))
    }

    /// The digest of the version that a site used before.
    fn digest_before(&self, plugin: &str, choices: &SiteChoices) -> Option<String> {
        let previous = choices.installation(plugin)?.previous.as_ref()?;
        match &previous.0.digest {
            Some(digest) => Some(digest.clone()),
            None => self.host.plugin(plugin).map(|info| info.digest.clone()),
        }
    }

    /// A version of the server's folder or of a package, if the operator allows it.
    async fn stored_version(
        &self,
        website: &WebsiteId,
        plugin: &str,
        digest: &str,
    ) -> Result<Option<(PluginInfo, Option<LoadedPlugin>)>, Failure> {
        let rules = self.packages.rules().await?;
        if rules.is_stopped(plugin) {
            return Ok(None);
        }
        if let Some(info) = self.host.plugin(plugin).filter(|info| info.digest == digest) {
            return Ok(Some((info.clone(), None)));
        }
        let package = self.packages.find(website, digest).await?;
        let is_allowed = package.is_some_and(|own| own.plugin_id == plugin && own.refusal(&rules).is_none());
        if !is_allowed {
            return Ok(None);
        }
        match self.host.ensure(plugin, digest).await {
            Ok(version) => Ok(Some((version.info().clone(), Some(version)))),
            Err(error) if matches!(error.kind, PluginErrorKind::Host(_)) => {
                tracing::error!(tenant.id = %website, %error, "an earlier version of a plugin cannot be loaded now");
                Err(Failure::plain(ErrorCode::Unavailable))
            }
            Err(_) => Ok(None),
        }
    }
}
