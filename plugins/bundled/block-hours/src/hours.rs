//! The hours of a week with exceptions, and what they mean at a moment. A span whose end is not after its start ends on
//! the next day. All conversions follow the time zone, so a day of 23 or 25 hours is right.

use jiff::Zoned;
use jiff::civil::{Date, Time};
use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::{Error, invalid_input};

use crate::clock::read_time;
use crate::text_of;

/// Names in settings and keys of texts.
pub(crate) const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Days looked at for the next change.
const HORIZON: i32 = 14;
const ONE_DAY: u32 = 86_400;

/// From one time of day to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) from: Time,
    pub(crate) until: Time,
}

/// A date with hours of its own; closed without any.
pub(crate) struct Exception {
    pub(crate) date: Date,
    pub(crate) open: Vec<Span>,
    pub(crate) note: String,
}

pub(crate) struct Plan {
    week: [Vec<Span>; 7],
    exceptions: Vec<Exception>,
}

/// With the time of the next change, if there is one soon.
pub(crate) enum Status {
    Open(Option<Zoned>),
    Closed(Option<Zoned>),
}

impl Plan {
    pub(crate) fn read(settings: &Value) -> Result<Self, Error> {
        let list = |key: &str| settings.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut week: [Vec<Span>; 7] = Default::default();
        for entry in list("hours") {
            let Some(span) = span(entry)? else { continue };
            for (name, spans) in DAYS.iter().zip(&mut week) {
                if covers(text_of(entry, "days"), name) {
                    spans.push(span);
                }
            }
        }
        week.iter_mut().for_each(|spans| spans.sort());
        let mut exceptions: Vec<Exception> = Vec::new();
        for entry in list("exceptions") {
            let written = text_of(entry, "date");
            if written.is_empty() {
                continue;
            }
            let date: Date =
                written.parse().map_err(|_| invalid_input(format!("`{written}` is no date such as 2027-05-31")))?;
            let open = span(entry)?;
            match exceptions.iter_mut().find(|known| known.date == date) {
                Some(known) => known.open.extend(open),
                None => {
                    let note = text_of(entry, "note").to_owned();
                    exceptions.push(Exception { date, open: open.into_iter().collect(), note });
                }
            }
        }
        exceptions.sort_by_key(|exception| exception.date);
        Ok(Self { week, exceptions })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.exceptions.is_empty() && self.week.iter().all(Vec::is_empty)
    }

    /// The hours of a day of the week, from Monday.
    pub(crate) fn regular(&self, day: usize) -> &[Span] {
        self.week.get(day).map(Vec::as_slice).unwrap_or_default()
    }

    /// Exceptions from a date on, for some days.
    pub(crate) fn exceptions_until(&self, today: Date, days: i32) -> impl Iterator<Item = &Exception> {
        self.exceptions.iter().filter(move |entry| {
            let ahead = today.until(entry.date).map(|span| span.get_days());
            entry.date >= today && ahead.is_ok_and(|ahead| ahead <= days)
        })
    }

    fn on(&self, date: Date) -> &[Span] {
        match self.exceptions.iter().find(|entry| entry.date == date) {
            Some(exception) => &exception.open,
            None => self.regular(usize::from(date.weekday().to_monday_zero_offset().unsigned_abs())),
        }
    }

    /// All spans around a moment, in order and without gaps that are none.
    fn open_around(&self, now: &Zoned) -> Vec<(Zoned, Zoned)> {
        let zone = now.time_zone();
        let mut found = Vec::new();
        let mut date = now.date().yesterday().ok();
        for _ in 0..=HORIZON {
            let Some(day) = date else { break };
            let next = day.tomorrow().ok();
            for span in self.on(day) {
                let end_day = if span.until <= span.from { next } else { Some(day) };
                let start = day.to_datetime(span.from).to_zoned(zone.clone());
                let end = end_day.and_then(|day| day.to_datetime(span.until).to_zoned(zone.clone()).ok());
                if let (Ok(start), Some(end)) = (start, end) {
                    found.push((start, end));
                }
            }
            date = next;
        }
        found.sort();
        let mut merged: Vec<(Zoned, Zoned)> = Vec::new();
        for (start, end) in found {
            match merged.last_mut() {
                Some((_, last)) if start <= *last => *last = end.max(last.clone()),
                _ => merged.push((start, end)),
            }
        }
        merged
    }

    pub(crate) fn status(&self, now: &Zoned) -> Status {
        let open = self.open_around(now);
        if let Some((_, end)) = open.iter().find(|(start, end)| start <= now && now < end) {
            // An end at the edge of what is looked at is none.
            let days = now.date().until(end.date()).map_or(0, |span| span.get_days());
            return Status::Open((days < HORIZON - 2).then(|| end.clone()));
        }
        Status::Closed(open.into_iter().map(|(start, _)| start).find(|start| start > now))
    }

    /// Until the shop opens or closes, or the next day begins.
    pub(crate) fn seconds_until_change(&self, now: &Zoned) -> u32 {
        let midnight = now.date().tomorrow().ok().and_then(|day| day.to_zoned(now.time_zone().clone()).ok());
        let change = match self.status(now) {
            Status::Open(at) | Status::Closed(at) => at,
        };
        let next = change.into_iter().chain(midnight).min();
        let milliseconds = next.map_or(0, |next| next.timestamp().as_millisecond() - now.timestamp().as_millisecond());
        let seconds = u32::try_from((milliseconds + 999).div_euclid(1000)).unwrap_or(ONE_DAY);
        seconds.clamp(1, ONE_DAY)
    }
}

/// The hours of an entry; none without times.
fn span(entry: &Value) -> Result<Option<Span>, Error> {
    let time = |key: &str| {
        let text = text_of(entry, key);
        read_time(text).ok_or_else(|| invalid_input(format!("`{text}` is no time such as 9:00")))
    };
    if text_of(entry, "from").is_empty() && text_of(entry, "until").is_empty() {
        return Ok(None);
    }
    Ok(Some(Span { from: time("from")?, until: time("until")? }))
}

/// Whether an entry for `days` is about a day.
fn covers(days: &str, day: &str) -> bool {
    let weekend = matches!(day, "saturday" | "sunday");
    match days {
        "every-day" => true,
        "weekdays" => !weekend,
        "weekend" => weekend,
        one => one == day,
    }
}
