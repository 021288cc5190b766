//! Refundable amounts of an order, and validation of a requested refund.

use stoa_email::format_for_contributors;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, payment, refund, refund_item};
use stoa_kernel::ProblemText;
use stoa_kernel::id::{OrderItemId, PaymentId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::payment::RefundStatus;

use super::model::{PreviewItem, RefundItemView, RefundPreview, RequestedRefund};
use super::shares::Shares;
use super::store;
use crate::CommerceError;
use crate::contributor_texts;

/// The captured, refunded and pending amounts of an order.
#[derive(Debug)]
pub(crate) struct Ledger {
    shares: Shares,
    currency: Currency,
    payments: Vec<payment::Model>,
    /// All except failed ones.
    refunds: Vec<(refund::Model, Vec<refund_item::Model>)>,
}

/// The refund that a request results in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) payment_id: PaymentId,
    pub(super) items: Vec<RefundItemView>,
    pub(super) shipping_cents: Cents,
    pub(super) amount_cents: Cents,
}

impl Ledger {
    pub(crate) async fn load(tx: &TenantTx, order: &order::Model) -> Result<Self, CommerceError> {
        let items = crate::orders::items(tx, &order.id).await?;
        let currency = order
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "orders.currency", source: Box::new(source) })?;
        let mut refunds = store::of_order(tx, &order.id).await?;
        refunds.retain(|(row, _)| row.status != RefundStatus::Failed);
        let payments = store::payments(tx, &order.id).await?;
        Ok(Self { shares: Shares::of(order, &items)?, currency, payments, refunds })
    }

    #[cfg(test)]
    pub(super) fn of(shares: Shares, payments: Vec<payment::Model>) -> Self {
        Self { shares, currency: Currency::DEFAULT, payments, refunds: Vec::new() }
    }

    #[cfg(test)]
    pub(super) fn written(&mut self, row: refund::Model, items: Vec<refund_item::Model>) {
        let is_settled = !row.status.is_open();
        for payment in self.payments.iter_mut().filter(|payment| is_settled && payment.id == row.payment_id) {
            payment.refunded_cents += row.amount_cents;
        }
        self.refunds.push((row, items));
    }

    /// Whether a refund is still pending.
    pub(crate) fn has_pending_refund(&self) -> bool {
        self.refunds.iter().any(|(row, _)| row.status.is_open())
    }

    /// The amount of a payment that is neither refunded nor in a pending refund.
    fn left_of(&self, payment: &payment::Model) -> Cents {
        let open: Cents = self
            .refunds
            .iter()
            .filter(|(row, _)| row.payment_id == payment.id && row.status.is_open())
            .map(|(row, _)| row.amount_cents)
            .sum();
        payment.captured_cents - payment.refunded_cents - open
    }

    /// Pieces of a line that are refunded or in a pending refund.
    pub(crate) fn refunded_pieces(&self, item: &OrderItemId) -> i64 {
        let items = self.refunds.iter().flat_map(|(_, items)| items);
        items.filter(|own| own.order_item_id == *item).map(|own| own.quantity).sum()
    }

    /// Pieces of a line that are restocked, or will be by a pending refund.
    pub(crate) fn restocked_pieces(&self, item: &OrderItemId) -> i64 {
        let items = self.refunds.iter().filter(|(row, _)| row.restock).flat_map(|(_, items)| items);
        items.filter(|own| own.order_item_id == *item).map(|own| own.quantity).sum()
    }

    fn shipping_left(&self) -> Cents {
        let given: Cents = self.refunds.iter().map(|(row, _)| row.shipping_cents).sum();
        (self.shares.shipping_cents - given).max(Cents::ZERO)
    }

    /// The refund that a request results in.
    ///
    /// # Errors
    /// [`CommerceError::Conflict`] when the request exceeds what can be refunded.
    pub(super) fn plan(&self, wish: &RequestedRefund) -> Result<Plan, CommerceError> {
        let payment = self.payment(wish.payment_id.as_deref())?;
        if self.refunds.iter().any(|(row, _)| row.payment_id == payment.id && row.status.is_open()) {
            let message = contributor_texts::REFUND_STILL_PENDING.english();
            return Err(CommerceError::Conflict(message.to_owned()));
        }
        let items = self.pieces(wish)?;
        if wish.shipping_cents > self.shipping_left() {
            return Err(self.too_much(contributor_texts::AT_MOST_OF_SHIPPING, self.shipping_left()));
        }
        let left = self.left_of(payment);
        let named = items.iter().map(|item| item.amount_cents).sum::<Cents>() + wish.shipping_cents;
        let amount_cents = wish.amount_cents.unwrap_or(named.min(left));
        if amount_cents > left {
            return Err(self.too_much(contributor_texts::AT_MOST_OF_PAYMENT, left));
        }
        if amount_cents <= Cents::ZERO {
            return Err(CommerceError::field("amountCents", contributor_texts::CHOOSE_ITEMS_TO_REFUND.english()));
        }
        let shipping_cents = wish.shipping_cents;
        Ok(Plan { payment_id: payment.id.clone(), items, shipping_cents, amount_cents })
    }

    fn pieces(&self, wish: &RequestedRefund) -> Result<Vec<RefundItemView>, CommerceError> {
        let mut items = Vec::with_capacity(wish.items.len());
        for line in &wish.items {
            let share = self
                .shares
                .line(&line.order_item_id)
                .ok_or_else(|| CommerceError::field("items", contributor_texts::ORDER_HAS_NO_SUCH_LINE.english()))?;
            let before = self.refunded_pieces(&share.item);
            let left = share.quantity - before;
            if line.quantity > left {
                let message = contributor_texts::ONLY_SOME_CAN_BE_REFUNDED
                    .with("count", left)
                    .with("name", share.name.as_str())
                    .to_string();
                return Err(CommerceError::Conflict(message));
            }
            items.push(RefundItemView {
                order_item_id: share.item.clone(),
                quantity: line.quantity,
                amount_cents: share.of(before, line.quantity),
            });
        }
        Ok(items)
    }

    /// The named payment, else the one with the largest refundable amount.
    fn payment(&self, id: Option<&str>) -> Result<&payment::Model, CommerceError> {
        let taken = self.payments.iter().filter(|payment| payment.captured_cents > Cents::ZERO);
        let found = match id {
            Some(id) => taken.into_iter().find(|payment| payment.id.as_str() == id),
            None => taken.max_by_key(|payment| self.left_of(payment)),
        };
        found.filter(|payment| self.left_of(payment) > Cents::ZERO || self.has_pending_refund()).ok_or_else(|| {
            let message = if self.payments.iter().any(|payment| payment.captured_cents > Cents::ZERO) {
                contributor_texts::EVERYTHING_REFUNDED.english()
            } else {
                contributor_texts::NOTHING_WAS_PAID.english()
            };
            CommerceError::Conflict(message.to_owned())
        })
    }

    fn too_much(&self, text: ProblemText, left: Cents) -> CommerceError {
        let left = format_for_contributors(left.of(self.currency));
        CommerceError::Conflict(text.with("amount", left).to_string())
    }

    /// Preview of a request, limited to what can be refunded.
    pub(super) fn preview(&self, wish: &RequestedRefund) -> Result<RefundPreview, CommerceError> {
        let asked = self.pieces(wish)?;
        let shipping_cents = wish.shipping_cents.min(self.shipping_left());
        let item = |share: &super::shares::LineShare| {
            let own = asked.iter().find(|item| item.order_item_id == share.item);
            PreviewItem {
                order_item_id: share.item.clone(),
                refundable_quantity: share.quantity - self.refunded_pieces(&share.item),
                quantity: own.map_or(0, |item| item.quantity),
                amount_cents: own.map_or(Cents::ZERO, |item| item.amount_cents),
            }
        };
        let named = asked.iter().map(|item| item.amount_cents).sum::<Cents>() + shipping_cents;
        let refundable_cents = match wish.payment_id.as_deref() {
            Some(_) => self.left_of(self.payment(wish.payment_id.as_deref())?),
            None => self.payments.iter().map(|payment| self.left_of(payment)).max().unwrap_or_default(),
        };
        Ok(RefundPreview {
            items: self.shares.lines.iter().map(item).collect(),
            shipping_cents,
            shipping_refundable_cents: self.shipping_left(),
            amount_cents: named.min(refundable_cents),
            refundable_cents,
        })
    }

    /// A refund of the remaining amount of one payment, without pieces.
    pub(super) fn whole(&self, id: &PaymentId) -> Option<Plan> {
        self.part(id, Cents(i64::MAX))
    }

    /// A refund of at most `cents` of one payment, without pieces.
    pub(super) fn part(&self, id: &PaymentId, cents: Cents) -> Option<Plan> {
        let payment = self.payments.iter().find(|payment| payment.id == *id)?;
        let amount_cents = self.left_of(payment).min(cents);
        let plan = Plan { payment_id: id.clone(), items: Vec::new(), shipping_cents: Cents::ZERO, amount_cents };
        (amount_cents > Cents::ZERO).then_some(plan)
    }

    /// Refunds of the remaining amounts of all payments, with the pieces and the delivery on the first.
    pub(super) fn rest(&self) -> Vec<Plan> {
        let mut items: Vec<RefundItemView> = Vec::new();
        for share in &self.shares.lines {
            let before = self.refunded_pieces(&share.item);
            let quantity = share.quantity - before;
            if quantity > 0 {
                let amount_cents = share.of(before, quantity);
                items.push(RefundItemView { order_item_id: share.item.clone(), quantity, amount_cents });
            }
        }
        let mut shipping_cents = self.shipping_left();
        let mut plans = Vec::new();
        for payment in self.payments.iter().filter(|payment| self.left_of(payment) > Cents::ZERO) {
            plans.push(Plan {
                payment_id: payment.id.clone(),
                items: std::mem::take(&mut items),
                shipping_cents: std::mem::take(&mut shipping_cents),
                amount_cents: self.left_of(payment),
            });
        }
        plans
    }
}
