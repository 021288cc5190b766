//! When cards expire, as shoppers enter it: month and year, such as `12 / 34`.

/// Days before each month of a year that is no leap year.
const DAYS_BEFORE: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The end of the month that was entered, UTC milliseconds: the last moment at which the card is good. The year may have
/// two digits, or four of this century. None for other texts.
pub(crate) fn end_of_month(entered: &str) -> Option<u64> {
    let (month, year) = entered.split_once('/')?;
    let (month, year) = (digits(month.trim())?, year.trim());
    let year = 2000 + digits(if year.len() == 4 { year.strip_prefix("20")? } else { year })?;
    let next = match month {
        1..=11 => (year, usize::try_from(month).ok()?),
        12 => (year + 1, 0),
        _ => return None,
    };
    Some(days_before(next.0, next.1)? * DAY_MS - 1)
}

/// A number of one or two digits.
fn digits(text: &str) -> Option<u64> {
    let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Days from 1970 to the first of a month, which counts from 0. A library for dates would be larger than this plugin; until
/// the year 2100 each fourth year is a leap year.
fn days_before(year: u64, month: usize) -> Option<u64> {
    let leap_days = (year - 1_969) / 4 + u64::from(year.is_multiple_of(4) && month > 1);
    Some((year - 1_970) * 365 + leap_days + DAYS_BEFORE.get(month)?)
}

#[cfg(test)]
mod tests {
    use super::end_of_month;

    #[test]
    fn cards_are_good_until_the_month_is_over() {
        for (entered, end) in [
            ("12/34", 2_051_222_399_999),
            ("12 / 2034", 2_051_222_399_999),
            ("1/27", 1_801_439_999_999),
            ("02/28", 1_835_481_599_999),
            ("02/27", 1_803_859_199_999),
            ("12/99", 4_102_444_799_999),
        ] {
            assert_eq!(end_of_month(entered), Some(end), "{entered}");
        }
    }

    #[test]
    fn other_texts_are_no_month() {
        for entered in
            ["", "12", "12/", "/34", "0/34", "13/34", "+1/34", "12/+4", "12/3456", "12/1934", "012/34", "12/34/1"]
        {
            assert_eq!(end_of_month(entered), None, "{entered}");
        }
    }
}
