//! Decimal numbers: parsing, rounding, and how they are to be formatted.

use fixed_decimal::{Decimal, Sign, SignedRoundingMode, UnsignedDecimal, UnsignedRoundingMode};
use icu_decimal::options::GroupingStrategy;

/// A decimal number of any size that can reasonably be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Number(pub(crate) Decimal);

/// Maximum length of a number's text, and largest power of ten.
const MAX_POWER: i16 = 400;

impl Number {
    /// Parses `-1234.50` or `1e6`. Trailing zeros are kept.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.len() > usize::from(MAX_POWER.unsigned_abs()) {
            return None;
        }
        if let Some(plain) = SmallDecimal::parse(text) {
            return Some(Self::from_minor(plain.units, plain.fraction));
        }
        let number = Decimal::try_from_str(text.strip_prefix('+').unwrap_or(text)).ok()?;
        let start = number.absolute.nonzero_magnitude_start();
        let end = number.absolute.nonzero_magnitude_end();
        (start <= MAX_POWER && end >= -MAX_POWER).then_some(Self(number))
    }

    /// A double with its shortest digits. None if it is not finite.
    #[must_use]
    pub fn from_f64(float: f64) -> Option<Self> {
        if !float.is_finite() {
            return None;
        }
        let mut digits = zmij::Buffer::new();
        let text = digits.format_finite(float);
        Decimal::try_from_str(text.strip_suffix(".0").unwrap_or(text)).ok().map(Self)
    }

    /// An amount in minor units, for example cents with 2 digits.
    #[must_use]
    pub fn from_minor(minor: i64, digits: u8) -> Self {
        let mut number = Decimal::from(minor);
        number.absolute.multiply_pow10(-i16::from(digits));
        Self(number)
    }

    /// Whether it is negative.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.0.sign == Sign::Negative && !self.0.absolute.is_zero()
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.absolute.is_zero()
    }

    /// Whether both are equal, ignoring trailing zeros.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool {
        let plain = |number: &Self| (number.is_negative(), number.0.absolute.clone().trimmed_end().trimmed_start());
        plain(self) == plain(other)
    }

    /// The order of two amounts.
    #[must_use]
    pub fn compare(&self, other: &Self) -> std::cmp::Ordering {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Less,
            (false, true) => Greater,
            (negative, _) => {
                let order = compare_magnitudes(&self.0.absolute, &other.0.absolute);
                match (negative, order) {
                    (_, Equal) => Equal,
                    (true, order) => order.reverse(),
                    (false, order) => order,
                }
            }
        }
    }

    /// Multiplied by a power of ten.
    #[must_use]
    pub fn scaled(&self, power: i16) -> Self {
        let mut scaled = self.clone();
        scaled.0.absolute.multiply_pow10(power);
        scaled
    }

    /// The nearest integer, rounded half to even. None if it does not fit.
    #[must_use]
    pub fn rounded_integer(&self) -> Option<i64> {
        let mut rounded = self.0.clone();
        round(&mut rounded, 0, RoundingMode::HalfEven);
        rounded.absolute.trim_end_if_integer();
        rounded.to_string().parse().ok()
    }

    /// This number minus an integer.
    #[must_use]
    pub fn minus(&self, offset: i64) -> Option<Self> {
        if offset == 0 {
            return Some(self.clone());
        }
        let text = self.0.to_string();
        match text.parse::<i64>() {
            Ok(integer) => integer.checked_sub(offset).map(Self::from),
            #[expect(clippy::cast_precision_loss, reason = "offsets are small")]
            Err(_) => Self::from_f64(text.parse::<f64>().ok()? - offset as f64),
        }
    }
}

/// A positive amount with few digits such as 12.50, the common case, in units of its last digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SmallDecimal {
    pub(crate) units: i64,
    /// Number of decimals.
    pub(crate) fraction: u8,
}

impl SmallDecimal {
    /// Parses digits with at most one point. Other texts are left to the general parser.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        const MAX_LENGTH: usize = 16;
        let is_usual = match text.as_bytes() {
            [b'0', b'.', ..] => true,
            [first, ..] => matches!(first, b'1'..=b'9'),
            [] => false,
        };
        if !is_usual || text.len() > MAX_LENGTH || text.ends_with('.') {
            return None;
        }
        let (mut units, mut fraction) = (0_i64, None);
        for byte in text.bytes() {
            match (byte, &mut fraction) {
                (b'0'..=b'9', digits) => {
                    units = units * 10 + i64::from(byte - b'0');
                    *digits = digits.map(|count| count + 1);
                }
                (b'.', None) => fraction = Some(0),
                _ => return None,
            }
        }
        (units != 0).then(|| Self { units, fraction: fraction.unwrap_or(0) })
    }
}

impl From<i64> for Number {
    fn from(integer: i64) -> Self {
        Self(Decimal::from(integer))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

/// Style of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum NumberStyle {
    /// Decimal.
    #[default]
    Decimal,
    /// Times 100, with a percent sign.
    Percent,
    /// With a percent sign.
    PercentScaled,
    /// Times 1000, with a per-mille sign.
    Permille,
    /// With a per-mille sign.
    PermilleScaled,
    /// Abbreviated: 1.2K.
    Short,
    /// Abbreviated with words: 1.2 thousand.
    Long,
}

/// Rounding mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum RoundingMode {
    /// Away from zero.
    Up,
    /// Towards zero.
    Down,
    /// Towards plus infinity.
    Ceiling,
    /// Towards minus infinity.
    Floor,
    /// To the nearest, halves away from zero.
    HalfUp,
    /// To the nearest, halves towards zero.
    HalfDown,
    /// To the nearest, halves to even.
    #[default]
    HalfEven,
}

impl RoundingMode {
    fn icu(self) -> SignedRoundingMode {
        match self {
            Self::Up => SignedRoundingMode::Unsigned(UnsignedRoundingMode::Expand),
            Self::Down => SignedRoundingMode::Unsigned(UnsignedRoundingMode::Trunc),
            Self::Ceiling => SignedRoundingMode::Ceil,
            Self::Floor => SignedRoundingMode::Floor,
            Self::HalfUp => SignedRoundingMode::Unsigned(UnsignedRoundingMode::HalfExpand),
            Self::HalfDown => SignedRoundingMode::Unsigned(UnsignedRoundingMode::HalfTrunc),
            Self::HalfEven => SignedRoundingMode::Unsigned(UnsignedRoundingMode::HalfEven),
        }
    }
}

/// Options for formatting a number. Counts are clamped to 0..=50.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct NumberOptions {
    /// Style.
    pub style: NumberStyle,
    /// Grouping separators; on by default.
    pub grouping: Option<bool>,
    /// Rounding mode.
    pub rounding: RoundingMode,
    /// Minimum number of integer digits.
    pub minimum_integer: Option<u8>,
    /// Minimum number of decimals.
    pub minimum_fraction: Option<u8>,
    /// Maximum number of decimals.
    pub maximum_fraction: Option<u8>,
    /// Minimum number of significant digits.
    pub minimum_significant: Option<u8>,
    /// Maximum number of significant digits.
    pub maximum_significant: Option<u8>,
}

/// Upper bound of these options.
pub(crate) const MAX_DIGITS: u8 = 50;

impl NumberOptions {
    fn integer_digits(&self) -> i16 {
        i16::from(self.minimum_integer.unwrap_or(1).min(MAX_DIGITS))
    }

    fn has_significant(&self) -> bool {
        self.minimum_significant.is_some() || self.maximum_significant.is_some()
    }

    /// Minimum and maximum number of decimals, given the defaults.
    fn fractions(&self, minimum: u8, maximum: u8) -> (i16, i16) {
        let wanted_least = self.minimum_fraction.map(|digits| digits.min(MAX_DIGITS));
        let wanted_most = self.maximum_fraction.map(|digits| digits.min(MAX_DIGITS));
        let (least, most) = match (wanted_least, wanted_most) {
            (Some(least), Some(most)) => (least.min(most), most),
            (Some(least), None) => (least, maximum.max(least)),
            (None, Some(most)) => (minimum.min(most), most),
            (None, None) => (minimum, maximum),
        };
        (i16::from(least), i16::from(most))
    }

    /// Rounds and pads for non-abbreviated styles.
    pub(crate) fn shape(&self, number: &mut Decimal, minimum: u8, maximum: u8) {
        if self.has_significant() {
            self.shape_significant(number);
        } else {
            let (least, most) = self.fractions(minimum, maximum);
            round(number, -most, self.rounding);
            number.absolute.trim_end();
            number.absolute.pad_end(-least);
        }
        number.absolute.trim_start();
        number.absolute.pad_start(self.integer_digits());
    }

    fn shape_significant(&self, number: &mut Decimal) {
        let least = self.minimum_significant.unwrap_or(1).clamp(1, MAX_DIGITS);
        let most = self.maximum_significant.map(|digits| digits.clamp(1, MAX_DIGITS));
        if let Some(most) = most {
            let top = number.absolute.nonzero_magnitude_start();
            round(number, top - i16::from(most.max(least)) + 1, self.rounding);
        }
        number.absolute.trim_end();
        let top = number.absolute.nonzero_magnitude_start();
        number.absolute.pad_end((top - i16::from(least) + 1).min(0));
    }

    /// Rounds and pads an abbreviated number: 2 significant digits below 10, otherwise no decimals.
    pub(super) fn shape_compact(&self, number: &mut Decimal) {
        let custom = self.minimum_fraction.is_some() || self.maximum_fraction.is_some();
        if custom || self.has_significant() {
            let most = self.minimum_fraction.unwrap_or(0);
            return self.shape(number, 0, most);
        }
        let top = number.absolute.nonzero_magnitude_start();
        round(number, (top - 1).min(0), self.rounding);
        number.absolute.trim_end();
        number.absolute.trim_start();
        number.absolute.pad_start(self.integer_digits());
    }

    pub(crate) fn grouping(&self) -> GroupingStrategy {
        match self.grouping {
            Some(false) => GroupingStrategy::Never,
            _ => GroupingStrategy::Auto,
        }
    }
}

fn compare_magnitudes(left: &UnsignedDecimal, right: &UnsignedDecimal) -> std::cmp::Ordering {
    let top = left.nonzero_magnitude_start().max(right.nonzero_magnitude_start());
    let bottom = left.nonzero_magnitude_end().min(right.nonzero_magnitude_end());
    let digits = |number: &UnsignedDecimal| -> Vec<u8> {
        (bottom..=top).rev().map(|magnitude| number.digit_at(magnitude)).collect()
    };
    digits(left).cmp(&digits(right))
}

fn round(number: &mut Decimal, position: i16, mode: RoundingMode) {
    number.round_with_mode(position, mode.icu());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_number_parser_equals_general_parser() {
        let plain = ["1", "12.50", "0.05", "0.5", "100", "1234567890.1234", "10.00"];
        let general = [
            "",
            "0",
            "0.00",
            "-1.5",
            "+3",
            "007",
            "1.",
            ".5",
            "1e3",
            "1.2.3",
            "12345678901234567",
            "1 2",
            "abc",
            "1,5",
        ];
        for text in plain {
            let plain = SmallDecimal::parse(text).map(|plain| Number::from_minor(plain.units, plain.fraction));
            assert_eq!(plain, Decimal::try_from_str(text).ok().map(Number), "{text}");
        }
        for text in general {
            assert_eq!(SmallDecimal::parse(text), None, "{text}");
        }
    }
}
