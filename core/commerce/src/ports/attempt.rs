//! What a provider is told about an attempt to pay an order.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId};
use stoa_kernel::money::Money;

use crate::payments::{PaymentBuyer, PaymentLine};

/// An attempt to pay an order, as passed to providers.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// Plugin that takes the money.
    pub provider: String,
    /// Digest of the version of the plugin that began it, which is called as long as it is there; none for the one that
    /// the site uses.
    pub version: Option<String>,
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
