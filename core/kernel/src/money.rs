//! Money in minor units (cents, yen), with its ISO 4217 currency and checked arithmetic where the currency travels with
//! the amount, without one where the cart, order or site has it.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

/// A currency that stores may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Currency(&'static str);

/// The currencies of the specification; all have two decimals except the yen.
const SUPPORTED: [&str; 27] = [
    "EUR", "USD", "AUD", "NOK", "CAD", "NZD", "DKK", "GBP", "HKD", "CHF", "MXN", "SGD", "SEK", "CZK", "ILS", "PHP",
    "RUB", "PLN", "THB", "MYR", "ARS", "BRL", "COP", "IDR", "INR", "ZAR", "JPY",
];

/// The text is not a currency that stores may use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a supported currency")]
pub struct UnknownCurrency(pub String);

impl Currency {
    /// Default currency of a site.
    pub const DEFAULT: Currency = Currency("USD");

    /// Every currency a store can sell in.
    pub fn all() -> impl Iterator<Item = Currency> {
        SUPPORTED.iter().copied().map(Currency)
    }

    /// The ISO 4217 code.
    pub fn code(self) -> &'static str {
        self.0
    }

    /// Decimal digits: 0 for the yen, otherwise 2.
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

/// An amount in minor units (cents, yen) of a currency that is known from its context: the amounts of a cart, an order
/// or a product are all in one currency, which is stated once beside them. [`Money`] is for amounts that leave this
/// context, to be printed or sent to a payment provider ([`Cents::of`]), and for sums that must not exceed what can be
/// stored. In columns and JSON it is the plain number. May be negative.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sea_orm::DeriveValueType,
)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// Nothing.
    pub const ZERO: Cents = Cents(0);

    /// The amount with its currency.
    pub const fn of(self, currency: Currency) -> Money {
        Money { minor: self.0, currency }
    }

    /// The sum, or the nearest amount that can be represented.
    #[must_use]
    pub const fn saturating_add(self, other: Cents) -> Cents {
        Cents(self.0.saturating_add(other.0))
    }

    /// The amount for a quantity, or the nearest amount that can be represented.
    #[must_use]
    pub const fn saturating_times(self, quantity: i64) -> Cents {
        Cents(self.0.saturating_mul(quantity))
    }

    /// The amount for a quantity; `None` when it cannot be represented.
    pub fn checked_times(self, quantity: i64) -> Option<Cents> {
        self.0.checked_mul(quantity).map(Cents)
    }

    /// The sum; `None` when it cannot be represented.
    pub fn checked_add(self, other: Cents) -> Option<Cents> {
        self.0.checked_add(other.0).map(Cents)
    }
}

impl From<Cents> for i64 {
    fn from(amount: Cents) -> i64 {
        amount.0
    }
}

impl Add for Cents {
    type Output = Cents;

    fn add(self, other: Cents) -> Cents {
        Cents(self.0 + other.0)
    }
}

impl Sub for Cents {
    type Output = Cents;

    fn sub(self, other: Cents) -> Cents {
        Cents(self.0 - other.0)
    }
}

impl AddAssign for Cents {
    fn add_assign(&mut self, other: Cents) {
        self.0 += other.0;
    }
}

impl SubAssign for Cents {
    fn sub_assign(&mut self, other: Cents) {
        self.0 -= other.0;
    }
}

impl Neg for Cents {
    type Output = Cents;

    fn neg(self) -> Cents {
        Cents(-self.0)
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Cents>>(amounts: I) -> Cents {
        Cents(amounts.map(|amount| amount.0).sum())
    }
}

impl<'a> Sum<&'a Cents> for Cents {
    fn sum<I: Iterator<Item = &'a Cents>>(amounts: I) -> Cents {
        amounts.copied().sum()
    }
}

/// Maximum number of digits of whole units.
const INTEGER_PLACES: u32 = 15;

/// An amount in minor units of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    /// Cents, or yen: the smallest unit of the currency. May be negative (a discount).
    pub minor: i64,
    /// The currency.
    pub currency: Currency,
}

/// Amounts that cannot be combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// The amounts have different currencies.
    #[error("amounts are in different currencies")]
    MixedCurrencies,
    /// The result has more than 15 integer digits.
    #[error("amount is too large")]
    Overflow,
}

impl Money {
    /// An amount of `minor` units.
    pub fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// The amount without its currency, for a place where the currency is known.
    pub const fn cents(self) -> Cents {
        Cents(self.minor)
    }

    /// Zero in a currency.
    pub fn zero(currency: Currency) -> Self {
        Self { minor: 0, currency }
    }

    /// The amount, if it has at most 15 integer digits.
    fn within_places(minor: Option<i64>, currency: Currency) -> Result<Money, MoneyError> {
        let beyond = 10_u64.pow(INTEGER_PLACES + currency.decimals());
        let minor = minor.filter(|minor| minor.unsigned_abs() < beyond).ok_or(MoneyError::Overflow)?;
        Ok(Money { minor, currency })
    }

    /// The sum.
    ///
    /// # Errors
    /// When the currencies differ or the result has more than 15 integer digits.
    pub fn checked_add(self, other: Money) -> Result<Money, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::MixedCurrencies);
        }
        Self::within_places(self.minor.checked_add(other.minor), self.currency)
    }

    /// The amount multiplied by a number.
    ///
    /// # Errors
    /// When the result has more than 15 integer digits.
    pub fn checked_times(self, quantity: i64) -> Result<Money, MoneyError> {
        Self::within_places(self.minor.checked_mul(quantity), self.currency)
    }

    /// `rate` in basis points (700 = 7 %) of the amount, halves rounded away from zero.
    ///
    /// # Errors
    /// When the result has more than 15 integer digits.
    pub fn basis_points(self, rate: i64) -> Result<Money, MoneyError> {
        let product = i128::from(self.minor) * i128::from(rate);
        let half = if product < 0 { -5_000 } else { 5_000 };
        Self::within_places(i64::try_from((product + half) / 10_000).ok(), self.currency)
    }

    /// The decimal form for templates: `24.00`, `-0.50`, and `2400` for yen.
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
        assert_eq!(usd(0).decimal_value(), "0.00");
        let yen = "JPY".parse().map(|currency| Money::new(2400, currency).decimal_value());
        assert_eq!(yen, Ok("2400".to_owned()));
    }

    // spec: enum.currency
    #[test]
    fn supported_currencies() {
        let codes = [
            "EUR", "USD", "AUD", "NOK", "CAD", "NZD", "DKK", "GBP", "HKD", "CHF", "MXN", "SGD", "SEK", "CZK", "ILS",
            "PHP", "RUB", "PLN", "THB", "MYR", "ARS", "BRL", "COP", "IDR", "INR", "ZAR", "JPY",
        ];
        assert_eq!(Currency::all().map(Currency::code).collect::<Vec<_>>(), codes);
        for currency in Currency::all() {
            assert_eq!(currency.decimals(), if currency.code() == "JPY" { 0 } else { 2 }, "{}", currency.code());
            assert_eq!(currency.to_string(), currency.code());
        }
        for unknown in ["usd", "XXX", "", "US Dollar"] {
            assert_eq!(unknown.parse::<Currency>(), Err(UnknownCurrency(unknown.to_owned())));
        }
    }

    #[test]
    fn an_amount_without_its_currency_is_a_plain_number_in_json() {
        let amounts = vec![Cents(-5), Cents(1_250)];
        assert_eq!(serde_json::to_string(&amounts).ok().as_deref(), Some("[-5,1250]"));
        assert_eq!(serde_json::from_str::<Vec<Cents>>("[-5,1250]").ok(), Some(amounts.clone()));
        assert!(serde_json::from_str::<Cents>("12.5").is_err());
        let total: Cents = amounts.into_iter().sum();
        assert_eq!((total, -total, total.of(Currency::DEFAULT).cents()), (Cents(1_245), Cents(-1_245), total));
    }

    #[test]
    fn rates_round_half_away_from_zero() {
        assert_eq!(usd(50).basis_points(700), Ok(usd(4)));
        assert_eq!(usd(-50).basis_points(700), Ok(usd(-4)));
        assert_eq!(usd(49).basis_points(700), Ok(usd(3)));
    }

    // spec: number.integer-digits
    #[test]
    fn amounts_have_at_most_15_integer_places() {
        let yen = |minor| "JPY".parse().map(|currency| Money::new(minor, currency));
        let largest = [Ok(usd(99_999_999_999_999_999)), yen(999_999_999_999_999)];
        for amount in largest.map(|amount| amount.unwrap_or(usd(0))) {
            let one = Money::new(1, amount.currency);
            let whole = amount.decimal_value();
            let (places, _) = whole.split_once('.').unwrap_or((&whole, ""));
            assert_eq!((places.len(), amount.checked_times(-1)), (15, Ok(Money::new(-amount.minor, amount.currency))));
            assert_eq!(Money::new(amount.minor - 1, amount.currency).checked_add(one), Ok(amount));
            assert_eq!(amount.checked_add(one), Err(MoneyError::Overflow), "{whole}");
            assert_eq!(amount.checked_times(10), Err(MoneyError::Overflow), "{whole}");
            assert_eq!(amount.basis_points(10_001), Err(MoneyError::Overflow), "{whole}");
            assert_eq!(amount.basis_points(10_000), Ok(amount), "{whole}");
        }
    }

    #[test]
    fn sums_reject_mixed_currencies_and_overflow() {
        let euro = "EUR".parse().map(|currency| Money::new(1, currency));
        assert_eq!(euro.map(|euro| usd(1).checked_add(euro)), Ok(Err(MoneyError::MixedCurrencies)));
        assert_eq!(usd(i64::MAX).checked_add(usd(1)), Err(MoneyError::Overflow));
        assert_eq!(usd(i64::MAX).checked_times(2), Err(MoneyError::Overflow));
    }
}
