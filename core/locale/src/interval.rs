//! From one instant to another.

use icu_datetime::range::DateRangeFormatter;

use crate::Locale;
use crate::datetime::{Context, DateTimeOptions, Part};
use crate::moment::Moment;
use crate::skeleton::Skeleton;

/// What is shown of an interval.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct IntervalOptions {
    /// Letters of UTS 35. If nothing is said, the date if the days differ, else the time.
    pub skeleton: Option<String>,
    /// Where the text stands.
    pub context: Context,
}

impl Locale {
    /// The text of an interval; fields that are the same on both sides are written once.
    #[must_use]
    pub fn format_interval(&self, start: &Moment, end: &Moment, options: &IntervalOptions) -> String {
        let letters = match options.skeleton.as_deref() {
            Some(letters) => letters,
            None if start.is_same_day(end) => "hm",
            None => "yMMMd",
        };
        let skeleton = Skeleton::parse(letters);
        let text = match (skeleton.is_weekday_only(), start.is_same_day(end)) {
            (true, false) => self.two_times(start, end, letters),
            _ if skeleton.is_wordy() => self.two_dates(start, end, skeleton),
            _ => self.range(start, end, skeleton),
        };
        options.context.apply(text.unwrap_or_default())
    }

    /// Dates with weekdays or long month names, for which ICU loads names of one length and asks
    /// for another. A year that both sides share is written once, at the side where it stands.
    fn two_dates(&self, start: &Moment, end: &Moment, skeleton: Skeleton) -> Option<String> {
        let preferences = self.date_preferences(None, skeleton.hour());
        let text = |moment: &Moment, skeleton: Skeleton| self.fields_text(moment, skeleton.builder(), preferences);
        let (first, second) = (text(start, skeleton)?, text(end, skeleton)?);
        if first == second {
            return Some(first);
        }
        let dash = self.range_dash(start, end).unwrap_or_else(|| " \u{2013} ".to_owned());
        let shared_year = start.year() == end.year() && skeleton.has_year();
        let (first_short, second_short) = (text(start, skeleton.without_year())?, text(end, skeleton.without_year())?);
        Some(match shared_year {
            true if first.starts_with(&first_short) => format!("{first_short}{dash}{second}"),
            true if second.ends_with(&second_short) => format!("{first}{dash}{second_short}"),
            _ => format!("{first}{dash}{second}"),
        })
    }

    fn range(&self, start: &Moment, end: &Moment, skeleton: Skeleton) -> Option<String> {
        let preferences = self.date_preferences(None, skeleton.hour());
        let fields = skeleton.builder().build_composite_datetime().ok()?;
        let formatter = DateRangeFormatter::try_new(preferences, fields).ok()?;
        Some(formatter.format(&start.zoned.datetime(), &end.zoned.datetime()).to_string())
    }

    /// Weekdays say too little when more than a week may lie between: both sides get a time.
    fn two_times(&self, start: &Moment, end: &Moment, weekday: &str) -> Option<String> {
        let dash = self.range_dash(start, end)?;
        let day = DateTimeOptions { date: Some(Part::Skeleton(weekday.to_owned())), ..DateTimeOptions::default() };
        let time = DateTimeOptions { time: Some(Part::Skeleton("hm".to_owned())), ..DateTimeOptions::default() };
        let side = |moment: &Moment| {
            format!("{}, {}", self.format_datetime(moment, &day), self.format_datetime(moment, &time))
        };
        Some(format!("{}{dash}{}", side(start), side(end)))
    }

    /// What the locale writes between two ends.
    fn range_dash(&self, start: &Moment, end: &Moment) -> Option<String> {
        let skeleton = Skeleton::parse("yMMMd");
        let text = self.range(start, end, skeleton)?;
        let dash = text.find(['\u{2013}', '-', '~', '\u{ff5e}', '\u{301c}'])?;
        let before = text.get(..dash)?.trim_end().len();
        let after = text.get(dash..)?;
        let mark = after.chars().next()?;
        let behind = after.get(mark.len_utf8()..)?;
        let space = behind.len() - behind.trim_start().len();
        text.get(before..dash + mark.len_utf8() + space).map(str::to_owned)
    }
}
