//! Times of a run: milliseconds since 1970, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY_SECONDS: i64 = 86_400;

/// Now.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or_default()
}

/// A time of RFC 3339 in UTC, as k6 writes it: `2026-11-29T13:36:20.574188157Z`.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let [year, month, day] = numbers(date, '-')?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [hour, minute, second] = numbers(clock, ':')?;
    let milliseconds = fraction
        .bytes()
        .chain(*b"000")
        .take(3)
        .try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i64::from(digit - b'0')))?;
    let seconds = days_from_civil(year, month, day) * DAY_SECONDS + hour * 3_600 + minute * 60 + second;
    Some(seconds * 1_000 + milliseconds)
}

fn numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let found: Vec<i64> = text.split(separator).map(str::parse).collect::<Result<_, _>>().ok()?;
    found.try_into().ok()
}

/// `20261129-133620`, for names of runs and folders.
pub(crate) fn stamp(ms: i64) -> String {
    let (year, month, day, seconds) = civil(ms);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// `2026-11-29 13:36:20 UTC`, for people.
pub(crate) fn readable(ms: i64) -> String {
    let (year, month, day, seconds) = civil(ms);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// `2026-11-29T13:36:20`, for JUnit.
pub(crate) fn iso(ms: i64) -> String {
    readable(ms).trim_end_matches(" UTC").replace(' ', "T")
}

/// Days since 1970 of a date of the Gregorian calendar.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Year, month, day, and second of the day.
fn civil(ms: i64) -> (i64, i64, i64, i64) {
    let seconds = ms.div_euclid(1_000);
    let days = seconds.div_euclid(DAY_SECONDS) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day, seconds.rem_euclid(DAY_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_k6() {
        assert_eq!(parse("1970-01-01T00:00:00Z"), Some(0));
        let at = parse("2026-11-29T13:36:20.574188157Z").unwrap();
        assert_eq!(at % 1_000, 574);
        assert_eq!(readable(at), "2026-11-29 13:36:20 UTC");
        assert_eq!(stamp(at), "20261129-133620");
        assert_eq!(iso(at), "2026-11-29T13:36:20");
        assert_eq!(parse("2024-02-29T23:59:59.5Z").map(readable).as_deref(), Some("2024-02-29 23:59:59 UTC"));
        assert_eq!(parse("2026-11-29T15:36:20+02:00"), None);
    }
}
