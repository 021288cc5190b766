//! How far an instant is from another.

use fixed_decimal::Decimal;
use icu_experimental::relativetime::options::Numeric;
use icu_experimental::relativetime::{RelativeTimeFormatter, RelativeTimeFormatterOptions};

use crate::Locale;
use crate::data::made;
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
        let in_words = amount == 0 || !options.numeric_only;
        let key = (field, options.width, in_words);
        let formatter = self.formatters().relatives.get_or_make(key, |key| self.relative_formatter(*key))?;
        Some(formatter.format(Decimal::from(amount)).to_string())
    }

    fn relative_formatter(
        &self,
        (field, width, in_words): (RelativeField, RelativeWidth, bool),
    ) -> Option<RelativeTimeFormatter> {
        use RelativeField::{Day, Hour, Minute, Month, Second, Week, Year};
        use RelativeWidth::{Narrow, Short, Wide};
        let mut options = RelativeTimeFormatterOptions::default();
        options.numeric = Some(if in_words { Numeric::Auto } else { Numeric::Always });
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

/// The nearest integer of a quotient, halves away from zero.
fn rounded(distance: i64, length: i64) -> i64 {
    let half = length / 2;
    let magnitude = distance.saturating_abs().saturating_add(half) / length;
    if distance < 0 { -magnitude } else { magnitude }
}
