use serde::{Deserialize, Serialize};
use stoa_kernel::money::{Currency, Money};

use super::lists::ListPrice;
use crate::pickup::PickupPlace;

/// Version of the rules that [`totals`](super::totals) follows, stored with every order. A change of a rule needs a new
/// version, so that old orders can still be explained. `stoa-pricing-1` had no discounts and a single tax; its results
/// are a special case of these rules.
pub const RULES: &str = "stoa-pricing-2";

/// Input for the amounts of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PricedLine {
    /// Reference of the sold item, such as a variant id.
    pub reference: String,
    /// Number of pieces.
    pub quantity: i64,
    /// Price per piece, minor units.
    pub unit_price_cents: i64,
    /// The price list that the price comes from; none for the general price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_list: Option<ListPrice>,
    /// Whether tax is charged on it; false for gift cards.
    pub taxable: bool,
    /// Whether discounts apply to it; false for gift cards.
    #[serde(default = "yes")]
    pub discountable: bool,
}

fn yes() -> bool {
    true
}

/// A delivery option with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingChoice {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price, minor units.
    pub price_cents: i64,
    /// The pickup location; none when it is shipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<PickupPlace>,
}

/// A tax rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaxRule {
    /// The rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// Whether prices already include it.
    pub inclusive: bool,
    /// Name on the invoice.
    pub label: String,
    /// Whether it also applies to delivery.
    #[serde(default)]
    pub on_shipping: bool,
}

/// Effect of a discount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum DiscountEffect {
    /// A percentage of the price.
    Percent {
        /// In basis points: 1000 is 10 %.
        rate_basis_points: i64,
    },
    /// A fixed amount, at most the price.
    Amount {
        /// Minor units.
        amount_cents: i64,
    },
    /// Free delivery.
    FreeShipping,
}

/// A discount that applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Discount {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// The code that was entered; none for an automatic discount.
    pub code: Option<String>,
    /// Its effect.
    #[serde(flatten)]
    pub effect: DiscountEffect,
    /// References of the lines it lowers; none for a discount on the whole order.
    pub lines: Option<Vec<String>>,
}

/// All inputs of the totals. Stored with the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "StoredInputs")]
pub struct PricingInputs {
    /// Version of the rules, see [`RULES`].
    pub rules: String,
    /// Currency of all amounts.
    pub currency: Currency,
    /// The lines.
    pub lines: Vec<PricedLine>,
    /// Discounts that apply.
    pub discounts: Vec<Discount>,
    /// Selected delivery option.
    pub shipping: Option<ShippingChoice>,
    /// Taxes that apply.
    pub taxes: Vec<TaxRule>,
}

/// Inputs as stored in orders: version 1 had a single tax.
#[derive(Deserialize)]
struct StoredInputs {
    rules: String,
    currency: Currency,
    lines: Vec<PricedLine>,
    #[serde(default)]
    discounts: Vec<Discount>,
    shipping: Option<ShippingChoice>,
    #[serde(default)]
    taxes: Vec<TaxRule>,
    #[serde(default)]
    tax: Option<TaxRule>,
}

impl From<StoredInputs> for PricingInputs {
    fn from(stored: StoredInputs) -> Self {
        Self {
            rules: stored.rules,
            currency: stored.currency,
            lines: stored.lines,
            discounts: stored.discounts,
            shipping: stored.shipping,
            taxes: stored.tax.into_iter().chain(stored.taxes).collect(),
        }
    }
}

/// Totals of a line, minor units. The amount paid for it is the total less the discount, plus the tax when prices do
/// not include it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTotals {
    /// Unit price times quantity.
    pub total_cents: i64,
    /// Sum of all discounts on it.
    pub discount_cents: i64,
    /// Tax on the remainder; included in it when prices include tax.
    pub tax_cents: i64,
}

/// Totals to pay, minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Each line, in the order of the inputs.
    pub lines: Vec<LineTotals>,
    /// Amount of each discount, in the order of the inputs; for free delivery, the delivery price.
    pub discounts: Vec<i64>,
    /// Amount of each tax, in the order of the inputs.
    pub taxes: Vec<i64>,
    /// Sum of the lines before discounts.
    pub subtotal_cents: i64,
    /// Discounts on the lines. Free delivery is not part of it: it lowers `shipping_cents`.
    pub discount_cents: i64,
    /// Delivery, after a discount that makes it free.
    pub shipping_cents: i64,
    /// Tax on delivery, a part of `tax_cents`.
    pub shipping_tax_cents: i64,
    /// All taxes; included in the other amounts when prices include tax.
    pub tax_cents: i64,
    /// Amount to pay.
    pub grand_total_cents: i64,
}

/// The message when a subtotal is below the minimum for checkout; none otherwise. `formatted` formats the minimum.
pub fn minimum_subtotal_message(
    subtotal: Money,
    minimum_cents: i64,
    formatted: impl Fn(Money) -> String,
) -> Option<String> {
    (subtotal.minor < minimum_cents).then(|| {
        let minimum = formatted(Money { minor: minimum_cents, ..subtotal });
        format!("To check out, your order subtotal must be {minimum} or more.")
    })
}
