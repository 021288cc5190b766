//! Formatting of doubles. `zmij` finds the digits; the notation is that of ECMAScript, which it does not write.

use std::cmp::Ordering;

/// The shortest digits that parse back to the same double, formatted like ECMAScript's `Number.toString`.
pub(crate) fn float_text(float: f64) -> String {
    if float.is_nan() {
        return "NaN".to_owned();
    }
    if float.is_infinite() {
        return if float > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if float == 0.0 {
        return "0".to_owned();
    }
    let mut buffer = zmij::Buffer::new();
    let (digits, point) = significant(buffer.format_finite(float.abs()));
    let sign = if float < 0.0 { "-" } else { "" };
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    match usize::try_from(point) {
        Ok(whole) if length <= point && point <= 21 => format!("{sign}{digits:0<whole$}"),
        Ok(whole @ 1..=21) => format!("{sign}{}.{}", &digits[..whole], &digits[whole..]),
        _ if (-5..=0).contains(&point) => format!("{sign}0.{}{digits}", &"00000"[..point.unsigned_abs() as usize]),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let direction = if point > 0 { '+' } else { '-' };
            format!("{sign}{first}{dot}{rest}e{direction}{}", (point - 1).abs())
        }
    }
}

/// The digits of a positive number without leading and trailing zeros, and the position of the decimal point: `12.5` is
/// 125 and 2, `0.05` is 5 and -1.
fn significant(text: &str) -> (String, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let leading = digits.len() - digits.trim_start_matches('0').len();
    let distance = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
    let point = distance(whole.len()) - distance(leading) + exponent.parse::<i32>().unwrap_or(0);
    (digits.trim_matches('0').to_owned(), point)
}

/// An integral double with its point, `5.0`, so that it parses back as a double.
pub(crate) fn whole_with_point(float: f64) -> String {
    let sign = if float.is_sign_negative() { "-" } else { "" };
    format!("{sign}{}.0", float_text(float.abs()))
}

/// At most two decimals of a number from 0 to 1000, rounded half to even.
///
/// The standard library's rounding of doubles needs as many bytes of code as the month names of a language, which
/// browsers would load only for this.
pub(crate) fn two_decimals(value: f64) -> String {
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = value.to_bits();
    let hundredfold = ((bits & FRACTION) | (FRACTION + 1)) * 100;
    // The value is `hundredfold` hundredths divided by two this many times.
    let halvings = 1_075 - ((bits >> 52) & 0x7FF);
    // The number is below 2 to the 60th, so the result would be less than half a hundredth.
    let hundredths = if halvings > 61 { 0 } else { divide_by_power_of_two(hundredfold, halvings) };
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `number` divided by two `times` times, rounded half to even; `times` is at least one.
fn divide_by_power_of_two(number: u64, times: u64) -> u64 {
    let whole = number >> times;
    let half = 1 << (times - 1);
    match (number & ((half << 1) - 1)).cmp(&half) {
        Ordering::Less => whole,
        Ordering::Equal => whole + (whole & 1),
        Ordering::Greater => whole + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_to_text_follows_ecmascript() {
        for (float, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (5.0, "5"),
            (-12.5, "-12.5"),
            (120.0, "120"),
            (0.1, "0.1"),
            (0.05, "0.05"),
            (0.1 + 0.2, "0.30000000000000004"),
            (123_456_789.125, "123456789.125"),
            (1e-6, "0.000001"),
            (1.5e-6, "0.0000015"),
            (1e-7, "1e-7"),
            (-1.25e-7, "-1.25e-7"),
            (1e15, "1000000000000000"),
            (1e16, "10000000000000000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(float_text(float), text);
        }
    }

    #[test]
    fn two_decimals_of_exact_double() {
        for (float, text) in [
            (0.0, "0"),
            (0.005, "0.01"),
            (0.125, "0.12"),
            (0.375, "0.38"),
            (359.999, "360"),
            (1e-300, "0"),
            (12.5, "12.5"),
        ] {
            assert_eq!(two_decimals(float), text);
        }
        for step in 0..100_000_u32 {
            let float = f64::from(step) * 0.003_6;
            let expected = format!("{float:.2}");
            assert_eq!(two_decimals(float), expected.trim_end_matches('0').trim_end_matches('.'), "{float}");
        }
    }
}
