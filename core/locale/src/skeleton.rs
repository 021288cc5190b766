//! Letters such as `yMMMd` to the fields that ICU knows.

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
    week: Option<Week>,
    era: bool,
    hour: Option<Hour>,
    minute: bool,
    second: bool,
    /// Parts of the day in words.
    pub(crate) flexible_period: bool,
    zone: u8,
}

/// What weeks are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Week {
    OfYear,
    OfMonth,
}

/// Which clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hour {
    Locale,
    Twelve,
    TwentyFour,
}

impl Skeleton {
    /// Reads letters; unknown ones are left out.
    pub(crate) fn parse(letters: &str) -> Self {
        let mut skeleton = Self::default();
        for letter in letters.chars() {
            match letter {
                'y' | 'Y' | 'u' => skeleton.year = skeleton.year.saturating_add(1),
                'M' | 'L' => skeleton.month = skeleton.month.saturating_add(1),
                'd' => skeleton.day = skeleton.day.saturating_add(1),
                'E' | 'e' | 'c' => skeleton.weekday = skeleton.weekday.saturating_add(1),
                'Q' | 'q' => skeleton.quarter = skeleton.quarter.saturating_add(1),
                'w' => skeleton.week = Some(Week::OfYear),
                'W' => skeleton.week = Some(Week::OfMonth),
                'G' => skeleton.era = true,
                'h' | 'K' => skeleton.hour = Some(Hour::Twelve),
                'H' | 'k' => skeleton.hour = Some(Hour::TwentyFour),
                'j' | 'J' => skeleton.hour = Some(Hour::Locale),
                'm' => skeleton.minute = true,
                's' => skeleton.second = true,
                'B' => skeleton.flexible_period = true,
                'z' | 'v' => skeleton.zone = skeleton.zone.saturating_add(1),
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

    fn has_year(self) -> bool {
        self.year > 0 || self.era
    }

    /// A quarter or week, if that is what is asked for. One beside a day or another part that holds it is left out.
    pub(crate) fn period(self) -> Option<Period> {
        let (year, month) = (self.year > 0, self.month > 0);
        if self.day > 0 || self.weekday > 0 || self.era {
            return None;
        }
        match (self.quarter, self.week) {
            (letters @ 1.., None) if !month => Some(Period::Quarter { short: letters != 4, year }),
            (0, Some(Week::OfYear)) if year && !month => Some(Period::WeekOfYear),
            (0, Some(Week::OfMonth)) if month && !year => Some(Period::WeekOfMonth),
            _ => None,
        }
    }

    pub(crate) fn has_date(self) -> bool {
        self.date_fields().is_some()
    }

    /// Whether the month is wanted as a short word.
    pub(crate) fn wants_short_month(self) -> bool {
        self.month == 3 && self.length() == Length::Medium
    }

    /// Whether a month is wanted in full with its year and nothing else.
    pub(crate) fn is_month_of_year(self) -> bool {
        self.length() == Length::Long && self.date_fields() == Some(DateFields::YM) && !self.era
    }

    /// The same with everything spelled out.
    pub(crate) fn spelled_out(self) -> Self {
        Self { month: 4, ..self }
    }

    /// Date letters alone.
    pub(crate) fn date_part(self) -> Self {
        Self { hour: None, minute: false, second: false, flexible_period: false, zone: 0, ..self }
    }

    /// Time letters alone.
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

    /// The fields for ICU.
    pub(crate) fn builder(self) -> FieldSetBuilder {
        let mut builder = FieldSetBuilder::default();
        builder.length = Some(self.length());
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
        builder.zone_style = match self.zone {
            0 => None,
            1..4 => Some(ZoneStyle::SpecificShort),
            _ => Some(ZoneStyle::SpecificLong),
        };
        builder
    }
}
