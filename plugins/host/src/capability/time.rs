//! The clock of 0.2.0: the time of the render on pages, the time itself in calls that may wait.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::bindings::imports2::stoa::plugin0_2_0::clock as pure;
use crate::bindings::waiting_imports2::stoa::plugin0_2_0::clock as waiting;
use crate::capability::GuestState;

/// A local time, for both versions of the bindings.
struct LocalTime {
    year: i16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
    weekday: u8,
    offset_minutes: i16,
}

/// A time in a zone; UTC for an unknown zone.
fn local(zone: &str, at_ms: u64) -> Option<LocalTime> {
    let at = Timestamp::from_millisecond(i64::try_from(at_ms).ok()?).ok()?;
    let there = at.to_zoned(TimeZone::get(zone).unwrap_or(TimeZone::UTC));
    Some(LocalTime {
        year: there.year(),
        month: u8::try_from(there.month()).ok()?,
        day: u8::try_from(there.day()).ok()?,
        hour: u8::try_from(there.hour()).ok()?,
        minute: u8::try_from(there.minute()).ok()?,
        second: u8::try_from(there.second()).ok()?,
        weekday: u8::try_from(there.weekday().to_monday_one_offset()).ok()?,
        offset_minutes: i16::try_from(there.offset().seconds() / 60).ok()?,
    })
}

macro_rules! written {
    ($module:ident, $time:expr) => {
        $time.map(|time| $module::LocalTime {
            year: time.year,
            month: time.month,
            day: time.day,
            hour: time.hour,
            minute: time.minute,
            second: time.second,
            weekday: time.weekday,
            offset_minutes: time.offset_minutes,
        })
    };
}

impl GuestState {
    fn start_ms(&self) -> u64 {
        u64::try_from(self.site.context.now_ms).unwrap_or(0)
    }
}

impl pure::Host for GuestState {
    fn now_ms(&mut self) -> u64 {
        self.start_ms()
    }

    fn local(&mut self, at_ms: u64) -> Option<pure::LocalTime> {
        written!(pure, local(&self.site.context.timezone, at_ms))
    }
}

impl waiting::Host for GuestState {
    fn now_ms(&mut self) -> wasmtime::Result<u64> {
        let since = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(self.start_ms().saturating_add(since))
    }

    fn local(&mut self, at_ms: u64) -> wasmtime::Result<Option<waiting::LocalTime>> {
        Ok(written!(waiting, local(&self.site.context.timezone, at_ms)))
    }
}

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn local_time_knows_summer_time() {
        let at = |ms| {
            let time = local("Europe/Berlin", ms).expect("a time");
            (time.year, time.month, time.day, time.hour, time.minute, time.weekday, time.offset_minutes)
        };
        // 2026-03-29T00:59:00Z and 01:01:00Z, a Sunday: the clocks go from two to three.
        assert_eq!(at(1_774_745_940_000), (2026, 3, 29, 1, 59, 7, 60));
        assert_eq!(at(1_774_746_060_000), (2026, 3, 29, 3, 1, 7, 120));
        assert_eq!(local("Nowhere/Here", 0).map(|time| (time.year, time.hour)), Some((1970, 0)));
        assert!(local("UTC", u64::MAX).is_none());
    }
}
