use serde::Serialize;
use stoa_entity::tenant::{refund, refund_item};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{OrderItemId, PaymentId, RefundId};

use crate::CommerceError;
use crate::orders::OrderView;

/// Where a refund stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundStatus {
    /// Written down; the provider has not answered yet.
    Started,
    /// The provider took the request; the money is on its way.
    Pending,
    /// Nobody knows: the provider is asked again.
    Unknown,
    /// The money was given back.
    Succeeded,
    /// The provider refused.
    Failed,
}

impl RefundStatus {
    const ALL: [Self; 5] = [Self::Started, Self::Pending, Self::Unknown, Self::Succeeded, Self::Failed];

    /// Its name on the wire and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Pending => "pending",
            Self::Unknown => "unknown",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
        }
    }

    /// The status of a name; one that is not known counts as unknown.
    pub fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|status| status.name() == name).unwrap_or(Self::Unknown)
    }

    /// Whether the provider's last word is still awaited.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Started | Self::Pending | Self::Unknown)
    }
}

/// Pieces of a line whose money is to be given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundLine {
    /// The line of the order.
    pub order_item_id: String,
    /// Pieces.
    pub quantity: i64,
}

/// What is to be given back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundWish {
    /// The pieces.
    pub items: Vec<RefundLine>,
    /// The part for delivery, minor units.
    pub shipping_cents: i64,
    /// All of it, minor units; none for what pieces and delivery cost.
    pub amount_cents: Option<i64>,
    /// Which payment; none for the one of which most is left.
    pub payment_id: Option<String>,
}

impl RefundWish {
    pub(super) fn check(&self) -> Result<(), CommerceError> {
        let mut checks = Checks::default();
        checks.require(
            self.items.iter().all(|line| line.quantity > 0),
            "items",
            "Leave out lines of which nothing is refunded.",
        );
        let mut ids: Vec<&str> = self.items.iter().map(|line| line.order_item_id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        checks.require(ids.len() == self.items.len(), "items", "Name each line once.");
        checks.require(self.shipping_cents >= 0, "shippingCents", "Enter an amount of zero or more.");
        checks.require(self.amount_cents.is_none_or(|cents| cents > 0), "amountCents", "Enter an amount above zero.");
        Ok(checks.finish()?)
    }
}

/// A refund as it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewRefund {
    /// The same for each repetition of this refund.
    #[serde(skip)]
    pub idempotency_key: String,
    /// What.
    #[serde(flatten)]
    pub wish: RefundWish,
    /// Why, for people.
    pub reason: String,
    /// Whether the pieces go back into stock.
    pub restock: bool,
    /// Whether the customer is told by mail.
    pub notify_customer: bool,
}

impl NewRefund {
    pub(super) fn checked(self) -> Result<Self, CommerceError> {
        let new = Self { reason: self.reason.trim().to_owned(), ..self };
        let mut checks = Checks::default();
        let length = new.idempotency_key.len();
        checks.require((8..=200).contains(&length), "idempotencyKey", "The key needs 8 to 200 characters.");
        let plain = new.reason.chars().count() <= 500 && !new.reason.chars().any(char::is_control);
        checks.require(plain, "reason", "At most 500 characters on one line.");
        checks.finish()?;
        new.wish.check()?;
        Ok(new)
    }
}

/// Pieces of a refund and their money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundItemView {
    /// The line of the order.
    pub order_item_id: OrderItemId,
    /// Pieces.
    pub quantity: i64,
    /// What was paid for them, tax included, minor units.
    pub amount_cents: i64,
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
    /// The payment whose money goes back.
    pub payment_id: PaymentId,
    /// `started`, `pending`, `unknown`, `succeeded` or `failed`.
    pub status: String,
    /// Given back altogether, minor units.
    pub amount_cents: i64,
    /// The part of it that is for delivery, minor units.
    pub shipping_cents: i64,
    /// The pieces.
    pub items: Vec<RefundItemView>,
    /// Why.
    pub reason: String,
    /// Whether the pieces went back into stock.
    pub restock: bool,
    /// Why it failed, for people.
    pub message: Option<String>,
    /// Who wanted it.
    pub actor: String,
    /// When it was begun, UTC milliseconds.
    pub created_on: i64,
    /// When it succeeded or failed, UTC milliseconds.
    pub settled_on: Option<i64>,
}

impl RefundView {
    pub(crate) fn new(row: refund::Model, items: Vec<refund_item::Model>) -> Self {
        Self {
            id: row.id,
            payment_id: row.payment_id,
            status: row.status,
            amount_cents: row.amount_cents,
            shipping_cents: row.shipping_cents,
            items: items.into_iter().map(RefundItemView::from).collect(),
            reason: row.reason,
            restock: row.restock,
            message: row.message,
            actor: row.actor,
            created_on: row.created_on,
            settled_on: row.settled_on,
        }
    }
}

/// A refund and its order.
#[derive(Clone, Debug, PartialEq)]
pub struct RefundAnswer {
    /// The refund.
    pub refund: RefundView,
    /// The order as it is now.
    pub order: OrderView,
}

/// What a line would give back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewItem {
    /// The line of the order.
    pub order_item_id: OrderItemId,
    /// Pieces that can still be refunded.
    pub refundable_quantity: i64,
    /// Pieces asked for.
    pub quantity: i64,
    /// What was paid for them, tax included, minor units.
    pub amount_cents: i64,
}

/// What a refund would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundPreview {
    /// Every line of the order.
    pub items: Vec<PreviewItem>,
    /// The part for delivery, minor units.
    pub shipping_cents: i64,
    /// Most that can be given back for delivery, minor units.
    pub shipping_refundable_cents: i64,
    /// All of it, minor units.
    pub amount_cents: i64,
    /// Most that can be given back, minor units.
    pub refundable_cents: i64,
}
