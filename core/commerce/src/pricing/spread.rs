//! Dividing an amount so that the parts add up to it.

/// What an amount is spread over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share<'a> {
    /// In proportion to it, minor units; never negative.
    pub(crate) weight: i64,
    /// Decides between equal claims to a last cent.
    pub(crate) reference: &'a str,
}

/// Spreads an amount by largest remainder: each share gets its proportion rounded down, and the
/// cents that are left go to those that lost most by rounding. The parts add up to the amount, none
/// exceeds its weight as long as the amount does not exceed their sum, and the order of the shares
/// does not matter.
pub(crate) fn spread(amount: i64, shares: &[Share<'_>]) -> Vec<i64> {
    let sum: i128 = shares.iter().map(|share| i128::from(share.weight)).sum();
    if sum == 0 {
        return vec![0; shares.len()];
    }
    let exact = |share: &Share<'_>| i128::from(amount) * i128::from(share.weight);
    // A part is at most the amount, so it fits.
    let mut parts: Vec<i64> = shares.iter().map(|share| i64::try_from(exact(share) / sum).unwrap_or(amount)).collect();
    let mut left = amount - parts.iter().sum::<i64>();
    let mut order: Vec<(usize, &Share<'_>)> = shares.iter().enumerate().collect();
    order.sort_by(|(_, one), (_, other)| {
        let remainder = |share: &Share<'_>| exact(share) % sum;
        remainder(other)
            .cmp(&remainder(one))
            .then_with(|| other.weight.cmp(&one.weight))
            .then_with(|| one.reference.cmp(other.reference))
    });
    for (index, _) in order {
        let Some(part) = parts.get_mut(index).filter(|_| left > 0) else { break };
        *part += 1;
        left -= 1;
    }
    parts
}
