//! Adapter traits of the store for payment and instalment providers. The types mirror the payment interface of plugins.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::{OrderId, PaymentId, ProductId};
use stoa_kernel::money::Money;
use stoa_kernel::payment::{AttemptStatus, PaymentForm};
use stoa_kernel::{Failure, TenantCtx};

use crate::installments::{InstallmentExplanation, InstallmentMarket, InstallmentOffer, InstallmentWish};
pub use crate::payments::{Dispute, WebhookEvent};
use crate::payments::{PaymentBuyer, PaymentLine};
use crate::quotes::{OpenQuestion, QuoteAnswer, QuoteFailure, QuoteSource};

/// A payment method that shoppers can select.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethod {
    /// Plugin that takes the money, such as `stoa.testcard`.
    pub provider: String,
    /// Digest of the version of the plugin that the site uses; none when unknown.
    #[serde(skip)]
    pub version: Option<String>,
    /// The provider's method, such as `card`.
    pub method: String,
    /// Name shown to shoppers.
    pub label: String,
    /// The same by language, by tags in lower case; empty for a name that the owner has given.
    #[serde(skip)]
    pub labels: BTreeMap<String, String>,
    /// Whether the owner has named it, so that its name is translated like other texts of the shop.
    #[serde(skip)]
    pub is_named_by_owner: bool,
    /// Whether no real money moves.
    pub test_mode: bool,
    /// The input form it needs.
    pub form: PaymentForm,
    /// ISO 3166 codes of the buyer countries; empty for all.
    #[serde(skip)]
    pub countries: Vec<String>,
    /// How long the provider keeps an authorisation, days; none when unknown.
    #[serde(skip)]
    pub authorisation_days: Option<u32>,
    /// Whether it is paid on delivery.
    #[serde(skip)]
    pub on_delivery: bool,
    /// Whether the provider can save it, so that customers pay with it again.
    #[serde(skip)]
    pub can_save: bool,
}

impl PaymentMethod {
    /// Its name in a language, given as BCP 47 tag.
    pub fn label_in(&self, language: &str) -> &str {
        let wanted = language.to_lowercase();
        let mut tag = wanted.as_str();
        loop {
            if let Some(label) = self.labels.get(tag) {
                return label;
            }
            match tag.rsplit_once('-') {
                Some((shorter, _)) => tag = shorter,
                None => return &self.label,
            }
        }
    }
}

/// A payment plugin's description of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    /// `publisher.name`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Whether no real money moves.
    pub is_test: bool,
    /// Whether it is paused after repeated failures, so that its methods are not offered.
    pub is_resting: bool,
    /// Its methods.
    pub methods: Vec<ProviderMethod>,
    /// Supported ISO 4217 codes; empty for all.
    pub currencies: Vec<String>,
    /// ISO 3166 codes of the buyer countries; empty for all.
    pub countries: Vec<String>,
    /// JSON Schema of its settings.
    pub settings_schema: Option<Value>,
    /// Version of its settings.
    pub settings_version: u32,
}

/// A method of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderMethod {
    /// Its identifier, such as `card`.
    pub name: String,
    /// Its display name.
    pub label: String,
    /// Whether the provider can save it, so that customers pay with it again.
    pub can_save: bool,
}

/// The payment providers that the owner of a site can configure.
#[async_trait]
pub trait PaymentProviders: Send + Sync {
    /// All payment providers that the site can use, enabled or not.
    ///
    /// # Errors
    /// When the plugins of the site cannot be read.
    async fn list(&self, ctx: &TenantCtx) -> Result<Vec<Provider>, Failure>;
    /// Settings with the defaults of the provider's schema filled in.
    ///
    /// # Errors
    /// Field errors, keyed by setting name.
    fn checked_settings(&self, schema: Option<&Value>, settings: &Value) -> Result<Value, FieldErrors>;
    /// Called after settings were saved, so that later calls to a provider use them.
    async fn changed(&self, ctx: &TenantCtx);
}

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

/// Status of an attempt at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentStatus {
    /// The buyer must take an action.
    RequiresAction,
    /// The provider has not decided yet.
    Pending,
    /// The money is authorised, not captured.
    Authorised,
    /// The money was captured.
    Captured,
    /// A part was refunded.
    PartiallyRefunded,
    /// The full amount was refunded.
    Refunded,
    /// The authorisation was voided.
    Voided,
    /// The provider declined the payment.
    Declined,
    /// The buyer did not finish in time.
    Expired,
    /// The outcome is not known.
    Unknown,
}

impl From<PaymentStatus> for AttemptStatus {
    fn from(status: PaymentStatus) -> Self {
        match status {
            PaymentStatus::RequiresAction => Self::RequiresAction,
            PaymentStatus::Pending => Self::Pending,
            PaymentStatus::Authorised => Self::Authorised,
            PaymentStatus::Captured => Self::Captured,
            PaymentStatus::PartiallyRefunded => Self::PartiallyRefunded,
            PaymentStatus::Refunded => Self::Refunded,
            PaymentStatus::Voided => Self::Voided,
            PaymentStatus::Declined => Self::Declined,
            PaymentStatus::Expired => Self::Expired,
            PaymentStatus::Unknown => Self::Unknown,
        }
    }
}

/// What the buyer's browser does next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NextStep {
    /// Nothing.
    #[default]
    None,
    /// Redirects to a page and returns from it.
    Redirect(String),
    /// Runs an action of the provider's script, which decides its members.
    ClientAction(Value),
}

/// Result of a call to a provider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Status of the attempt.
    pub status: PaymentStatus,
    /// The buyer's next step.
    pub next: NextStep,
    /// The provider's reference of the payment.
    pub provider_ref: Option<String>,
    /// Amount captured.
    pub captured: Option<Money>,
    /// Amount refunded.
    pub refunded: Option<Money>,
    /// State that the provider wants to receive again, in a shape of its own.
    pub provider_state: Value,
    /// Message that may be shown to the buyer.
    pub buyer_message: Option<String>,
    /// The method that the provider has saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved_method: Option<SavedMethod>,
}

impl Outcome {
    /// An outcome with a status only.
    pub fn plain(status: PaymentStatus) -> Self {
        Self {
            status,
            next: NextStep::None,
            provider_ref: None,
            captured: None,
            refunded: None,
            provider_state: Value::Null,
            buyer_message: None,
            saved_method: None,
        }
    }
}

/// A call to a provider returned no outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// Refused before any money could move; a retry would be refused too.
    #[error("the provider refused: {reason}")]
    Refused {
        /// For the log.
        reason: String,
        /// For the buyer.
        buyer_message: Option<String>,
    },
    /// Not called, or asked to retry later: no money moved, and the same call may be repeated.
    #[error("the provider cannot be reached: {reason}")]
    NotNow {
        /// For the log.
        reason: String,
        /// For the buyer.
        buyer_message: Option<String>,
    },
    /// Failed or timed out: money may or may not have moved.
    #[error("the provider reported no outcome: {reason}")]
    Uncertain {
        /// For the log.
        reason: String,
    },
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
    /// Verifies a webhook, by the version of the plugin that the site uses.
    async fn verify_webhook(
        &self,
        ctx: &TenantCtx,
        provider: &str,
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
    /// Reads a webhook by the version of the plugin with this digest, which is not the one that the site uses. None if
    /// that is not there any more, does not find it genuine, or fails.
    ///
    /// # Errors
    /// When the version cannot be called now.
    async fn verify_webhook_by(
        &self,
        _ctx: &TenantCtx,
        _provider: &str,
        _version: &str,
        _webhook: &Webhook,
    ) -> Result<Option<Vec<WebhookEvent>>, PaymentError> {
        Ok(None)
    }
    /// Has a provider forget a saved method. One that is gone already is forgotten.
    async fn forget_method(&self, ctx: &TenantCtx, method: &ForgottenMethod) -> Result<(), PaymentError>;
}

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

/// Plugins that name delivery options, taxes and discounts, for the site of the context. No database transaction is open
/// during a call.
#[async_trait]
pub trait QuotePlugins: Send + Sync {
    /// Those that the site has turned on, in the order of their ids.
    async fn sources(&self, ctx: &TenantCtx) -> Result<Vec<QuoteSource>, Failure>;
    /// One answer for each question, in their order.
    async fn ask(&self, ctx: &TenantCtx, questions: &[OpenQuestion]) -> Vec<Result<QuoteAnswer, QuoteFailure>>;
}

/// Which products a visitor may buy.
#[async_trait]
pub trait SaleAccess: Send + Sync {
    /// Checks products in the transaction that sells them.
    ///
    /// # Errors
    /// What is needed first, such as a password.
    async fn check(&self, ctx: &TenantCtx, tx: &TenantTx, items: &[ProductId]) -> Result<(), Failure>;
}

/// Everything may be bought.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenToAll;

#[async_trait]
impl SaleAccess for OpenToAll {
    async fn check(&self, _: &TenantCtx, _: &TenantTx, _: &[ProductId]) -> Result<(), Failure> {
        Ok(())
    }
}

/// The plugins that a checkout asks.
#[derive(Clone, Copy)]
pub struct CheckoutPlugins<'a> {
    /// Those that take the money.
    pub payments: &'a dyn Payments,
    /// Those that name delivery options, taxes and discounts.
    pub quotes: &'a dyn QuotePlugins,
}

/// An installation without such plugins.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoQuotes;

#[async_trait]
impl QuotePlugins for NoQuotes {
    async fn sources(&self, _: &TenantCtx) -> Result<Vec<QuoteSource>, Failure> {
        Ok(Vec::new())
    }

    async fn ask(&self, _: &TenantCtx, questions: &[OpenQuestion]) -> Vec<Result<QuoteAnswer, QuoteFailure>> {
        questions.iter().map(|_| Err(QuoteFailure::InVain("there are no plugins".to_owned()))).collect()
    }
}
