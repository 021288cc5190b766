//! The block `qr-code`: an address or a text as a picture for the camera of a phone.

mod picture;

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::json::{self, Value};
use stoa_plugin_sdk::{Error, ErrorCode, SiteContext, error, escape_html, invalid_input, locales};

locales!("en", "de", "fr", "es", "it", "pt-BR", "nl", "ja", "zh-Hans", "ar", "he");

const STYLE: &str = "<style>.stoa-qrcode{margin:0;text-align:center}.stoa-qrcode img{max-inline-size:100%;\
block-size:auto;image-rendering:pixelated}.stoa-qrcode figcaption{margin-block-start:.5rem}</style>";
const ONE_DAY: u32 = 86_400;

struct QrCode;

impl Blocks for QrCode {
    fn render(input: Input, ctx: SiteContext) -> Result<Output, Error> {
        if input.kind != "qr-code" {
            return Err(error(ErrorCode::NotSupported, format!("no block {}", input.kind)));
        }
        let settings: Value =
            json::from_str(&input.settings).map_err(|fault| invalid_input(format!("settings: {fault}")))?;
        let content = text_of(&settings, "content");
        let html = if content.is_empty() { String::new() } else { figure(&settings, content, &ctx.locale)? };
        let head = if html.is_empty() { Vec::new() } else { vec![STYLE.to_owned()] };
        Ok(Output { html, head, cache_seconds: ONE_DAY, vary_on: Vec::new() })
    }
}

fn figure(settings: &Value, content: &str, locale: &str) -> Result<String, Error> {
    let address = picture::address(content)?;
    let size = match text_of(settings, "size") {
        "small" => 120,
        "large" => 320,
        _ => 200,
    };
    let alternative = text(locale, "alternative").replace("{content}", content);
    let caption = caption(settings, content);
    Ok(format!(
        "<figure class=\"stoa-qrcode\"><img src=\"{address}\" width=\"{size}\" height=\"{size}\" alt=\"{}\">{caption}</figure>",
        escape_html(&alternative)
    ))
}

/// The caption links to the address, for visitors who read the page on their phone.
fn caption(settings: &Value, content: &str) -> String {
    let words = text_of(settings, "caption");
    let lower = content.to_ascii_lowercase();
    let is_link = ["https://", "http://", "mailto:", "tel:"].iter().any(|scheme| lower.starts_with(scheme));
    match (words, is_link) {
        ("", false) => String::new(),
        (words, true) => {
            let words = if words.is_empty() { content } else { words };
            format!("<figcaption><a href=\"{}\">{}</a></figcaption>", escape_html(content), escape_html(words))
        }
        (words, false) => format!("<figcaption>{}</figcaption>", escape_html(words)),
    }
}

fn text_of<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

stoa_plugin_sdk::plugin!(blocks: QrCode);
