//! Formatting of dates and times.

mod fields;

use std::sync::Arc;

use icu_calendar::{AnyCalendarKind, Gregorian};
use icu_datetime::fieldsets::builder::{DateFields, FieldSetBuilder};
use icu_datetime::fieldsets::enums::CompositeFieldSet;
use icu_datetime::options::{Length, TimePrecision, YearStyle};
use icu_datetime::pattern::{DateTimePattern, FixedCalendarDateTimeNames};
use icu_datetime::{DateTimeFormatter, DateTimeFormatterPreferences};
use icu_locale_core::preferences::extensions::unicode::keywords::{CalendarAlgorithm, HourCycle};
use icu_provider::buf::AsDeserializingBufferProvider as _;
use icu_time::zone::IanaParser;

use self::fields::{date_fields, default_glue, glue_length, time_fields};
use crate::Locale;
use crate::data::{Source, made};
use crate::formatters::NamedPattern;
use crate::moment::Moment;
use crate::skeleton::{Hour, Skeleton};

/// Length of a date or time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// 11/2/17
    Short,
    /// Nov 2, 2017
    Medium,
    /// November 2, 2017
    Long,
    /// Thursday, November 2, 2017
    Full,
}

/// A width, or letters of UTS 35 such as `yMMMd`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Part {
    /// A standard length.
    Width(Width),
    /// The fields to show; the locale determines their order.
    Skeleton(String),
}

/// A calendar system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "names say it")]
pub enum Calendar {
    Gregorian,
    Buddhist,
    Iso8601,
    Japanese,
    Persian,
}

/// Position of the text in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Context {
    /// Anywhere: as the locale writes it inside a sentence.
    #[default]
    MiddleOfText,
    /// At the start of a sentence, with a capital letter.
    BeginSentence,
}

impl Context {
    pub(crate) fn apply(self, text: String) -> String {
        if self == Self::MiddleOfText {
            return text;
        }
        let mut letters = text.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => text,
        }
    }
}

/// Options for formatting an instant.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct DateTimeOptions {
    /// The date.
    pub date: Option<Part>,
    /// The time.
    pub time: Option<Part>,
    /// How date and time are joined; the default depends on the date.
    pub wrap: Option<Width>,
    /// The calendar, if not the locale's default.
    pub calendar: Option<Calendar>,
    /// Position of the text in a sentence.
    pub context: Context,
}

/// Style of a name in a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateName {
    /// Thursday
    Weekday,
    /// Thu
    ShortWeekday,
    /// November
    Month,
    /// Nov
    ShortMonth,
}

/// Formatting preferences; the default is the locale's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DatePreferences {
    pub(crate) calendar: Option<Calendar>,
    pub(crate) hour: Option<Hour>,
}

impl Locale {
    pub(crate) fn icu_preferences(
        &self,
        DatePreferences { calendar, hour }: DatePreferences,
    ) -> DateTimeFormatterPreferences {
        let mut preferences = DateTimeFormatterPreferences::from(self.icu());
        preferences.hour_cycle = match hour {
            None | Some(Hour::Locale) => preferences.hour_cycle,
            Some(Hour::Twelve) => Some(HourCycle::H12),
            Some(Hour::TwentyFour) => Some(HourCycle::H23),
        };
        preferences.calendar_algorithm = match calendar {
            None => preferences.calendar_algorithm,
            Some(Calendar::Gregorian) => Some(CalendarAlgorithm::Gregory),
            Some(Calendar::Buddhist) => Some(CalendarAlgorithm::Buddhist),
            Some(Calendar::Iso8601) => Some(CalendarAlgorithm::Iso8601),
            Some(Calendar::Japanese) => Some(CalendarAlgorithm::Japanese),
            Some(Calendar::Persian) => Some(CalendarAlgorithm::Persian),
        };
        preferences
    }

    pub(crate) fn date_formatter(
        &self,
        fields: CompositeFieldSet,
        preferences: DatePreferences,
    ) -> Option<Arc<DateTimeFormatter<CompositeFieldSet>>> {
        self.formatters().dates.get_or_make((fields, preferences), |(fields, preferences)| {
            let preferences = self.icu_preferences(*preferences);
            made!(self.source(), DateTimeFormatter<CompositeFieldSet>:
                try_new, try_new_unstable; preferences, *fields)
        })
    }

    pub(crate) fn fields_text(
        &self,
        moment: &Moment,
        builder: FieldSetBuilder,
        preferences: DatePreferences,
    ) -> Option<String> {
        let in_zone = builder.zone_style.is_some();
        let formatter = self.date_formatter(builder.build_composite().ok()?, preferences)?;
        let zone = if in_zone { self.zone_of(moment) } else { icu_time::TimeZone::UNKNOWN };
        Some(formatter.format(&moment.in_zone(zone)).to_string())
    }

    /// The time zone in CLDR form.
    fn zone_of(&self, moment: &Moment) -> icu_time::TimeZone {
        let parser = self.formatters().zones.get_or_make((), |()| match self.source() {
            #[cfg(feature = "compiled-data")]
            Source::Compiled => Some(IanaParser::new().static_to_owned()),
            Source::Blobs(blobs) => IanaParser::try_new_unstable(&blobs.as_deserializing()).ok(),
        });
        match (parser, moment.zone_name()) {
            (Some(parser), Some(name)) => parser.as_borrowed().parse(name),
            _ => icu_time::TimeZone::UNKNOWN,
        }
    }

    fn date_text(&self, moment: &Moment, part: &Part, preferences: DatePreferences) -> Option<String> {
        if let Part::Skeleton(letters) = part {
            let skeleton = Skeleton::parse(letters).date_part();
            let gregorian = matches!(preferences.calendar, None | Some(Calendar::Gregorian));
            if let Some(period) = skeleton.period().filter(|_| gregorian)
                && let Some(text) = self.period_text(moment, period)
            {
                return Some(text);
            }
            if let Some(pattern) = self.own_pattern(moment, skeleton, preferences) {
                return self.format_pattern(moment, &pattern);
            }
        }
        self.fields_text(moment, date_fields(part), preferences)
    }

    /// The pattern of a date, if the locale uses the Gregorian calendar.
    fn gregorian_pattern(&self, moment: &Moment, skeleton: Skeleton, preferences: DatePreferences) -> Option<String> {
        let formatter = self.date_formatter(skeleton.builder().build_composite().ok()?, preferences)?;
        let gregorian = formatter.calendar().0.kind() == AnyCalendarKind::Gregorian;
        let pattern = formatter.format(&moment.in_zone(icu_time::TimeZone::UNKNOWN)).pattern();
        gregorian.then(|| writeable::Writeable::write_to_string(&pattern).into_owned())
    }

    /// The pattern of a date for cases that ICU's formatter does not handle.
    pub(crate) fn own_pattern(
        &self,
        moment: &Moment,
        skeleton: Skeleton,
        preferences: DatePreferences,
    ) -> Option<String> {
        match skeleton.is_month_of_year() {
            // The formatter loads data for the form with an era; in Portuguese that form has no minimum digits of the
            // year.
            true => self.gregorian_pattern(moment, skeleton, preferences),
            false => self.short_month_pattern(moment, skeleton, preferences),
        }
    }

    /// The pattern of a date with an abbreviated month name in a locale whose medium dates are numeric: the long
    /// pattern with the month abbreviated.
    fn short_month_pattern(&self, moment: &Moment, skeleton: Skeleton, preferences: DatePreferences) -> Option<String> {
        if !skeleton.wants_short_month() {
            return None;
        }
        let medium = self.gregorian_pattern(moment, skeleton, preferences)?;
        if medium.contains("MMM") || medium.contains("LLL") {
            return None;
        }
        let long = self.gregorian_pattern(moment, skeleton.spelled_out(), preferences)?;
        let weekday_kept = if medium.contains("EEEE") { long } else { long.replace("EEEE", "EEE") };
        Some(weekday_kept.replace("MMMM", "MMM").replace("LLLL", "LLL"))
    }

    fn time_text(&self, moment: &Moment, part: &Part, calendar: Option<Calendar>) -> Option<String> {
        let hour = match part {
            Part::Skeleton(letters) => {
                let skeleton = Skeleton::parse(letters);
                if skeleton.flexible_period {
                    return self.flexible_period(moment, skeleton);
                }
                skeleton.hour()
            }
            Part::Width(_) => None,
        };
        self.fields_text(moment, time_fields(part), DatePreferences { calendar, hour })
    }

    /// Hour with a day period in words. ICU has no data for it; it is implemented here for English, other languages use
    /// AM/PM.
    fn flexible_period(&self, moment: &Moment, skeleton: Skeleton) -> Option<String> {
        let preferences = DatePreferences { hour: Some(Hour::Twelve), ..DatePreferences::default() };
        let plain = self.fields_text(moment, skeleton.time_part().builder(), preferences)?;
        if self.icu().id.language.as_str() != "en" {
            return Some(plain);
        }
        let period = match moment.hour() {
            6..12 => "in the morning",
            12..18 => "in the afternoon",
            18..21 => "in the evening",
            _ => "at night",
        };
        let digits = plain.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        Some(format!("{digits} {period}"))
    }

    /// Formats an instant. Empty if no fields are requested.
    #[must_use]
    pub fn format_datetime(&self, moment: &Moment, options: &DateTimeOptions) -> String {
        let preferences = DatePreferences { calendar: options.calendar, ..DatePreferences::default() };
        let date = options.date.as_ref().and_then(|part| self.date_text(moment, part, preferences));
        let time = options.time.as_ref().and_then(|part| self.time_text(moment, part, options.calendar));
        let text = match (date, time) {
            (Some(date), Some(time)) => {
                let by_date = options.date.as_ref().map_or(Length::Medium, default_glue);
                let length = options.wrap.map_or(by_date, glue_length);
                self.joined(moment, &date, &time, length).unwrap_or_else(|| format!("{date} {time}"))
            }
            (Some(text), None) | (None, Some(text)) => text,
            (None, None) => String::new(),
        };
        options.context.apply(text)
    }

    /// Joins a formatted date and time as usual for the date's length.
    pub(crate) fn joined_text(&self, moment: &Moment, date: &str, time: &str, part: &Part) -> String {
        self.joined(moment, date, time, default_glue(part)).unwrap_or_else(|| format!("{date} {time}"))
    }

    /// Joins a date and a time in the locale's way for a length: with the text between date and time in a standard
    /// format.
    fn joined(&self, moment: &Moment, date: &str, time: &str, length: Length) -> Option<String> {
        let preferences = DatePreferences { calendar: Some(Calendar::Gregorian), ..DatePreferences::default() };
        let mut builder = FieldSetBuilder::default();
        builder.length = Some(length);
        builder.date_fields = Some(DateFields::YMD);
        builder.year_style = Some(YearStyle::Full);
        let date_alone = self.fields_text(moment, builder.clone(), preferences)?;
        builder.time_precision = Some(TimePrecision::Minute);
        let both = self.fields_text(moment, builder.clone(), preferences)?;
        builder.date_fields = None;
        builder.year_style = None;
        let time_alone = self.fields_text(moment, builder, preferences)?;
        let (before, rest) = both.split_once(&date_alone)?;
        let (between, after) = match rest.split_once(&time_alone) {
            Some(parts) => parts,
            None => return before.strip_prefix(&time_alone).map(|between| format!("{time}{between}{date}")),
        };
        Some(format!("{before}{date}{between}{time}{after}"))
    }

    /// The name of the weekday or month of an instant, in the form used in dates. Empty if the locale has no data for
    /// it.
    #[must_use]
    pub fn date_name(&self, moment: &Moment, name: DateName) -> &str {
        let names = &self.formatters().names;
        let (pattern, kept, place) = match name {
            DateName::Weekday => ("EEEE", names.weekdays.as_slice(), moment.weekday()),
            DateName::ShortWeekday => ("EEE", names.short_weekdays.as_slice(), moment.weekday()),
            DateName::Month => ("MMMM", names.months.as_slice(), moment.month() - 1),
            DateName::ShortMonth => ("MMM", names.short_months.as_slice(), moment.month() - 1),
        };
        let slot = usize::try_from(place).ok().and_then(|place| kept.get(place));
        slot.map_or("", |slot| slot.get_or_init(|| self.format_pattern(moment, pattern).unwrap_or_default()))
    }

    /// Fields in the order of a UTS 35 pattern, for the Gregorian calendar.
    #[must_use]
    pub fn format_pattern(&self, moment: &Moment, pattern: &str) -> Option<String> {
        let named = self.formatters().patterns.get_or_make(pattern.to_owned(), |pattern| self.named(pattern))?;
        let (pattern, names) = named.as_ref();
        let formatter = names.with_pattern_unchecked(pattern);
        let formatted = formatter.format(&moment.date_time());
        let mut text = String::new();
        match writeable::TryWriteable::try_write_to(&formatted, &mut text) {
            Ok(Ok(())) => Some(text),
            _ => None,
        }
    }

    /// A pattern with all names that it needs.
    fn named(&self, pattern: &str) -> Option<NamedPattern> {
        let pattern = DateTimePattern::try_from_pattern_str(pattern).ok()?;
        let mut names = made!(self.source(), FixedCalendarDateTimeNames<Gregorian>:
            try_new, try_new_unstable; self.icu().into())?;
        match self.source() {
            #[cfg(feature = "compiled-data")]
            Source::Compiled => names.include_for_pattern(&pattern).map(drop).ok()?,
            Source::Blobs(blobs) => names.load_for_pattern(&blobs.as_deserializing(), &pattern).map(drop).ok()?,
        }
        Some((pattern, names))
    }
}
