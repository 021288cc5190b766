//! The bundled formatter of reading times.

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::Value;
use stoa_plugin_host::{GuestErrorCode, PluginErrorKind};

use crate::fixtures::{bundled, site};

fn reading_time(config: Json, input: Value, args: &[Value]) -> Result<Value, PluginErrorKind> {
    let session = bundled().render_session(site("stoa.readingtime", config));
    assert!(session.has_formatter("reading_time"));
    session.format("reading_time", &input, args).map_err(|error| error.kind)
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

#[test]
fn minutes_from_visible_text() {
    let words = |count: usize| "word ".repeat(count);
    for (input, minutes) in [
        (String::new(), 1),
        (words(220), 1),
        (words(221 + 219), 2),
        (words(880), 4),
        (format!("<p class=\"{}\">short</p>", words(500)), 1),
        (format!("<script>{}</script><style>{}</style>short", words(500), words(500)), 1),
        (format!("<SCRIPT>{}", words(500)), 1),
        (format!("a < {}", words(440)), 3),
        ("読".repeat(1000), 2),
        ("– — … ".repeat(1000), 1),
    ] {
        let answer = reading_time(json!({}), text(input.clone()), &[]);
        let start: String = input.chars().take(20).collect();
        assert_eq!(answer, Ok(text(format!("{minutes} min read"))), "{start}");
    }
}

#[test]
fn site_texts_used_in_output() {
    let config = json!({ "pattern": "{minutes} Minuten", "wordsPerMinute": 100 });
    assert_eq!(reading_time(config, text("wort ".repeat(250)), &[]), Ok(text("3 Minuten")));
    assert_eq!(reading_time(json!({}), text("word ".repeat(250)), &[Value::Integer(50)]), Ok(text("5 min read")));
}

#[test]
fn null_kept_and_other_values_rejected() {
    assert_eq!(reading_time(json!({}), Value::None, &[]), Ok(Value::None));
    for wrong in [Value::Integer(3), Value::Boolean(true), Value::Json(json!([]))] {
        let kind = reading_time(json!({}), wrong, &[]).expect_err("refused");
        assert!(matches!(kind, PluginErrorKind::Guest(error) if error.code == GuestErrorCode::InvalidInput));
    }
    assert!(reading_time(json!({}), text("a"), &[Value::Integer(0)]).is_err());
}

#[test]
fn many_values_in_one_call() {
    let session = bundled().render_session(site("stoa.readingtime", json!({})));
    let inputs = vec![text("short"), text("word ".repeat(900)), Value::None];
    let answers = session.format_many("reading_time", &inputs, &[]);
    assert_eq!(answers, Ok(vec![text("1 min read"), text("5 min read"), Value::None]));
}

#[test]
fn odd_and_huge_texts_handled() {
    assert_eq!(reading_time(json!({}), text("<"), &[]), Ok(text("1 min read")));
    assert_eq!(reading_time(json!({}), text("<é<<ü>>\u{0}"), &[]), Ok(text("1 min read")));
    let huge = "<b>word</b> ".repeat(80_000);
    assert_eq!(reading_time(json!({}), text(huge), &[]), Ok(text("364 min read")));
}
