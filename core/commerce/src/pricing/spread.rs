//! Splits an amount into parts that add up to it exactly.

use stoa_kernel::money::Cents;

/// A recipient of a part of the amount.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share<'a> {
    /// The part is proportional to it; minor units, never negative.
    pub(crate) weight: Cents,
    /// Tie-breaker for the last cents.
    pub(crate) reference: &'a str,
}

/// Splits an amount by the largest remainder method: each share gets its proportion rounded down, and the remaining
/// cents go to the shares with the largest remainders. The parts add up to the amount, no part exceeds its weight as
/// long as the amount does not exceed their sum, and the order of the shares does not matter.
pub(crate) fn spread(amount: Cents, shares: &[Share<'_>]) -> Vec<Cents> {
    let sum: i128 = shares.iter().map(|share| i128::from(share.weight.0)).sum();
    if sum == 0 {
        return vec![Cents::ZERO; shares.len()];
    }
    let exact = |share: &Share<'_>| i128::from(amount.0) * i128::from(share.weight.0);
    // A part is at most the amount, so it fits.
    let part = |share: &Share<'_>| i64::try_from(exact(share) / sum).map_or(amount, Cents);
    let mut parts: Vec<Cents> = shares.iter().map(part).collect();
    let mut left = amount - parts.iter().sum();
    let mut order: Vec<(usize, &Share<'_>)> = shares.iter().enumerate().collect();
    order.sort_by(|(_, one), (_, other)| {
        let remainder = |share: &Share<'_>| exact(share) % sum;
        remainder(other)
            .cmp(&remainder(one))
            .then_with(|| other.weight.cmp(&one.weight))
            .then_with(|| one.reference.cmp(other.reference))
    });
    for (index, _) in order {
        let Some(part) = parts.get_mut(index).filter(|_| left > Cents::ZERO) else { break };
        *part += Cents(1);
        left -= Cents(1);
    }
    parts
}
