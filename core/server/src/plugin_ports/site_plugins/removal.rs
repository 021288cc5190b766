//! Removing a plugin from a site.

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::Condition;
use serde_json::json;
use stoa_commerce::payments::forget_before_removal;
use stoa_commerce::settings::StoreSettings;
use stoa_entity::TenantTx;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{
    payment, plugin_activity, plugin_installation, plugin_log, plugin_sample, plugin_secret, plugin_setting,
    plugin_storage, plugin_storage_size, saved_payment_method,
};
use stoa_http::site_plugins::PluginCaller;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::plugin_change::PluginChangeKind;
use stoa_kernel::{ErrorCode, Failure, contributor_texts};

use super::super::site_choices::SiteChoices;
use super::PluginService;
use super::rows::{Change, PluginRows, record};

impl PluginService {
    pub(super) async fn take_away(
        &self,
        caller: PluginCaller<'_>,
        plugin: &str,
        deletes_data: bool,
    ) -> Result<(), Failure> {
        let (ctx, website) = (caller.ctx, caller.ctx.website());
        let choices = SiteChoices::load(&caller.db.read().await?).await?;
        let uploads = self.sites.packages.uploads(website, plugin).await?;
        let used = self.used_version(website, plugin, &choices).await?;
        // What was kept, or uploaded and never installed, can be deleted as well.
        let has_rest = choices.has_data(plugin) || !uploads.is_empty();
        if used.is_none() && !(deletes_data && has_rest) {
            return Err(Failure::not_found());
        }
        if deletes_data {
            self.forget_saved_methods(caller, plugin).await?;
        }
        let tx = caller.db.write().await?;
        let mut rows = PluginRows::lock(&tx, plugin, true).await?;
        check_payments(&tx, plugin).await?;
        check_taxes(&tx, plugin).await?;
        let own = plugin_installation::Column::PluginId.eq(plugin);
        tx.delete::<plugin_installation::Entity>(own).exec().await?;
        let has_rows = rows.installation().is_some();
        rows.enabled = false;
        if deletes_data {
            delete_data(&tx, plugin).await?;
            rows.clear_settings();
        }
        // A plugin of the server would be on without a row; one of a package is only known by its rows.
        let stays = self.sites.host.plugin(plugin).is_some() || !deletes_data || !has_rows;
        if stays && used.is_some() {
            rows.save_setting(&tx).await?;
        } else {
            let own = plugin_setting::Column::PluginId.eq(plugin);
            tx.delete::<plugin_setting::Entity>(own).exec().await?;
        }
        if let Some(version) = &used {
            let kind = PluginChangeKind::Removed;
            record(&tx, plugin, ctx.now(), Change { kind, version, reason: None }).await?;
        }
        audit::note(ctx, &tx, AuditAction::PluginRemove, plugin).await?;
        tx.commit().await?;
        self.sites.host.forget_failures(website.as_str(), plugin);
        self.changed(website).await;
        if deletes_data {
            self.activity.forget(website, plugin);
            for package in uploads {
                self.sites.packages.forget(website, &package.digest).await?;
            }
        }
        Ok(())
    }

    /// Has a provider of payments forget what customers saved with it: without its plugin it cannot be asked. What it
    /// does not forget now is deleted with the data nevertheless.
    ///
    /// # Errors
    /// When the plugin cannot be removed.
    async fn forget_saved_methods(&self, caller: PluginCaller<'_>, plugin: &str) -> Result<(), Failure> {
        let tx = caller.db.read().await?;
        check_payments(&tx, plugin).await?;
        check_taxes(&tx, plugin).await?;
        let own = saved_payment_method::Column::Provider.eq(plugin);
        let saved = tx.find::<saved_payment_method::Entity>().filter(own).limit(1).count().await?;
        drop(tx);
        if saved == 0 {
            return Ok(());
        }
        let (ctx, payments) = (caller.ctx, &*self.payments);
        let left = forget_before_removal(ctx, caller.db, payments, plugin).await?;
        if left > 0 {
            let website = ctx.website();
            tracing::warn!(
                tenant.id = %website,
                plugin.id = plugin,
                left,
                "saved payment methods are deleted that their provider has not forgotten"
            );
        }
        Ok(())
    }

    /// The version that a site uses of a plugin, even when its package is gone or cannot be read.
    async fn used_version(
        &self,
        website: &WebsiteId,
        plugin: &str,
        choices: &SiteChoices,
    ) -> Result<Option<String>, Failure> {
        if let Some(row) = choices.installation(plugin).filter(|row| row.digest.is_some()) {
            return Ok(Some(row.version.clone()));
        }
        let rules = self.sites.packages.rules().await?;
        let current = self.current(website, plugin, choices, &rules).await?;
        Ok(current.map(|version| version.info().version.clone()))
    }
}

/// # Errors
/// When payments of the plugin are not finished.
async fn check_payments(tx: &TenantTx, plugin: &str) -> Result<(), Failure> {
    let is_open = payment::Column::Status.is_in(AttemptStatus::values_where(AttemptStatus::is_open));
    let open = Condition::all().add(payment::Column::Provider.eq(plugin)).add(is_open);
    let payments = tx.find::<payment::Entity>().filter(open).order_by_asc(payment::Column::Id).limit(20).all().await?;
    if payments.is_empty() {
        return Ok(());
    }
    let needs: Vec<String> = payments.into_iter().map(|payment| payment.order_id.to_string()).collect();
    let said = contributor_texts::PLUGIN_HAS_OPEN_PAYMENTS;
    Err(Failure::said(ErrorCode::Conflict, said).with("needs", json!(needs)))
}

/// # Errors
/// When the shop takes no order while the plugin does not calculate its taxes: that must not happen unnoticed.
pub(super) async fn check_taxes(tx: &TenantTx, plugin: &str) -> Result<(), Failure> {
    let taxes = StoreSettings::load(tx).await?.choices.taxes;
    if taxes.plugin == plugin && !taxes.own_rates_on_failure {
        return Err(Failure::said(ErrorCode::Conflict, contributor_texts::PLUGIN_CALCULATES_TAXES));
    }
    Ok(())
}

async fn delete_data(tx: &TenantTx, plugin: &str) -> Result<(), Failure> {
    tx.delete::<plugin_secret::Entity>(plugin_secret::Column::PluginId.eq(plugin)).exec().await?;
    tx.delete::<plugin_storage::Entity>(plugin_storage::Column::PluginId.eq(plugin)).exec().await?;
    tx.delete::<plugin_storage_size::Entity>(plugin_storage_size::Column::PluginId.eq(plugin)).exec().await?;
    tx.delete::<plugin_activity::Entity>(plugin_activity::Column::PluginId.eq(plugin)).exec().await?;
    tx.delete::<plugin_log::Entity>(plugin_log::Column::PluginId.eq(plugin)).exec().await?;
    tx.delete::<plugin_sample::Entity>(plugin_sample::Column::PluginId.eq(plugin)).exec().await?;
    // Those that the provider has not forgotten before. A plugin that is gone forgets nothing, and without it the
    // tokens stand for nothing.
    tx.delete::<saved_payment_method::Entity>(saved_payment_method::Column::Provider.eq(plugin)).exec().await?;
    Ok(stoa_site::hooks::remove_plugin(tx, plugin).await?)
}
