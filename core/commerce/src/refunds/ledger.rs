//! What of an order's money may still be given back, and what a wish comes to.

use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, payment, refund, refund_item};
use stoa_kernel::id::{OrderItemId, PaymentId};
use stoa_kernel::money::{Currency, Money};

use super::model::{PreviewItem, RefundItemView, RefundPreview, RefundStatus, RefundWish};
use super::shares::Shares;
use super::store;
use crate::CommerceError;
use crate::settings::print_for_staff;

/// An order's money: taken, given back, on its way back.
#[derive(Debug)]
pub(crate) struct Ledger {
    shares: Shares,
    currency: Currency,
    payments: Vec<payment::Model>,
    /// All but those that failed.
    refunds: Vec<(refund::Model, Vec<refund_item::Model>)>,
}

/// What a wish comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) payment_id: PaymentId,
    pub(super) items: Vec<RefundItemView>,
    pub(super) shipping_cents: i64,
    pub(super) amount_cents: i64,
}

impl Ledger {
    pub(crate) async fn load(tx: &TenantTx, order: &order::Model) -> Result<Self, CommerceError> {
        let items = crate::orders::items(tx, &order.id).await?;
        let currency = order
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "orders.currency", source: Box::new(source) })?;
        let mut refunds = store::of_order(tx, &order.id).await?;
        refunds.retain(|(row, _)| RefundStatus::from_name(&row.status) != RefundStatus::Failed);
        let payments = store::payments(tx, &order.id).await?;
        Ok(Self { shares: Shares::of(order, &items)?, currency, payments, refunds })
    }

    #[cfg(test)]
    pub(super) fn of(shares: Shares, payments: Vec<payment::Model>) -> Self {
        Self { shares, currency: Currency::DEFAULT, payments, refunds: Vec::new() }
    }

    #[cfg(test)]
    pub(super) fn paid_back(&mut self, row: refund::Model, items: Vec<refund_item::Model>) {
        for payment in self.payments.iter_mut().filter(|payment| payment.id == row.payment_id) {
            payment.refunded_cents += row.amount_cents;
        }
        self.refunds.push((row, items));
    }

    /// Whether the end of a refund is awaited.
    pub(crate) fn is_clarifying(&self) -> bool {
        self.refunds.iter().any(|(row, _)| RefundStatus::from_name(&row.status).is_open())
    }

    /// What of a payment was neither given back nor is on its way.
    fn left_of(&self, payment: &payment::Model) -> i64 {
        let open: i64 = self
            .refunds
            .iter()
            .filter(|(row, _)| row.payment_id == payment.id && RefundStatus::from_name(&row.status).is_open())
            .map(|(row, _)| row.amount_cents)
            .sum();
        payment.captured_cents - payment.refunded_cents - open
    }

    /// Pieces of a line whose money went back or is on its way.
    pub(crate) fn refunded_pieces(&self, item: &OrderItemId) -> i64 {
        let items = self.refunds.iter().flat_map(|(_, items)| items);
        items.filter(|own| own.order_item_id == *item).map(|own| own.quantity).sum()
    }

    /// Pieces of a line that went back into stock, or will.
    pub(crate) fn restocked_pieces(&self, item: &OrderItemId) -> i64 {
        let items = self.refunds.iter().filter(|(row, _)| row.restock).flat_map(|(_, items)| items);
        items.filter(|own| own.order_item_id == *item).map(|own| own.quantity).sum()
    }

    fn shipping_left(&self) -> i64 {
        let given: i64 = self.refunds.iter().map(|(row, _)| row.shipping_cents).sum();
        (self.shares.shipping_cents - given).max(0)
    }

    /// What a wish comes to.
    ///
    /// # Errors
    /// [`CommerceError::Conflict`] when more is wanted than can be given back.
    pub(super) fn plan(&self, wish: &RefundWish) -> Result<Plan, CommerceError> {
        let payment = self.payment(wish.payment_id.as_deref())?;
        if self
            .refunds
            .iter()
            .any(|(row, _)| row.payment_id == payment.id && RefundStatus::from_name(&row.status).is_open())
        {
            let message = "A refund of this payment is still being clarified with the provider. Try again when it is.";
            return Err(CommerceError::Conflict(message.to_owned()));
        }
        let items = self.pieces(wish)?;
        if wish.shipping_cents > self.shipping_left() {
            return Err(self.too_much("for delivery", self.shipping_left()));
        }
        let left = self.left_of(payment);
        let named = items.iter().map(|item| item.amount_cents).sum::<i64>() + wish.shipping_cents;
        let amount_cents = wish.amount_cents.unwrap_or(named.min(left));
        if amount_cents > left {
            return Err(self.too_much("of this payment", left));
        }
        if amount_cents <= 0 {
            return Err(CommerceError::field("amountCents", "Choose what is refunded, or enter an amount."));
        }
        let shipping_cents = wish.shipping_cents;
        Ok(Plan { payment_id: payment.id.clone(), items, shipping_cents, amount_cents })
    }

    fn pieces(&self, wish: &RefundWish) -> Result<Vec<RefundItemView>, CommerceError> {
        let mut items = Vec::with_capacity(wish.items.len());
        for line in &wish.items {
            let share = self
                .shares
                .line(&line.order_item_id)
                .ok_or_else(|| CommerceError::field("items", "This order has no such line."))?;
            let before = self.refunded_pieces(&share.item);
            let left = share.quantity - before;
            if line.quantity > left {
                let message = format!("Of {} only {left} can still be refunded.", share.name);
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

    /// The named payment, else the one of which most is left.
    fn payment(&self, id: Option<&str>) -> Result<&payment::Model, CommerceError> {
        let taken = self.payments.iter().filter(|payment| payment.captured_cents > 0);
        let found = match id {
            Some(id) => taken.into_iter().find(|payment| payment.id.as_str() == id),
            None => taken.max_by_key(|payment| self.left_of(payment)),
        };
        found.filter(|payment| self.left_of(payment) > 0 || self.is_clarifying()).ok_or_else(|| {
            let message = if self.payments.iter().any(|payment| payment.captured_cents > 0) {
                "Everything that was paid has been refunded."
            } else {
                "Nothing was paid for this order, so nothing can be refunded."
            };
            CommerceError::Conflict(message.to_owned())
        })
    }

    fn too_much(&self, what: &str, left: i64) -> CommerceError {
        let left = print_for_staff(Money::new(left, self.currency));
        CommerceError::Conflict(format!("At most {left} {what} can still be refunded."))
    }

    /// What a wish would be, as far as it can be granted.
    pub(super) fn preview(&self, wish: &RefundWish) -> Result<RefundPreview, CommerceError> {
        let asked = self.pieces(wish)?;
        let shipping_cents = wish.shipping_cents.min(self.shipping_left());
        let item = |share: &super::shares::LineShare| {
            let own = asked.iter().find(|item| item.order_item_id == share.item);
            PreviewItem {
                order_item_id: share.item.clone(),
                refundable_quantity: share.quantity - self.refunded_pieces(&share.item),
                quantity: own.map_or(0, |item| item.quantity),
                amount_cents: own.map_or(0, |item| item.amount_cents),
            }
        };
        let named = asked.iter().map(|item| item.amount_cents).sum::<i64>() + shipping_cents;
        let refundable_cents = match wish.payment_id.as_deref() {
            Some(_) => self.left_of(self.payment(wish.payment_id.as_deref())?),
            None => self.payments.iter().map(|payment| self.left_of(payment)).max().unwrap_or(0),
        };
        Ok(RefundPreview {
            items: self.shares.lines.iter().map(item).collect(),
            shipping_cents,
            shipping_refundable_cents: self.shipping_left(),
            amount_cents: named.min(refundable_cents),
            refundable_cents,
        })
    }

    /// All that is left of one payment, without pieces.
    pub(super) fn whole(&self, id: &PaymentId) -> Option<Plan> {
        self.part(id, i64::MAX)
    }

    /// So much of one payment as is left, without pieces.
    pub(super) fn part(&self, id: &PaymentId, cents: i64) -> Option<Plan> {
        let payment = self.payments.iter().find(|payment| payment.id == *id)?;
        let amount_cents = self.left_of(payment).min(cents);
        let plan = Plan { payment_id: id.clone(), items: Vec::new(), shipping_cents: 0, amount_cents };
        (amount_cents > 0).then_some(plan)
    }

    /// All that is left of every payment, with the pieces and the delivery on the first.
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
        for payment in self.payments.iter().filter(|payment| self.left_of(payment) > 0) {
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
