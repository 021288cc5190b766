//! How far an instant is from another.

use fixed_decimal::Decimal;
use icu_experimental::relativetime::options::Numeric;
use icu_experimental::relativetime::{RelativeTimeFormatter, RelativeTimeFormatterOptions};

use crate::Locale;
use crate::datetime::Context;

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

    /// Reads `year`, `month` and so on.
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

    /// Milliseconds, the mean of the Gregorian calendar for months and years.
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

/// How long units are written.
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

/// How a distance is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct RelativeOptions {
    /// The unit; the largest that fits if nothing is said.
    pub field: Option<RelativeField>,
    /// Never words such as yesterday.
    pub numeric_only: bool,
    /// Distances below a minute are now.
    pub always_now: bool,
    /// How long units are written.
    pub width: RelativeWidth,
    /// Where the text stands.
    pub context: Context,
}

impl Locale {
    /// The distance in milliseconds in words; negative lies in the past.
    #[must_use]
    pub fn format_relative(&self, distance: i64, options: &RelativeOptions) -> String {
        let fits = |field: &RelativeField| distance.unsigned_abs() >= field.length().unsigned_abs();
        let mut field =
            options.field.or_else(|| RelativeField::ALL.into_iter().find(fits)).unwrap_or(RelativeField::Second);
        let mut amount = rounded(distance, field.length());
        if options.always_now && options.field.is_none() && distance.unsigned_abs() < 60_000 {
            (field, amount) = (RelativeField::Second, 0);
        }
        let text = self.relative_text(field, amount, options).unwrap_or_default();
        options.context.apply(text)
    }

    fn relative_text(&self, field: RelativeField, amount: i64, options: &RelativeOptions) -> Option<String> {
        let mut settings = RelativeTimeFormatterOptions::default();
        let in_words = amount == 0 || !options.numeric_only;
        settings.numeric = Some(if in_words { Numeric::Auto } else { Numeric::Always });
        let preferences = self.icu().into();
        type New = RelativeTimeFormatter;
        use RelativeField::{Day, Hour, Minute, Month, Second, Week, Year};
        use RelativeWidth::{Narrow, Short, Wide};
        let formatter = match (field, options.width) {
            (Year, Wide) => New::try_new_long_year(preferences, settings),
            (Year, Short) => New::try_new_short_year(preferences, settings),
            (Year, Narrow) => New::try_new_narrow_year(preferences, settings),
            (Month, Wide) => New::try_new_long_month(preferences, settings),
            (Month, Short) => New::try_new_short_month(preferences, settings),
            (Month, Narrow) => New::try_new_narrow_month(preferences, settings),
            (Week, Wide) => New::try_new_long_week(preferences, settings),
            (Week, Short) => New::try_new_short_week(preferences, settings),
            (Week, Narrow) => New::try_new_narrow_week(preferences, settings),
            (Day, Wide) => New::try_new_long_day(preferences, settings),
            (Day, Short) => New::try_new_short_day(preferences, settings),
            (Day, Narrow) => New::try_new_narrow_day(preferences, settings),
            (Hour, Wide) => New::try_new_long_hour(preferences, settings),
            (Hour, Short) => New::try_new_short_hour(preferences, settings),
            (Hour, Narrow) => New::try_new_narrow_hour(preferences, settings),
            (Minute, Wide) => New::try_new_long_minute(preferences, settings),
            (Minute, Short) => New::try_new_short_minute(preferences, settings),
            (Minute, Narrow) => New::try_new_narrow_minute(preferences, settings),
            (Second, Wide) => New::try_new_long_second(preferences, settings),
            (Second, Short) => New::try_new_short_second(preferences, settings),
            (Second, Narrow) => New::try_new_narrow_second(preferences, settings),
        };
        Some(formatter.ok()?.format(Decimal::from(amount)).to_string())
    }
}

/// The nearest integer of a quotient, halves away from zero.
fn rounded(distance: i64, length: i64) -> i64 {
    let half = length / 2;
    let magnitude = distance.saturating_abs().saturating_add(half) / length;
    if distance < 0 { -magnitude } else { magnitude }
}
