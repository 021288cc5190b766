//! Numbers of a file: prices, weights and stock, without floating point.

/// Most digits of a number: more fit into no price.
const MOST_DIGITS: usize = 15;

/// A number that is not negative: its digits, of which `scale` stand after the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    digits: i64,
    scale: u32,
}

/// The unit of a column with weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Grams,
    Kilograms,
    Pounds,
    Ounces,
}

impl Unit {
    /// The unit that the heading of a column names.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "g" => Some(Self::Grams),
            "kg" => Some(Self::Kilograms),
            "lb" | "lbs" => Some(Self::Pounds),
            "oz" => Some(Self::Ounces),
            _ => None,
        }
    }

    const fn micrograms(self) -> i128 {
        match self {
            Self::Grams => 1_000_000,
            Self::Kilograms => 1_000_000_000,
            Self::Pounds => 453_592_370,
            Self::Ounces => 28_349_523,
        }
    }
}

/// What a single point or comma before three digits is: files have either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Single {
    Point,
    /// It may group thousands, so that nobody can tell.
    Unclear,
}

/// `12.5` with two digits after the point is 1250. None if it is not a price, or if nobody can tell which, as of `1,200`.
pub(crate) fn minor(text: &str, exponent: u8) -> Option<i64> {
    let single = if exponent == 3 { Single::Point } else { Single::Unclear };
    let Decimal { digits, scale } = decimal(text, single)?;
    let exponent = u32::from(exponent);
    if scale <= exponent {
        return digits.checked_mul(10_i64.checked_pow(exponent - scale)?);
    }
    let unit = 10_i64.checked_pow(scale - exponent)?;
    (digits % unit == 0).then_some(digits / unit)
}

/// Pieces in stock. Less than none is none: it was sold before it came in.
pub(crate) fn pieces(text: &str) -> Option<u32> {
    if let Some(owed) = text.trim().strip_prefix('-') {
        return decimal(owed, Single::Unclear).map(|_| 0);
    }
    let Decimal { digits, scale } = decimal(text, Single::Unclear)?;
    let unit = 10_i64.checked_pow(scale)?;
    if digits % unit == 0 { u32::try_from(digits / unit).ok() } else { None }
}

/// A weight in whole grams.
pub(crate) fn grams(text: &str, unit: Unit) -> Option<u32> {
    let Decimal { digits, scale } = decimal(text, Single::Point)?;
    let divisor = 10_i128.checked_pow(scale)?.checked_mul(1_000_000)?;
    let micrograms = i128::from(digits).checked_mul(unit.micrograms())?;
    u32::try_from((micrograms + divisor / 2) / divisor).ok()
}

/// The last of point and comma separates the fraction; what stands before it groups thousands.
fn decimal(text: &str, single: Single) -> Option<Decimal> {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\'').collect();
    let separators = plain.chars().filter(|letter| matches!(letter, '.' | ',')).count();
    let Some((whole, fraction)) = plain.rsplit_once(['.', ',']) else { return number(&plain, "") };
    let last = plain.chars().rev().find(|letter| matches!(letter, '.' | ','))?;
    if separators == 1 {
        let is_grouping = fraction.len() == 3 && !whole.is_empty() && whole.trim_start_matches('0') == whole;
        return if is_grouping && single == Single::Unclear { None } else { number(whole, fraction) };
    }
    let groups = grouped(whole)?;
    if whole.contains(last) { number(&grouped(&plain)?, "") } else { number(&groups, fraction) }
}

/// The digits of groups of three, all with the same separator.
fn grouped(text: &str) -> Option<String> {
    let separator = text.chars().find(|letter| matches!(letter, '.' | ','))?;
    let mut groups = text.split(separator);
    let first = groups.next().filter(|group| (1..=3).contains(&group.len()))?;
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

fn number(whole: &str, fraction: &str) -> Option<Decimal> {
    let digits = format!("{whole}{fraction}");
    let is_number =
        !whole.is_empty() && digits.len() <= MOST_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return None;
    }
    Some(Decimal { digits: digits.parse().ok()?, scale: u32::try_from(fraction.len()).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_become_minor_units() {
        for (text, exponent, wanted) in [
            ("12", 2, Some(1_200)),
            ("12.5", 2, Some(1_250)),
            ("12,50", 2, Some(1_250)),
            (" 0.00 ", 2, Some(0)),
            ("12.0000", 2, Some(1_200)),
            ("1,200.50", 2, Some(120_050)),
            ("1.200,50", 2, Some(120_050)),
            ("1,234,567", 2, Some(123_456_700)),
            ("1\u{a0}200.00", 2, Some(120_000)),
            ("0.125", 3, Some(125)),
            ("1.200", 3, Some(1_200)),
            ("900", 0, Some(900)),
            ("900.00", 0, Some(900)),
            ("1,200", 2, None),
            ("1,200", 0, None),
            ("12.345", 2, None),
            ("0.125", 2, None),
            ("900.50", 0, None),
            ("1,20,000", 2, None),
            ("1.2.3", 2, None),
            ("-5", 2, None),
            ("$5", 2, None),
            (".", 2, None),
            ("", 2, None),
            ("free", 2, None),
            ("٣", 2, None),
            ("99999999999999999999", 2, None),
        ] {
            assert_eq!(minor(text, exponent), wanted, "{text} {exponent}");
        }
    }

    #[test]
    fn stock_is_whole_and_never_below_nothing() {
        for (text, wanted) in [
            ("7", Some(7)),
            ("7.00", Some(7)),
            ("-3", Some(0)),
            ("7.5", None),
            ("1,000", None),
            ("many", None),
            ("-", None),
        ] {
            assert_eq!(pieces(text), wanted, "{text}");
        }
    }

    #[test]
    fn weights_become_grams() {
        assert_eq!(grams("250.0", Unit::Grams), Some(250));
        assert_eq!(grams("1.250", Unit::Kilograms), Some(1_250));
        assert_eq!(grams("0,5", Unit::Kilograms), Some(500));
        assert_eq!(grams("1", Unit::Pounds), Some(454));
        assert_eq!(grams("2", Unit::Ounces), Some(57));
        assert_eq!(grams("heavy", Unit::Grams), None);
        assert_eq!(grams("99999999", Unit::Kilograms), None);
    }
}
