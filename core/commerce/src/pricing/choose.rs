//! Chooses which of the possible discounts apply.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use stoa_kernel::money::{Cents, Currency, Money, MoneyError};

use super::model::{Discount, DiscountEffect, PricingInputs};
use super::totals::discount_off;

/// Denominator for comparing the relative size of discounts.
const RATIO_DENOMINATOR: i128 = 1_000_000_000;

/// Selects the discounts that apply from those whose conditions are met: at most one discount on goods per line, one
/// discount on the order, and one for free delivery. The discount that takes off the largest part of the goods it
/// covers is chosen first; the next one covers the remaining lines. On a tie an automatic discount is chosen before a
/// code, so that no code is used in vain.
///
/// # Errors
/// When an amount overflows.
pub fn choose(inputs: &PricingInputs, candidates: Vec<Discount>) -> Result<Vec<Discount>, MoneyError> {
    let (shipping, priced): (Vec<Discount>, Vec<Discount>) =
        candidates.into_iter().partition(|candidate| candidate.effect == DiscountEffect::FreeShipping);
    let (goods, order): (Vec<Discount>, Vec<Discount>) =
        priced.into_iter().partition(|candidate| candidate.lines.is_some());
    let costs = costs(inputs)?;
    let all: Cents = costs.values().sum();
    let (mut chosen, off) = on_goods(&costs, goods, inputs.currency)?;
    chosen.extend(on_order(all - off, all, order, inputs.currency)?);
    chosen.extend(shipping.into_iter().min_by_key(|candidate| (candidate.code.is_some(), candidate.id.clone())));
    Ok(chosen)
}

/// Undiscounted cost of the discountable lines per reference, minor units.
fn costs(inputs: &PricingInputs) -> Result<HashMap<&str, Cents>, MoneyError> {
    let mut costs: HashMap<&str, Cents> = HashMap::new();
    let mut all = Money::zero(inputs.currency);
    for line in inputs.lines.iter().filter(|line| line.discountable) {
        let total = line.unit_price_cents.of(inputs.currency).checked_times(line.quantity)?;
        all = all.checked_add(total)?;
        *costs.entry(line.reference.as_str()).or_default() += total.cents();
    }
    Ok(costs)
}

/// A discount and what it would take off.
struct Candidate {
    discount: Discount,
    /// Cost of its lines that no other discount covers yet, minor units.
    covered: Cents,
    worth: DiscountRank,
}

/// Rank of a discount: the part it takes off, then the amount in minor units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct DiscountRank {
    part: i128,
    amount: Cents,
}

impl DiscountRank {
    /// Of a discount on `left`, where the goods cost `covered` before all discounts, minor units.
    fn of(effect: DiscountEffect, left: Cents, covered: Cents, currency: Currency) -> Result<Self, MoneyError> {
        let amount = discount_off(effect, left.of(currency))?;
        Ok(Self { part: i128::from(amount.0) * RATIO_DENOMINATOR / i128::from(covered.0).max(1), amount })
    }
}

impl Candidate {
    fn rank(&self) -> (DiscountRank, bool, Reverse<&str>) {
        (self.worth, self.discount.code.is_none(), Reverse(self.discount.id.as_str()))
    }
}

/// The discounts on goods that apply, each with the lines that it lowers, and their total in minor units. After each
/// choice only the candidates that share lines with it are re-evaluated.
fn on_goods(
    costs: &HashMap<&str, Cents>,
    goods: Vec<Discount>,
    currency: Currency,
) -> Result<(Vec<Discount>, Cents), MoneyError> {
    let mut candidates = Vec::with_capacity(goods.len());
    let mut sharing: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, discount) in goods.into_iter().enumerate() {
        let mut covered = Cents::ZERO;
        for reference in discount.lines.iter().flatten().collect::<BTreeSet<_>>() {
            covered += costs.get(reference.as_str()).copied().unwrap_or_default();
            sharing.entry(reference.clone()).or_default().push(index);
        }
        let worth = DiscountRank::of(discount.effect, covered, covered, currency)?;
        candidates.push(Candidate { discount, covered, worth });
    }
    let (mut chosen, mut off, mut taken) = (Vec::new(), Cents::ZERO, HashSet::new());
    while let Some(best) =
        candidates.iter().filter(|other| other.worth.amount > Cents::ZERO).max_by_key(|other| other.rank())
    {
        let mut discount = best.discount.clone();
        off += best.worth.amount;
        if let Some(lines) = &mut discount.lines {
            lines.retain(|line| !taken.contains(line));
        }
        for reference in discount.lines.iter().flatten() {
            taken.insert(reference.clone());
            let cost = costs.get(reference.as_str()).copied().unwrap_or_default();
            for index in sharing.remove(reference).into_iter().flatten() {
                let Some(other) = candidates.get_mut(index) else { continue };
                other.covered -= cost;
                other.worth = DiscountRank::of(other.discount.effect, other.covered, other.covered, currency)?;
            }
        }
        chosen.push(discount);
    }
    Ok((chosen, off))
}

/// The discount on the order that applies, computed on what is left after the discounts on goods.
fn on_order(
    left: Cents,
    covered: Cents,
    order: Vec<Discount>,
    currency: Currency,
) -> Result<Option<Discount>, MoneyError> {
    let mut candidates = Vec::with_capacity(order.len());
    for discount in order {
        let worth = DiscountRank::of(discount.effect, left, covered, currency)?;
        candidates.push(Candidate { discount, covered, worth });
    }
    let best = candidates.into_iter().filter(|candidate| candidate.worth.amount > Cents::ZERO);
    Ok(best.max_by(|one, other| one.rank().cmp(&other.rank())).map(|best| best.discount))
}
