//! Days of a time zone: ranges that people ask for, their instants, and grouping into weeks and months.

use std::str::FromStr;

use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

use crate::Failure;
use crate::clock::{DAY_MS, Timestamp};
use crate::contributor_texts::{
    AT_MOST_TEN_YEARS, CHOOSE_1_DAY_TO_TEN_YEARS, ENTER_A_DATE_SUCH_AS_2026_11, FIRST_DAY_AFTER_LAST,
};
use crate::error::Checks;

/// Maximum number of days of a range: ten years.
const MAX_DAYS: i64 = 3_660;
/// Default number of days of a range.
const DEFAULT_DAYS: i64 = 30;
const EPOCH: Date = date(1970, 1, 1);

/// Length of a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interval {
    /// A day.
    #[default]
    Day,
    /// Monday to Sunday.
    Week,
    /// A calendar month.
    Month,
}

impl Interval {
    /// The first day of the period that contains a day.
    pub fn start(self, day: Date) -> Date {
        match self {
            Interval::Day => day,
            Interval::Week => {
                let monday = day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days());
                monday.unwrap_or(day)
            }
            Interval::Month => day.first_of_month(),
        }
    }
}

/// A range of days as someone asks for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct DaysRequest<'a> {
    /// The first day, such as `2026-11-21`; computed from `days` by default.
    pub first: Option<&'a str>,
    /// The last day; today by default.
    pub last: Option<&'a str>,
    /// Number of days up to the last one; 30 by default.
    pub days: Option<i64>,
    /// Name of the field of the last day, for messages.
    pub last_field: &'a str,
}

/// A range of days in a time zone.
#[derive(Clone, Debug)]
pub struct Days {
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
    /// The time zone.
    pub zone: TimeZone,
}

/// A range of time with a constant UTC offset, end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetSpan {
    /// UTC milliseconds.
    pub from: i64,
    /// UTC milliseconds.
    pub until: i64,
    /// UTC offset, milliseconds; positive when local time is ahead.
    pub ahead: i64,
}

/// Parses a day such as `2026-11-21`.
pub fn read_day(text: &str) -> Option<Date> {
    Date::from_str(text).ok().filter(|day| (2000..=2200).contains(&day.year()) && text.len() == 10)
}

/// The current day in a time zone.
pub fn today(now: Timestamp, zone: &TimeZone) -> Date {
    jiff::Timestamp::from_millisecond(now.ms()).unwrap_or_default().to_zoned(zone.clone()).date()
}

/// A day by its number since 1970-01-01.
pub fn day_of_number(number: i64) -> Option<Date> {
    EPOCH.checked_add(number.days()).ok()
}

/// The day `days` earlier.
pub fn earlier(day: Date, days: i64) -> Option<Date> {
    day.checked_sub(days.days()).ok()
}

impl Days {
    /// The days that someone asks for, at most ten years.
    ///
    /// # Errors
    /// When a day is malformed or the range is empty or too long.
    pub fn requested(request: DaysRequest<'_>, now: Timestamp, zone: TimeZone) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        let mut read = |text: Option<&str>, field: &str| {
            let day = text.map(read_day);
            checks.require(day != Some(None), field, ENTER_A_DATE_SUCH_AS_2026_11);
            day.flatten()
        };
        let (from, until) = (read(request.first, "from"), read(request.last, request.last_field));
        let count = request.days.unwrap_or(DEFAULT_DAYS);
        checks.require((1..=MAX_DAYS).contains(&count), "days", CHOOSE_1_DAY_TO_TEN_YEARS);
        checks.finish()?;
        let last = until.unwrap_or_else(|| today(now, &zone));
        let first = from.or_else(|| earlier(last, count - 1)).unwrap_or(last);
        let days = Self { first, last, zone };
        let mut checks = Checks::default();
        checks.require(first <= last, "from", FIRST_DAY_AFTER_LAST);
        checks.require(days.count() <= MAX_DAYS, "from", AT_MOST_TEN_YEARS);
        checks.finish()?;
        Ok(days)
    }

    /// Number of days.
    pub fn count(&self) -> i64 {
        let span = self.last.since(self.first).map(|span| i64::from(span.get_days()));
        span.unwrap_or(0) + 1
    }

    /// The same number of days before these.
    pub fn before(&self) -> Option<Self> {
        let last = earlier(self.first, 1)?;
        Some(Self { first: earlier(self.first, self.count())?, last, zone: self.zone.clone() })
    }

    /// The first day of each period that they overlap.
    pub fn starts(&self, by: Interval) -> Vec<Date> {
        let mut starts = Vec::new();
        let mut day = self.first;
        while day <= self.last {
            let start = self.start(by, day);
            if starts.last() != Some(&start) {
                starts.push(start);
            }
            match day.tomorrow() {
                Ok(next) => day = next,
                Err(_) => break,
            }
        }
        starts
    }

    /// The first day of the period that contains a day, no earlier than the first of these days.
    pub fn start(&self, by: Interval, day: Date) -> Date {
        by.start(day).max(self.first)
    }

    /// Start and end of all days, UTC milliseconds, end excluded.
    pub fn whole(&self) -> (i64, i64) {
        let stretches = self.stretches();
        let from = stretches.first().map_or(0, |stretch| stretch.from);
        (from, stretches.last().map_or(from, |stretch| stretch.until))
    }

    /// Splits their time at changes of the UTC offset.
    pub fn stretches(&self) -> Vec<OffsetSpan> {
        let midnight = |day: Date| day.to_zoned(self.zone.clone()).ok().map(|zoned| zoned.timestamp());
        let end = self.last.tomorrow().ok().and_then(midnight);
        let (Some(start), Some(end)) = (midnight(self.first), end) else { return Vec::new() };
        let mut stretches = Vec::new();
        let (mut from, mut offset) = (start, self.zone.to_offset(start));
        for change in self.zone.following(start).take_while(|change| change.timestamp() < end) {
            stretches.push(stretch(from, change.timestamp(), offset.seconds()));
            (from, offset) = (change.timestamp(), change.offset());
        }
        stretches.push(stretch(from, end, offset.seconds()));
        stretches
    }
}

/// Days of a site with what its reports say of themselves.
#[derive(Clone, Debug)]
pub struct SiteDays {
    /// The days.
    pub days: Days,
    /// IANA name of the time zone that defines them.
    pub time_zone: String,
    /// ISO 4217 code of the site's currency.
    pub currency: String,
}

/// The UTC offset at a column of UTC milliseconds, as an SQL expression. The numbers are written into it, because
/// Postgres treats an expression with parameters as a different one each time and rejects it in `GROUP BY`.
pub fn ahead_sql(column: &str, stretches: &[OffsetSpan]) -> String {
    let Some((last, earlier)) = stretches.split_last() else { return "0".to_owned() };
    let cases: String =
        earlier.iter().map(|own| format!(" WHEN {column} < {} THEN {}", own.until, own.ahead)).collect();
    if cases.is_empty() { format!("({})", last.ahead) } else { format!("CASE{cases} ELSE {} END", last.ahead) }
}

/// The number of the local day of a column of UTC milliseconds, as an SQL expression.
pub fn day_number_sql(column: &str, stretches: &[OffsetSpan]) -> String {
    format!("({column} + {}) / {DAY_MS}", ahead_sql(column, stretches))
}

fn stretch(from: jiff::Timestamp, until: jiff::Timestamp, seconds_ahead: i32) -> OffsetSpan {
    let ahead = i64::from(seconds_ahead) * 1_000;
    OffsetSpan { from: from.as_millisecond(), until: until.as_millisecond(), ahead }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(first: &str, last: &str, zone: &str) -> Days {
        let day = |text| read_day(text).unwrap();
        Days { first: day(first), last: day(last), zone: TimeZone::get(zone).unwrap() }
    }

    #[test]
    fn dst_change_splits_a_day() {
        let days = days("2026-10-31", "2026-11-01", "America/New_York");
        let stretches = days.stretches();
        let hours: Vec<(i64, i64)> =
            stretches.iter().map(|own| ((own.until - own.from) / 3_600_000, own.ahead / 3_600_000)).collect();
        assert_eq!(hours, [(24 + 2, -4), (23, -5)]);
        for own in stretches {
            assert_eq!(day_of_number((own.until - 1 + own.ahead) / 86_400_000), read_day("2026-11-01"));
        }
    }

    #[test]
    fn weeks_start_on_monday_first_may_be_partial() {
        let days = days("2026-11-20", "2026-12-01", "Asia/Tokyo");
        let texts = |by| days.starts(by).iter().map(Date::to_string).collect::<Vec<_>>();
        assert_eq!(texts(Interval::Week), ["2026-11-20", "2026-11-23", "2026-11-30"]);
        assert_eq!(texts(Interval::Month), ["2026-11-20", "2026-12-01"]);
        assert_eq!((texts(Interval::Day).len(), days.count()), (12, 12));
        let before = days.before().unwrap();
        assert_eq!((before.first.to_string(), before.last.to_string()), ("2026-11-08".into(), "2026-11-19".into()));
    }

    #[test]
    fn sales_period_day_parsing() {
        for text in ["2026-11-31", "20261121", "2026-11-21T10:00", "1999-01-01", ""] {
            assert_eq!(read_day(text), None, "{text}");
        }
    }
}
