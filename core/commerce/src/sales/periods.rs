//! Days of a time zone: their instants, and grouping into weeks and months.

use std::str::FromStr;

use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use stoa_kernel::clock::Timestamp;

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
    fn start(self, day: Date) -> Date {
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

/// A range of days in a time zone.
#[derive(Clone, Debug)]
pub(super) struct Days {
    pub(super) first: Date,
    pub(super) last: Date,
    pub(super) zone: TimeZone,
}

/// A range of time with a constant UTC offset, end excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OffsetSpan {
    /// UTC milliseconds.
    pub(super) from: i64,
    /// UTC milliseconds.
    pub(super) until: i64,
    /// UTC offset, milliseconds; positive when local time is ahead.
    pub(super) ahead: i64,
}

/// Parses a day such as `2026-11-21`.
pub(super) fn read_day(text: &str) -> Option<Date> {
    Date::from_str(text).ok().filter(|day| (2000..=2200).contains(&day.year()) && text.len() == 10)
}

/// The current day in a time zone.
pub(super) fn today(now: Timestamp, zone: &TimeZone) -> Date {
    jiff::Timestamp::from_millisecond(now.ms()).unwrap_or_default().to_zoned(zone.clone()).date()
}

/// A day by its number since 1970-01-01.
pub(super) fn day_of_number(number: i64) -> Option<Date> {
    EPOCH.checked_add(number.days()).ok()
}

/// The day `days` earlier.
pub(super) fn earlier(day: Date, days: i64) -> Option<Date> {
    day.checked_sub(days.days()).ok()
}

impl Days {
    /// Number of days.
    pub(super) fn count(&self) -> i64 {
        let span = self.last.since(self.first).map(|span| i64::from(span.get_days()));
        span.unwrap_or(0) + 1
    }

    /// The same number of days before these.
    pub(super) fn before(&self) -> Option<Self> {
        let last = earlier(self.first, 1)?;
        Some(Self { first: earlier(self.first, self.count())?, last, zone: self.zone.clone() })
    }

    /// The first day of each period that they overlap.
    pub(super) fn starts(&self, by: Interval) -> Vec<Date> {
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
    pub(super) fn start(&self, by: Interval, day: Date) -> Date {
        by.start(day).max(self.first)
    }

    /// Splits their time at changes of the UTC offset.
    pub(super) fn stretches(&self) -> Vec<OffsetSpan> {
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
