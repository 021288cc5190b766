//! Totals of a cart with those of its lines, and the version of the rules that they follow.

pub use stoa_entity::tenant::order::{
    DeliveryDays, Discount, DiscountEffect, PluginAnswer, PricedLine, PricingInputs, ShippingChoice, TaxRule,
};
use stoa_kernel::Said;
use stoa_kernel::money::{Cents, Money};

use crate::problem_texts::SUBTOTAL_TOO_LOW;

/// Version of the rules that [`totals`](super::totals) follows, stored with every order. A change of a rule needs a new
/// version, so that old orders can still be explained. `stoa-pricing-1` had no discounts and a single tax; its results
/// are a special case of these rules. `stoa-pricing-2` had no taxes of single lines, which plugins can name; its results
/// are a special case, too.
pub const RULES: &str = "stoa-pricing-3";

/// Totals of a line, minor units. The amount paid for it is the total less the discount, plus the tax when prices do
/// not include it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTotals {
    /// Unit price times quantity.
    pub total_cents: Cents,
    /// Sum of all discounts on it.
    pub discount_cents: Cents,
    /// Tax on the remainder; included in it when prices include tax.
    pub tax_cents: Cents,
}

/// Totals to pay, minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Each line, in the order of the inputs.
    pub lines: Vec<LineTotals>,
    /// Amount of each discount, in the order of the inputs; for free delivery, the delivery price.
    pub discounts: Vec<Cents>,
    /// Amount of each tax, in the order of the inputs.
    pub taxes: Vec<Cents>,
    /// Sum of the lines before discounts.
    pub subtotal_cents: Cents,
    /// Discounts on the lines. Free delivery is not part of it: it lowers `shipping_cents`.
    pub discount_cents: Cents,
    /// Delivery, after a discount that makes it free.
    pub shipping_cents: Cents,
    /// Tax on delivery, a part of `tax_cents`.
    pub shipping_tax_cents: Cents,
    /// All taxes; included in the other amounts when prices include tax.
    pub tax_cents: Cents,
    /// Amount to pay.
    pub grand_total_cents: Cents,
}

/// What is said when a subtotal is below the minimum for checkout; none otherwise. `formatted` formats the minimum.
pub fn minimum_subtotal_text(
    subtotal: Money,
    minimum_cents: Cents,
    formatted: impl Fn(Money) -> String,
) -> Option<Said> {
    (subtotal.cents() < minimum_cents)
        .then(|| SUBTOTAL_TOO_LOW.with("minimum", formatted(minimum_cents.of(subtotal.currency))))
}
