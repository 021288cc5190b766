//! What was paid for each piece. Pure: the order's stored figures go in, whole cents come out, and all
//! pieces together with delivery make exactly what the order cost.

use stoa_entity::tenant::{order, order_item};
use stoa_kernel::id::OrderItemId;

use crate::pricing::{PricingInputs, Share, spread, totals};
use crate::{CommerceError, columns};

/// What was paid for a line, tax included and discounts taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineShare {
    pub(crate) item: OrderItemId,
    pub(crate) name: String,
    pub(crate) quantity: i64,
    pub(crate) paid_cents: i64,
}

impl LineShare {
    /// What so many pieces cost after others had been counted. The pieces of a line add up to the
    /// line, in whatever portions they come.
    pub(super) fn of(&self, before: i64, quantity: i64) -> i64 {
        self.first(before.saturating_add(quantity)) - self.first(before)
    }

    fn first(&self, pieces: i64) -> i64 {
        let pieces = i128::from(pieces.clamp(0, self.quantity));
        let share = i128::from(self.paid_cents) * pieces / i128::from(self.quantity.max(1));
        i64::try_from(share).unwrap_or(self.paid_cents)
    }
}

/// What was paid for every line and for delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    pub(crate) lines: Vec<LineShare>,
    pub(crate) shipping_cents: i64,
}

impl Shares {
    /// Takes an order's total apart. Items are in the order of the pricing's lines.
    pub(crate) fn of(order: &order::Model, items: &[order_item::Model]) -> Result<Self, CommerceError> {
        let inputs: PricingInputs = columns::read("orders.pricing", &order.pricing)?;
        let totals = totals(&inputs)?;
        let on_top = inputs.taxes.iter().any(|rule| !rule.inclusive);
        let with_tax = |net: i64, tax: i64| if on_top { net + tax } else { net };
        let shipping = with_tax(totals.shipping_cents, totals.shipping_tax_cents);
        let shipping_cents = shipping.clamp(0, order.grand_total_cents);
        let weights = items.iter().zip(&totals.lines).map(|(item, line)| Share {
            weight: with_tax(line.total_cents - line.discount_cents, line.tax_cents),
            reference: item.id.as_str(),
        });
        let portions = spread(order.grand_total_cents - shipping_cents, &weights.collect::<Vec<_>>());
        let line = |(item, paid_cents): (&order_item::Model, i64)| LineShare {
            item: item.id.clone(),
            name: item.product_name.clone(),
            quantity: item.quantity,
            paid_cents,
        };
        Ok(Self { lines: items.iter().zip(portions).map(line).collect(), shipping_cents })
    }

    pub(super) fn line(&self, id: &str) -> Option<&LineShare> {
        self.lines.iter().find(|line| line.item.as_str() == id)
    }
}
