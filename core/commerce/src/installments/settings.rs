//! Settings of installment providers, as the owner chooses them.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use serde_json::{Value, json};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::plugin_setting;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use crate::CommerceError;
use crate::ports::{InstallmentProvider, InstallmentProviders};

/// A provider with its settings for the site.
#[derive(Clone, Debug, PartialEq)]
pub struct InstallmentSettings {
    /// The provider's own description.
    pub provider: InstallmentProvider,
    /// Whether its messages are shown.
    pub enabled: bool,
    /// Its settings.
    pub settings: Value,
    /// Incremented by each change; 0 before the first.
    pub revision: i64,
}

/// Settings of a provider as submitted by the owner of the site.
#[derive(Clone, Debug, PartialEq)]
pub struct InstallmentChoice {
    /// Whether its messages are shown.
    pub enabled: bool,
    /// Its settings.
    pub settings: Value,
    /// The revision that the contributor has seen.
    pub revision: i64,
}

/// The available providers with their settings for the site.
///
/// # Errors
/// When the caller may not read plugins.
#[boxed]
pub async fn settings(
    ctx: &TenantCtx,
    db: &TenantDb,
    providers: &dyn InstallmentProviders,
) -> Result<Vec<InstallmentSettings>, CommerceError> {
    ctx.authorise(Resource::Plugins, Action::Read)?;
    let at_hand = providers.list(ctx).await?;
    let tx = db.read().await?;
    let rows = tx.find::<plugin_setting::Entity>().all().await?;
    let with_row = |provider: InstallmentProvider| {
        let row = rows.iter().find(|row| row.plugin_id == provider.id);
        described(provider, row)
    };
    Ok(at_hand.into_iter().map(with_row).collect())
}

fn described(provider: InstallmentProvider, row: Option<&plugin_setting::Model>) -> InstallmentSettings {
    InstallmentSettings {
        provider,
        enabled: row.is_some_and(|row| row.enabled),
        settings: row.map_or_else(|| json!({}), |row| row.settings.clone()),
        revision: row.map_or(0, |row| row.revision),
    }
}

/// Enables or disables a provider and saves its settings.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such provider, [`CommerceError::RevisionStale`] when the revision is
/// outdated; field errors.
#[boxed]
pub async fn save_settings(
    ctx: &TenantCtx,
    db: &TenantDb,
    providers: &dyn InstallmentProviders,
    provider_id: &str,
    choice: InstallmentChoice,
) -> Result<InstallmentSettings, CommerceError> {
    ctx.authorise(Resource::Plugins, Action::Write)?;
    let provider = providers.list(ctx).await?.into_iter().find(|provider| provider.id == provider_id);
    let provider = provider.ok_or(CommerceError::NotFound)?;
    let schema = provider.settings_schema.as_ref();
    let settings = providers.checked_settings(schema, &choice.settings).map_err(CommerceError::Invalid)?;
    let tx = db.write().await?;
    write(&tx, &provider, &InstallmentChoice { settings, ..choice }).await?;
    audit::note(ctx, &tx, AuditAction::InstallmentProviderSave, provider_id).await?;
    let row =
        tx.find::<plugin_setting::Entity>().filter(plugin_setting::Column::PluginId.eq(provider_id)).one().await?;
    tx.commit().await?;
    providers.changed(ctx).await;
    Ok(described(provider, row.as_ref()))
}

async fn write(tx: &TenantTx, provider: &InstallmentProvider, choice: &InstallmentChoice) -> Result<(), CommerceError> {
    let settings_version = i64::from(provider.settings_version);
    if choice.revision == 0 {
        let row = plugin_setting::ActiveModel {
            website_id: Set(tx.website().clone()),
            plugin_id: Set(provider.id.clone()),
            enabled: Set(choice.enabled),
            settings: Set(choice.settings.clone()),
            settings_version: Set(settings_version),
            revision: Set(1),
            ..Default::default()
        };
        return match tx.insert(row).await {
            Err(DbError::Duplicate(_)) => Err(CommerceError::RevisionStale),
            other => Ok(other.map(|_| ())?),
        };
    }
    let changed = tx
        .update::<plugin_setting::Entity>(plugin_setting::Column::PluginId.eq(provider.id.as_str()))
        .filter(plugin_setting::Column::Revision.eq(choice.revision))
        .set(plugin_setting::Column::Enabled, choice.enabled)
        .set(plugin_setting::Column::Settings, choice.settings.clone())
        .set(plugin_setting::Column::SettingsVersion, settings_version)
        .set(plugin_setting::Column::Revision, Expr::col(plugin_setting::Column::Revision).add(1))
        .exec()
        .await?;
    if changed == 1 { Ok(()) } else { Err(CommerceError::RevisionStale) }
}
