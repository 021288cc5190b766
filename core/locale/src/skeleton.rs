//! From skeleton letters such as `yMMMd` to ICU's field sets.

use icu_datetime::fieldsets::builder::{DateFields, FieldSetBuilder, ZoneStyle};
use icu_datetime::options::{Length, TimePrecision, YearStyle};

use crate::period::Period;

/// Fields of a skeleton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Skeleton {
    year: u8,
    month: u8,
    day: u8,
    weekday: u8,
    quarter: u8,
    week: Option<(Week, u8)>,
    era: bool,
    hour: Option<Hour>,
    minute: bool,
    second: bool,
    /// Day periods in words.
    pub(crate) flexible_period: bool,
    zone: Option<(ZoneName, u8)>,
}

/// Style of time zone names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ZoneName {
    /// EST in winter, EDT in summer.
    Specific,
    /// ET all year round.
    Generic,
    /// GMT-5.
    Offset,
    /// New York Time.
    Location,
}

/// Kind of week number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Week {
    OfYear,
    OfMonth,
}

/// 12-hour or 24-hour clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hour {
    Locale,
    Twelve,
    TwentyFour,
}

impl Skeleton {
    /// Parses letters; unknown ones are ignored.
    pub(crate) fn parse(letters: &str) -> Self {
        let mut skeleton = Self::default();
        for letter in letters.chars() {
            match letter {
                'y' | 'Y' | 'u' => skeleton.year = skeleton.year.saturating_add(1),
                'M' | 'L' => skeleton.month = skeleton.month.saturating_add(1),
                'd' => skeleton.day = skeleton.day.saturating_add(1),
                'E' | 'e' | 'c' => skeleton.weekday = skeleton.weekday.saturating_add(1),
                'Q' | 'q' => skeleton.quarter = skeleton.quarter.saturating_add(1),
                'w' => skeleton.week = again(skeleton.week, Week::OfYear),
                'W' => skeleton.week = again(skeleton.week, Week::OfMonth),
                'G' => skeleton.era = true,
                'h' | 'K' => skeleton.hour = Some(Hour::Twelve),
                'H' | 'k' => skeleton.hour = Some(Hour::TwentyFour),
                'j' | 'J' => skeleton.hour = Some(Hour::Locale),
                'm' => skeleton.minute = true,
                's' => skeleton.second = true,
                'B' => skeleton.flexible_period = true,
                'z' => skeleton.zone = again(skeleton.zone, ZoneName::Specific),
                'v' => skeleton.zone = again(skeleton.zone, ZoneName::Generic),
                'O' => skeleton.zone = again(skeleton.zone, ZoneName::Offset),
                'V' => skeleton.zone = again(skeleton.zone, ZoneName::Location),
                _ => {}
            }
        }
        skeleton
    }

    pub(crate) fn hour(self) -> Option<Hour> {
        self.hour
    }

    pub(crate) fn has_time(self) -> bool {
        self.hour.is_some() || self.minute || self.second
    }

    pub(crate) fn is_weekday_only(self) -> bool {
        self.date_fields() == Some(DateFields::E) && !self.has_time()
    }

    pub(crate) fn has_zone(self) -> bool {
        self.zone.is_some()
    }

    fn has_year(self) -> bool {
        self.year > 0 || self.era
    }

    /// The quarter or week, if the skeleton asks for one. It is ignored next to a day or another field that contains
    /// it. Alone and with one or two letters it is numeric, like other fields.
    pub(crate) fn period(self) -> Option<Period> {
        let (year, month) = (self.year > 0, self.month > 0);
        if self.day > 0 || self.weekday > 0 || self.era {
            return None;
        }
        match (self.quarter, self.week) {
            (letters @ (1 | 2 | 5..), None) if !month && !year => {
                Some(Period::QuarterNumber { two_digits: letters == 2 })
            }
            (letters @ 1.., None) if !month => Some(Period::Quarter { short: letters != 4, year }),
            (0, Some((Week::OfYear, letters))) if !month => match year {
                true => Some(Period::WeekOfYear),
                false => Some(Period::WeekOfYearNumber { two_digits: letters == 2 }),
            },
            (0, Some((Week::OfMonth, _))) if !year => match month {
                true => Some(Period::WeekOfMonth { short: self.month == 3 }),
                false => Some(Period::WeekOfMonthNumber),
            },
            _ => None,
        }
    }

    pub(crate) fn has_date(self) -> bool {
        self.date_fields().is_some()
    }

    /// Whether the month is abbreviated.
    pub(crate) fn wants_short_month(self) -> bool {
        self.month == 3 && self.length() == Length::Medium
    }

    /// Whether only a full month name and its year are requested.
    pub(crate) fn is_month_of_year(self) -> bool {
        self.length() == Length::Long && self.date_fields() == Some(DateFields::YM) && !self.era
    }

    /// The same with all names in full.
    pub(crate) fn spelled_out(self) -> Self {
        Self { month: 4, ..self }
    }

    /// Only the date letters.
    pub(crate) fn date_part(self) -> Self {
        Self { hour: None, minute: false, second: false, flexible_period: false, ..self.without_zone() }
    }

    pub(crate) fn without_zone(self) -> Self {
        Self { zone: None, ..self }
    }

    /// Only the time letters.
    pub(crate) fn time_part(self) -> Self {
        Self { year: 0, month: 0, day: 0, weekday: 0, quarter: 0, week: None, era: false, ..self }
    }

    pub(crate) fn length(self) -> Length {
        if self.month == 4 || self.weekday == 4 {
            Length::Long
        } else if self.month == 3 || (self.month == 0 && self.weekday > 0) {
            Length::Medium
        } else {
            Length::Short
        }
    }

    fn date_fields(self) -> Option<DateFields> {
        let (year, month) = (self.has_year(), self.month > 0);
        Some(match (year, month, self.day > 0, self.weekday > 0) {
            (true, _, true, true) | (true, true, false, true) => DateFields::YMDE,
            (true, _, true, false) => DateFields::YMD,
            (true, true, false, false) => DateFields::YM,
            (true, false, false, _) => DateFields::Y,
            (false, true, _, true) => DateFields::MDE,
            (false, true, true, false) => DateFields::MD,
            (false, true, false, false) => DateFields::M,
            (false, false, true, true) => DateFields::DE,
            (false, false, true, false) => DateFields::D,
            (false, false, false, true) => DateFields::E,
            (false, false, false, false) => return None,
        })
    }

    /// ICU's field set.
    pub(crate) fn builder(self) -> FieldSetBuilder {
        let mut builder = FieldSetBuilder::default();
        // ICU accepts no length for a zone alone.
        builder.length = (self.has_date() || self.has_time()).then(|| self.length());
        builder.date_fields = self.date_fields();
        if self.year > 0 || self.era {
            builder.year_style = Some(match (self.era, self.year) {
                (true, _) => YearStyle::WithEra,
                (false, 2) => YearStyle::Auto,
                _ => YearStyle::Full,
            });
        }
        if self.has_time() {
            builder.time_precision = Some(match (self.second, self.minute) {
                (true, _) => TimePrecision::Second,
                (false, true) => TimePrecision::Minute,
                (false, false) => TimePrecision::Hour,
            });
        }
        builder.zone_style = self.zone.map(|(name, letters)| match (name, letters < 4) {
            (ZoneName::Specific, true) => ZoneStyle::SpecificShort,
            (ZoneName::Specific, false) => ZoneStyle::SpecificLong,
            (ZoneName::Generic, true) => ZoneStyle::GenericShort,
            (ZoneName::Generic, false) => ZoneStyle::GenericLong,
            (ZoneName::Offset, true) => ZoneStyle::LocalizedOffsetShort,
            (ZoneName::Offset, false) => ZoneStyle::LocalizedOffsetLong,
            (ZoneName::Location, _) => ZoneStyle::Location,
        });
        builder
    }
}

/// Counts one more of the same letter; a different letter restarts the count.
fn again<K: PartialEq>(counted: Option<(K, u8)>, kind: K) -> Option<(K, u8)> {
    let letters = counted.filter(|(known, _)| *known == kind).map_or(0, |(_, letters)| letters);
    Some((kind, letters.saturating_add(1)))
}
