//! The block `opening-hours`: when the shop is open, and whether it is now.

mod clock;
mod hours;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{Error, ErrorCode, SiteContext, error, escape_html, invalid_input, locales};

use clock::{show_date, show_time};
use hours::{DAYS, Plan, Status};

locales!("en", "de", "fr", "es", "it", "pt-BR", "nl", "ja", "zh-Hans", "ar", "he");

const STYLE: &str = "<style>.stoa-hours table{border-collapse:collapse}.stoa-hours th{text-align:start;font-weight:inherit}\
.stoa-hours th,.stoa-hours td{padding-block:.25rem;padding-inline:0 1.5rem;vertical-align:top}\
.stoa-hours__today{font-weight:700}.stoa-hours__status{font-weight:700}.stoa-hours__status::before{content:\"\";\
display:inline-block;inline-size:.6em;block-size:.6em;border-radius:50%;margin-inline-end:.5em;background:#b91c1c}\
.stoa-hours__status--open::before{background:#15803d}</style>";
/// Days for which exceptions are listed.
const OUTLOOK: i32 = 30;

struct OpeningHours;

impl Blocks for OpeningHours {
    fn render(input: Input, ctx: SiteContext) -> Result<Output, Error> {
        if input.kind != "opening-hours" {
            return Err(error(ErrorCode::NotSupported, format!("no block {}", input.kind)));
        }
        let settings: Value =
            json::from_str(&input.settings).map_err(|fault| invalid_input(format!("settings: {fault}")))?;
        let zone = zone(&settings, &ctx)?;
        let milliseconds = i64::try_from(ctx.now_ms).unwrap_or(i64::MAX);
        let now = Timestamp::from_millisecond(milliseconds).map_err(|fault| invalid_input(fault.to_string()))?;
        let plan = Plan::read(&settings)?;
        if plan.is_empty() {
            return Ok(Output { html: String::new(), head: Vec::new(), cache_seconds: 0, vary_on: Vec::new() });
        }
        let now = now.to_zoned(zone);
        let page = Page { settings: &settings, locale: &ctx.locale, plan: &plan, now: &now };
        let html = page.html();
        Ok(Output {
            html,
            head: vec![STYLE.to_owned()],
            cache_seconds: plan.seconds_until_change(&now),
            vary_on: Vec::new(),
        })
    }
}

/// The time zone of the block, or the site's.
fn zone(settings: &Value, ctx: &SiteContext) -> Result<TimeZone, Error> {
    let name = match text_of(settings, "timezone") {
        "" => ctx.timezone.as_str(),
        own => own,
    };
    TimeZone::get(name).map_err(|_| invalid_input(format!("`{name}` is no time zone such as Europe/Berlin")))
}

fn text_of<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

struct Page<'a> {
    settings: &'a Value,
    locale: &'a str,
    plan: &'a Plan,
    now: &'a jiff::Zoned,
}

impl Page<'_> {
    fn html(&self) -> String {
        let heading = match text_of(self.settings, "heading") {
            "" => text(self.locale, "heading"),
            own => own.to_owned(),
        };
        let status =
            if self.settings.get("showStatus") == Some(&Value::Bool(false)) { String::new() } else { self.status() };
        let rows: String = (0..DAYS.len()).map(|day| self.day(day)).collect();
        let exceptions: String =
            self.plan.exceptions_until(self.now.date(), OUTLOOK).map(|entry| self.exception(entry)).collect();
        format!(
            "<section class=\"stoa-hours\"><h2>{}</h2>{status}<table><tbody>{rows}{exceptions}</tbody></table></section>",
            escape_html(&heading)
        )
    }

    /// Whether it is open now, and until when.
    fn status(&self) -> String {
        let (class, words) = match self.plan.status(self.now) {
            Status::Open(None) => ("open", text(self.locale, "always")),
            Status::Open(Some(end)) => {
                ("open", text(self.locale, "open").replace("{time}", &show_time(end.time(), self.locale)))
            }
            Status::Closed(None) => ("closed", text(self.locale, "closed-now")),
            Status::Closed(Some(start)) => {
                let time = show_time(start.time(), self.locale);
                let words = if start.date() == self.now.date() {
                    text(self.locale, "opens").replace("{time}", &time)
                } else {
                    let day = usize::from(start.date().weekday().to_monday_zero_offset().unsigned_abs());
                    let day = DAYS.get(day).map(|name| text(self.locale, name)).unwrap_or_default();
                    text(self.locale, "opens-on").replace("{day}", &day).replace("{time}", &time)
                };
                ("closed", words)
            }
        };
        format!("<p class=\"stoa-hours__status stoa-hours__status--{class}\">{}</p>", escape_html(&words))
    }

    fn day(&self, day: usize) -> String {
        let today = usize::from(self.now.date().weekday().to_monday_zero_offset().unsigned_abs()) == day;
        let class = if today { " class=\"stoa-hours__today\"" } else { "" };
        let name = DAYS.get(day).map(|name| text(self.locale, name)).unwrap_or_default();
        let times = self.times(self.plan.regular(day));
        format!("<tr{class}><th scope=\"row\">{}</th><td>{times}</td></tr>", escape_html(&name))
    }

    fn exception(&self, entry: &hours::Exception) -> String {
        let date = show_date(entry.date, &text(self.locale, "date"));
        let note = if entry.note.is_empty() {
            String::new()
        } else {
            format!("<br><small>{}</small>", escape_html(&entry.note))
        };
        format!(
            "<tr><th scope=\"row\"><time datetime=\"{}\">{}</time>{note}</th><td>{}</td></tr>",
            entry.date,
            escape_html(&date),
            self.times(&entry.open)
        )
    }

    fn times(&self, open: &[hours::Span]) -> String {
        if open.is_empty() {
            return escape_html(&text(self.locale, "closed"));
        }
        let shown = open.iter().map(|span| {
            let (from, until) = (show_time(span.from, self.locale), show_time(span.until, self.locale));
            format!("<bdi>{from} – {until}</bdi>")
        });
        shown.collect::<Vec<_>>().join("<br>")
    }
}

stoa_plugin_sdk::plugin!(blocks: OpeningHours);
