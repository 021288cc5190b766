//! Computes the totals of a cart or an order.

use stoa_kernel::money::{Cents, Money, MoneyError};

use super::model::{Discount, DiscountEffect, LineTotals, PricingInputs, TaxRule, Totals};
use super::spread::{Share, spread};

/// Computes the totals: discounts on goods first, then discounts on the order, each split over its lines by largest
/// remainder; then delivery; then tax per line, rounded half up, on the remainder.
///
/// # Errors
/// When an amount overflows.
pub fn totals(inputs: &PricingInputs) -> Result<Totals, MoneyError> {
    let zero = Money::zero(inputs.currency);
    let mut lines = Vec::with_capacity(inputs.lines.len());
    let mut subtotal = zero;
    for line in &inputs.lines {
        let total = line.unit_price_cents.of(inputs.currency).checked_times(line.quantity)?;
        subtotal = subtotal.checked_add(total)?;
        lines.push(LineTotals { total_cents: total.cents(), discount_cents: Cents::ZERO, tax_cents: Cents::ZERO });
    }
    let price = inputs.shipping.as_ref().map_or(Cents::ZERO, |choice| choice.price_cents);
    let discounts = lower(inputs, &mut lines, price)?;
    let free = inputs.discounts.iter().any(|discount| discount.effect == DiscountEffect::FreeShipping);
    let shipping = if free { zero } else { price.of(inputs.currency) };
    let discount_cents: Cents = lines.iter().map(|line| line.discount_cents).sum();
    let taxed = tax(inputs, &mut lines, shipping)?;
    let mut grand_total = (subtotal.cents() - discount_cents).of(inputs.currency).checked_add(shipping)?;
    let mut all_tax = zero;
    for (rule, cents) in inputs.taxes.iter().zip(&taxed.rules) {
        let amount = cents.of(inputs.currency);
        all_tax = all_tax.checked_add(amount)?;
        if !rule.inclusive {
            grand_total = grand_total.checked_add(amount)?;
        }
    }
    Ok(Totals {
        lines,
        discounts,
        taxes: taxed.rules,
        subtotal_cents: subtotal.cents(),
        discount_cents,
        shipping_cents: shipping.cents(),
        shipping_tax_cents: taxed.shipping,
        tax_cents: all_tax.cents(),
        grand_total_cents: grand_total.cents(),
    })
}

/// Applies the discounts to the lines and returns the amount of each. Discounts on goods are applied before those on
/// the order, whatever their order in the list.
fn lower(inputs: &PricingInputs, lines: &mut [LineTotals], shipping: Cents) -> Result<Vec<Cents>, MoneyError> {
    let mut amounts = vec![Cents::ZERO; inputs.discounts.len()];
    for on_goods in [true, false] {
        for (discount, taken) in inputs.discounts.iter().zip(&mut amounts) {
            if discount.effect == DiscountEffect::FreeShipping {
                *taken = shipping;
            } else if discount.lines.is_some() == on_goods {
                *taken = apply_discount(discount, inputs, lines)?;
            }
        }
    }
    Ok(amounts)
}

fn apply_discount(discount: &Discount, inputs: &PricingInputs, lines: &mut [LineTotals]) -> Result<Cents, MoneyError> {
    let weights = inputs.lines.iter().zip(lines.iter()).map(|(line, totals)| {
        let lowered = line.discountable && covers(discount, &line.reference);
        let weight = if lowered { totals.total_cents - totals.discount_cents } else { Cents::ZERO };
        Share { weight, reference: &line.reference }
    });
    let shares: Vec<Share<'_>> = weights.collect();
    let base: Cents = shares.iter().map(|share| share.weight).sum();
    let amount = discount_off(discount.effect, base.of(inputs.currency))?;
    for (line, part) in lines.iter_mut().zip(spread(amount, &shares)) {
        line.discount_cents += part;
    }
    Ok(amount)
}

/// The amount that a discount takes off goods that cost `base`, minor units: never more than that.
pub(super) fn discount_off(effect: DiscountEffect, base: Money) -> Result<Cents, MoneyError> {
    let wanted = match effect {
        DiscountEffect::Percent { rate_basis_points } => base.basis_points(rate_basis_points)?.cents(),
        DiscountEffect::Amount { amount_cents } => amount_cents,
        DiscountEffect::FreeShipping => Cents::ZERO,
    };
    Ok(wanted.clamp(Cents::ZERO, base.cents()))
}

/// Whether a discount covers the line with a reference.
fn covers(discount: &Discount, reference: &str) -> bool {
    discount.lines.as_ref().is_none_or(|lines| lines.iter().any(|own| own == reference))
}

struct TaxAmounts {
    rules: Vec<Cents>,
    shipping: Cents,
}

fn tax(inputs: &PricingInputs, lines: &mut [LineTotals], shipping: Money) -> Result<TaxAmounts, MoneyError> {
    let mut rules = vec![Cents::ZERO; inputs.taxes.len()];
    let included = |counts: &dyn Fn(&TaxRule) -> bool| -> i64 {
        let counted = inputs.taxes.iter().filter(|rule| rule.inclusive && counts(rule));
        counted.map(|rule| rule.rate_basis_points).sum()
    };
    let mut on_shipping = Cents::ZERO;
    for (rule, sum) in inputs.taxes.iter().zip(&mut rules) {
        let taxed = inputs.lines.iter().zip(lines.iter_mut());
        for (line, totals) in taxed.filter(|(line, _)| line.taxable && is_taxed(rule, &line.reference)) {
            let paid = (totals.total_cents - totals.discount_cents).of(shipping.currency);
            let amount = tax_on(rule, paid, included(&|rule| is_taxed(rule, &line.reference)))?.cents();
            totals.tax_cents += amount;
            *sum = sum.checked_add(amount).ok_or(MoneyError::Overflow)?;
        }
        if rule.on_shipping {
            let amount = tax_on(rule, shipping, included(&|rule| rule.on_shipping))?.cents();
            on_shipping += amount;
            *sum = sum.checked_add(amount).ok_or(MoneyError::Overflow)?;
        }
    }
    Ok(TaxAmounts { rules, shipping: on_shipping })
}

/// Whether a tax applies to the line with a reference.
fn is_taxed(rule: &TaxRule, reference: &str) -> bool {
    rule.lines.as_ref().is_none_or(|lines| lines.iter().any(|own| own == reference))
}

/// The tax on one amount, rounded half up. `included` is the sum of the included rates, basis points: taxes that prices
/// include are extracted from them together.
fn tax_on(rule: &TaxRule, amount: Money, included: i64) -> Result<Money, MoneyError> {
    if !rule.inclusive {
        return amount.basis_points(rule.rate_basis_points);
    }
    let divisor = 10_000 + i128::from(included);
    let product = i128::from(amount.minor) * i128::from(rule.rate_basis_points);
    let minor = i64::try_from((product + divisor / 2) / divisor).map_err(|_| MoneyError::Overflow)?;
    Ok(Money { minor, ..amount })
}
