//! Which version a site uses, and what contributors set for it.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::ExprTrait as _;
use serde_json::{Value, json};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::plugin_installation::{self, GrantedPermissions, PreviousVersion};
use stoa_entity::tenant::plugin_secret;
use stoa_http::site_plugins::{PluginCaller, PluginChange, PluginSwitch};
use stoa_kernel::error::{Checks, FieldErrors};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::plugin_change::PluginChangeKind;
use stoa_kernel::{ErrorCode, Failure, TenantCtx, contributor_texts, shared_problem_texts};
use stoa_plugin_host::{LoadedPlugin, PluginError, PluginErrorKind, PluginInfo, check_settings, compare_versions};

use super::super::plugin_defaults::is_enabled_by_default;
use super::super::site_choices::{SiteChoices, secret_owner};
use super::PluginService;
use super::detail::asked;
use super::permissions::{agreement_to, checked_grants};
use super::removal::check_taxes;
use super::rows::{Change, PluginRows, record};
use super::setting_up::field_of;
use super::versions::Version;

/// Longest secret, characters.
const LONGEST_SECRET: usize = 8_000;
/// What the history says of a return to a version whose settings nobody kept.
const BEGINS_WITH_DEFAULTS: &str =
    "its settings begin with their defaults, since no settings of this version were kept";

impl PluginService {
    /// Installs a version, or replaces the one that is used.
    pub(super) async fn use_version(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        switch: PluginSwitch,
    ) -> Result<(), Failure> {
        let (ctx, website) = (caller.ctx, caller.ctx.website());
        let rules = self.sites.packages.rules().await?;
        let target = self.version(website, plugin, &switch.digest).await?;
        let loaded = self.loaded(&target, &rules).await?;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let current = self.current(website, plugin, &choices, &rules).await?;
        if current.as_ref().is_some_and(|version| version.digest == target.digest) {
            let change = PluginChange { grants: switch.grants, seen: switch.seen, ..PluginChange::default() };
            return self.set_up(caller, plugin, change).await;
        }
        // Not in the transaction.
        let migrated = match is_return(&choices, plugin, &target) {
            true => None,
            false => self.taken_over(website, &target, loaded.as_ref(), &choices).await?,
        };
        let tx = caller.db.write().await?;
        let is_on = current.as_ref().is_some_and(|version| is_enabled_by_default(version.info()));
        let mut rows = PluginRows::lock(&tx, plugin, is_on).await?;
        rows.check(&switch.seen)?;
        let asks = asked(&target, current.as_ref(), rows.installation());
        if !asks.is_empty() && switch.grants.is_none() {
            return Err(Failure::plain(ErrorCode::PluginConsent).with("permissions", json!(asks)));
        }
        let is_left = |version: &PreviousVersion| is_left_for(version, current.as_ref(), &target);
        let before = current.as_ref().map(|version| previous_of(version, &rows).leaving(ctx.now(), is_left));
        let returns_to = rows.installation().and_then(|row| row.previous.clone()).map(|previous| previous.0);
        let returns_to = returns_to.filter(|previous| previous.digest.as_deref() == target.package_digest());
        if i64::from(target.info().settings_version) != rows.settings_version {
            rows.keep_earlier();
        }
        // Someone has saved others meanwhile.
        if returns_to.is_none() && migrated.is_some() && rows.settings != choices.settings(plugin) {
            return Err(Failure::plain(ErrorCode::RevisionStale));
        }
        let reason = give_settings(&mut rows, target.info(), returns_to.as_ref(), migrated);
        let grants = switch.grants.map(|grants| checked_grants(&target.permissions, grants)).transpose()?;
        let grants = grants.map(JsonOf).or_else(|| grants_before(&rows, returns_to));
        let previous = before.map(JsonOf);
        let row = plugin_installation::Model { grants, previous, ..installation_of(ctx, plugin, &target) };
        rows.save_installation(&tx, row).await?;
        rows.save_setting(&tx).await?;
        let change = Change { kind: change_kind(current.as_ref(), &target), version: &target.info().version, reason };
        record(&tx, plugin, ctx.now(), change).await?;
        audit::note(ctx, &tx, AuditAction::PluginInstall, plugin).await?;
        tx.commit().await?;
        self.sites.host.forget_failures(website.as_str(), plugin);
        self.changed(website).await;
        Ok(())
    }

    /// What a version that the site did not have before makes of the settings. One that its publisher has withdrawn is
    /// refused.
    async fn taken_over(
        &self,
        website: &WebsiteId,
        target: &Version,
        loaded: Option<&LoadedPlugin>,
        choices: &SiteChoices,
    ) -> Result<Option<Value>, Failure> {
        if target.is_withdrawn() {
            return Err(Failure::said(ErrorCode::Conflict, contributor_texts::PLUGIN_VERSION_WITHDRAWN));
        }
        self.migrated(website, target, loaded, choices).await
    }

    /// Switches a plugin on or off, and saves its settings and grants.
    pub(super) async fn set_up(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        change: PluginChange,
    ) -> Result<(), Failure> {
        let (ctx, website) = (caller.ctx, caller.ctx.website());
        let version = self.installed(caller, plugin).await?;
        let info = version.info();
        let settings = change.settings.map(|settings| checked(info.settings_schema.as_ref(), &settings)).transpose()?;
        let grants = change.grants.map(|grants| checked_grants(&version.permissions, grants)).transpose()?;
        let tx = caller.db.write().await?;
        let mut rows = PluginRows::lock(&tx, plugin, is_enabled_by_default(info)).await?;
        rows.check(&change.seen)?;
        if let Some(settings) = settings {
            rows.use_settings(settings, info);
        } else if rows.has_no_settings() {
            rows.settings_version = i64::from(info.settings_version);
        }
        if let Some(enabled) = change.enabled.filter(|enabled| *enabled != rows.enabled) {
            if !enabled {
                check_taxes(&tx, plugin).await?;
            }
            rows.enabled = enabled;
            let kind = if enabled { PluginChangeKind::Enabled } else { PluginChangeKind::Disabled };
            record(&tx, plugin, ctx.now(), Change { kind, version: &info.version, reason: None }).await?;
        }
        if let Some(grants) = grants {
            let row = rows.installation().cloned().unwrap_or_else(|| plugin_installation::Model {
                website_id: website.clone(),
                plugin_id: plugin.to_owned(),
                digest: None,
                version: info.version.clone(),
                agreed: None,
                grants: None,
                previous: None,
                switched_on: ctx.now(),
            });
            rows.save_installation(&tx, plugin_installation::Model { grants: Some(JsonOf(grants)), ..row }).await?;
        }
        rows.save_setting(&tx).await?;
        audit::note(ctx, &tx, AuditAction::PluginSave, plugin).await?;
        tx.commit().await?;
        self.changed(website).await;
        Ok(())
    }

    /// Sets a secret, or deletes it.
    pub(super) async fn enter_secret(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), Failure> {
        let (ctx, website) = (caller.ctx, caller.ctx.website());
        let version = self.installed(caller, plugin).await?;
        if !version.info().permissions.secrets.iter().any(|known| known == name) {
            return Err(Failure::not_found());
        }
        if let Some(value) = value {
            let mut checks = Checks::default();
            checks.require_said(!value.is_empty(), "value", shared_problem_texts::REQUIRED);
            let fits = value.chars().count() <= LONGEST_SECRET;
            let too_long = contributor_texts::TEXT_CAN_HAVE_AT_MOST.with("count", LONGEST_SECRET);
            checks.require_said(fits, "value", too_long);
            checks.finish()?;
        }
        let tx = caller.db.write().await?;
        let own = plugin_secret::Column::PluginId.eq(plugin).and(plugin_secret::Column::Name.eq(name));
        tx.delete::<plugin_secret::Entity>(own).exec().await?;
        if let Some(value) = value {
            let sealed = tx.seal().close(value.as_bytes(), &secret_owner(website, plugin, name));
            tx.insert(plugin_secret::ActiveModel {
                website_id: Set(website.clone()),
                plugin_id: Set(plugin.to_owned()),
                name: Set(name.to_owned()),
                sealed_value: Set(sealed.map_err(Failure::internal)?),
                updated_on: Set(ctx.now()),
            })
            .await?;
        }
        audit::note(ctx, &tx, AuditAction::PluginSecretSave, &format!("{plugin} {name}")).await?;
        tx.commit().await?;
        self.changed(website).await;
        Ok(())
    }

    /// The version that a site uses.
    ///
    /// # Errors
    /// When the plugin is not on the site.
    pub(super) async fn installed(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<Version, Failure> {
        let rules = self.sites.packages.rules().await?;
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let current = self.current(caller.ctx.website(), plugin, &choices, &rules).await?;
        current.ok_or_else(Failure::not_found)
    }
}

/// Whether a version is the one that the site used before the present one.
fn is_return(choices: &SiteChoices, plugin: &str, target: &Version) -> bool {
    let had = choices.installation(plugin).and_then(|row| row.previous.as_ref()).map(|previous| &previous.0);
    had.is_some_and(|had| had.digest.as_deref() == target.package_digest())
}

/// A version as a site begins to use it, without grants and a version before.
fn installation_of(ctx: &TenantCtx, plugin: &str, target: &Version) -> plugin_installation::Model {
    plugin_installation::Model {
        website_id: ctx.website().clone(),
        plugin_id: plugin.to_owned(),
        digest: target.package_digest().map(str::to_owned),
        version: target.info().version.clone(),
        agreed: target.package.is_some().then(|| JsonOf(agreement_to(&target.permissions))),
        grants: None,
        previous: None,
        switched_on: ctx.now(),
    }
}

/// What a version may do without new grants: what it was granted before, or else what the present one may do.
fn grants_before(rows: &PluginRows, returns_to: Option<PreviousVersion>) -> Option<JsonOf<GrantedPermissions>> {
    match returns_to {
        Some(earlier) => earlier.grants.map(JsonOf),
        None => rows.installation().and_then(|row| row.grants.clone()),
    }
}

/// Gives a version its settings: those that it had, those that it makes of the saved ones, or its defaults, of which
/// contributors are told.
fn give_settings(
    rows: &mut PluginRows,
    info: &PluginInfo,
    earlier: Option<&PreviousVersion>,
    migrated: Option<Value>,
) -> Option<String> {
    if let Some(earlier) = earlier {
        rows.settings.clone_from(&earlier.settings);
        rows.settings_version = earlier.settings_version;
    } else if let Some(migrated) = migrated {
        rows.use_settings(migrated, info);
    } else if rows.has_no_settings() {
        rows.settings_version = i64::from(info.settings_version);
    } else if rows.settings_version > i64::from(info.settings_version) {
        // It cannot read them.
        rows.return_to(info);
        return rows.has_no_settings().then(|| BEGINS_WITH_DEFAULTS.to_owned());
    }
    None
}

fn change_kind(before: Option<&Version>, after: &Version) -> PluginChangeKind {
    match before {
        None => PluginChangeKind::Installed,
        Some(before) if compare_versions(&after.info().version, &before.info().version).is_lt() => {
            PluginChangeKind::WentBack
        }
        Some(_) => PluginChangeKind::Upgraded,
    }
}

/// Whether a site that takes another version than the current one trusts one that it used until then no longer: it goes
/// back from it, or over to another publisher. The version of the server is trusted always.
fn is_left_for(version: &PreviousVersion, current: Option<&Version>, target: &Version) -> bool {
    let publisher = |own: &Version| own.package.as_ref().map(|package| package.publisher_key.clone());
    let goes_back = compare_versions(&target.info().version, &version.version).is_lt();
    version.digest.is_some() && (goes_back || current.and_then(publisher) != publisher(target))
}

/// A version and what is set for it, for a return to it, with those before it.
pub(super) fn previous_of(version: &Version, rows: &PluginRows) -> PreviousVersion {
    let row = rows.installation();
    let previous = PreviousVersion {
        digest: version.package_digest().map(str::to_owned),
        version: version.info().version.clone(),
        settings: rows.settings.clone(),
        settings_version: rows.settings_version,
        agreed: row.and_then(|row| row.agreed.clone()).map(|agreed| agreed.0),
        grants: row.and_then(|row| row.grants.clone()).map(|grants| grants.0),
        left_on: None,
        earlier: Vec::new(),
    };
    previous.after(row.and_then(|row| row.previous.as_ref()).map(|known| &known.0))
}

/// A version cannot take over the settings of the site.
pub(super) fn not_taken_over(error: &PluginError) -> Failure {
    let reason = match &error.kind {
        PluginErrorKind::Guest(error) => error.message.clone(),
        _ => error.for_owner(),
    };
    let reason = sentence(&reason);
    let what =
        "This version cannot take over the settings of this site, so the site stays with the version that it has.";
    Failure::new(ErrorCode::Conflict, format!("{what} {reason}"))
}

/// Settings with the defaults of their schema.
fn checked(schema: Option<&Value>, settings: &Value) -> Result<Value, Failure> {
    let nothing = json!({"type": "object", "additionalProperties": false});
    check_settings(schema.unwrap_or(&nothing), settings).map_err(|faults| {
        let named = faults.into_iter().map(|fault| (field_of(&fault.pointer), format!("This {}.", fault.message)));
        Failure::validation(named.collect::<FieldErrors>())
    })
}

/// A reason that begins in lower case, as a sentence.
pub(super) fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

pub(super) fn unusable(error: &PluginError) -> Failure {
    match &error.kind {
        PluginErrorKind::Host(_) | PluginErrorKind::Busy | PluginErrorKind::Starved => {
            tracing::error!(%error, "a version of a plugin cannot be loaded now");
            Failure::new(ErrorCode::Unavailable, "This version cannot be loaded now. Try again in a moment.")
        }
        kind => Failure::new(ErrorCode::Conflict, format!("This version cannot be used: it {kind}.")),
    }
}
