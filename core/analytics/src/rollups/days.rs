//! Days and hours of a time zone.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use stoa_kernel::clock::Timestamp;

use crate::AnalyticsError;

/// The time zone with this name; UTC when there is none.
pub fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// The day that a time belongs to.
///
/// # Errors
/// When no calendar has the time.
pub fn day_of(at: Timestamp, zone: &TimeZone) -> Result<Date, AnalyticsError> {
    Ok(jiff::Timestamp::from_millisecond(at.ms())?.to_zoned(zone.clone()).date())
}

/// When a day begins, and when the next one does. A day has 23 to 25 hours.
///
/// # Errors
/// When no calendar has the day.
pub fn bounds(day: Date, zone: &TimeZone) -> Result<(Timestamp, Timestamp), AnalyticsError> {
    let start = |day: Date| {
        let zoned = day.to_zoned(zone.clone())?;
        Ok::<_, AnalyticsError>(Timestamp::from_ms(zoned.timestamp().as_millisecond()))
    };
    Ok((start(day)?, start(day.tomorrow()?)?))
}

/// When the hour of a time begins. Of an hour that the clock shows twice each has its own beginning.
pub fn hour_of(at: Timestamp, zone: &TimeZone) -> Timestamp {
    let Ok(found) = jiff::Timestamp::from_millisecond(at.ms()) else { return at };
    let local = zone.to_datetime(found);
    let since = (i64::from(local.minute()) * 60 + i64::from(local.second())) * 1_000 + i64::from(local.millisecond());
    at - since
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::from_ms(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn days_of_a_change_of_summer_time_have_23_and_25_hours() {
        let berlin = zone("Europe/Berlin");
        let hours = |day: Date| {
            let (start, end) = bounds(day, &berlin).unwrap();
            (end - start) / 3_600_000
        };
        assert_eq!(hours(jiff::civil::date(2026, 3, 29)), 23);
        assert_eq!(hours(jiff::civil::date(2026, 10, 25)), 25);
        assert_eq!(hours(jiff::civil::date(2026, 10, 26)), 24);
        // The hour from two to three is there twice.
        assert_eq!(hour_of(at("2026-10-25T00:30:00Z"), &berlin), at("2026-10-25T00:00:00Z"));
        assert_eq!(hour_of(at("2026-10-25T01:30:00Z"), &berlin), at("2026-10-25T01:00:00Z"));
    }

    #[test]
    fn hours_of_india_begin_at_half_past_in_utc() {
        let kolkata = zone("Asia/Kolkata");
        assert_eq!(hour_of(at("2026-11-29T10:29:59.999Z"), &kolkata), at("2026-11-29T09:30:00Z"));
        assert_eq!(bounds(jiff::civil::date(2026, 11, 29), &kolkata).unwrap().0, at("2026-11-28T18:30:00Z"));
        assert_eq!(day_of(at("2026-11-28T18:30:00Z"), &kolkata).unwrap(), jiff::civil::date(2026, 11, 29));
    }
}
