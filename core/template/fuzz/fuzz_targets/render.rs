//! Any template terminates on any data, within its limits.
//!
//! The input is a template, data as JSON and a partial, separated by zero bytes; missing parts get defaults.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use stoa_template::{Limits, Mode, ParseOptions, PartialSet, RenderContext, Template, render};

const LONGEST: usize = 1 << 18;

fn random_context() -> Value {
    json!({
        "a": 1, "b": [1.5, "two", null, { "c": true }], "items": [{ "id": "x", "title": "<b>" }, {}],
        "t": 1_600_000_000_000_i64, "money": { "value": "12.5", "currency": "USD" }, "text": "{0 plural one {#} other {x}}",
    })
}

fuzz_target!(|input: &str| {
    let mut parts = input.splitn(3, '\0');
    let source = parts.next().unwrap_or_default();
    let data = parts.next().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_else(random_context);
    let partials: PartialSet = [("p", parts.next().unwrap_or("{@}{@|apply p}"))].into_iter().collect();
    let template = Template::parse_lenient(source, &ParseOptions::default());
    let limits = Limits { steps: 20_000, output_bytes: LONGEST, ..Limits::for_sites() };
    let documents = serde_json::Map::from_iter([("d".to_owned(), json!({ "k": [1, 2] }))]);
    for mode in [Mode::Safe, Mode::Strict] {
        let context = RenderContext {
            partials: Some(&partials),
            injectables: Some(&documents),
            limits: limits.clone(),
            mode,
            ..RenderContext::default()
        };
        let outcome = render(&template, &data, &context);
        assert!(outcome.output.len() <= LONGEST);
    }
});
