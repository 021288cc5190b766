//! Payments as providers get and answer them.

use serde::{Deserialize, Serialize};

use super::Money;

/// One attempt to pay an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentAttempt {
    /// Opaque id of the attempt.
    pub attempt_id: String,
    /// Opaque id of the order.
    pub order_id: String,
    /// The same key gives the same outcome.
    pub idempotency_key: String,
    /// Amount to pay.
    pub amount: Money,
    /// A method of the manifest, such as `card`.
    pub method: String,
    /// URL to which the customer returns.
    pub return_url: String,
    /// URL to which the customer goes after cancelling.
    pub cancel_url: String,
    /// URL for the provider's webhooks.
    pub webhook_url: String,
    /// What is to be done with the money; none leaves it to the plugin.
    pub intent: Option<PaymentIntent>,
    /// The customer, and the data of the payment form.
    pub buyer: PaymentBuyer,
    /// The items to pay for.
    pub lines: Vec<PaymentLine>,
    /// How a saved method is used.
    pub saved: SavedUse,
    /// The provider's state from the last outcome; null at first.
    pub provider_state: serde_json::Value,
}

/// What is to be done with the money of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentIntent {
    /// Capture it at once.
    Capture,
    /// Authorise it, to be captured later or never.
    Authorise,
}

/// Who pays.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentBuyer {
    /// What the buyer entered in the form of the method, an object; empty or null in later calls.
    pub entered: serde_json::Value,
    /// The customer of the order.
    pub customer: Option<PaymentCustomer>,
}

/// The customer of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentCustomer {
    /// E-mail address.
    pub email: String,
    /// Name.
    pub name: String,
    /// The shop's id of the customer; none for guests.
    pub customer_id: Option<String>,
    /// Billing address, if known.
    pub billing_address: Option<PostalAddress>,
}

/// A postal address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PostalAddress {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Street and house number.
    pub line1: String,
    /// Additional line.
    pub line2: String,
    /// City.
    pub city: String,
    /// State, province, prefecture.
    pub region: String,
    /// Postal code.
    pub postal_code: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// Phone number.
    pub phone: String,
}

/// An item to pay for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentLine {
    /// SKU.
    pub sku: String,
    /// Product name.
    pub name: String,
    /// Number of pieces.
    pub quantity: i64,
    /// Price of a piece.
    pub unit_price: Money,
    /// Price of the line.
    pub total: Money,
}

/// How an attempt uses a saved method. Plugins of 0.1.0 have none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "token", rename_all = "kebab-case")]
pub enum SavedUse {
    /// Not at all.
    #[default]
    No,
    /// The buyer agreed that the method is saved.
    Save,
    /// Pay with the method of this token, while the buyer is present.
    Present(String),
    /// The same without the buyer, such as for a renewal.
    OffSession(String),
}

/// A payment method that the provider keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedMethod {
    /// Passed on later attempts; only the provider knows what it stands for.
    pub token: String,
    /// Shown to the buyer.
    pub label: String,
    /// UTC epoch milliseconds.
    pub expires_ms: Option<u64>,
}

/// A buyer's request to their bank to take money back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dispute {
    /// The provider's id.
    pub id: String,
    /// State.
    pub status: DisputeStatus,
    /// Disputed amount.
    pub amount: Money,
    /// The provider's word for the reason.
    pub reason: String,
    /// Until when the shop can answer, UTC epoch milliseconds.
    pub respond_by_ms: Option<u64>,
}

/// State of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisputeStatus {
    /// The shop has to answer.
    NeedsResponse,
    /// The bank decides.
    UnderReview,
    /// The shop keeps the money.
    Won,
    /// The buyer got it back.
    Lost,
    /// Ended without a decision.
    Closed,
}

/// State of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentStatus {
    /// The customer has to act: see [`PaymentNext`].
    RequiresAction,
    /// The provider decides later.
    Pending,
    /// The amount is reserved.
    Authorised,
    /// The amount is captured.
    Captured,
    /// Partly refunded.
    PartiallyRefunded,
    /// Fully refunded.
    Refunded,
    /// The authorisation was cancelled.
    Voided,
    /// Declined by the provider.
    Declined,
    /// The customer took too long.
    Expired,
    /// Unknown; request the status again.
    Unknown,
}

/// The customer's next step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "kebab-case")]
pub enum PaymentNext {
    /// Nothing.
    None,
    /// Go to this absolute URL.
    Redirect(String),
    /// Data for the shop's own script.
    ClientAction(serde_json::Value),
}

/// Result of a payment call. `captured` and `refunded` are totals so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentOutcome {
    /// State of the attempt.
    pub status: PaymentStatus,
    /// The customer's next step.
    pub next: PaymentNext,
    /// Id given by the provider.
    pub provider_ref: Option<String>,
    /// Total captured so far.
    pub captured: Option<Money>,
    /// Total refunded so far.
    pub refunded: Option<Money>,
    /// Message for the customer when the status is `declined`.
    pub decline_message: Option<String>,
    /// The method that was saved.
    #[serde(default)]
    pub saved_method: Option<SavedMethod>,
    /// State to store with the attempt and to pass to later calls.
    pub provider_state: serde_json::Value,
}

/// A request that claims to come from the provider; unverified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentWebhook {
    /// HTTP method.
    pub method: String,
    /// Header names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// Query string without the question mark.
    pub query: String,
    /// The unparsed body.
    pub body: Vec<u8>,
}

/// One event of a verified webhook. Check its outcome with [`PaymentOutcome::check_amounts`] before applying it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentWebhookEvent {
    /// Unique per provider; an event received twice is applied once.
    pub event_id: String,
    /// Id of the attempt, if the provider knows it.
    pub attempt_id: Option<String>,
    /// Id given by the provider.
    pub provider_ref: Option<String>,
    /// State of the attempt.
    pub outcome: PaymentOutcome,
    /// The dispute that the event is about.
    #[serde(default)]
    pub dispute: Option<Dispute>,
}

/// What a form of the method asks for, without a customer.
impl From<serde_json::Value> for PaymentBuyer {
    fn from(entered: serde_json::Value) -> Self {
        Self { entered, customer: None }
    }
}

impl PaymentOutcome {
    /// Checks the totals against the amount of the attempt.
    ///
    /// # Errors
    /// A message for the log when a total is in another currency, negative or above the amount of the attempt, or when
    /// more was refunded than captured.
    pub fn check_amounts(&self, amount: &Money) -> Result<(), String> {
        for (name, total) in [("captured", &self.captured), ("refunded", &self.refunded)] {
            let Some(total) = total else { continue };
            if total.currency != amount.currency {
                return Err(format!("{name} total is in {}, the attempt in {}", total.currency, amount.currency));
            }
            if total.minor < 0 || total.minor > amount.minor {
                return Err(format!("{name} total {} is outside 0 to {}", total.minor, amount.minor));
            }
        }
        let captured = self.captured.as_ref().map_or(0, |total| total.minor);
        let refunded = self.refunded.as_ref().map_or(0, |total| total.minor);
        if refunded > captured {
            return Err(format!("refunded total {refunded} is above captured total {captured}"));
        }
        Ok(())
    }
}
