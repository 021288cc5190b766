//! Money in minor units (cents, yen) with its ISO 4217 currency, and arithmetic that cannot wrap.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

/// A currency of the list that stores may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Currency(&'static str);

/// The currencies of the specification; all have two decimals but the yen.
const SUPPORTED: [&str; 27] = [
    "EUR", "USD", "AUD", "NOK", "CAD", "NZD", "DKK", "GBP", "HKD", "CHF", "MXN", "SGD", "SEK", "CZK", "ILS", "PHP",
    "RUB", "PLN", "THB", "MYR", "ARS", "BRL", "COP", "IDR", "INR", "ZAR", "JPY",
];

/// The text names no currency that stores may use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a supported currency")]
pub struct UnknownCurrency(pub String);

impl Currency {
    /// What a site has that never chose one.
    pub const DEFAULT: Currency = Currency("USD");

    /// Every currency a store can sell in.
    pub fn all() -> impl Iterator<Item = Currency> {
        SUPPORTED.iter().copied().map(Currency)
    }

    /// The ISO 4217 code.
    pub fn code(self) -> &'static str {
        self.0
    }

    /// Digits behind the decimal point: 0 for the yen, else 2.
    pub fn decimals(self) -> u32 {
        if self.0 == "JPY" { 0 } else { 2 }
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(code: &str) -> Result<Self, UnknownCurrency> {
        SUPPORTED
            .iter()
            .find(|supported| **supported == code)
            .map(|supported| Currency(supported))
            .ok_or_else(|| UnknownCurrency(code.to_owned()))
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

/// An amount in minor units of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    /// Cents, or yen: the smallest unit of the currency. May be negative (a discount).
    pub minor: i64,
    /// What it is counted in.
    pub currency: Currency,
}

/// Amounts that cannot be combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// One amount is in another currency.
    #[error("amounts are in different currencies")]
    MixedCurrencies,
    /// The result does not fit.
    #[error("amount is too large")]
    Overflow,
}

impl Money {
    /// An amount of `minor` units.
    pub fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Nothing of a currency.
    pub fn zero(currency: Currency) -> Self {
        Self { minor: 0, currency }
    }

    /// The sum.
    ///
    /// # Errors
    /// When the currencies differ or the result does not fit.
    pub fn checked_add(self, other: Money) -> Result<Money, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::MixedCurrencies);
        }
        let minor = self.minor.checked_add(other.minor).ok_or(MoneyError::Overflow)?;
        Ok(Money { minor, ..self })
    }

    /// So many of the same.
    ///
    /// # Errors
    /// When the result does not fit.
    pub fn checked_times(self, quantity: i64) -> Result<Money, MoneyError> {
        let minor = self.minor.checked_mul(quantity).ok_or(MoneyError::Overflow)?;
        Ok(Money { minor, ..self })
    }

    /// `rate` in basis points (700 = 7 %) of the amount, halves rounded away from zero.
    ///
    /// # Errors
    /// When the result does not fit.
    pub fn basis_points(self, rate: i64) -> Result<Money, MoneyError> {
        let product = i128::from(self.minor) * i128::from(rate);
        let half = if product < 0 { -5_000 } else { 5_000 };
        let minor = i64::try_from((product + half) / 10_000).map_err(|_| MoneyError::Overflow)?;
        Ok(Money { minor, ..self })
    }

    /// The amount in whole units as templates read it: `24.00`, `-0.50`, and `2400` for yen.
    pub fn decimal_value(self) -> String {
        match self.currency.decimals() {
            0 => self.minor.to_string(),
            _ => {
                let sign = if self.minor < 0 { "-" } else { "" };
                let magnitude = self.minor.unsigned_abs();
                format!("{sign}{}.{:02}", magnitude / 100, magnitude % 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usd(minor: i64) -> Money {
        Money::new(minor, Currency::DEFAULT)
    }

    #[test]
    fn decimal_text_follows_the_currency() {
        assert_eq!(usd(2400).decimal_value(), "24.00");
        assert_eq!(usd(-5).decimal_value(), "-0.05");
        let yen = "JPY".parse().map(|currency| Money::new(2400, currency).decimal_value());
        assert_eq!(yen, Ok("2400".to_owned()));
    }

    #[test]
    fn rates_round_half_away_from_zero() {
        assert_eq!(usd(50).basis_points(700), Ok(usd(4)));
        assert_eq!(usd(-50).basis_points(700), Ok(usd(-4)));
        assert_eq!(usd(49).basis_points(700), Ok(usd(3)));
    }

    #[test]
    fn sums_refuse_mixtures_and_overflow() {
        let euro = "EUR".parse().map(|currency| Money::new(1, currency));
        assert_eq!(euro.map(|euro| usd(1).checked_add(euro)), Ok(Err(MoneyError::MixedCurrencies)));
        assert_eq!(usd(i64::MAX).checked_add(usd(1)), Err(MoneyError::Overflow));
        assert_eq!(usd(i64::MAX).checked_times(2), Err(MoneyError::Overflow));
    }
}
