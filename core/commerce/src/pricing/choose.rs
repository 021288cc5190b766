use std::cmp::Reverse;

use stoa_kernel::money::MoneyError;

use super::model::{Discount, DiscountEffect, PricingInputs};
use super::totals::totals;

/// Parts of an amount are compared as so many of a whole.
const PART_OF: i128 = 1_000_000_000;

/// Of the discounts whose conditions are met, those that apply. A line is lowered by one discount on
/// goods, the order by one discount on the order, and delivery is made free once. The discount that
/// takes off the largest part of what it covers goes first, the next has the lines that it left.
/// Between equals one that applies by itself goes before a code, so that no code is spent in vain.
///
/// # Errors
/// When an amount does not fit.
pub fn choose(inputs: &PricingInputs, candidates: Vec<Discount>) -> Result<Vec<Discount>, MoneyError> {
    let (shipping, priced): (Vec<Discount>, Vec<Discount>) =
        candidates.into_iter().partition(|candidate| candidate.effect == DiscountEffect::FreeShipping);
    let (mut goods, order): (Vec<Discount>, Vec<Discount>) =
        priced.into_iter().partition(|candidate| candidate.lines.is_some());
    let mut chosen = PricingInputs { discounts: Vec::new(), ..inputs.clone() };
    while let Some(best) = best_of(&chosen, &goods)? {
        goods.retain(|candidate| candidate.id != best.id);
        let taken = best.lines.clone().unwrap_or_default();
        for lines in goods.iter_mut().filter_map(|candidate| candidate.lines.as_mut()) {
            lines.retain(|line| !taken.contains(line));
        }
        chosen.discounts.push(best);
    }
    if let Some(best) = best_of(&chosen, &order)? {
        chosen.discounts.push(best);
    }
    chosen
        .discounts
        .extend(shipping.into_iter().min_by_key(|candidate| (candidate.code.is_some(), candidate.id.clone())));
    Ok(chosen.discounts)
}

/// The candidate that takes off the largest part of what it covers and the chosen ones have left; none
/// when all take nothing.
fn best_of(chosen: &PricingInputs, candidates: &[Discount]) -> Result<Option<Discount>, MoneyError> {
    let mut best = None;
    for candidate in candidates {
        let mut tried = chosen.clone();
        tried.discounts.push(candidate.clone());
        let amount = totals(&tried)?.discounts.last().copied().unwrap_or(0);
        let part = i128::from(amount) * PART_OF / i128::from(candidate.covered_cents(chosen)).max(1);
        let rank = (part, amount, candidate.code.is_none(), Reverse(candidate.id.as_str()));
        if amount > 0 && best.as_ref().is_none_or(|(most, _)| rank > *most) {
            best = Some((rank, candidate));
        }
    }
    Ok(best.map(|(_, candidate)| candidate.clone()))
}

impl Discount {
    /// What the lines it covers cost before discounts, minor units.
    fn covered_cents(&self, inputs: &PricingInputs) -> i64 {
        let covered = inputs.lines.iter().filter(|line| line.discountable && self.covers(&line.reference));
        covered.map(|line| line.unit_price_cents.saturating_mul(line.quantity)).fold(0, i64::saturating_add)
    }
}
