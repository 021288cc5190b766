//! Week numbering by region.

use icu_calendar::provider::CalendarWeekV1;
use icu_calendar::week::WeekInformation;
use icu_locale_core::preferences::LocalePreferences;
use icu_provider::marker::DataMarkerExt as _;
use icu_provider::prelude::DataMarker as _;

use crate::Locale;
use crate::data::made;
use crate::moment::Moment;

const DAYS: i64 = 7;

/// The CLDR regions in which the first week of a month or year has at least 4 of its days. In all others one day is
/// enough. ICU has data for the first day of the week, but not for this.
const MOST_DAYS_DECIDE: [&str; 43] = [
    "AD", "AT", "AX", "BE", "BG", "CH", "CZ", "DE", "DK", "EE", "ES", "FI", "FJ", "FO", "FR", "GB", "GF", "GG", "GI",
    "GP", "GR", "HU", "IE", "IM", "IS", "IT", "JE", "LI", "LT", "LU", "MC", "MQ", "NL", "NO", "PL", "PT", "RE", "RU",
    "SE", "SJ", "SK", "SM", "VA",
];

/// Week rules of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weeks {
    /// The first day of the week; 0 is Sunday.
    first_day: i64,
    /// Minimum number of days in the first week of a month or year.
    least_days: i64,
}

impl Weeks {
    /// Days from the start of its week to a weekday.
    fn since_first_day(self, weekday: i64) -> i64 {
        (weekday - self.first_day).rem_euclid(DAYS)
    }

    /// The week number of a day within its month or year, from the day's number and its weekday. 0 is a week that
    /// belongs to the previous period.
    fn number(self, day: i64, weekday: i64) -> i64 {
        // Number of days of the first week before the first of the month or year.
        let before = self.since_first_day(weekday - (day - 1));
        (day - 1 + before) / DAYS + i64::from(DAYS - before >= self.least_days)
    }

    /// The week of the month, 0 for days before its first week.
    pub(crate) fn of_month(self, moment: &Moment) -> i64 {
        self.number(moment.day(), moment.weekday())
    }

    /// The week and the year it belongs to.
    pub(crate) fn of_year(self, moment: &Moment) -> (i64, i64) {
        let (day, weekday, year) = (moment.day_of_year(), moment.weekday(), moment.year());
        let days_left = moment.days_in_year() - day;
        let in_next_year = DAYS - 1 - self.since_first_day(weekday) - days_left;
        if in_next_year >= self.least_days {
            return (year + 1, 1);
        }
        match self.number(day, weekday) {
            0 => (year - 1, self.number(day + moment.days_in_year_before(), weekday)),
            week => (year, week),
        }
    }
}

impl Locale {
    /// The week rules of the locale's region; for a language without a region those of its most likely region.
    pub(crate) fn weeks(&self) -> Weeks {
        let preferences = self.icu().into();
        let information = made!(self.source(), WeekInformation: try_new, try_new_unstable; preferences);
        // ICU counts from Monday, which is 1, to Sunday.
        let first_day = information.map_or(1, |information| information.first_weekday as i64) % DAYS;
        let most_days_decide = self.region().is_some_and(|region| MOST_DAYS_DECIDE.contains(&region.as_str()));
        Weeks { first_day, least_days: if most_days_decide { 4 } else { 1 } }
    }

    fn region(&self) -> Option<icu_locale_core::subtags::Region> {
        let locale = CalendarWeekV1::make_locale(LocalePreferences::from(self.icu()));
        let fallbacker = self.source().fallbacker()?;
        let with_fallback = fallbacker.as_borrowed().for_config(CalendarWeekV1::INFO.fallback_config);
        with_fallback.fallback_for(locale).get().region
    }
}
