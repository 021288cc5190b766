//! Markdown as sanitized HTML.

use pulldown_cmark::{Options, Parser, html};
use serde_json::{Map, Value, json};
use stoa_site::sanitise;

use super::text;

/// Markdown as safe HTML: embedded HTML is sanitized like any other.
pub(super) fn markdown(settings: &Map<String, Value>) -> Value {
    text(settings, "markdown").map_or(Value::Null, |source| json!({"html": markdown_html(source)}))
}

/// HTML of a Markdown text, sanitised.
pub fn markdown_html(source: &str) -> String {
    let mut written = String::new();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_SMART_PUNCTUATION;
    html::push_html(&mut written, Parser::new_ext(source, options));
    sanitise(&written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(source: &str) -> String {
        let made = markdown(&Map::from_iter([("markdown".to_owned(), json!(source))]));
        made.pointer("/html").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    #[test]
    fn markdown_becomes_clean_html() {
        assert_eq!(html("## Clay\n\n*Wet* and ~~dry~~"), "<h2>Clay</h2>\n<p><em>Wet</em> and <del>dry</del></p>\n");
        assert!(html("| a | b |\n|---|---|\n| 1 | 2 |").contains("<td>1</td>"));
        let hostile = html("<script>f()</script>\n\n[x](javascript:f()) <b onclick=\"f()\">b</b>");
        assert!(!hostile.contains("script") && !hostile.contains("onclick"), "{hostile}");
        assert_eq!(html("  "), "");
    }
}
