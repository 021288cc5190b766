//! The block `countdown`: how long it is until a moment. What is drawn here changes by the minute in the last two days and by
//! the hour before, so the page is cached until then. The script `client/countdown.js` shows the seconds.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{Error, ErrorCode, SiteContext, client_data, error, escape_html, invalid_input, locales};

locales!("en", "de", "fr", "es", "it", "pt-BR", "nl", "ja", "zh-Hans", "ar", "he");

const STYLE: &str = "<style>.stoa-countdown{text-align:center}.stoa-countdown__parts{display:flex;justify-content:center;\
gap:1.5rem}.stoa-countdown__part{display:flex;flex-direction:column}.stoa-countdown__number{font-size:2.5em;line-height:1.2;\
font-variant-numeric:tabular-nums}</style>";
const UNITS: [&str; 4] = ["days", "hours", "minutes", "seconds"];
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// Below this, minutes are shown.
const SOON: i64 = 2 * DAY;
/// Longest time that a page may be kept.
const LONGEST: i64 = DAY;

struct Countdown;

impl Blocks for Countdown {
    fn render(input: Input, ctx: SiteContext) -> Result<Output, Error> {
        if input.kind != "countdown" {
            return Err(error(ErrorCode::NotSupported, format!("no block {}", input.kind)));
        }
        let settings: Value =
            json::from_str(&input.settings).map_err(|fault| invalid_input(format!("settings: {fault}")))?;
        let Some(end) = end(&settings, &ctx)? else {
            return Ok(Output { html: String::new(), head: Vec::new(), cache_seconds: 0, vary_on: Vec::new() });
        };
        let now = i64::try_from(ctx.now_ms).unwrap_or(i64::MAX).div_euclid(1000);
        let left = end.timestamp().as_second().saturating_sub(now);
        let mut head = vec![STYLE.to_owned()];
        let (html, cache_seconds) = if left > 0 {
            head.push(client_data(&for_the_script(&settings, &ctx.locale, &end)));
            (running(&settings, &ctx.locale, &end, left), seconds_until_change(left))
        } else {
            (finished(&settings), 0)
        };
        Ok(Output { html, head, cache_seconds, vary_on: Vec::new() })
    }
}

/// The moment in the time zone of the block, or the site's; none while no date is entered.
fn end(settings: &Value, ctx: &SiteContext) -> Result<Option<Zoned>, Error> {
    let written = text_of(settings, "until");
    if written.is_empty() {
        return Ok(None);
    }
    let name = match text_of(settings, "timezone") {
        "" => ctx.timezone.as_str(),
        own => own,
    };
    let zone =
        TimeZone::get(name).map_err(|_| invalid_input(format!("`{name}` is no time zone such as Europe/Berlin")))?;
    // With an offset it is a moment already.
    if let Ok(moment) = written.parse::<Timestamp>() {
        return Ok(Some(moment.to_zoned(zone)));
    }
    let moment = written.parse::<DateTime>().ok().and_then(|moment| moment.to_zoned(zone).ok());
    let moment = moment.ok_or_else(|| invalid_input(format!("`{written}` is no time such as 2027-05-31 18:00")))?;
    Ok(Some(moment))
}

/// Seconds until other numbers are shown.
fn seconds_until_change(left: i64) -> u32 {
    let step = if left <= SOON { MINUTE } else { HOUR };
    let seconds = match left % step {
        0 => 1,
        seconds => seconds,
    };
    u32::try_from(seconds.min(LONGEST)).unwrap_or(1)
}

fn running(settings: &Value, locale: &str, end: &Zoned, left: i64) -> String {
    let mut parts = Vec::new();
    if left > SOON {
        parts.push((left / DAY, "days"));
        parts.push((left % DAY / HOUR, "hours"));
    } else {
        parts.push((left / HOUR, "hours"));
        parts.push((left % HOUR / MINUTE, "minutes"));
    }
    let parts: String = parts
        .into_iter()
        .map(|(number, unit)| {
            let label = escape_html(&text(locale, unit));
            format!(
                "<span class=\"stoa-countdown__part\"><span class=\"stoa-countdown__number\">{number}</span> \
                 <span>{label}</span></span>"
            )
        })
        .collect();
    let moment = end.strftime("%Y-%m-%dT%H:%M:%S%:z");
    format!(
        "<div class=\"stoa-countdown\" role=\"timer\">{}<time datetime=\"{moment}\" \
         class=\"stoa-countdown__parts\">{parts}</time></div>",
        heading(settings)
    )
}

/// Most characters of the closing words for the script, whose data is bounded.
const MOST_CLOSING: usize = 500;

/// What `client/countdown.js` needs to go on counting.
fn for_the_script(settings: &Value, locale: &str, end: &Zoned) -> Value {
    let labels = UNITS.map(|unit| (unit.to_owned(), Value::String(text(locale, unit))));
    json::json!({
        "until": end.timestamp().as_millisecond(),
        "labels": Value::Object(labels.into_iter().collect()),
        "finished": text_of(settings, "finished").chars().take(MOST_CLOSING).collect::<String>(),
    })
}

/// What is shown afterwards; nothing if nothing is entered.
fn finished(settings: &Value) -> String {
    match text_of(settings, "finished") {
        "" => String::new(),
        words => format!("<div class=\"stoa-countdown\"><p>{}</p></div>", escape_html(words)),
    }
}

fn heading(settings: &Value) -> String {
    match text_of(settings, "heading") {
        "" => String::new(),
        words => format!("<h2>{}</h2>", escape_html(words)),
    }
}

fn text_of<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

stoa_plugin_sdk::plugin!(blocks: Countdown);
