//! JSON types of refunds.

use serde::Serialize;
use stoa_commerce::refunds::{RefundItemView, RefundPreview, RefundView};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::payment::{RefundReason, RefundStatus};
use utoipa::ToSchema;

use super::order_out::{Names, OrderOut, name_of};

/// A refund, completed or in progress. Amounts are minor units of the order's currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Refund)]
pub struct RefundOut {
    id: String,
    payment_id: String,
    status: RefundStatus,
    amount_cents: i64,
    /// Refunded shipping costs.
    shipping_cents: i64,
    items: Vec<RefundItemOut>,
    /// Reason in words, in English if it has a code.
    reason: String,
    /// Code of the reason; null for the words of a contributor.
    reason_code: Option<RefundReason>,
    /// Whether the items were returned to stock.
    restock: bool,
    /// Why it failed.
    message: Option<String>,
    /// Who requested it: id of an account, or `system`.
    actor: String,
    /// Name of that contributor.
    actor_name: Option<String>,
    /// When it was started, UTC milliseconds.
    created_on: i64,
    /// When it succeeded or failed, UTC milliseconds.
    settled_on: Option<i64>,
}

/// Refunded items and their amount.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundItem)]
pub struct RefundItemOut {
    order_item_id: String,
    quantity: i64,
    /// Amount paid for them, tax included.
    amount_cents: i64,
}

/// A refund and its order.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefundAnswerOut {
    pub(in crate::admin) refund: RefundOut,
    pub(in crate::admin) order: OrderOut,
}

/// Preview of a refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundPreview)]
pub struct RefundPreviewOut {
    /// All lines of the order.
    items: Vec<PreviewItemOut>,
    shipping_cents: i64,
    /// Maximum refund of shipping costs.
    shipping_refundable_cents: i64,
    /// Total.
    amount_cents: i64,
    /// Maximum total.
    refundable_cents: i64,
}

/// Refund of a line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundPreviewItem)]
pub struct PreviewItemOut {
    order_item_id: String,
    /// Quantity that can still be refunded.
    refundable_quantity: i64,
    quantity: i64,
    amount_cents: i64,
}

impl RefundOut {
    pub(in crate::admin) fn new(refund: RefundView, names: &Names) -> Self {
        Self {
            id: refund.id.into(),
            payment_id: refund.payment_id.into(),
            status: refund.status,
            amount_cents: refund.amount_cents.0,
            shipping_cents: refund.shipping_cents.0,
            items: refund.items.into_iter().map(RefundItemOut::from).collect(),
            reason: refund.reason,
            reason_code: refund.reason_code,
            restock: refund.restock,
            message: refund.message,
            actor_name: name_of(&refund.actor, names),
            actor: refund.actor,
            created_on: refund.created_on.ms(),
            settled_on: refund.settled_on.map(Timestamp::ms),
        }
    }
}

impl From<RefundItemView> for RefundItemOut {
    fn from(item: RefundItemView) -> Self {
        Self { order_item_id: item.order_item_id.into(), quantity: item.quantity, amount_cents: item.amount_cents.0 }
    }
}

impl From<RefundPreview> for RefundPreviewOut {
    fn from(preview: RefundPreview) -> Self {
        let item = |item: stoa_commerce::refunds::PreviewItem| PreviewItemOut {
            order_item_id: item.order_item_id.into(),
            refundable_quantity: item.refundable_quantity,
            quantity: item.quantity,
            amount_cents: item.amount_cents.0,
        };
        Self {
            items: preview.items.into_iter().map(item).collect(),
            shipping_cents: preview.shipping_cents.0,
            shipping_refundable_cents: preview.shipping_refundable_cents.0,
            amount_cents: preview.amount_cents.0,
            refundable_cents: preview.refundable_cents.0,
        }
    }
}
