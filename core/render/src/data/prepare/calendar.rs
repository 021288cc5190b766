//! Month calendars: posts on their publication days, events on the days on which they take place.

use std::collections::BTreeMap;

use jiff::Span;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use stoa_kernel::clock::Timestamp;

use super::posts::MAX_POSTS;
use super::{Preparing, number, text};
use crate::RenderError;

const MAX_MONTHS: usize = 12;
/// Maximum number of days of an event.
const MAX_DAYS: usize = 62;

impl Preparing<'_> {
    pub(super) async fn calendar(mut self) -> Result<Value, RenderError> {
        let zone = TimeZone::get(self.around.time_zone).unwrap_or(TimeZone::UTC);
        let months = number(self.settings, "months", 1..=MAX_MONTHS);
        let first = if text(self.settings, "firstDay") == Some("monday") { Weekday::Monday } else { Weekday::Sunday };
        let Some(blog) = self.blog(MAX_POSTS).await? else { return Ok(Value::Null) };
        let day = |on: Timestamp| {
            jiff::Timestamp::from_millisecond(on.ms()).unwrap_or_default().to_zoned(zone.clone()).date()
        };
        let dated = blog.posts.iter().flat_map(|post| {
            let begins = day(blog.date(post));
            // An event that ends at midnight does not include the new day.
            let ends = post.fields.ends_on.filter(|_| blog.is_of_events()).map_or(begins, |ends| day(ends - 1));
            days(begins, ends).map(|day| (day, blog.link(post))).collect::<Vec<_>>()
        });
        let shown = if blog.is_of_events() {
            months_to_come(dated, day(self.around.now), months)
        } else {
            newest_months(dated, months)
        };
        let drawn: Vec<Value> = shown.into_iter().map(|(begins, days)| month(begins, &days, first, &zone)).collect();
        Ok(json!({"months": drawn}))
    }
}

/// The days from one to another, at least the first.
fn days(begins: Date, ends: Date) -> impl Iterator<Item = Date> {
    begins.series(Span::new().days(1)).take_while(move |day| *day == begins || *day <= ends).take(MAX_DAYS)
}

type Days = BTreeMap<i8, Vec<Value>>;

fn by_month(dated: impl Iterator<Item = (Date, Value)>) -> BTreeMap<Date, Days> {
    let mut months: BTreeMap<Date, Days> = BTreeMap::new();
    for (date, link) in dated {
        months.entry(date.first_of_month()).or_default().entry(date.day()).or_default().push(link);
    }
    months
}

fn newest_months(dated: impl Iterator<Item = (Date, Value)>, count: usize) -> Vec<(Date, Days)> {
    by_month(dated).into_iter().rev().take(count).collect()
}

/// The current month and later ones, in order; the most recent ones when there are none.
fn months_to_come(dated: impl Iterator<Item = (Date, Value)>, today: Date, count: usize) -> Vec<(Date, Days)> {
    let mut past = by_month(dated);
    let to_come = past.split_off(&today.first_of_month());
    if to_come.is_empty() {
        return past.into_iter().rev().take(count).collect();
    }
    to_come.into_iter().take(count).collect()
}

/// A month in whole weeks; cells outside it have no day.
fn month(begins: Date, days: &Days, first: Weekday, zone: &TimeZone) -> Value {
    let before = begins.weekday().since(first);
    let length = begins.days_in_month();
    // Rounded up to whole weeks.
    let weeks = (i16::from(before) + i16::from(length) + 6) / 7;
    let day = |place: i16| i8::try_from(place - i16::from(before) + 1).ok().filter(|day| (1..=length).contains(day));
    let cell = |place: i16| {
        let day = day(place);
        let posts = day.and_then(|day| days.get(&day)).cloned().unwrap_or_default();
        json!({"day": day, "posts": posts})
    };
    let weeks: Vec<Value> = (0..weeks).map(|week| (week * 7..week * 7 + 7).map(cell).collect()).collect();
    let moment = |place: i16| day(place).and_then(|day| moment_of(begins, day, zone));
    // The second week is complete, so its days name the columns.
    let weekdays: Vec<Value> = (7..14).map(|place| json!({"on": moment(place)})).collect();
    json!({"on": moment_of(begins, 1, zone), "weekdays": weekdays, "weeks": weeks})
}

/// Noon of a day of a month, UTC milliseconds.
fn moment_of(begins: Date, day: i8, zone: &TimeZone) -> Option<i64> {
    let noon = Date::new(begins.year(), begins.month(), day).ok()?.at(12, 0, 0, 0);
    Some(noon.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn calendar_events_on_all_days() {
        let on =
            |begins: &str, ends: &str| days(date(begins), date(ends)).map(|day| day.to_string()).collect::<Vec<_>>();
        assert_eq!(on("2026-02-27", "2026-03-01"), ["2026-02-27", "2026-02-28", "2026-03-01"]);
        assert_eq!(on("2026-02-27", "2026-02-26"), ["2026-02-27"], "an end before its start");
        assert_eq!(on("2026-01-01", "2036-01-01").len(), MAX_DAYS);
        let dated = || ["2026-01-04", "2026-03-04", "2026-05-01", "2026-04-01"].map(|text| (date(text), json!(text)));
        let shown = |today: &str| {
            let months = months_to_come(dated().into_iter(), date(today), 2);
            months.into_iter().map(|(begins, _)| begins.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(shown("2026-03-20"), ["2026-03-01", "2026-04-01"]);
        assert_eq!(shown("2026-06-01"), ["2026-05-01", "2026-04-01"], "all are over");
    }

    #[test]
    fn calendar_months_in_whole_weeks() {
        let dated = ["2026-03-04", "2026-03-04", "2026-02-28", "2025-12-31"].map(|text| (date(text), json!(text)));
        let months = newest_months(dated.into_iter(), 2);
        assert_eq!(
            months.iter().map(|(begins, _)| *begins).collect::<Vec<_>>(),
            [date("2026-03-01"), date("2026-02-01")]
        );
        let (begins, days) = months.first().unwrap();
        let march = month(*begins, days, Weekday::Monday, &TimeZone::UTC);
        assert_eq!(march.pointer("/weeks/0/6/day"), Some(&json!(1)));
        assert_eq!(march.pointer("/weeks/0/0/day"), Some(&Value::Null));
        assert_eq!(march.pointer("/weeks/1/2/posts"), Some(&json!(["2026-03-04", "2026-03-04"])));
        assert_eq!(march.pointer("/weeks").and_then(Value::as_array).unwrap().len(), 6);
        assert_eq!(march.pointer("/weeks/5/1/day"), Some(&json!(31)));
        let sunday = month(*begins, days, Weekday::Sunday, &TimeZone::UTC);
        assert_eq!(sunday.pointer("/weeks/0/0/day"), Some(&json!(1)));
        let february = month(date("2026-02-01"), &Days::new(), Weekday::Sunday, &TimeZone::UTC);
        assert_eq!(february.pointer("/weeks").and_then(Value::as_array).unwrap().len(), 4);
    }
}
