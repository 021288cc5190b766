//! JSON types of payment attempts and their disputes.

use serde::Serialize;
use stoa_commerce::orders::PaymentView;
use stoa_commerce::payments::DisputeView;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::payment::{AttemptStatus, CaptureMode, DisputeStatus};
use utoipa::ToSchema;

/// A payment attempt.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct PaymentOut {
    id: String,
    /// The payment plugin.
    provider: String,
    method: String,
    status: AttemptStatus,
    amount_cents: i64,
    captured_cents: i64,
    refunded_cents: i64,
    /// Reference of the payment at the provider.
    provider_ref: Option<String>,
    capture_mode: CaptureMode,
    /// Until when an authorized payment can be captured, UTC milliseconds.
    capture_before: Option<i64>,
    /// Whether the receipt of the money is recorded manually.
    is_by_hand: bool,
    /// Whether it is paid on delivery: the order can be fulfilled before payment.
    is_on_delivery: bool,
    created_on: i64,
    /// Its disputes, oldest first.
    disputes: Vec<DisputeOut>,
}

/// A dispute of a payment: the buyer asked their bank to take money back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentDispute)]
pub struct DisputeOut {
    /// The provider's id of it.
    id: String,
    status: DisputeStatus,
    /// The disputed amount; null if the provider did not tell it.
    amount_cents: Option<i64>,
    /// ISO 4217 code of the amount.
    currency: String,
    /// The provider's word for the reason; may be empty.
    reason: String,
    /// Until when it can be answered at the provider, UTC milliseconds.
    respond_by: Option<i64>,
    /// When it was first reported, UTC milliseconds.
    created_on: i64,
    /// When its status changed last, UTC milliseconds.
    updated_on: i64,
}

impl From<DisputeView> for DisputeOut {
    fn from(dispute: DisputeView) -> Self {
        Self {
            id: dispute.reference,
            status: dispute.status,
            amount_cents: dispute.amount_cents.map(i64::from),
            currency: dispute.currency,
            reason: dispute.reason,
            respond_by: dispute.respond_by.map(Timestamp::ms),
            created_on: dispute.created_on.ms(),
            updated_on: dispute.updated_on.ms(),
        }
    }
}

impl From<PaymentView> for PaymentOut {
    fn from(payment: PaymentView) -> Self {
        Self {
            id: payment.id.into(),
            provider: payment.provider,
            method: payment.method,
            status: payment.status,
            amount_cents: payment.amount_cents.0,
            captured_cents: payment.captured_cents.0,
            refunded_cents: payment.refunded_cents.0,
            provider_ref: payment.provider_ref,
            capture_mode: payment.capture_mode,
            capture_before: payment.capture_before.map(Timestamp::ms),
            is_by_hand: payment.is_by_hand,
            is_on_delivery: payment.is_on_delivery,
            created_on: payment.created_on.ms(),
            disputes: payment.disputes.into_iter().map(DisputeOut::from).collect(),
        }
    }
}
