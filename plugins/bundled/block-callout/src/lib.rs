//! The block `callout`: a card with a title and a few paragraphs.

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{Error, ErrorCode, SiteContext, error, escape_html, invalid_input};

const STYLE: &str = "<style>.stoa-callout{border-inline-start:.25rem solid currentColor;border-radius:.5rem;\
padding:1rem 1.25rem;margin-block:1rem;background:#f1f5f9;color:#0f172a}\
.stoa-callout--success{background:#ecfdf5;color:#064e3b}.stoa-callout--warning{background:#fffbeb;color:#78350f}\
.stoa-callout--announcement{background:#eef2ff;color:#312e81}.stoa-callout__title{font-weight:700;margin:0 0 .25rem}\
.stoa-callout__text{margin:.25rem 0 0}</style>";
const ONE_DAY: u32 = 86_400;

struct Callout;

impl Blocks for Callout {
    fn render(input: Input, _ctx: SiteContext) -> Result<Output, Error> {
        if input.kind != "callout" {
            return Err(error(ErrorCode::NotSupported, format!("no block {}", input.kind)));
        }
        let settings: Value =
            json::from_str(&input.settings).map_err(|fault| invalid_input(format!("settings: {fault}")))?;
        let html = card(text_of(&settings, "title"), text_of(&settings, "text"), tone_class(&settings));
        let head = if html.is_empty() { Vec::new() } else { vec![STYLE.to_owned()] };
        Ok(Output { html, head, cache_seconds: ONE_DAY, vary_on: Vec::new() })
    }
}

fn text_of<'a>(settings: &'a Value, key: &str) -> &'a str {
    settings.get(key).and_then(Value::as_str).unwrap_or("").trim()
}

/// One of the four tones; anything else is `info`, so that no setting reaches the class attribute as it is.
fn tone_class(settings: &Value) -> &'static str {
    match text_of(settings, "tone") {
        "success" => "success",
        "warning" => "warning",
        "announcement" => "announcement",
        _ => "info",
    }
}

/// The HTML of the card; empty without title and text.
fn card(title: &str, text: &str, tone: &str) -> String {
    if title.is_empty() && text.is_empty() {
        return String::new();
    }
    let mut html = format!("<aside class=\"stoa-callout stoa-callout--{tone}\" role=\"note\">");
    if !title.is_empty() {
        html.push_str(&format!("<p class=\"stoa-callout__title\">{}</p>", escape_html(title)));
    }
    for paragraph in text.replace("\r\n", "\n").split("\n\n").map(str::trim).filter(|part| !part.is_empty()) {
        let lines = escape_html(paragraph).replace('\n', "<br>");
        html.push_str(&format!("<p class=\"stoa-callout__text\">{lines}</p>"));
    }
    html.push_str("</aside>");
    html
}

stoa_plugin_sdk::plugin!(blocks: Callout);
