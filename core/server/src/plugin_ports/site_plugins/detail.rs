//! One plugin, as its page in the admin shows it.

use std::time::Duration;

use bytes::Bytes;
use stoa_entity::TenantDb;
use stoa_entity::tenant::plugin_installation;
use stoa_http::site_plugins::{
    PluginCaller, PluginDetailOut, PluginFile, PluginHealth, PluginLimitsOut, PluginPicture, PluginSecretOut,
    PluginSource, PluginUseOut, PluginVersionOut,
};
use stoa_kernel::Failure;
use stoa_kernel::id::WebsiteId;
use stoa_plugin_host::{PluginClass, PluginHost, PluginInfo, Provision, compare_versions};
use stoa_render::markdown_html;
use stoa_site::content;

use super::super::StoredPackage;
use super::super::limits::OwnLimits;
use super::super::site_choices::SiteChoices;
use super::PluginService;
use super::lists::{kinds_of, publisher_of, text_or};
use super::permissions::{beyond, grants_of};
use super::setting_up::missing;
use super::versions::{Version, latest, permissions_of_package, source_of};

/// Pages that are listed.
const MOST_PAGES: u64 = 50;

impl PluginService {
    pub(super) async fn described(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
    ) -> Result<PluginDetailOut, Failure> {
        let website = caller.ctx.website();
        let rules = self.sites.packages.rules().await?;
        // Settings of an earlier version are changed when the site is read.
        let limits = self.sites.site_or_read(website).await?.limits;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let current = self.current(website, plugin, &choices, &rules).await?;
        let packages = self.packages_of(website, plugin).await?;
        let is_in_use = digest.is_none() && current.is_some();
        let chosen = if is_in_use { None } else { Some(self.chosen(website, plugin, digest, &packages).await?) };
        let shown = chosen.as_ref().or(current.as_ref()).ok_or_else(Failure::not_found)?;
        let info = shown.info();
        let texts = shown.contents.texts(caller.language);
        let row = choices.installation(plugin);
        let failing = self.sites.host.failing(website.as_str(), plugin);
        let missing = missing(info, shown.package.is_some(), &choices);
        Ok(PluginDetailOut {
            id: info.id.clone(),
            name: text_or(&texts, "name", &info.name),
            version: info.version.clone(),
            digest: shown.digest.clone(),
            publisher: publisher_of(&info.id),
            publisher_key: shown.package.as_ref().map(|package| package.publisher_key.clone()),
            signature: shown.signature(),
            source: shown.source(),
            summary: text_or(&texts, "summary", &info.summary),
            readme: shown.contents.readme().map(markdown_html),
            licence: Some(info.license.clone()).filter(|licence| !licence.is_empty()),
            homepage: info.homepage.clone(),
            pictures: u32::try_from(shown.contents.pictures().len()).unwrap_or(0),
            has_icon: shown.contents.icon().is_some(),
            kinds: kinds_of(info),
            blocks: info.blocks.iter().map(|block| block.title.clone()).collect(),
            formatters: names_of(info, "formatter"),
            predicates: names_of(info, "predicate"),
            installed: current.is_some(),
            enabled: current.is_some() && choices.enables(info),
            health: PluginHealth::new(!failing.is_empty()),
            failing,
            needs_set_up: !missing.is_empty(),
            missing,
            used_on: self.used_on(caller.db, plugin, info).await?,
            permissions: shown.permissions.clone(),
            asks: asked(shown, current.as_ref(), row),
            grants: grants_of(&shown.permissions, row.and_then(|row| row.grants.as_ref()).map(|grants| &grants.0)),
            settings_schema: info.settings_schema.clone(),
            settings: choices.settings_for(info),
            secrets: secrets_of(info, &choices, &texts),
            limits: limits_of(info, &self.sites.host, limits),
            versions: self.versions_of(plugin, &packages, current.as_ref(), row).await,
            revision: choices.revision(plugin),
        })
    }

    /// The packages of a plugin that a site can use.
    async fn packages_of(&self, website: &WebsiteId, plugin: &str) -> Result<Vec<StoredPackage>, Failure> {
        let mut packages = self.sites.packages.list(website).await?;
        packages.retain(|package| package.plugin_id == plugin);
        Ok(packages)
    }

    /// The version of a digest, otherwise that of the latest package.
    async fn chosen(
        &self,
        website: &WebsiteId,
        plugin: &str,
        digest: Option<&str>,
        packages: &[StoredPackage],
    ) -> Result<Version, Failure> {
        if let Some(digest) = digest {
            return self.version(website, plugin, digest).await;
        }
        let package = latest(packages.iter()).cloned().ok_or_else(Failure::not_found)?;
        self.packaged(website, package).await
    }

    /// The pages with blocks of a plugin.
    async fn used_on(&self, db: &TenantDb, plugin: &str, info: &PluginInfo) -> Result<Vec<PluginUseOut>, Failure> {
        // A version of a package in place of the server's has the kinds of both.
        let bundled = self.sites.host.plugin(plugin).into_iter().flat_map(|own| &own.blocks);
        let kinds: Vec<String> = info.blocks.iter().chain(bundled).map(|block| block.kind.clone()).collect();
        let used = match kinds.is_empty() {
            true => Vec::new(),
            false => content::pages_with_blocks(&db.read().await?, &kinds, MOST_PAGES).await?,
        };
        Ok(used.into_iter().map(|page| PluginUseOut { page_id: page.page.into(), title: page.title }).collect())
    }

    async fn versions_of(
        &self,
        plugin: &str,
        packages: &[StoredPackage],
        current: Option<&Version>,
        row: Option<&plugin_installation::Model>,
    ) -> Vec<PluginVersionOut> {
        let current = current.map(|version| version.digest.as_str());
        let previous = row.and_then(|row| row.previous.as_ref()).map(|previous| &previous.0);
        let mut versions: Vec<PluginVersionOut> = packages
            .iter()
            .map(|package| PluginVersionOut {
                version: package.version.clone(),
                digest: package.digest.clone(),
                source: source_of(package),
                is_current: current == Some(package.digest.as_str()),
                is_previous: previous.is_some_and(|previous| previous.digest.as_ref() == Some(&package.digest)),
                added_on: package.created_on.ms(),
                permissions: permissions_of_package(package),
                withdrawn: package.withdrawn.clone(),
            })
            .collect();
        if let Some(bundled) = self.bundled(plugin).await {
            versions.push(PluginVersionOut {
                version: bundled.info().version.clone(),
                source: PluginSource::Bundled,
                is_current: current == Some(bundled.digest.as_str()),
                is_previous: previous.is_some_and(|previous| previous.digest.is_none()),
                added_on: 0,
                permissions: bundled.permissions.clone(),
                withdrawn: None,
                digest: bundled.digest,
            });
        }
        versions.sort_by(|one, other| compare_versions(&other.version, &one.version));
        versions
    }

    pub(super) async fn shown_picture(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        digest: Option<&str>,
        picture: PluginPicture,
    ) -> Result<PluginFile, Failure> {
        let website = caller.ctx.website();
        let version = match digest {
            Some(digest) => self.version(website, plugin, digest).await?,
            None => {
                let rules = self.sites.packages.rules().await?;
                let choices = SiteChoices::load(&caller.db.read().await?).await?;
                match self.current(website, plugin, &choices, &rules).await? {
                    Some(version) => version,
                    None => self.chosen(website, plugin, None, &self.packages_of(website, plugin).await?).await?,
                }
            }
        };
        let pictures = version.contents.pictures();
        let (path, content) = match picture {
            PluginPicture::Icon => ("icon.svg", version.contents.icon().ok_or_else(Failure::not_found)?),
            PluginPicture::Number(number) => pictures.get(number).copied().ok_or_else(Failure::not_found)?,
        };
        let mime_type = mime_type_of(path).ok_or_else(Failure::not_found)?;
        Ok(PluginFile { content: Bytes::copy_from_slice(content), mime_type })
    }
}

fn mime_type_of(path: &str) -> Option<&'static str> {
    match path.rsplit('.').next()? {
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "jpg" => Some("image/jpeg"),
        "webp" => Some("image/webp"),
        _ => None,
    }
}

fn names_of(info: &PluginInfo, kind: &str) -> Vec<String> {
    let names =
        info.provides.iter().filter(|provision| provision.kind() == kind).flat_map(|provision| match provision {
            Provision::Formatter { names, .. } | Provision::Predicate { names } => names.as_slice(),
            _ => &[][..],
        });
    names.cloned().collect()
}

/// What of the permissions nobody has agreed to yet. What the version of the server asks for needs no agreement, and
/// what the version before did had it. To another publisher nobody has agreed: secrets and data stay with the plugin.
pub(super) fn asked(
    shown: &Version,
    current: Option<&Version>,
    row: Option<&plugin_installation::Model>,
) -> Vec<stoa_http::site_plugins::PluginPermission> {
    let previous = row.and_then(|row| row.previous.as_ref()).map(|previous| &previous.0);
    let is_previous = previous.is_some_and(|previous| previous.digest.as_deref() == shown.package_digest());
    if shown.package.is_none() || is_previous {
        return Vec::new();
    }
    if current.is_some_and(|current| shown.is_by_another_than(current)) {
        return shown.permissions.clone();
    }
    let agreed = row.and_then(|row| row.agreed.as_ref()).map(|agreed| agreed.0.clone());
    let agreed = agreed.or_else(|| current.map(|version| super::permissions::agreement_to(&version.permissions)));
    beyond(&shown.permissions, &agreed.unwrap_or_default())
}

/// The limits that apply to a plugin: what it asks for, within those of the site, or within the general ones.
pub(super) fn limits_of(info: &PluginInfo, host: &PluginHost, own_limits: Option<OwnLimits>) -> PluginLimitsOut {
    let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let limits = own_limits.as_ref().map_or_else(|| host.limits(), |own| &*own.limits);
    let own = limits.of(info.class);
    PluginLimitsOut {
        interpreted: info.class == PluginClass::Interpreted,
        memory_bytes: number(info.memory.map_or(own.memory, |asked| asked.min(own.memory))),
        storage_bytes: number(info.permissions.storage_bytes().min(own.storage)),
        formatter_ms: ms(own.formatter_call),
        page_ms: ms(own.render),
        page_calls: i64::from(own.page_calls),
        site_ms: ms(limits.site_render),
        running_ms: ms(own.running),
        waiting_ms: ms(limits.waiting_call),
        http_requests: i64::from(own.http_requests),
        log_bytes: number(own.log_bytes),
        log_lines: number(own.log_lines),
        plan: own_limits.and_then(|own| own.plan),
    }
}

fn secrets_of(
    info: &PluginInfo,
    choices: &SiteChoices,
    texts: &serde_json::Map<String, serde_json::Value>,
) -> Vec<PluginSecretOut> {
    let label = |name: &String| texts.get(&format!("secrets.{name}")).and_then(serde_json::Value::as_str);
    let secret = |name: &String| PluginSecretOut {
        label: label(name).map(str::to_owned),
        is_set: choices.secret(&info.id, name).is_some(),
        name: name.clone(),
    };
    info.permissions.secrets.iter().map(secret).collect()
}
