//! Applied discounts and taxes, as shown with the totals.

use serde::Serialize;
use stoa_kernel::money::Cents;

use super::model::{DiscountEffect, PricingInputs, Totals};

/// An applied discount and its amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AppliedDiscount {
    /// Its id.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// The code that was entered; none for an automatic discount.
    pub code: Option<String>,
    /// Amount taken off, minor units.
    pub amount_cents: Cents,
    /// Whether it made delivery free. If so, its amount is subtracted from the delivery price and not part of the
    /// order's discount.
    pub free_shipping: bool,
}

/// An applied tax and its amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AppliedTax {
    /// Id of the site's rule, if it is one.
    #[serde(skip)]
    pub id: Option<String>,
    /// Name on the invoice.
    pub label: String,
    /// The rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// Whether prices include it.
    pub inclusive: bool,
    /// Its amount, minor units.
    pub amount_cents: Cents,
}

/// The discounts that applied, in the order of the inputs.
pub fn applied_discounts(inputs: &PricingInputs, totals: &Totals) -> Vec<AppliedDiscount> {
    let applied = inputs.discounts.iter().zip(&totals.discounts).map(|(discount, amount)| AppliedDiscount {
        id: discount.id.clone(),
        label: discount.label.clone(),
        code: discount.code.clone(),
        amount_cents: *amount,
        free_shipping: discount.effect == DiscountEffect::FreeShipping,
    });
    applied.collect()
}

/// The taxes that applied, in the order of the inputs.
pub fn applied_taxes(inputs: &PricingInputs, totals: &Totals) -> Vec<AppliedTax> {
    let applied = inputs.taxes.iter().zip(&totals.taxes).map(|(rule, amount)| AppliedTax {
        id: rule.id.clone(),
        label: rule.label.clone(),
        rate_basis_points: rule.rate_basis_points,
        inclusive: rule.inclusive,
        amount_cents: *amount,
    });
    applied.collect()
}
