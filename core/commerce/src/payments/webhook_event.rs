//! What a verified webhook of a provider tells.

use serde::{Deserialize, Serialize};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::PaymentId;
use stoa_kernel::order::OrderEventKind;

use crate::ports::Outcome;
use crate::{CommerceError, checkout, contributor_texts, orders};

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

/// A buyer's request to their bank to take money back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dispute {
    /// The provider's id of it.
    pub id: String,
    /// Its status.
    pub status: DisputeStatus,
}

/// Status of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisputeStatus {
    /// The shop has to answer at the provider.
    NeedsResponse,
    /// The bank decides.
    UnderReview,
    /// The shop keeps the money.
    Won,
    /// The buyer got it back.
    Lost,
    /// It ended without a decision.
    Closed,
}

impl DisputeStatus {
    /// What the history of the order says.
    fn words(self) -> &'static str {
        match self {
            Self::NeedsResponse => contributor_texts::DISPUTE_NEEDS_RESPONSE.english(),
            Self::UnderReview => contributor_texts::DISPUTE_UNDER_REVIEW.english(),
            Self::Won => contributor_texts::DISPUTE_WON.english(),
            Self::Lost => contributor_texts::DISPUTE_LOST.english(),
            Self::Closed => contributor_texts::DISPUTE_CLOSED.english(),
        }
    }
}

/// Notes the dispute of an event in the history of the order.
pub(super) async fn note_dispute(
    ctx: &TenantCtx,
    tx: &TenantTx,
    event: &WebhookEvent,
    payment: &PaymentId,
) -> Result<(), CommerceError> {
    let Some(dispute) = &event.dispute else { return Ok(()) };
    let Some(payment) = checkout::payment_row(tx, payment, false).await? else { return Ok(()) };
    orders::note(ctx, tx, &payment.order_id, OrderEventKind::Payment, dispute.status.words()).await
}
