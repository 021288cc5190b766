use serde::{Deserialize, Serialize};
use stoa_kernel::money::{Currency, Money, MoneyError};

/// Names the rules that [`totals`] follows, and is kept with every order. A change of a rule gets a
/// new name, so that old orders can still be explained.
pub const RULES: &str = "stoa-pricing-1";

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
    /// Whether tax is charged on it; not on gift cards.
    pub taxable: bool,
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

/// Everything the totals follow from. Kept with the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PricingInputs {
    /// Which rules applied, see [`RULES`].
    pub rules: String,
    /// Currency of all amounts.
    pub currency: Currency,
    /// The lines.
    pub lines: Vec<PricedLine>,
    /// Chosen delivery.
    pub shipping: Option<ShippingChoice>,
    /// Tax that applies.
    pub tax: Option<TaxRule>,
}

/// A line's share of the totals, minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTotals {
    /// Unit price times quantity.
    pub total_cents: i64,
    /// Tax on the line; contained in the total when prices include tax.
    pub tax_cents: i64,
}

/// What is to be paid, minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Each line, in the order of the inputs.
    pub lines: Vec<LineTotals>,
    /// Sum of the lines.
    pub subtotal_cents: i64,
    /// Delivery.
    pub shipping_cents: i64,
    /// All tax; contained in the other amounts when prices include tax.
    pub tax_cents: i64,
    /// To pay.
    pub grand_total_cents: i64,
}

impl TaxRule {
    /// The tax on one amount, halves rounded up.
    fn on(&self, amount: Money) -> Result<Money, MoneyError> {
        if !self.inclusive {
            return amount.basis_points(self.rate_basis_points);
        }
        let divisor = 10_000 + i128::from(self.rate_basis_points);
        let product = i128::from(amount.minor) * i128::from(self.rate_basis_points);
        let minor = i64::try_from((product + divisor / 2) / divisor).map_err(|_| MoneyError::Overflow)?;
        Ok(Money { minor, ..amount })
    }
}

/// Computes what is to be paid. Tax is rounded line by line, halves up.
///
/// # Errors
/// When an amount does not fit.
pub fn totals(inputs: &PricingInputs) -> Result<Totals, MoneyError> {
    let zero = Money::zero(inputs.currency);
    let mut lines = Vec::with_capacity(inputs.lines.len());
    let mut subtotal = zero;
    let mut tax = zero;
    for line in &inputs.lines {
        let total = Money::new(line.unit_price_cents, inputs.currency).checked_times(line.quantity)?;
        let line_tax = match &inputs.tax {
            Some(rule) if line.taxable => rule.on(total)?,
            _ => zero,
        };
        subtotal = subtotal.checked_add(total)?;
        tax = tax.checked_add(line_tax)?;
        lines.push(LineTotals { total_cents: total.minor, tax_cents: line_tax.minor });
    }
    let shipping = Money::new(inputs.shipping.as_ref().map_or(0, |choice| choice.price_cents), inputs.currency);
    if let Some(rule) = inputs.tax.as_ref().filter(|rule| rule.on_shipping) {
        tax = tax.checked_add(rule.on(shipping)?)?;
    }
    let net = subtotal.checked_add(shipping)?;
    let included = inputs.tax.as_ref().is_some_and(|rule| rule.inclusive);
    let grand_total = if included { net } else { net.checked_add(tax)? };
    Ok(Totals {
        lines,
        subtotal_cents: subtotal.minor,
        shipping_cents: shipping.minor,
        tax_cents: tax.minor,
        grand_total_cents: grand_total.minor,
    })
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
