//! Blocks of bundled plugins.

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{BlockInput, BlockOutput};

use crate::fixtures::{bundled, site};

fn render(settings: Json) -> BlockOutput {
    let session = bundled().render_session(site("stoa.callout", json!({})));
    assert!(session.has_block("callout"));
    let input =
        BlockInput { kind: "callout".to_owned(), instance_id: "block-1".to_owned(), settings, ..BlockInput::default() };
    session.render_block(&input).expect("output")
}

#[test]
fn callout_renders_card_with_paragraphs() {
    let output = render(json!({ "title": "Closed", "text": "On Monday.\nAll day.\n\nSorry.", "tone": "warning" }));
    assert_eq!(
        output.html,
        "<aside class=\"stoa-callout stoa-callout--warning\" role=\"note\"><p class=\"stoa-callout__title\">Closed</p>\
         <p class=\"stoa-callout__text\">On Monday.<br>All day.</p><p class=\"stoa-callout__text\">Sorry.</p></aside>"
    );
    assert_eq!(output.head.len(), 1);
    assert!(output.cache_seconds > 0);
}

#[test]
fn hostile_settings_escaped() {
    let output = render(json!({
        "title": "<script>alert(1)</script>",
        "text": "\"><img src=x onerror=alert(1)>",
        "tone": "x\" onmouseover=\"alert(1)",
    }));
    for live in ["<script", "<img", "onmouseover"] {
        assert!(!output.html.contains(live), "{}", output.html);
    }
    assert!(output.html.contains("stoa-callout--info"));
}

#[test]
fn malformed_settings_handled() {
    assert_eq!(render(json!({})).html, "");
    assert_eq!(render(json!(null)).html, "");
    assert_eq!(render(json!({ "title": 7, "text": ["a"], "tone": {} })).html, "");
    let long = "word ".repeat(20_000);
    assert!(render(json!({ "text": long })).html.len() > 90_000);
}

#[test]
fn picker_example_renders() {
    let host = bundled();
    let example = host.plugin("stoa.callout").expect("loaded").blocks[0].example.clone().expect("example");
    assert!(render(example).html.contains("Closed on Monday"));
}
