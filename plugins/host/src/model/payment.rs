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
    /// The customer, and the data of the payment form.
    pub buyer: serde_json::Value,
    /// The items to pay for.
    pub lines: serde_json::Value,
    /// The provider's state from the last outcome; null at first.
    pub provider_state: serde_json::Value,
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
