//! Parts of totals, and which items may be paid in parts.

use crate::installments::{Availability, Item, Request};
use crate::{Error, Money, invalid_input, setting};

/// Splits a total into parts that differ by at most one minor unit and add up to it, the largest first.
pub fn shares(total: i64, count: u16) -> Vec<i64> {
    let parts = i64::from(count.max(1));
    let (whole, rest) = (total.div_euclid(parts), total.rem_euclid(parts));
    (0..parts).map(|place| whole + i64::from(place < rest)).collect()
}

/// The largest payment: the total divided by the count, rounded up to the minor unit.
pub fn largest_share(total: &Money, count: u16) -> Money {
    Money {
        minor: shares(total.minor, count).first().copied().unwrap_or(total.minor),
        currency: total.currency.clone(),
    }
}

/// Whether all items are shipped goods, no subscriptions, and allowed for installments.
pub fn all_eligible(items: &[Item]) -> bool {
    !items.is_empty() && items.iter().all(|item| item.physical && item.available && !item.subscription)
}

/// Compares the total with the limits: in range when it is above the minimum and not above the maximum.
///
/// # Errors
/// When price and limits are in different currencies.
pub fn range(total: Option<&Money>, limits: &Limits) -> Result<Availability, Error> {
    let (Some(total), Some(minimum), Some(maximum)) = (total, &limits.minimum, &limits.maximum) else {
        return Ok(Availability::Unavailable);
    };
    if total.currency != minimum.currency || total.currency != maximum.currency {
        return Err(invalid_input("price and limits are in different currencies"));
    }
    Ok(if total.minor <= minimum.minor {
        Availability::BelowMinimum
    } else if total.minor > maximum.minor {
        Availability::AboveMaximum
    } else {
        Availability::InRange
    })
}

/// Limits of the totals for which installments are offered; none where unknown.
#[derive(Debug)]
pub struct Limits {
    /// The total has to be above this amount.
    pub minimum: Option<Money>,
    /// Largest total.
    pub maximum: Option<Money>,
}

impl Limits {
    /// The limits of the merchant's account, else those of the settings `minimumCents` and `maximumCents`.
    pub fn of(request: &Request) -> Self {
        let configured = |key: &str| {
            let minor = setting(key)?.as_i64()?;
            Some(Money { minor, currency: request.total.as_ref()?.currency.clone() })
        };
        Self {
            minimum: request.minimum.clone().or_else(|| configured("minimumCents")),
            maximum: request.maximum.clone().or_else(|| configured("maximumCents")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_largest_first() {
        assert_eq!(shares(1001, 4), [251, 250, 250, 250]);
        assert_eq!(shares(1000, 4), [250; 4]);
        assert_eq!(shares(1, 3), [1, 0, 0]);
        assert_eq!(shares(1002, 0), [1002]);
        for total in [0, 7, 9_999, 123_457] {
            for count in 1..=12 {
                assert_eq!(shares(total, count).iter().sum::<i64>(), total);
            }
        }
    }
}
