//! Adapter traits of the store for payment and instalment providers. The types mirror the payment interface of plugins.

mod checkout;
mod installments;
mod methods;
mod outcome;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::Money;
use stoa_kernel::{Failure, TenantCtx};

pub use self::checkout::{CheckoutPlugins, NoQuotes, OpenToAll, QuotePlugins, SaleAccess};
pub use self::installments::{InstallmentProvider, InstallmentProviders, Installments, NoInstallments};
pub use self::methods::{PaymentMethod, PaymentProviders, Provider, ProviderMethod};
pub use self::outcome::{NextStep, Outcome, PaymentError, PaymentStatus};
pub use crate::payments::{Dispute, WebhookEvent};
use crate::payments::{PaymentBuyer, PaymentLine};

/// An attempt to pay an order, as passed to providers.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// Plugin that takes the money.
    pub provider: String,
    /// Digest of the version of the plugin that began it, which is called as long as it is there; none for the one that
    /// the site uses.
    pub version: Option<String>,
    /// Whether the shop was in test mode when it was begun, which holds for every call; none for its mode of today.
    pub shop_test_mode: Option<bool>,
    /// Our id of it.
    pub attempt_id: PaymentId,
    /// The order.
    pub order_id: OrderId,
    /// The same for each retry of this attempt.
    pub idempotency_key: String,
    /// The amount to pay.
    pub amount: Money,
    /// The provider's method.
    pub method: String,
    /// Path to which the buyer returns after confirming.
    pub return_url: String,
    /// Path to which the buyer returns after cancelling.
    pub cancel_url: String,
    /// Path that receives the provider's webhooks.
    pub webhook_url: String,
    /// BCP 47 tag of the buyer's language; none for that of the site.
    pub language: Option<String>,
    /// The buyer. Passed on, never stored, never logged.
    pub buyer: PaymentBuyer,
    /// The order's lines.
    pub lines: Vec<PaymentLine>,
    /// How it uses a saved method.
    pub saved: SavedUse,
    /// State that the provider asked to receive again, in a shape of its own; null before its first response.
    pub provider_state: Value,
}

/// How an attempt uses a saved method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SavedUse {
    /// Not at all.
    #[default]
    No,
    /// The buyer agreed that the method is saved.
    Save,
    /// The buyer pays with the method of this token.
    Present(String),
    /// The method of this token is charged without the buyer.
    OffSession(String),
}

/// A method that a provider has saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedMethod {
    /// What the provider knows it by. Encrypted in what is stored.
    pub token: String,
    /// What the buyer knows it by, such as `Visa ending in 4242`.
    pub label: String,
    /// When it expires; none when unknown.
    pub expires_on: Option<Timestamp>,
}

/// A saved method that a provider is to forget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgottenMethod {
    /// Plugin of the provider.
    pub provider: String,
    /// Digest of the version of the plugin that saved it; none for the one that the site uses.
    pub version: Option<String>,
    /// What the provider knows it by.
    pub token: String,
    /// Whether the shop was in test mode when it was saved.
    pub test_mode: bool,
}

/// A refund to request from a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The part of the attempt's money to refund.
    pub amount: Money,
    /// The same for each retry of this refund.
    pub idempotency_key: String,
    /// Reason of the refund.
    pub reason: String,
}

/// A provider in one of its two modes. It has the settings and secrets of the site in both; its plugin chooses those of the
/// mode that it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProviderInMode<'a> {
    /// Plugin of the provider.
    pub provider: &'a str,
    /// Whether it is called in test mode.
    pub test_mode: bool,
}

/// A provider's webhook request as received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// Method of the request.
    pub method: String,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its query string.
    pub query: String,
    /// Its body.
    pub body: Vec<u8>,
}

/// The payment providers, for the site of the context. No database transaction is open during a call.
#[async_trait]
pub trait Payments: Send + Sync {
    /// The payment methods offered to new checkouts. Fails when the site's settings cannot be read.
    async fn methods(&self, ctx: &TenantCtx) -> Result<Vec<PaymentMethod>, Failure>;
    /// Creates a payment.
    async fn create(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Continues after the buyer returned with a query string.
    async fn authorise(&self, ctx: &TenantCtx, attempt: &Attempt, query: &str) -> Result<Outcome, PaymentError>;
    /// Captures authorised money.
    async fn capture(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Refunds captured money.
    async fn refund(&self, ctx: &TenantCtx, attempt: &Attempt, order: &ProviderRefund)
    -> Result<Outcome, PaymentError>;
    /// Voids an authorisation.
    async fn cancel(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Queries the status of an attempt.
    async fn fetch_status(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Verifies a webhook in a mode, by the version of the plugin that the site uses.
    async fn verify_webhook(
        &self,
        ctx: &TenantCtx,
        provider: ProviderInMode<'_>,
        webhook: &Webhook,
    ) -> Result<Vec<WebhookEvent>, PaymentError>;
    /// The versions of a provider's plugin that the site used before the present one, by their digests, the latest first.
    /// Only those that may still say what is genuine: they are not withdrawn, the site went on from them to later ones,
    /// and who publishes the present one published them too.
    ///
    /// # Errors
    /// When that cannot be found out now.
    async fn versions_before(&self, _ctx: &TenantCtx, _provider: &str) -> Result<Vec<String>, PaymentError> {
        Ok(Vec::new())
    }
    /// Reads a webhook in a mode, by the version of the plugin with this digest, which is not the one that the site uses.
    /// None if that is not there any more, does not find it genuine, or fails.
    ///
    /// # Errors
    /// When the version cannot be called now.
    async fn verify_webhook_by(
        &self,
        _ctx: &TenantCtx,
        _provider: ProviderInMode<'_>,
        _version: &str,
        _webhook: &Webhook,
    ) -> Result<Option<Vec<WebhookEvent>>, PaymentError> {
        Ok(None)
    }
    /// Has a provider forget a saved method. One that is gone already is forgotten.
    async fn forget_method(&self, ctx: &TenantCtx, method: &ForgottenMethod) -> Result<(), PaymentError>;
}
