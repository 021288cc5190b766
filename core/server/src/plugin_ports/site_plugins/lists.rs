//! Lists of plugins: those of a site, and those that can be installed.

use bytes::Bytes;
use stoa_http::site_plugins::{
    PluginCaller, PluginCatalogueOut, PluginEntryOut, PluginHealth, PluginOut, PluginSignature, PluginSource,
    PluginsOut, RefusedPluginOut,
};
use stoa_kernel::Failure;
use stoa_plugin_host::{PluginError, PluginInfo, compare_versions};

use super::super::StoredPackage;
use super::super::site_choices::SiteChoices;
use super::PluginService;
use super::setting_up::missing;
use super::versions::{latest, permissions_of_package, signature_of, source_of, texts_of};

/// Name of the publisher: the first part of the id.
pub(super) fn publisher_of(plugin: &str) -> String {
    plugin.split('.').next().unwrap_or_default().to_owned()
}

/// What a plugin provides, each kind once.
pub(super) fn kinds_of(info: &PluginInfo) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for provision in &info.provides {
        if !kinds.iter().any(|kind| kind == provision.kind()) {
            kinds.push(provision.kind().to_owned());
        }
    }
    kinds
}

/// A text in the language of the caller, or the one of the manifest.
pub(super) fn text_or(texts: &serde_json::Map<String, serde_json::Value>, key: &str, own: &str) -> String {
    texts.get(key).and_then(serde_json::Value::as_str).unwrap_or(own).to_owned()
}

/// A plugin of a site.
struct ListedPlugin<'a> {
    info: &'a PluginInfo,
    /// Its package; none for the version of the server.
    package: Option<&'a StoredPackage>,
    /// A package with a later version.
    newer: Option<&'a StoredPackage>,
}

/// The package with the latest version after that of a plugin, by the same publisher if `own` tells who that is.
fn newer_package<'a>(
    info: &PluginInfo,
    own: Option<&StoredPackage>,
    packages: &'a [StoredPackage],
) -> Option<&'a StoredPackage> {
    let is_offered = |package: &&StoredPackage| {
        package.plugin_id == info.id && own.is_none_or(|own| own.publisher_key == package.publisher_key)
    };
    let latest = latest(packages.iter().filter(is_offered));
    latest.filter(|package| compare_versions(&package.version, &info.version).is_gt())
}

impl PluginService {
    pub(super) async fn site_list(&self, caller: PluginCaller<'_>) -> Result<PluginsOut, Failure> {
        let website = caller.ctx.website();
        let rules = self.sites.packages.rules().await?;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let packages = self.sites.packages.list(website).await?;
        let mut plugins = Vec::new();
        for offered in self.sites.offered(website, &rules, &choices).await?.offered {
            let version = offered.version.as_ref();
            let package = version.and_then(|version| packages.iter().find(|one| one.digest == version.digest()));
            let newer = newer_package(&offered.info, package, &packages);
            let listed = ListedPlugin { info: &offered.info, package, newer };
            plugins.push(self.summary(caller, listed, &choices).await);
        }
        // What the operator has stopped, or what cannot be loaded, is said.
        let lost: Vec<String> =
            choices.installed().map(|(id, _)| id).filter(|id| !plugins.iter().any(|own| own.id == *id)).collect();
        for id in lost {
            if let Some(row) = choices.installation(&id) {
                let digest = row.digest.clone().unwrap_or_default();
                plugins.push(unavailable(&id, &row.version, digest));
            }
        }
        plugins.sort_by(|one, other| one.id.cmp(&other.id));
        let refused = |error: &PluginError| RefusedPluginOut {
            id: error.plugin.to_string(),
            version: error.version.to_string(),
            reason: error.kind.to_string(),
        };
        Ok(PluginsOut { plugins, refused: self.sites.host.rejected().iter().map(refused).collect() })
    }

    async fn summary(
        &self,
        caller: PluginCaller<'_>,
        ListedPlugin { info, package, newer }: ListedPlugin<'_>,
        choices: &SiteChoices,
    ) -> PluginOut {
        let (name, summary, has_icon) = match package {
            Some(package) => {
                let (name, summary) = texts_of(package, caller.language);
                (name, summary, package.face.has_icon)
            }
            None => {
                let contents = self.bundled.contents(info).await;
                let texts = contents.texts(caller.language);
                let text = |key: &str, own: &str| text_or(&texts, key, own);
                (text("name", &info.name), text("summary", &info.summary), contents.icon().is_some())
            }
        };
        let failing = self.sites.host.failing(caller.ctx.website().as_str(), &info.id);
        PluginOut {
            name,
            summary,
            has_icon,
            version: info.version.clone(),
            digest: package.map_or_else(|| info.digest.clone(), |package| package.digest.clone()),
            publisher: publisher_of(&info.id),
            kinds: kinds_of(info),
            source: package.map_or(PluginSource::Bundled, source_of),
            enabled: choices.enables(info),
            needs_set_up: !missing(info, package.is_some(), choices).is_empty(),
            available: newer.map(|package| package.version.clone()),
            health: PluginHealth::new(!failing.is_empty()),
            failing,
            id: info.id.clone(),
        }
    }

    pub(super) async fn site_catalogue(&self, caller: PluginCaller<'_>) -> Result<PluginCatalogueOut, Failure> {
        let website = caller.ctx.website();
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let packages = self.sites.packages.list(website).await?;
        let rules = self.sites.packages.rules().await?;
        let mut entries = Vec::new();
        for info in self.sites.host.plugins().filter(|info| !rules.is_stopped(&info.id)) {
            let mut packaged = packages.iter().filter(|package| package.plugin_id == info.id);
            if packaged.any(|package| compare_versions(&package.version, &info.version).is_gt()) {
                continue;
            }
            if let Some(version) = self.bundled(&info.id).await {
                let texts = version.contents.texts(caller.language);
                entries.push(PluginEntryOut {
                    id: info.id.clone(),
                    name: text_or(&texts, "name", &info.name),
                    version: info.version.clone(),
                    digest: info.digest.clone(),
                    publisher: publisher_of(&info.id),
                    summary: text_or(&texts, "summary", &info.summary),
                    kinds: kinds_of(info),
                    source: PluginSource::Bundled,
                    signature: PluginSignature::Unsigned,
                    has_icon: version.contents.icon().is_some(),
                    installed: self.installed_version(&info.id, &choices),
                    permissions: version.permissions.clone(),
                });
            }
        }
        let mut ids: Vec<&str> = packages.iter().map(|package| package.plugin_id.as_str()).collect();
        ids.dedup();
        ids.retain(|id| !entries.iter().any(|entry| entry.id == **id));
        for id in ids {
            if let Some(package) = latest(packages.iter().filter(|package| package.plugin_id == id)) {
                entries.push(self.entry(caller, package, &choices));
            }
        }
        entries.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        Ok(PluginCatalogueOut { entries })
    }

    fn installed_version(&self, plugin: &str, choices: &SiteChoices) -> Option<String> {
        let installed = choices.installation(plugin).filter(|row| row.digest.is_some());
        let own = installed.map(|row| row.version.clone());
        own.or_else(|| self.sites.host.plugin(plugin).map(|info| info.version.clone()))
    }

    fn entry(&self, caller: PluginCaller<'_>, package: &StoredPackage, choices: &SiteChoices) -> PluginEntryOut {
        let (name, summary) = texts_of(package, caller.language);
        PluginEntryOut {
            id: package.plugin_id.clone(),
            name,
            version: package.version.clone(),
            digest: package.digest.clone(),
            publisher: publisher_of(&package.plugin_id),
            summary,
            kinds: package.kinds.clone(),
            source: source_of(package),
            signature: signature_of(package),
            has_icon: package.face.has_icon,
            installed: self.installed_version(&package.plugin_id, choices),
            permissions: permissions_of_package(package),
        }
    }

    pub(super) async fn store_upload(
        &self,
        caller: PluginCaller<'_>,
        package: Bytes,
    ) -> Result<PluginEntryOut, Failure> {
        let stored = self.sites.packages.store(caller.ctx.website(), package).await?;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        Ok(self.entry(caller, &stored, &choices))
    }
}

/// A plugin that the site has installed and that does not run.
fn unavailable(id: &str, version: &str, digest: String) -> PluginOut {
    PluginOut {
        id: id.to_owned(),
        name: id.to_owned(),
        version: version.to_owned(),
        digest,
        publisher: publisher_of(id),
        summary: String::new(),
        kinds: Vec::new(),
        source: PluginSource::Upload,
        has_icon: false,
        enabled: false,
        needs_set_up: false,
        available: None,
        health: PluginHealth::Suspended,
        failing: Vec::new(),
    }
}
