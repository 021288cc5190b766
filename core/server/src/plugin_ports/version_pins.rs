//! Other versions of a plugin than the one that a site uses: those that began payments, which they go on to serve.

use std::sync::Arc;

use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::plugin_installation::{Model, PreviousVersion};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::plugin::PackageOrigin;
use stoa_kernel::{ErrorCode, Failure};
use stoa_plugin_host::{Activation, LoadedPlugin, PluginErrorKind, PluginInfo, Site, compare_versions};

use super::plugin_defaults::with_defaults;
use super::site_choices::{SiteChoices, data_among, origins_among};
use super::{PluginSites, StoredPackage};

/// A version of a plugin that is there and may run.
struct StoredVersion {
    info: PluginInfo,
    /// None for the version of the server.
    version: Option<LoadedPlugin>,
    digest: String,
    /// Whether the operator has chosen it, or one in place of it, for all sites.
    is_for_all_sites: bool,
}

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

    /// The site with another version of one of its plugins, with the settings, grants and secrets that this one had. None
    /// if the site uses that version, does not use the plugin, or nobody knows any more what the version may do; if it is
    /// not there any more, or not allowed by the operator. Withdrawn versions are there.
    ///
    /// # Errors
    /// When the version cannot be loaded now.
    pub(super) async fn with_version(
        &self,
        website: &WebsiteId,
        site: &Arc<Site>,
        plugin: &str,
        digest: &str,
    ) -> Result<Option<Arc<Site>>, Failure> {
        let (Some(current), Some(in_use)) = (site.activation(plugin), self.digest_in_use(site, plugin)) else {
            return Ok(None);
        };
        if digest == in_use {
            return Ok(None);
        }
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let choices = SiteChoices::load(&tenant.db.read().await?).await?;
        let Some(stored) = self.stored_version(website, plugin, digest).await? else { return Ok(None) };
        let limits = current.limits.clone();
        let Some(activation) = self.activation_of(website, stored, &choices) else { return Ok(None) };
        let others = site.activations.iter().filter(|own| own.plugin_id != plugin).cloned();
        let activations = others.chain([Activation { limits, ..activation }]).collect();
        Ok(Some(Arc::new(Site { context: site.context.clone(), activations })))
    }

    /// The versions of a plugin that a site used before and that may say which messages are genuine, the latest first, see
    /// [`Payments::versions_before`](stoa_commerce::ports::Payments::versions_before).
    ///
    /// # Errors
    /// When the databases fail.
    pub(super) async fn trusted_versions_before(
        &self,
        website: &WebsiteId,
        plugin: &str,
    ) -> Result<Vec<String>, Failure> {
        let tenant = self.tenancy.for_system(website, "plugins").await?;
        let choices = SiteChoices::load(&tenant.db.read().await?).await?;
        let Some(row) = choices.installation(plugin) else { return Ok(Vec::new()) };
        let Some(JsonOf(previous)) = &row.previous else { return Ok(Vec::new()) };
        let is_left = |version: &&PreviousVersion| version.left_on.is_some();
        let went_on = |version: &&PreviousVersion| !compare_versions(&version.version, &row.version).is_gt();
        let versions: Vec<&PreviousVersion> = previous.all().filter(|own| !is_left(own)).filter(went_on).collect();
        let digests = versions.iter().filter_map(|own| own.digest.clone()).chain(row.digest.clone());
        let digests: Vec<String> = digests.collect();
        let packages = self.packages.find_among(website, &digests).await?;
        let package = |digest: &str| packages.iter().find(|own| own.digest == digest && own.plugin_id == plugin);
        let publisher = row.digest.as_deref().and_then(package).map(|own| &own.publisher_key);
        let is_trusted = |own: &&StoredPackage| own.withdrawn.is_none() && Some(&own.publisher_key) == publisher;
        let digest_of = |version: &PreviousVersion| match version.digest.as_deref() {
            Some(digest) => package(digest).filter(is_trusted).map(|own| own.digest.clone()),
            // That of the server is trusted always.
            None => self.host.plugin(plugin).map(|info| info.digest.clone()),
        };
        Ok(versions.into_iter().filter_map(digest_of).collect())
    }

    /// What a version works with that a site does not use any more, or uses since a moment ago, without limits. None if
    /// nobody knows that any more: what the present version was granted is no answer.
    fn activation_of(&self, website: &WebsiteId, stored: StoredVersion, choices: &SiteChoices) -> Option<Activation> {
        let StoredVersion { info, version, digest, is_for_all_sites } = stored;
        let plugin_id = info.id.clone();
        let of_package = version.is_some().then_some(digest.as_str());
        // The site as it is known here may be older than its rows.
        let is_chosen = |row: &&Model| row.digest.is_some() && row.digest.as_deref() == of_package;
        let chosen = choices.installation(&plugin_id).filter(is_chosen);
        let before = choices.version_before(&plugin_id, of_package).filter(|_| chosen.is_none());
        let (settings, granted) = match (chosen, before) {
            (Some(row), _) => (choices.settings_for(&info), row.grants.clone().map(|grants| grants.0)),
            (None, Some(before)) => (choices.settings_of_version_before(before, &info), before.granted()),
            // The operator trusts it.
            (None, None) if version.is_none() || is_for_all_sites => (choices.settings_for(&info), None),
            (None, None) => return None,
        };
        let mut secrets = self.secrets(website, &info, version.is_some(), choices);
        if let Some(left_on) = before.and_then(|before| before.left_on).filter(|_| version.is_some()) {
            let was_there = |name: &String| choices.secret_entered_on(&plugin_id, name).is_some_and(|on| on <= left_on);
            secrets.retain(|name, _| was_there(name));
        }
        Some(Activation {
            config: with_defaults(&info, settings),
            secrets,
            http_grant: granted.as_ref().map(|granted| origins_among(&granted.origins, &info)),
            data_grant: granted.as_ref().map(|granted| data_among(&granted.data, &info)),
            limits: None,
            plugin_id,
            version,
        })
    }

    /// A version of the server's folder or of a package, if the operator allows it.
    async fn stored_version(
        &self,
        website: &WebsiteId,
        plugin: &str,
        digest: &str,
    ) -> Result<Option<StoredVersion>, Failure> {
        let rules = self.packages.rules().await?;
        if rules.is_stopped(plugin) {
            return Ok(None);
        }
        if let Some(info) = self.host.plugin(plugin).filter(|info| info.digest == digest) {
            let (info, digest) = (info.clone(), digest.to_owned());
            return Ok(Some(StoredVersion { info, version: None, digest, is_for_all_sites: true }));
        }
        let package = self.packages.find(website, digest).await?;
        let package = package.filter(|own| own.plugin_id == plugin && own.refusal(&rules).is_none());
        let Some(package) = package else { return Ok(None) };
        let is_for_all_sites = package.origin == PackageOrigin::Operator && rules.all_sites.contains_key(plugin);
        match self.host.ensure(plugin, digest).await {
            Ok(version) => {
                let (info, digest) = (version.info().clone(), package.digest);
                Ok(Some(StoredVersion { info, version: Some(version), digest, is_for_all_sites }))
            }
            Err(error) if error.is_busy() || matches!(error.kind, PluginErrorKind::Host(_)) => {
                tracing::error!(tenant.id = %website, %error, "an earlier version of a plugin cannot be loaded now");
                Err(Failure::plain(ErrorCode::Unavailable))
            }
            Err(_) => Ok(None),
        }
    }
}
