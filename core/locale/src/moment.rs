//! An instant in a time zone.

use icu_calendar::Gregorian;
use icu_time::zone::ZoneNameTimestamp;
use icu_time::zone::models::AtTime;
use icu_time::{DateTime, TimeZoneInfo, ZonedDateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// The default time zone of a website.
pub const DEFAULT_ZONE: &str = "America/New_York";

/// The earliest instant, milliseconds: Julian day 625673.5.
const EARLIEST: i64 = -1_814_914 * 86_400_000;
/// One past the latest instant, milliseconds: Julian day 4534364.5.
const LATEST: i64 = 2_093_777 * 86_400_000;

/// Why an instant cannot be formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MomentError {
    /// It is outside the supported range.
    #[error("Julian day of {0} ms lies outside the supported range")]
    OutOfRange(i64),
}

/// A time zone, looked up once for many instants.
#[derive(Debug, Clone, PartialEq)]
pub struct Zone(TimeZone);

impl Zone {
    /// The zone of a name such as `Europe/Berlin`. An unknown name means [`DEFAULT_ZONE`].
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self(TimeZone::get(name).or_else(|_| TimeZone::get(DEFAULT_ZONE)).unwrap_or(TimeZone::UTC))
    }
}

/// An instant with its local time in a time zone.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    pub(crate) zoned: Zoned,
}

impl Moment {
    /// An instant in milliseconds since 1970 UTC. An unknown zone means [`DEFAULT_ZONE`].
    ///
    /// # Errors
    ///
    /// If the instant is outside Julian days 625673.5 to 4534364.5.
    pub fn new(milliseconds: i64, zone: &str) -> Result<Self, MomentError> {
        Self::at(milliseconds, &Zone::named(zone))
    }

    /// Like [`Moment::new`], with a zone that was looked up before.
    ///
    /// # Errors
    ///
    /// Like [`Moment::new`].
    pub fn at(milliseconds: i64, Zone(zone): &Zone) -> Result<Self, MomentError> {
        if !(EARLIEST..LATEST).contains(&milliseconds) {
            return Err(MomentError::OutOfRange(milliseconds));
        }
        let timestamp = Timestamp::from_millisecond(milliseconds).map_err(|_| MomentError::OutOfRange(milliseconds))?;
        Ok(Self { zoned: timestamp.to_zoned(zone.clone()) })
    }

    /// The zone's name in the time zone database.
    pub(crate) fn zone_name(&self) -> Option<&str> {
        self.zoned.time_zone().iana_name()
    }

    /// In ICU's form, with the zone in CLDR form.
    pub(crate) fn in_zone(&self, zone: icu_time::TimeZone) -> ZonedDateTime<Gregorian, TimeZoneInfo<AtTime>> {
        let DateTime { date, time } = self.date_time();
        let since = ZoneNameTimestamp::from_epoch_seconds(self.zoned.timestamp().as_second());
        let zone = zone.with_offset(Some(self.zoned.offset().into())).with_zone_name_timestamp(since);
        ZonedDateTime { date, time, zone }
    }

    /// In ICU's form, without a zone.
    pub(crate) fn date_time(&self) -> DateTime<Gregorian> {
        self.zoned.datetime().into()
    }

    /// Milliseconds since 1970 UTC.
    #[must_use]
    pub fn milliseconds(&self) -> i64 {
        self.zoned.timestamp().as_millisecond()
    }

    /// The year.
    #[must_use]
    pub fn year(&self) -> i64 {
        i64::from(self.zoned.year())
    }

    /// The month, 1 to 12.
    #[must_use]
    pub fn month(&self) -> i64 {
        i64::from(self.zoned.month())
    }

    /// The day of the month, from 1.
    #[must_use]
    pub fn day(&self) -> i64 {
        i64::from(self.zoned.day())
    }

    /// The hour, 0 to 23.
    #[must_use]
    pub fn hour(&self) -> i64 {
        i64::from(self.zoned.hour())
    }

    /// The minute.
    #[must_use]
    pub fn minute(&self) -> i64 {
        i64::from(self.zoned.minute())
    }

    /// The second.
    #[must_use]
    pub fn second(&self) -> i64 {
        i64::from(self.zoned.second())
    }

    /// Nanoseconds within the second.
    #[must_use]
    pub fn nanosecond(&self) -> i64 {
        i64::from(self.zoned.subsec_nanosecond())
    }

    /// The day of the year, from 1.
    #[must_use]
    pub fn day_of_year(&self) -> i64 {
        i64::from(self.zoned.day_of_year())
    }

    /// Number of days in the year: 365 or 366.
    pub(crate) fn days_in_year(&self) -> i64 {
        i64::from(self.zoned.days_in_year())
    }

    /// Number of days in the previous year.
    pub(crate) fn days_in_year_before(&self) -> i64 {
        let before = self.year() - 1;
        let is_leap = before % 4 == 0 && (before % 100 != 0 || before % 400 == 0);
        365 + i64::from(is_leap)
    }

    /// The day of the week: 0 is Sunday.
    #[must_use]
    pub fn weekday(&self) -> i64 {
        i64::from(self.zoned.weekday().to_sunday_zero_offset())
    }

    /// ISO 8601 year and week.
    #[must_use]
    pub fn iso_week(&self) -> (i64, i64) {
        let week = self.zoned.date().iso_week_date();
        (i64::from(week.year()), i64::from(week.week()))
    }

    /// UTC offset, seconds east.
    #[must_use]
    pub fn offset_seconds(&self) -> i64 {
        i64::from(self.zoned.offset().seconds())
    }

    /// The abbreviation of the zone at this instant, for example EST.
    #[must_use]
    pub fn zone_abbreviation(&self) -> String {
        self.zoned.time_zone().to_offset_info(self.zoned.timestamp()).abbreviation().to_owned()
    }

    /// Whether both are on the same local day.
    #[must_use]
    pub fn is_same_day(&self, other: &Self) -> bool {
        self.zoned.date() == other.zoned.date()
    }
}
