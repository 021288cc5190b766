//! The versions of plugins that a site can use.

use std::sync::Arc;

use stoa_entity::platform::plugin_package::PackageFace;
use stoa_http::site_plugins::{PluginPermission, PluginSignature, PluginSource};
use stoa_kernel::Failure;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::plugin::PackageOrigin;
use stoa_plugin_host::{PluginInfo, compare_versions};
use stoa_tenancy::PluginRules;

use super::super::site_choices::SiteChoices;
use super::super::{PackageContents, StoredPackage};
use super::PluginService;
use super::permissions::permissions_of;

/// A version of a plugin.
pub(super) struct Version {
    /// Identifies it: the digest of its package, or that of the component of the server's version.
    pub(super) digest: String,
    /// Its package; none for the version of the server.
    pub(super) package: Option<StoredPackage>,
    /// What it says about itself.
    pub(super) contents: Arc<PackageContents>,
    /// What it may do.
    pub(super) permissions: Vec<PluginPermission>,
}

impl Version {
    pub(super) fn info(&self) -> &PluginInfo {
        &self.contents.info
    }

    /// The digest of its package, as installations name it.
    pub(super) fn package_digest(&self) -> Option<&str> {
        self.package.as_ref().map(|package| package.digest.as_str())
    }

    /// Whether someone else publishes it than the version before, who was trusted with what that one may do. What the
    /// operator installs in place of the server's version is the server's too.
    pub(super) fn is_by_another_than(&self, before: &Self) -> bool {
        match (&self.package, &before.package) {
            (Some(own), Some(before)) => own.publisher_key != before.publisher_key,
            (Some(own), None) => own.origin != PackageOrigin::Operator,
            (None, _) => false,
        }
    }

    /// Whether its publisher has withdrawn it.
    pub(super) fn is_withdrawn(&self) -> bool {
        self.package.as_ref().is_some_and(|package| package.withdrawn.is_some())
    }

    pub(super) fn source(&self) -> PluginSource {
        self.package.as_ref().map_or(PluginSource::Bundled, source_of)
    }

    pub(super) fn signature(&self) -> PluginSignature {
        self.package.as_ref().map_or(PluginSignature::Unsigned, signature_of)
    }
}

pub(super) fn source_of(package: &StoredPackage) -> PluginSource {
    match package.origin {
        PackageOrigin::Upload => PluginSource::Upload,
        PackageOrigin::Operator => PluginSource::Operator,
        PackageOrigin::Index => PluginSource::Index,
    }
}

/// Every package is signed; what the operator or an index provides is signed by whom they name.
pub(super) fn signature_of(package: &StoredPackage) -> PluginSignature {
    match package.origin {
        PackageOrigin::Upload => PluginSignature::Untrusted,
        PackageOrigin::Operator | PackageOrigin::Index => PluginSignature::Valid,
    }
}

/// What a package may do.
pub(super) fn permissions_of_package(package: &StoredPackage) -> Vec<PluginPermission> {
    permissions_of(&package.permissions, &package.report.imports)
}

/// Name and summary in a language, or in its general form such as `pt`; otherwise those of the manifest.
pub(super) fn texts_of(package: &StoredPackage, language: &str) -> (String, String) {
    let PackageFace { texts, .. } = &package.face;
    let general = language.split('-').next().unwrap_or_default();
    let in_language = [language, general, "en"].into_iter().filter_map(|tag| texts.get(tag));
    let name = in_language.clone().find_map(|texts| texts.name.clone());
    let summary = in_language.clone().find_map(|texts| texts.summary.clone());
    (name.unwrap_or_else(|| package.name.clone()), summary.unwrap_or_else(|| package.summary.clone()))
}

/// The latest of some packages of one plugin, without those that were withdrawn.
pub(super) fn latest<'a>(packages: impl Iterator<Item = &'a StoredPackage>) -> Option<&'a StoredPackage> {
    packages.filter(|package| package.withdrawn.is_none()).max_by(|one, other| {
        compare_versions(&one.version, &other.version).then_with(|| one.created_on.cmp(&other.created_on))
    })
}

impl PluginService {
    /// The version of the server's folder, which some plugins have.
    pub(super) async fn bundled(&self, plugin: &str) -> Option<Version> {
        let info = self.sites.host.plugin(plugin)?;
        let contents = self.bundled.contents(info).await;
        let permissions = permissions_of(&info.permissions, &info.imports);
        Some(Version { digest: info.digest.clone(), package: None, contents, permissions })
    }

    /// The version in a package.
    pub(super) async fn packaged(&self, website: &WebsiteId, package: StoredPackage) -> Result<Version, Failure> {
        let contents = self.sites.packages.contents(website, &package.digest).await?;
        let contents = contents.ok_or_else(Failure::not_found)?;
        let permissions = permissions_of_package(&package);
        Ok(Version { digest: package.digest.clone(), package: Some(package), contents, permissions })
    }

    /// A version by its digest.
    ///
    /// # Errors
    /// When this site has no such version of the plugin.
    pub(super) async fn version(&self, website: &WebsiteId, plugin: &str, digest: &str) -> Result<Version, Failure> {
        if let Some(bundled) = self.bundled(plugin).await.filter(|bundled| bundled.digest == digest) {
            return Ok(bundled);
        }
        let found = self.sites.packages.find(website, digest).await?;
        let package = found.filter(|package| package.plugin_id == plugin).ok_or_else(Failure::not_found)?;
        self.packaged(website, package).await
    }

    /// The version that a site uses, if it has the plugin.
    pub(super) async fn current(
        &self,
        website: &WebsiteId,
        plugin: &str,
        choices: &SiteChoices,
        rules: &PluginRules,
    ) -> Result<Option<Version>, Failure> {
        let own = choices.installation(plugin).and_then(|row| row.digest.as_ref());
        if let Some(digest) = own.or_else(|| rules.all_sites.get(plugin)) {
            let found = self.sites.packages.find(website, digest).await?;
            if let Some(package) = found.filter(|package| package.plugin_id == plugin) {
                return self.packaged(website, package).await.map(Some);
            }
        }
        Ok(self.bundled(plugin).await)
    }
}
