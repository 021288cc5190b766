//! What a verified webhook of a provider tells.

use serde::{Deserialize, Serialize};

use super::disputes::Dispute;
use crate::ports::Outcome;

/// An event of a verified webhook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookEvent {
    /// The provider's id of the event.
    pub event_id: String,
    /// Our attempt id, when the provider knows it.
    pub attempt_id: Option<String>,
    /// The provider's reference of the payment.
    pub provider_ref: Option<String>,
    /// The reported outcome.
    pub outcome: Outcome,
    /// The dispute that it is about.
    #[serde(default)]
    pub dispute: Option<Dispute>,
}
