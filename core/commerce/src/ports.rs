//! What the shop asks of the outside world: somebody who takes money. The types mirror the payment
//! interface of plugins, in plain words.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_kernel::TenantCtx;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::Money;

use crate::installments::{InstallmentExplanation, InstallmentMarket, InstallmentOffer, InstallmentWish};

/// A way to pay that shoppers can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethod {
    /// Plugin that takes the money, such as `stoa.testcard`.
    pub provider: String,
    /// Its method, such as `card`.
    pub method: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Whether no real money moves.
    pub test_mode: bool,
    /// What the shopper enters for it: `card` or `none`.
    pub form: &'static str,
    /// ISO 3166 codes of the buyers it is for; empty for all.
    #[serde(skip)]
    pub countries: Vec<String>,
    /// How long the provider keeps money set aside, days; none when it does not say.
    #[serde(skip)]
    pub authorisation_days: Option<u32>,
    /// Whether it is paid when the goods arrive.
    #[serde(skip)]
    pub on_delivery: bool,
}

/// A plugin that takes payments, as it describes itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    /// Publisher and name.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Whether no real money moves.
    pub is_test: bool,
    /// Whether it rests after repeated failures, so that its methods are not offered.
    pub is_resting: bool,
    /// Its methods.
    pub methods: Vec<ProviderMethod>,
    /// ISO 4217 codes it takes; empty for all.
    pub currencies: Vec<String>,
    /// ISO 3166 codes of the buyers it is for; empty for all.
    pub countries: Vec<String>,
    /// JSON Schema of its settings.
    pub settings_schema: Option<Value>,
}

/// A method of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderMethod {
    /// Its name in calls, such as `card`.
    pub name: String,
    /// Its name for people.
    pub label: String,
}

/// What the owner of a site can choose among to be paid.
#[async_trait]
pub trait PaymentProviders: Send + Sync {
    /// All that take payments, switched on or not.
    fn list(&self, ctx: &TenantCtx) -> Vec<Provider>;
    /// Settings with their defaults filled in, or what is wrong with which.
    ///
    /// # Errors
    /// Messages beside the settings' names.
    fn checked_settings(&self, provider: &str, settings: &Value) -> Result<Value, FieldErrors>;
    /// Called after settings were saved, so that the next call to a provider knows them.
    async fn changed(&self, ctx: &TenantCtx);
}

/// An attempt to pay an order, as providers see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// Plugin that takes the money.
    pub provider: String,
    /// Its id with us.
    pub attempt_id: PaymentId,
    /// The order.
    pub order_id: OrderId,
    /// The same for each repetition of this attempt.
    pub idempotency_key: String,
    /// What is asked for.
    pub amount: Money,
    /// The provider's method.
    pub method: String,
    /// Path to which the buyer comes back after confirming.
    pub return_url: String,
    /// Path to which the buyer comes back after giving up.
    pub cancel_url: String,
    /// Path that takes the provider's messages.
    pub webhook_url: String,
    /// An object of what the buyer entered for the provider, and under `customer` who they are.
    /// Passed on, never stored, never logged.
    pub buyer: Value,
    /// The order's lines.
    pub lines: Value,
    /// What the provider wanted to see again; null before its first answer.
    pub provider_state: Value,
}

/// Where an attempt stands with the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentStatus {
    /// The buyer must do something.
    RequiresAction,
    /// The provider has not decided yet.
    Pending,
    /// The money is set aside.
    Authorised,
    /// The money was taken.
    Captured,
    /// A part was given back.
    PartiallyRefunded,
    /// All was given back.
    Refunded,
    /// Set-aside money was let go.
    Voided,
    /// The provider said no.
    Declined,
    /// The buyer took too long.
    Expired,
    /// Nobody knows.
    Unknown,
}

/// What the buyer's browser does next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NextStep {
    /// Nothing.
    #[default]
    None,
    /// Goes to a page and comes back.
    Redirect(String),
    /// Does what the provider's script says.
    ClientAction(Value),
}

/// What came of a call to a provider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Where the attempt stands.
    pub status: PaymentStatus,
    /// What the buyer does next.
    pub next: NextStep,
    /// What the provider calls the payment.
    pub provider_ref: Option<String>,
    /// What was taken.
    pub captured: Option<Money>,
    /// What was given back.
    pub refunded: Option<Money>,
    /// What the provider wants to see again.
    pub provider_state: Value,
    /// What the buyer may be told.
    pub buyer_message: Option<String>,
}

impl Outcome {
    /// An outcome that says no more than its status.
    pub fn plain(status: PaymentStatus) -> Self {
        Self {
            status,
            next: NextStep::None,
            provider_ref: None,
            captured: None,
            refunded: None,
            provider_state: Value::Null,
            buyer_message: None,
        }
    }
}

/// A provider did not give an outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentFault {
    /// It refused before any money could move, and would refuse the same again.
    #[error("the provider refused: {reason}")]
    Refused {
        /// For the log.
        reason: String,
        /// For the buyer.
        buyer_message: Option<String>,
    },
    /// It was not asked, or asks for patience: no money moved, and the same call may be made again later.
    #[error("the provider cannot be asked now: {reason}")]
    NotNow {
        /// For the log.
        reason: String,
        /// For the buyer.
        buyer_message: Option<String>,
    },
    /// It broke, or took too long: money may or may not have moved.
    #[error("the provider gave no outcome: {reason}")]
    Uncertain {
        /// For the log.
        reason: String,
    },
}

/// Money that is to be given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundOrder {
    /// How much of the attempt's money.
    pub amount: Money,
    /// The same for each repetition of this refund.
    pub idempotency_key: String,
    /// Why.
    pub reason: String,
}

/// A provider's message as it came in.
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

/// A provider's message, verified.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookEvent {
    /// The provider's id of the message.
    pub event_id: String,
    /// Our attempt, when the provider knows it.
    pub attempt_id: Option<String>,
    /// What the provider calls the payment.
    pub provider_ref: Option<String>,
    /// What it says.
    pub outcome: Outcome,
}

/// Those who take money, for the site of the context. No transaction is open during a call.
#[async_trait]
pub trait Payments: Send + Sync {
    /// The ways to pay that are offered for new checkouts.
    async fn methods(&self, ctx: &TenantCtx) -> Vec<PaymentMethod>;
    /// Begins to take money.
    async fn create(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentFault>;
    /// Goes on after the buyer came back with a query string.
    async fn authorise(&self, ctx: &TenantCtx, attempt: &Attempt, query: &str) -> Result<Outcome, PaymentFault>;
    /// Takes money that was set aside.
    async fn capture(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentFault>;
    /// Gives money back that was taken.
    async fn refund(&self, ctx: &TenantCtx, attempt: &Attempt, order: &RefundOrder) -> Result<Outcome, PaymentFault>;
    /// Lets money go that was set aside.
    async fn cancel(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentFault>;
    /// Asks where an attempt stands.
    async fn fetch_status(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentFault>;
    /// Verifies a provider's message.
    async fn verify_webhook(
        &self,
        ctx: &TenantCtx,
        provider: &str,
        webhook: &Webhook,
    ) -> Result<Vec<WebhookEvent>, PaymentFault>;
}

/// Those who tell shoppers that they can pay in parts, for the site of the context. No transaction is open
/// during a call. Whatever goes wrong, there is just no message.
#[async_trait]
pub trait Installments: Send + Sync {
    /// What the provider of the market says about each wish; none where nothing is to be shown.
    async fn offers(
        &self,
        ctx: &TenantCtx,
        market: &InstallmentMarket,
        wishes: Vec<InstallmentWish>,
    ) -> Vec<Option<InstallmentOffer>>;
    /// The page behind the messages; one without words in the locale is in American English.
    async fn explanation(
        &self,
        ctx: &TenantCtx,
        market: &InstallmentMarket,
        locale: &str,
    ) -> Option<InstallmentExplanation>;
}

/// A plugin that speaks of payment in parts, as it describes itself.
#[derive(Clone, Debug, PartialEq)]
pub struct InstallmentProvider {
    /// Publisher and name.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// ISO 3166 codes of the merchants it is for; empty for all.
    pub countries: Vec<String>,
    /// ISO 4217 codes of the shops it is for; empty for all.
    pub currencies: Vec<String>,
    /// JSON Schema of its settings.
    pub settings_schema: Option<Value>,
}

/// The providers of payment in parts that the owner of a site can choose among.
#[async_trait]
pub trait InstallmentProviders: Send + Sync {
    /// All at hand, switched on or not.
    fn list(&self) -> Vec<InstallmentProvider>;
    /// Settings with their defaults filled in, or what is wrong with which.
    ///
    /// # Errors
    /// Messages beside the settings' names.
    fn checked_settings(&self, provider: &str, settings: &Value) -> Result<Value, FieldErrors>;
    /// Called after settings were saved, so that the next message goes by them.
    async fn changed(&self, ctx: &TenantCtx);
}

/// An installation in which nobody offers payment in parts.
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
