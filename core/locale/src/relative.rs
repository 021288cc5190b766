//! Relative times.

use fixed_decimal::Sign;
use icu_decimal::options::GroupingStrategy;
use icu_experimental::relativetime::options::Numeric;
use icu_experimental::relativetime::{RelativeTimeFormatter, RelativeTimeFormatterOptions};

use crate::Locale;
use crate::data::made;
use crate::datetime::{Context, DateName};
use crate::moment::Moment;
use crate::number::{Number, NumberOptions, RoundingMode};

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "names say it")]
pub enum RelativeField {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
}

impl RelativeField {
    const ALL: [Self; 7] = [Self::Year, Self::Month, Self::Week, Self::Day, Self::Hour, Self::Minute, Self::Second];

    /// Parses `year`, `month` and so on.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
            Self::Hour => "hour",
            Self::Minute => "minute",
            Self::Second => "second",
        }
    }

    /// Milliseconds; for months and years the mean of the Gregorian calendar.
    fn length(self) -> i64 {
        const DAY: i64 = 86_400_000;
        match self {
            Self::Year => 31_556_952_000,
            Self::Month => 2_629_746_000,
            Self::Week => 7 * DAY,
            Self::Day => DAY,
            Self::Hour => 3_600_000,
            Self::Minute => 60_000,
            Self::Second => 1_000,
        }
    }
}

/// Length of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum RelativeWidth {
    /// in 2 hours
    #[default]
    Wide,
    /// in 2 hr.
    Short,
    /// in 2h
    Narrow,
}

/// Options for formatting a relative time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RelativeOptions {
    /// The unit; by default the largest that fits.
    pub field: Option<RelativeField>,
    /// Never choose weeks as the unit: below a month days are used.
    pub no_weeks: bool,
    /// Never use words such as yesterday.
    pub numeric_only: bool,
    /// Show less than a minute as "now".
    pub always_now: bool,
    /// Length of units.
    pub width: RelativeWidth,
    /// Options for the number; by default without decimals.
    pub digits: NumberOptions,
    /// Position of the text in a sentence.
    pub context: Context,
}

impl Default for RelativeOptions {
    fn default() -> Self {
        Self {
            field: None,
            no_weeks: false,
            numeric_only: false,
            always_now: false,
            width: RelativeWidth::default(),
            digits: NumberOptions { rounding: RoundingMode::HalfUp, ..NumberOptions::default() },
            context: Context::default(),
        }
    }
}

/// Key of a relative time formatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RelativeKey {
    field: RelativeField,
    width: RelativeWidth,
    /// Whether words such as yesterday may be used.
    in_words: bool,
    grouping: GroupingStrategy,
}

/// A relative time in a unit.
struct Amount {
    field: RelativeField,
    number: Number,
}

impl Amount {
    fn of(distance: i64, options: &RelativeOptions) -> Self {
        let is_now = options.always_now && options.field.is_none() && distance.unsigned_abs() < 60_000;
        let fits = |field: &RelativeField| {
            distance.unsigned_abs() >= field.length().unsigned_abs()
                && !(options.no_weeks && *field == RelativeField::Week)
        };
        let field = options.field.or_else(|| RelativeField::ALL.into_iter().find(fits));
        let field = field.unwrap_or(RelativeField::Second);
        #[expect(clippy::cast_precision_loss, reason = "distances between dates have few digits")]
        let quotient = if is_now { 0.0 } else { distance as f64 / field.length() as f64 };
        let mut number = Number::from_f64(quotient).unwrap_or_else(|| Number::from(0));
        options.digits.shape(&mut number.0, 0, 0);
        if number.is_zero() {
            number.0.sign = Sign::None;
        }
        Self { field, number }
    }
}

/// Phrases for weekdays of other weeks; `{0}` is the weekday, followed by its plural ending.
struct WeekdayWords {
    language: &'static str,
    /// For the last, this and the next week.
    near: [&'static str; 3],
    /// Plural ending after `{0}`. Names that end in `s` are unchanged.
    ending: &'static str,
    past: &'static str,
    future: &'static str,
}

/// ICU has no such phrases, so those of some languages are defined here.
const WEEKDAY_WORDS: [WeekdayWords; 4] = [
    WeekdayWords {
        language: "en",
        near: ["last {0}", "this {0}", "next {0}"],
        ending: "s",
        past: "{1} {0} ago",
        future: "in {1} {0}",
    },
    WeekdayWords {
        language: "de",
        near: ["letzten {0}", "diesen {0}", "nächsten {0}"],
        ending: "en",
        past: "vor {1} {0}",
        future: "in {1} {0}",
    },
    WeekdayWords {
        language: "fr",
        near: ["{0} dernier", "ce {0}", "{0} prochain"],
        ending: "s",
        past: "il y a {1} {0}",
        future: "dans {1} {0}",
    },
    WeekdayWords {
        language: "es",
        near: ["el {0} pasado", "este {0}", "el próximo {0}"],
        ending: "s",
        past: "hace {1} {0}",
        future: "dentro de {1} {0}",
    },
];

impl Locale {
    /// Formats a time difference in milliseconds; negative is in the past.
    #[must_use]
    pub fn format_relative(&self, distance: i64, options: &RelativeOptions) -> String {
        let amount = Amount::of(distance, options);
        options.context.apply(self.relative_text(amount, options).unwrap_or_default())
    }

    /// Like [`Locale::format_relative`], for an instant whose weekday is named when it is weeks away: next Monday.
    #[must_use]
    pub fn format_relative_weekday(&self, distance: i64, to: &Moment, options: &RelativeOptions) -> String {
        let amount = Amount::of(distance, options);
        let words = WEEKDAY_WORDS.iter().find(|words| words.language == self.icu().id.language.as_str());
        let text = match words {
            Some(words) if amount.field == RelativeField::Week => {
                Some(self.weekday_text(words, self.date_name(to, DateName::Weekday), &amount, options))
            }
            _ => self.relative_text(amount, options),
        };
        options.context.apply(text.unwrap_or_default())
    }

    fn weekday_text(
        &self,
        words: &WeekdayWords,
        weekday: &str,
        Amount { number, .. }: &Amount,
        options: &RelativeOptions,
    ) -> String {
        let [last, this, next] = words.near;
        let one = Number::from(1);
        let magnitude = Number(number.0.clone().with_sign(Sign::None));
        let is_one = magnitude.equals(&one);
        let near = match (number.is_zero(), is_one, number.is_negative()) {
            (true, ..) => Some(this),
            (_, true, true) => Some(last),
            (_, true, false) => Some(next),
            _ => None,
        };
        if let Some(near) = near.filter(|_| number.is_zero() || !options.numeric_only) {
            return near.replace("{0}", weekday);
        }
        let pattern = if number.is_negative() { words.past } else { words.future };
        let ending = if is_one || weekday.ends_with('s') && words.ending == "s" { "" } else { words.ending };
        let digits = self.digits(&magnitude.0.absolute, options.digits.grouping());
        pattern.replace("{0}", &format!("{weekday}{ending}")).replace("{1}", &digits)
    }

    fn relative_text(&self, Amount { field, number }: Amount, options: &RelativeOptions) -> Option<String> {
        let in_words = number.is_zero() || !options.numeric_only;
        let key = RelativeKey { field, width: options.width, in_words, grouping: options.digits.grouping() };
        let formatter = self.formatters().relatives.get_or_make(key, |key| self.relative_formatter(*key))?;
        Some(formatter.format(number.0).to_string())
    }

    fn relative_formatter(
        &self,
        RelativeKey { field, width, in_words, grouping }: RelativeKey,
    ) -> Option<RelativeTimeFormatter> {
        use RelativeField::{Day, Hour, Minute, Month, Second, Week, Year};
        use RelativeWidth::{Narrow, Short, Wide};
        let mut options = RelativeTimeFormatterOptions::default();
        options.numeric = Some(if in_words { Numeric::Auto } else { Numeric::Always });
        options.grouping_strategy = Some(grouping);
        macro_rules! of {
            ($compiled:ident, $from_blobs:ident) => {
                made!(self.source(), RelativeTimeFormatter: $compiled, $from_blobs; self.icu().into(), options)
            };
        }
        match (field, width) {
            (Year, Wide) => of!(try_new_long_year, try_new_long_year_unstable),
            (Year, Short) => of!(try_new_short_year, try_new_short_year_unstable),
            (Year, Narrow) => of!(try_new_narrow_year, try_new_narrow_year_unstable),
            (Month, Wide) => of!(try_new_long_month, try_new_long_month_unstable),
            (Month, Short) => of!(try_new_short_month, try_new_short_month_unstable),
            (Month, Narrow) => of!(try_new_narrow_month, try_new_narrow_month_unstable),
            (Week, Wide) => of!(try_new_long_week, try_new_long_week_unstable),
            (Week, Short) => of!(try_new_short_week, try_new_short_week_unstable),
            (Week, Narrow) => of!(try_new_narrow_week, try_new_narrow_week_unstable),
            (Day, Wide) => of!(try_new_long_day, try_new_long_day_unstable),
            (Day, Short) => of!(try_new_short_day, try_new_short_day_unstable),
            (Day, Narrow) => of!(try_new_narrow_day, try_new_narrow_day_unstable),
            (Hour, Wide) => of!(try_new_long_hour, try_new_long_hour_unstable),
            (Hour, Short) => of!(try_new_short_hour, try_new_short_hour_unstable),
            (Hour, Narrow) => of!(try_new_narrow_hour, try_new_narrow_hour_unstable),
            (Minute, Wide) => of!(try_new_long_minute, try_new_long_minute_unstable),
            (Minute, Short) => of!(try_new_short_minute, try_new_short_minute_unstable),
            (Minute, Narrow) => of!(try_new_narrow_minute, try_new_narrow_minute_unstable),
            (Second, Wide) => of!(try_new_long_second, try_new_long_second_unstable),
            (Second, Short) => of!(try_new_short_second, try_new_short_second_unstable),
            (Second, Narrow) => of!(try_new_narrow_second, try_new_narrow_second_unstable),
        }
    }
}
