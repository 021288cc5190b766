//! Refunds: what is requested, what is planned, what is shown.

use serde::Serialize;
use stoa_email::refund_reason;
use stoa_entity::tenant::{refund, refund_item};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{OrderItemId, PaymentId, RefundId};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::{RefundCause, RefundReason, RefundStatus};
use stoa_messages::Catalogue;

use crate::CommerceError;
use crate::contributor_texts;
use crate::orders::OrderView;

/// Pieces of a line to refund.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundLine {
    /// The line of the order.
    pub order_item_id: String,
    /// Number of pieces.
    pub quantity: i64,
}

/// A requested refund.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestedRefund {
    /// The pieces.
    pub items: Vec<RefundLine>,
    /// The part for delivery, minor units.
    pub shipping_cents: Cents,
    /// Total amount, minor units; none for the price of the pieces and the delivery part.
    pub amount_cents: Option<Cents>,
    /// Which payment; none for the one with the largest refundable amount.
    pub payment_id: Option<String>,
}

impl RequestedRefund {
    pub(super) fn check(&self) -> Result<(), CommerceError> {
        let mut checks = Checks::default();
        checks.require(
            self.items.iter().all(|line| line.quantity > 0),
            "items",
            contributor_texts::LEAVE_OUT_LINES_WITH_NOTHING_TO_REFUND,
        );
        let mut ids: Vec<&str> = self.items.iter().map(|line| line.order_item_id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        checks.require(ids.len() == self.items.len(), "items", contributor_texts::LIST_EACH_LINE_ONLY_ONCE);
        checks.require(
            self.shipping_cents >= Cents::ZERO,
            "shippingCents",
            contributor_texts::ENTER_AN_AMOUNT_OF_ZERO_OR_MORE,
        );
        checks.require(
            self.amount_cents.is_none_or(|cents| cents > Cents::ZERO),
            "amountCents",
            contributor_texts::ENTER_AN_AMOUNT_ABOVE_ZERO,
        );
        Ok(checks.finish()?)
    }
}

/// A request for a refund.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewRefund {
    /// The same for each retry of this refund.
    #[serde(skip)]
    pub idempotency_key: String,
    /// What to refund.
    #[serde(flatten)]
    pub wish: RequestedRefund,
    /// Reason.
    pub reason: RefundCause,
    /// Whether the pieces are restocked.
    pub restock: bool,
    /// Whether the customer is notified by e-mail.
    pub notify_customer: bool,
}

impl NewRefund {
    pub(super) fn checked(self) -> Result<Self, CommerceError> {
        let reason = match self.reason {
            RefundCause::Words(words) => RefundCause::Words(words.trim().to_owned()),
            known @ RefundCause::Known(_) => known,
        };
        let new = Self { reason, ..self };
        let mut checks = Checks::default();
        let length = new.idempotency_key.len();
        checks.require((8..=200).contains(&length), "idempotencyKey", contributor_texts::KEY_NEEDS_8_TO_200_CHARACTERS);
        if let RefundCause::Words(words) = &new.reason {
            let plain = words.chars().count() <= 500 && !words.chars().any(char::is_control);
            checks.require(plain, "reason", contributor_texts::AT_MOST_500_CHARACTERS_ON_ONE_LINE);
        }
        checks.finish()?;
        new.wish.check()?;
        Ok(new)
    }
}

/// Refunded pieces and their amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundItemView {
    /// The line of the order.
    pub order_item_id: OrderItemId,
    /// Number of pieces.
    pub quantity: i64,
    /// Amount paid for them, including tax, minor units.
    pub amount_cents: Cents,
}

impl From<refund_item::Model> for RefundItemView {
    fn from(row: refund_item::Model) -> Self {
        Self { order_item_id: row.order_item_id, quantity: row.quantity, amount_cents: row.amount_cents }
    }
}

/// A refund.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundView {
    /// Its id.
    pub id: RefundId,
    /// The payment that is refunded.
    pub payment_id: PaymentId,
    /// Its status.
    pub status: RefundStatus,
    /// Total amount, minor units.
    pub amount_cents: Cents,
    /// The part of it that is for delivery, minor units.
    pub shipping_cents: Cents,
    /// The pieces.
    pub items: Vec<RefundItemView>,
    /// Reason, in English if it has a code.
    pub reason: String,
    /// Code of the reason; none for the words of a contributor.
    pub reason_code: Option<RefundReason>,
    /// Whether the pieces were restocked.
    pub restock: bool,
    /// Why it failed, for people.
    pub message: Option<String>,
    /// Who requested it.
    pub actor: String,
    /// When it was created.
    pub created_on: Timestamp,
    /// When it succeeded or failed.
    pub settled_on: Option<Timestamp>,
}

/// The reason of a refund, for contributors and payment providers.
pub(super) fn reason_text(row: &refund::Model) -> String {
    let known = |code| refund_reason(Catalogue::for_language("en"), code).to_owned();
    row.reason_code.map_or_else(|| row.reason.clone(), known)
}

impl RefundView {
    pub(crate) fn new(row: refund::Model, items: Vec<refund_item::Model>) -> Self {
        let reason = reason_text(&row);
        Self {
            id: row.id,
            payment_id: row.payment_id,
            status: row.status,
            amount_cents: row.amount_cents,
            shipping_cents: row.shipping_cents,
            items: items.into_iter().map(RefundItemView::from).collect(),
            reason,
            reason_code: row.reason_code,
            restock: row.restock,
            message: row.message,
            actor: row.actor,
            created_on: row.created_on,
            settled_on: row.settled_on,
        }
    }
}

/// A refund with its order.
#[derive(Clone, Debug, PartialEq)]
pub struct RefundResult {
    /// The refund.
    pub refund: RefundView,
    /// The current order.
    pub order: OrderView,
}

/// Preview of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewItem {
    /// The line of the order.
    pub order_item_id: OrderItemId,
    /// Pieces that can still be refunded.
    pub refundable_quantity: i64,
    /// Requested pieces.
    pub quantity: i64,
    /// Amount paid for them, including tax, minor units.
    pub amount_cents: Cents,
}

/// Preview of a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundPreview {
    /// All lines of the order.
    pub items: Vec<PreviewItem>,
    /// The part for delivery, minor units.
    pub shipping_cents: Cents,
    /// Maximum refundable amount for delivery, minor units.
    pub shipping_refundable_cents: Cents,
    /// Total amount, minor units.
    pub amount_cents: Cents,
    /// Maximum refundable amount, minor units.
    pub refundable_cents: Cents,
}
