//! Payment settings of a site, as contributors read and change them.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use serde_json::{Value, json};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{payment_setting, plugin_setting};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::payment::CaptureMode;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Precondition, TenantCtx, boxed};

use super::model::{MethodChoice, PaymentChoices, PaymentSettings, ProviderSettings};
use crate::CommerceError;
use crate::contributor_texts;
use crate::ports::{PaymentProviders, Provider};

/// Maximum time for which stock is reserved: 90 days, in hours.
const MAX_HOLD_HOURS: i64 = 90 * 24;
/// Maximum length of a method's label, characters.
const MAX_LABEL_LENGTH: usize = 80;

/// The payment settings of the site, and the available providers.
///
/// # Errors
/// When the caller may not read them.
#[boxed]
pub async fn get(
    ctx: &TenantCtx,
    db: &TenantDb,
    providers: &dyn PaymentProviders,
) -> Result<PaymentSettings, CommerceError> {
    ctx.authorise(Resource::Plugins, Action::Read)?;
    let at_hand = providers.list(ctx).await?;
    read(&db.read().await?, at_hand).await
}

async fn read(tx: &TenantTx, at_hand: Vec<Provider>) -> Result<PaymentSettings, CommerceError> {
    let (mut choices, revision) = PaymentChoices::load(tx).await?;
    let is_there = |choice: &MethodChoice| {
        let provider = at_hand.iter().find(|provider| provider.id == choice.provider);
        provider.is_some_and(|provider| provider.methods.iter().any(|method| method.name == choice.method))
    };
    choices.methods.retain(is_there);
    for provider in &at_hand {
        for method in &provider.methods {
            if choices.choice(&provider.id, &method.name).is_none() {
                choices.methods.push(MethodChoice {
                    provider: provider.id.clone(),
                    method: method.name.clone(),
                    enabled: provider.is_test,
                    label: None,
                    saves: true,
                });
            }
        }
    }
    let rows = tx.find::<plugin_setting::Entity>().all().await?;
    let settings = |provider: Provider| {
        let row = rows.iter().find(|row| row.plugin_id == provider.id);
        ProviderSettings {
            settings: row.map_or_else(|| json!({}), |row| row.settings.clone()),
            revision: row.map_or(0, |row| row.revision),
            provider,
        }
    };
    Ok(PaymentSettings { choices, revision, providers: at_hand.into_iter().map(settings).collect() })
}

/// Saves the owner's settings when the revision matches.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when they were changed in between; field errors.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    providers: &dyn PaymentProviders,
    seen: &Precondition,
    choices: PaymentChoices,
) -> Result<PaymentSettings, CommerceError> {
    ctx.authorise(Resource::Plugins, Action::Write)?;
    let at_hand = providers.list(ctx).await?;
    let choices = checked(choices, &at_hand)?;
    let tx = db.write().await?;
    let revision = tx.find::<payment_setting::Entity>().for_update().one().await?.map_or(0, |row| row.revision);
    if !seen.holds(&revision) {
        return Err(CommerceError::RevisionStale);
    }
    if revision == 0 {
        insert(ctx, &tx, choices).await?;
    } else {
        let changed = tx
            .update::<payment_setting::Entity>(payment_setting::Column::Revision.eq(revision))
            .set(payment_setting::Column::TestMode, choices.test_mode)
            .set(payment_setting::Column::CaptureMode, choices.capture_mode)
            .set(payment_setting::Column::TransferHoldHours, choices.transfer_hold_hours)
            .set(payment_setting::Column::Methods, JsonOf(choices.methods))
            .set(payment_setting::Column::Revision, Expr::col(payment_setting::Column::Revision).add(1))
            .set(payment_setting::Column::UpdatedOn, ctx.now())
            .exec()
            .await?;
        if changed != 1 {
            return Err(CommerceError::RevisionStale);
        }
    }
    audit::note(ctx, &tx, AuditAction::PaymentSettingsSave, "").await?;
    let saved = read(&tx, at_hand).await?;
    tx.commit().await?;
    providers.changed(ctx).await;
    Ok(saved)
}

async fn insert(ctx: &TenantCtx, tx: &TenantTx, choices: PaymentChoices) -> Result<(), CommerceError> {
    let row = payment_setting::ActiveModel {
        website_id: Set(tx.website().clone()),
        test_mode: Set(choices.test_mode),
        capture_mode: Set(choices.capture_mode),
        transfer_hold_hours: Set(choices.transfer_hold_hours),
        methods: Set(JsonOf(choices.methods)),
        revision: Set(1),
        updated_on: Set(ctx.now()),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => Err(CommerceError::RevisionStale),
        other => Ok(other.map(|_| ())?),
    }
}

fn checked(choices: PaymentChoices, at_hand: &[Provider]) -> Result<PaymentChoices, CommerceError> {
    let mut choices = choices;
    let mut checks = Checks::default();
    let hold = (1..=MAX_HOLD_HOURS).contains(&choices.transfer_hold_hours);
    checks.require(hold, "transferHoldHours", contributor_texts::ENTER_A_TIME_FROM_1_HOUR);
    checks.require(
        choices.capture_mode != CaptureMode::Never,
        "captureMode",
        contributor_texts::CHOOSE_WHEN_PAYMENTS_ARE_CAPTURED,
    );
    let mut named: Vec<(&str, &str)> = Vec::new();
    for choice in &choices.methods {
        let provider = at_hand.iter().find(|provider| provider.id == choice.provider);
        let is_known =
            provider.is_some_and(|provider| provider.methods.iter().any(|method| method.name == choice.method));
        checks.require(is_known, "methods", contributor_texts::ONE_OF_THE_PAYMENT_METHODS_NO_LONGER);
        let pair = (choice.provider.as_str(), choice.method.as_str());
        checks.require(!named.contains(&pair), "methods", contributor_texts::LIST_EACH_PAYMENT_METHOD_ONLY_ONCE);
        named.push(pair);
        let label = choice.label.as_deref().unwrap_or_default();
        let plain = label.chars().count() <= MAX_LABEL_LENGTH && !label.chars().any(char::is_control);
        checks.require(plain, "methods", contributor_texts::NAME_HAS_AT_MOST_80_CHARACTERS);
    }
    checks.finish()?;
    for choice in &mut choices.methods {
        choice.label = choice.label.take().map(|label| label.trim().to_owned()).filter(|label| !label.is_empty());
    }
    Ok(choices)
}

/// New settings of a provider.
#[derive(Clone, Copy, Debug)]
pub struct ProviderChange<'a> {
    /// The plugin that takes the money.
    pub provider: &'a str,
    /// Precondition on the current settings.
    pub seen: &'a Precondition,
    /// The settings.
    pub settings: &'a Value,
}

/// Saves the settings of a provider when the precondition holds.
///
/// # Errors
/// [`CommerceError::NotFound`] for a plugin that takes no payments; [`CommerceError::RevisionStale`] when they were
/// changed in between; field errors.
#[boxed]
pub async fn save_provider<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    providers: &dyn PaymentProviders,
    change: ProviderChange<'a>,
) -> Result<PaymentSettings, CommerceError> {
    ctx.authorise(Resource::Plugins, Action::Write)?;
    let ProviderChange { provider, seen, settings } = change;
    let at_hand = providers.list(ctx).await?;
    let known = at_hand.iter().find(|known| known.id == provider).ok_or(CommerceError::NotFound)?;
    let schema = known.settings_schema.as_ref();
    let checked = providers.checked_settings(schema, settings).map_err(CommerceError::Invalid)?;
    let tx = db.write().await?;
    let own = plugin_setting::Column::PluginId.eq(provider);
    let before = tx.find::<plugin_setting::Entity>().filter(own).for_update().one().await?;
    let revision = before.map_or(0, |row| row.revision);
    if !seen.holds_for_saved(revision) {
        return Err(CommerceError::RevisionStale);
    }
    if revision == 0 {
        let row = plugin_setting::ActiveModel {
            website_id: Set(tx.website().clone()),
            plugin_id: Set(provider.to_owned()),
            enabled: Set(true),
            settings: Set(checked),
            settings_version: Set(i64::from(known.settings_version)),
            revision: Set(1),
            ..Default::default()
        };
        if let Err(error) = tx.insert(row).await {
            let is_stale = matches!(error, DbError::Duplicate(_));
            return Err(if is_stale { CommerceError::RevisionStale } else { error.into() });
        }
    } else {
        let changed = tx
            .update::<plugin_setting::Entity>(plugin_setting::Column::PluginId.eq(provider))
            .filter(plugin_setting::Column::Revision.eq(revision))
            .set(plugin_setting::Column::Settings, checked)
            .set(plugin_setting::Column::SettingsVersion, i64::from(known.settings_version))
            .set(plugin_setting::Column::Revision, Expr::col(plugin_setting::Column::Revision).add(1))
            .exec()
            .await?;
        if changed != 1 {
            return Err(CommerceError::RevisionStale);
        }
    }
    audit::note(ctx, &tx, AuditAction::PaymentProviderSave, provider).await?;
    let saved = read(&tx, at_hand).await?;
    tx.commit().await?;
    providers.changed(ctx).await;
    Ok(saved)
}
