//! The block `{{entry}}`: a table of opening hours.

mod texts;

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{Error, ErrorCode, SiteContext, error, escape_html, invalid_input};

use texts::text;

const ONE_HOUR: u32 = 3600;

struct Plugin;

impl Blocks for Plugin {
    fn render(input: Input, ctx: SiteContext) -> Result<Output, Error> {
        if input.kind != "{{entry}}" {
            return Err(error(ErrorCode::NotSupported, format!("no block {}", input.kind)));
        }
        let settings: Value =
            json::from_str(&input.settings).map_err(|fault| invalid_input(format!("settings: {fault}")))?;
        let html = table(&settings, &ctx);
        Ok(Output { html, head: Vec::new(), cache_seconds: ONE_HOUR, vary_on: Vec::new() })
    }
}

/// The HTML of the block; empty while no day is entered.
fn table(settings: &Value, ctx: &SiteContext) -> String {
    let days = settings.get("hours").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if days.is_empty() {
        return String::new();
    }
    let heading = match member(settings, "heading") {
        "" => text(&ctx.locale, "heading"),
        own => own.to_owned(),
    };
    let rows: String = days.iter().map(|day| row(day, &ctx.locale)).collect();
    let zone = text(&ctx.locale, "timezone").replace("{timezone}", &ctx.timezone);
    format!(
        "<section><h2>{}</h2><table>{rows}</table><p><small>{}</small></p></section>",
        escape_html(&heading),
        escape_html(&zone)
    )
}

/// One day. What owners type is text, so it is escaped.
fn row(day: &Value, locale: &str) -> String {
    let (from, until) = (member(day, "from"), member(day, "until"));
    let hours = if from.is_empty() || until.is_empty() { text(locale, "closed") } else { format!("{from} – {until}") };
    format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escape_html(member(day, "day")), escape_html(&hours))
}

fn member<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

stoa_plugin_sdk::plugin!(blocks: Plugin);
