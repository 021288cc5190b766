//! Price computation of a cart, the only place where amounts are computed. Pure: no clock, no database.
//!
//! Order of the steps: price lists, discounts on goods, discounts on the order, delivery, tax on the remainder.

mod applied;
mod choose;
mod lists;
mod model;
mod spread;
mod totals;

#[cfg(test)]
mod tests;

pub use applied::{AppliedDiscount, AppliedTax, applied_discounts, applied_taxes};
pub use choose::choose;
pub use lists::{ListEffect, ListOffer, ListPrice, list_effect_on, list_price};
pub use model::{
    DeliveryDays, Discount, DiscountEffect, LineTotals, PluginAnswer, PricedLine, PricingInputs, RULES, ShippingChoice,
    TaxRule, Totals, minimum_subtotal_text,
};
pub(crate) use spread::{Share, spread};
pub use totals::totals;
