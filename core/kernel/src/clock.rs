//! Time in the domain: UTC, milliseconds since the Unix epoch.

use std::fmt;
use std::num::ParseIntError;
use std::ops::{Add, Sub};
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A minute, milliseconds.
pub const MINUTE_MS: i64 = 60_000;
/// An hour, milliseconds.
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
/// 24 hours, milliseconds. Days of a calendar can be an hour shorter or longer.
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// A time in UTC with the precision of milliseconds. In columns, JSON and text it is the plain number of milliseconds
/// since the Unix epoch, so equal times are equal there too; `jiff::Timestamp` has nanoseconds and a text form, and is for
/// calendars and time zones.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sea_orm::DeriveValueType,
)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The time that is this many milliseconds after the Unix epoch.
    pub const fn from_ms(ms: i64) -> Self {
        Self(ms)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn ms(self) -> i64 {
        self.0
    }

    /// Seconds since the Unix epoch.
    pub const fn seconds(self) -> i64 {
        self.0 / 1000
    }

    /// The time that is this many milliseconds later, or the last that can be represented.
    #[must_use]
    pub const fn saturating_add_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl FromStr for Timestamp {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Self)
    }
}

/// A number of milliseconds later.
impl Add<i64> for Timestamp {
    type Output = Timestamp;

    fn add(self, ms: i64) -> Timestamp {
        Timestamp(self.0 + ms)
    }
}

/// A number of milliseconds earlier.
impl Sub<i64> for Timestamp {
    type Output = Timestamp;

    fn sub(self, ms: i64) -> Timestamp {
        Timestamp(self.0 - ms)
    }
}

/// The milliseconds between two times.
impl Sub for Timestamp {
    type Output = i64;

    fn sub(self, earlier: Timestamp) -> i64 {
        self.0 - earlier.0
    }
}

/// Source of the current time, so that tests can control it.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;
}

/// The system clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_milliseconds_in_json() {
        let time = Timestamp::from_ms(1_760_000_000_123);
        assert_eq!(serde_json::to_string(&Some(time)).ok().as_deref(), Some("1760000000123"));
        assert_eq!(serde_json::from_str::<Timestamp>("1760000000123").ok(), Some(time));
        assert_eq!((time.to_string().as_str(), "1760000000123".parse()), ("1760000000123", Ok(time)));
        assert_eq!(((time + 5) - time, (time + 5) - 5), (5, time));
        assert_eq!(Timestamp::from_ms(i64::MAX).saturating_add_ms(1), Timestamp::from_ms(i64::MAX));
    }
}
