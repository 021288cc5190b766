//! What a provider answers.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_kernel::money::Money;
use stoa_kernel::payment::AttemptStatus;

use super::SavedMethod;

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
