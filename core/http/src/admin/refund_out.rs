//! Refunds on the wire.

use serde::Serialize;
use stoa_commerce::refunds::{RefundItemView, RefundPreview, RefundView};
use utoipa::ToSchema;

use super::order_out::{Names, OrderOut, name_of};

/// Money that went back or is on its way. Amounts are minor units of the order's currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Refund)]
pub struct RefundOut {
    id: String,
    payment_id: String,
    /// `started`, `pending`, `unknown`, `succeeded` or `failed`.
    status: String,
    amount_cents: i64,
    /// The part of it that is for delivery.
    shipping_cents: i64,
    items: Vec<RefundItemOut>,
    reason: String,
    /// Whether the pieces went back into stock.
    restock: bool,
    /// Why it failed.
    message: Option<String>,
    /// Who wanted it: an account's id or `system`.
    actor: String,
    /// What that person is called.
    actor_name: Option<String>,
    /// When it was begun, UTC milliseconds.
    created_on: i64,
    /// When it succeeded or failed, UTC milliseconds.
    settled_on: Option<i64>,
}

/// Pieces and their money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundItem)]
pub struct RefundItemOut {
    order_item_id: String,
    quantity: i64,
    /// What was paid for them, tax included.
    amount_cents: i64,
}

/// A refund and its order.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefundAnswerOut {
    pub(super) refund: RefundOut,
    pub(super) order: OrderOut,
}

/// What a refund would be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundPreview)]
pub struct RefundPreviewOut {
    /// Every line of the order.
    items: Vec<PreviewItemOut>,
    shipping_cents: i64,
    /// Most that can be given back for delivery.
    shipping_refundable_cents: i64,
    /// All of it.
    amount_cents: i64,
    /// Most that can be given back.
    refundable_cents: i64,
}

/// What a line would give back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundPreviewItem)]
pub struct PreviewItemOut {
    order_item_id: String,
    /// Pieces that can still be refunded.
    refundable_quantity: i64,
    quantity: i64,
    amount_cents: i64,
}

impl RefundOut {
    pub(super) fn new(refund: RefundView, names: &Names) -> Self {
        Self {
            id: refund.id.into(),
            payment_id: refund.payment_id.into(),
            status: refund.status,
            amount_cents: refund.amount_cents,
            shipping_cents: refund.shipping_cents,
            items: refund.items.into_iter().map(RefundItemOut::from).collect(),
            reason: refund.reason,
            restock: refund.restock,
            message: refund.message,
            actor_name: name_of(&refund.actor, names),
            actor: refund.actor,
            created_on: refund.created_on,
            settled_on: refund.settled_on,
        }
    }
}

impl From<RefundItemView> for RefundItemOut {
    fn from(item: RefundItemView) -> Self {
        Self { order_item_id: item.order_item_id.into(), quantity: item.quantity, amount_cents: item.amount_cents }
    }
}

impl From<RefundPreview> for RefundPreviewOut {
    fn from(preview: RefundPreview) -> Self {
        let item = |item: stoa_commerce::refunds::PreviewItem| PreviewItemOut {
            order_item_id: item.order_item_id.into(),
            refundable_quantity: item.refundable_quantity,
            quantity: item.quantity,
            amount_cents: item.amount_cents,
        };
        Self {
            items: preview.items.into_iter().map(item).collect(),
            shipping_cents: preview.shipping_cents,
            shipping_refundable_cents: preview.shipping_refundable_cents,
            amount_cents: preview.amount_cents,
            refundable_cents: preview.refundable_cents,
        }
    }
}
