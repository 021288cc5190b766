//! Time and place of events in feeds.

use stoa_kernel::clock::Timestamp;
use stoa_locale::{DateTimeOptions, Locale, Moment, Part, Width};
use stoa_page::escape_html;
use stoa_site::content::items::ItemFields;

/// Time format of the site.
pub(super) struct Clock<'a> {
    pub(super) locale: Locale,
    pub(super) zone: &'a str,
}

impl Clock<'_> {
    fn write(&self, moment: &Moment, date: Option<Part>) -> String {
        let options = DateTimeOptions { date, time: Some(Part::Width(Width::Short)), ..DateTimeOptions::default() };
        self.locale.format_datetime(moment, &options)
    }

    /// The time range, with one date if both are on one day.
    fn span(&self, starts_on: Timestamp, ends_on: Option<Timestamp>) -> Option<String> {
        let whole = || Some(Part::Width(Width::Full));
        let start = Moment::new(starts_on.ms(), self.zone).ok()?;
        let Some(end) = ends_on.and_then(|end| Moment::new(end.ms(), self.zone).ok()) else {
            return Some(self.write(&start, whole()));
        };
        let last = self.write(&end, if start.is_same_day(&end) { None } else { whole() });
        Some(format!("{} – {last}", self.write(&start, whole())))
    }
}

/// Time and place of an event as HTML; empty if it has neither.
pub(super) fn when_and_where(fields: &ItemFields, clock: &Clock<'_>) -> String {
    let when = fields.starts_on.and_then(|start| clock.span(start, fields.ends_on));
    let place = fields.location.as_ref().map(|location| {
        let parts = [&location.address_title, &location.address_line1, &location.address_line2];
        let parts = parts.into_iter().chain([&location.address_country]).map(|part| part.trim());
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    });
    let said: Vec<String> = [when, place].into_iter().flatten().filter(|line| !line.is_empty()).collect();
    let lines: Vec<String> = said.iter().map(|line| escape_html(line)).collect();
    if lines.is_empty() { String::new() } else { format!("<p>{}</p>", lines.join("<br>")) }
}
