use serde::{Deserialize, Serialize};
use stoa_kernel::money::{Currency, Money};

use super::lists::ListPrice;
use crate::pickup::PickupPlace;

/// Names the rules that [`totals`](super::totals) follows, and is kept with every order. A change of
/// a rule gets a new name, so that old orders can still be explained. `stoa-pricing-1` knew no
/// discounts and one tax; what it computes is a case of these rules.
pub const RULES: &str = "stoa-pricing-2";

/// What the money for a line is computed from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PricedLine {
    /// What is sold, such as a variant's id.
    pub reference: String,
    /// Pieces.
    pub quantity: i64,
    /// Price of one, minor units.
    pub unit_price_cents: i64,
    /// The price list that this price comes from; none when it is what everybody pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_list: Option<ListPrice>,
    /// Whether tax is charged on it; not on gift cards.
    pub taxable: bool,
    /// Whether discounts lower it; not gift cards.
    #[serde(default = "yes")]
    pub discountable: bool,
}

fn yes() -> bool {
    true
}

/// A way of delivery at its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingChoice {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// Price, minor units.
    pub price_cents: i64,
    /// Where the customer comes for it; none when it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<PickupPlace>,
}

/// A tax at one rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaxRule {
    /// The rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// Whether prices already contain it.
    pub inclusive: bool,
    /// Name on the bill.
    pub label: String,
    /// Whether it is charged on delivery too.
    #[serde(default)]
    pub on_shipping: bool,
}

/// What a discount takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum DiscountEffect {
    /// A part of the price.
    Percent {
        /// In basis points: 1000 is 10 %.
        rate_basis_points: i64,
    },
    /// A fixed amount, at most the price.
    Amount {
        /// Minor units.
        amount_cents: i64,
    },
    /// The price of delivery.
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
    /// The code that was entered; none when it applies by itself.
    pub code: Option<String>,
    /// What it takes off.
    #[serde(flatten)]
    pub effect: DiscountEffect,
    /// References of the lines it lowers; none when it lowers the order as a whole.
    pub lines: Option<Vec<String>>,
}

/// Everything the totals follow from. Kept with the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "StoredInputs")]
pub struct PricingInputs {
    /// Which rules applied, see [`RULES`].
    pub rules: String,
    /// Currency of all amounts.
    pub currency: Currency,
    /// The lines.
    pub lines: Vec<PricedLine>,
    /// Discounts that apply.
    pub discounts: Vec<Discount>,
    /// Chosen delivery.
    pub shipping: Option<ShippingChoice>,
    /// Taxes that apply.
    pub taxes: Vec<TaxRule>,
}

/// Inputs as orders hold them: the first rules named one tax.
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

/// A line's share of the totals, minor units. What is paid for it is the total less the discount,
/// and the tax on top where prices do not include it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTotals {
    /// Unit price times quantity.
    pub total_cents: i64,
    /// What all discounts together take off it.
    pub discount_cents: i64,
    /// Tax on what is left; contained in it when prices include tax.
    pub tax_cents: i64,
}

/// What is to be paid, minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Each line, in the order of the inputs.
    pub lines: Vec<LineTotals>,
    /// What each discount takes off, in the order of the inputs; for free delivery, its price.
    pub discounts: Vec<i64>,
    /// Each tax, in the order of the inputs.
    pub taxes: Vec<i64>,
    /// Sum of the lines before discounts.
    pub subtotal_cents: i64,
    /// What discounts take off the lines. Free delivery is not part of it: it lowers
    /// `shipping_cents`.
    pub discount_cents: i64,
    /// Delivery, after a discount that makes it free.
    pub shipping_cents: i64,
    /// Tax on delivery, a part of `tax_cents`.
    pub shipping_tax_cents: i64,
    /// All tax; contained in the other amounts when prices include tax.
    pub tax_cents: i64,
    /// To pay.
    pub grand_total_cents: i64,
}

/// Why a subtotal is too small to check out; none when it is not. `formatted` prints the minimum.
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
