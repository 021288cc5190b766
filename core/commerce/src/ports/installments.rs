//! Providers of instalment messages.

use async_trait::async_trait;
use serde_json::Value;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::{Failure, TenantCtx};

use crate::installments::{InstallmentExplanation, InstallmentMarket, InstallmentOffer, InstallmentWish};

/// Providers of instalment messages, for the site of the context. No database transaction is open during a call. On any
/// failure there is no message.
#[async_trait]
pub trait Installments: Send + Sync {
    /// The message of the market's provider for each request; none where nothing is to be shown.
    async fn offers(
        &self,
        ctx: &TenantCtx,
        market: &InstallmentMarket,
        wishes: Vec<InstallmentWish>,
    ) -> Vec<Option<InstallmentOffer>>;
    /// The page that the messages link to; in American English when there are no texts for the locale.
    async fn explanation(
        &self,
        ctx: &TenantCtx,
        market: &InstallmentMarket,
        locale: &str,
    ) -> Option<InstallmentExplanation>;
}

/// An instalment plugin's description of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct InstallmentProvider {
    /// `publisher.name`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// ISO 3166 codes of the merchant countries; empty for all.
    pub countries: Vec<String>,
    /// ISO 4217 codes of the store currencies; empty for all.
    pub currencies: Vec<String>,
    /// JSON Schema of its settings.
    pub settings_schema: Option<Value>,
    /// Version of its settings.
    pub settings_version: u32,
}

/// The instalment providers that the owner of a site can configure.
#[async_trait]
pub trait InstallmentProviders: Send + Sync {
    /// All instalment providers that the site can use, enabled or not.
    ///
    /// # Errors
    /// When the plugins of the site cannot be read.
    async fn list(&self, ctx: &TenantCtx) -> Result<Vec<InstallmentProvider>, Failure>;
    /// Settings with the defaults of the provider's schema filled in.
    ///
    /// # Errors
    /// Field errors, keyed by setting name.
    fn checked_settings(&self, schema: Option<&Value>, settings: &Value) -> Result<Value, FieldErrors>;
    /// Called after settings were saved, so that later messages use them.
    async fn changed(&self, ctx: &TenantCtx);
}

/// An installation without instalment providers.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoInstallments;

#[async_trait]
impl Installments for NoInstallments {
    async fn offers(
        &self,
        _: &TenantCtx,
        _: &InstallmentMarket,
        wishes: Vec<InstallmentWish>,
    ) -> Vec<Option<InstallmentOffer>> {
        vec![None; wishes.len()]
    }

    async fn explanation(&self, _: &TenantCtx, _: &InstallmentMarket, _: &str) -> Option<InstallmentExplanation> {
        None
    }
}
