//! What a cart costs: the one place where money is computed. Pure: no clock, no database.

mod model;

#[cfg(test)]
mod tests;

pub use model::{
    LineTotals, PricedLine, PricingInputs, RULES, ShippingChoice, TaxRule, Totals, minimum_subtotal_message, totals,
};
