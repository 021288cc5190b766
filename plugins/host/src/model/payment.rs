use serde::{Deserialize, Serialize};

use super::Money;

/// One attempt to pay an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentAttempt {
    /// Opaque identifier of the attempt.
    pub attempt_id: String,
    /// Opaque identifier of the order.
    pub order_id: String,
    /// The same key gives the same outcome.
    pub idempotency_key: String,
    /// What is to be paid.
    pub amount: Money,
    /// A method of the manifest, such as `card`.
    pub method: String,
    /// Where the shopper comes back to.
    pub return_url: String,
    /// Where the shopper goes after giving up.
    pub cancel_url: String,
    /// Where the provider reports to.
    pub webhook_url: String,
    /// Who pays, and what the payment form sent.
    pub buyer: serde_json::Value,
    /// What is paid for.
    pub lines: serde_json::Value,
    /// The provider's state from the last outcome; null at first.
    pub provider_state: serde_json::Value,
}

/// Where an attempt stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentStatus {
    /// The shopper has to do something: see [`PaymentNext`].
    RequiresAction,
    /// The provider will tell later.
    Pending,
    /// Money is reserved.
    Authorised,
    /// Money is taken.
    Captured,
    /// Some of it went back.
    PartiallyRefunded,
    /// All of it went back.
    Refunded,
    /// The reservation was given up.
    Voided,
    /// The provider said no.
    Declined,
    /// The shopper took too long.
    Expired,
    /// Not known; ask again.
    Unknown,
}

/// What the shopper does next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "kebab-case")]
pub enum PaymentNext {
    /// Nothing.
    None,
    /// Go to this absolute address.
    Redirect(String),
    /// Something for the shop's own script.
    ClientAction(serde_json::Value),
}

/// What a payment plugin answers. `captured` and `refunded` are totals so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentOutcome {
    /// Where the attempt stands now.
    pub status: PaymentStatus,
    /// What the shopper does next.
    pub next: PaymentNext,
    /// The provider's own identifier.
    pub provider_ref: Option<String>,
    /// Taken so far.
    pub captured: Option<Money>,
    /// Given back so far.
    pub refunded: Option<Money>,
    /// Words for the shopper when the status is `declined`.
    pub decline_message: Option<String>,
    /// To be kept with the attempt and handed back.
    pub provider_state: serde_json::Value,
}

/// A request that claims to come from the provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentWebhook {
    /// HTTP method.
    pub method: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// Query string without the question mark.
    pub query: String,
    /// Bytes as they came.
    pub body: Vec<u8>,
}

/// One event of a verified webhook. Check its outcome with [`PaymentOutcome::check_amounts`] before applying it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentWebhookEvent {
    /// Unique with the provider: an event seen twice is applied once.
    pub event_id: String,
    /// The attempt, when the provider carries our identifier.
    pub attempt_id: Option<String>,
    /// The provider's own identifier.
    pub provider_ref: Option<String>,
    /// Where the attempt stands.
    pub outcome: PaymentOutcome,
}

impl PaymentOutcome {
    /// Checks the totals against the amount of the attempt.
    ///
    /// # Errors
    /// A sentence for the log when a total is in another currency, negative, above the amount of the attempt, or when
    /// more was given back than taken.
    pub fn check_amounts(&self, amount: &Money) -> Result<(), String> {
        for (name, total) in [("captured", &self.captured), ("refunded", &self.refunded)] {
            let Some(total) = total else { continue };
            if total.currency != amount.currency {
                return Err(format!("{name} total is in {}, the attempt in {}", total.currency, amount.currency));
            }
            if total.minor < 0 || total.minor > amount.minor {
                return Err(format!("{name} total {} lies outside 0 to {}", total.minor, amount.minor));
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
