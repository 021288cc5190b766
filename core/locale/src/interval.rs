//! Formatting of date and time ranges.
//!
//! ICU formats ranges of times. Its ranges of dates need month names that it does not load in some languages, so date
//! ranges are composed here from the pattern of a single date: fields from the largest that differs are written for
//! both ends, the others once.

use icu_calendar::AnyCalendarKind;
use icu_datetime::fieldsets::enums::TimeFieldSet;
use icu_datetime::options::Length;
use icu_datetime::range::DateRangeFormatter;

use crate::Locale;
use crate::data::made;
use crate::datetime::{Context, DatePreferences, DateTimeOptions, Part};
use crate::moment::Moment;
use crate::pattern::{Field, Item, items, text_of};
use crate::skeleton::Skeleton;

/// Options for formatting a range.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct IntervalOptions {
    /// Skeleton letters of UTS 35. By default the date if the days differ, otherwise the time.
    pub skeleton: Option<String>,
    /// Position of the text in a sentence.
    pub context: Context,
}

/// The largest date field in which two instants differ.
fn difference(start: &Moment, end: &Moment) -> Option<Field> {
    if start.year() != end.year() {
        Some(Field::Year)
    } else if start.month() != end.month() {
        Some(Field::Month)
    } else if start.day() != end.day() {
        Some(Field::Day)
    } else {
        None
    }
}

impl Locale {
    /// Formats a range; fields that are equal on both sides are written once.
    #[must_use]
    pub fn format_interval(&self, start: &Moment, end: &Moment, options: &IntervalOptions) -> String {
        let letters = match options.skeleton.as_deref() {
            Some(letters) => letters,
            None if start.is_same_day(end) => "hm",
            None => "yMMMd",
        };
        let skeleton = Skeleton::parse(letters);
        if let Some(text) = self.periods(start, end, skeleton) {
            return options.context.apply(text);
        }
        let same_day = start.is_same_day(end);
        let text = match (skeleton.has_date(), skeleton.has_time()) {
            (true, false) if skeleton.is_weekday_only() && !same_day => {
                Some(self.sides(start, end, &Part::Skeleton(letters.to_owned()), "hm"))
            }
            (true, false) => self.dates(start, end, skeleton.without_zone()),
            (true, true) if same_day => self.times_of_a_day(start, end, letters),
            (true, true) => {
                let part = Part::Skeleton(letters.to_owned());
                Some(self.sides(start, end, &part, letters))
            }
            (false, _) => self.times(start, end, skeleton),
        };
        options.context.apply(text.unwrap_or_default())
    }

    /// A range of quarters or weeks, if the skeleton has only these.
    fn periods(&self, start: &Moment, end: &Moment, skeleton: Skeleton) -> Option<String> {
        let period = skeleton.period().filter(|_| !skeleton.has_time())?;
        let (first, second) = (self.period_text(start, period)?, self.period_text(end, period)?);
        Some(if first == second { first } else { format!("{first}{}{second}", self.dash()) })
    }

    /// The times with their time zone, written once for both.
    fn times(&self, start: &Moment, end: &Moment, skeleton: Skeleton) -> Option<String> {
        let (times, alone) = (self.bare_times(start, end, skeleton)?, skeleton.without_zone());
        if !skeleton.has_zone() {
            return Some(times);
        }
        let preferences = DatePreferences { hour: skeleton.hour(), ..DatePreferences::default() };
        let text = |skeleton: Skeleton| self.fields_text(start, skeleton.time_part().builder(), preferences);
        let (with_zone, time) = (text(skeleton)?, text(alone)?);
        let (before, behind) = with_zone.split_once(&time)?;
        Some(format!("{before}{times}{behind}"))
    }

    fn bare_times(&self, start: &Moment, end: &Moment, skeleton: Skeleton) -> Option<String> {
        let preferences = DatePreferences { hour: skeleton.hour(), ..DatePreferences::default() };
        let fields = skeleton.without_zone().builder().build_time().ok()?;
        let formatter = self.formatters().ranges.get_or_make((fields, preferences), |(fields, preferences)| {
            let preferences = self.icu_preferences(*preferences);
            made!(self.source(), DateRangeFormatter<TimeFieldSet>:
                try_new, try_new_unstable; preferences, *fields)
        })?;
        Some(formatter.format(&start.date_time(), &end.date_time()).to_string())
    }

    /// The date once, then the times.
    fn times_of_a_day(&self, start: &Moment, end: &Moment, letters: &str) -> Option<String> {
        let times = self.times(start, end, Skeleton::parse(letters).time_part())?;
        let date = Part::Skeleton(letters.to_owned());
        let alone = DateTimeOptions { date: Some(date.clone()), ..DateTimeOptions::default() };
        Some(self.joined_text(start, &self.format_datetime(start, &alone), &times, &date))
    }

    /// Date and time on both sides.
    fn sides(&self, start: &Moment, end: &Moment, date: &Part, time: &str) -> String {
        let date = DateTimeOptions { date: Some(date.clone()), ..DateTimeOptions::default() };
        let time = DateTimeOptions { time: Some(Part::Skeleton(time.to_owned())), ..DateTimeOptions::default() };
        let side = |moment: &Moment| {
            format!("{}, {}", self.format_datetime(moment, &date), self.format_datetime(moment, &time))
        };
        format!("{}{}{}", side(start), self.dash(), side(end))
    }

    fn dates(&self, start: &Moment, end: &Moment, skeleton: Skeleton) -> Option<String> {
        let preferences = DatePreferences::default();
        if let Some(pattern) = self.own_pattern(start, skeleton, preferences) {
            let dash = self.dash();
            return self
                .collapsed(start, end, &items(&pattern), &dash)
                .or_else(|| self.format_pattern(start, &pattern));
        }
        let fields = skeleton.builder().build_composite_datetime().ok()?;
        let formatter = self.date_formatter(fields.to_composite_field_set(), preferences)?;
        let [first, second] =
            [start, end].map(|moment| formatter.format(&moment.in_zone(icu_time::TimeZone::UNKNOWN)).to_string());
        if first == second {
            return Some(first);
        }
        let dash = self.dash();
        let whole = || format!("{first}{dash}{second}");
        let numeric = skeleton.length() == Length::Short;
        if numeric || formatter.calendar().0.kind() != AnyCalendarKind::Gregorian {
            return Some(whole());
        }
        let pattern = formatter.format(&start.in_zone(icu_time::TimeZone::UNKNOWN)).pattern();
        let pattern = writeable::Writeable::write_to_string(&pattern).into_owned();
        Some(self.collapsed(start, end, &items(&pattern), &dash).unwrap_or_else(whole))
    }

    /// Writes the shared fields once: everything outside the fields that differ.
    fn collapsed(&self, start: &Moment, end: &Moment, items: &[Item], dash: &str) -> Option<String> {
        let largest = difference(start, end)?;
        let differs = |item: &Item| item.field().is_some_and(|field| field <= largest);
        let first = items.iter().position(differs)?;
        let last = items.iter().rposition(differs)?;
        let (before, rest) = items.split_at_checked(first)?;
        let (span, after) = rest.split_at_checked(last - first + 1)?;
        let (unit, after_text) = after.first().map_or(("", ""), Item::split_unit);
        let span = text_of(span);
        let text = |moment: &Moment, pattern: &str| self.format_pattern(moment, pattern);
        Some(format!(
            "{}{}{unit}{dash}{}{unit}{after_text}{}",
            text(start, &text_of(before))?,
            text(start, &span)?,
            text(end, &span)?,
            text(end, &text_of(after.get(usize::from(!after.is_empty())..)?))?,
        ))
    }

    /// The locale's separator between two ends, as in its time ranges; a dash if that separator is a word.
    fn dash(&self) -> String {
        const HOUR: i64 = 3_600_000;
        let text = match (Moment::new(HOUR, "UTC"), Moment::new(2 * HOUR, "UTC")) {
            (Ok(start), Ok(end)) => self.times(&start, &end, Skeleton::parse("Hm")).unwrap_or_default(),
            _ => String::new(),
        };
        dash_of(&text).unwrap_or(" \u{2013} ").to_owned()
    }
}

/// A dash with the surrounding spaces.
fn dash_of(text: &str) -> Option<&str> {
    let dash = text.find(['\u{2013}', '-', '~', '\u{ff5e}', '\u{301c}'])?;
    let before = text.get(..dash)?.trim_end().len();
    let mark = text.get(dash..)?.chars().next()?;
    let behind = text.get(dash + mark.len_utf8()..)?;
    let space = behind.len() - behind.trim_start().len();
    text.get(before..dash + mark.len_utf8() + space)
}
