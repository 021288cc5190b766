//! Inputs that nobody expects.

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::Value;

/// Appears in HTML only if a value was not escaped.
pub(super) const MARKUP: &str = "\"'><script>kit()</script>&amp;";
pub(super) const UNESCAPED: &str = "<script>kit()";
const LONG: usize = 100_000;

/// Texts that break careless code: empty, long, without spaces, of several scripts, of long characters.
pub(super) fn texts() -> Vec<String> {
    vec![
        String::new(),
        " \t\n".to_owned(),
        "a".repeat(LONG),
        "🧀é ".repeat(LONG / 10),
        "שלום שלום".to_owned(),
        "日本語のテキスト".to_owned(),
        "\u{0}\u{202e}\u{feff}".to_owned(),
        "<p>unclosed <b".to_owned(),
        MARKUP.to_owned(),
        "${secret:api_key} {{ template }} %s".to_owned(),
    ]
}

/// Values of every type.
pub(super) fn json_values() -> Vec<Json> {
    let mut values = vec![
        Json::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1.5e300),
        json!([]),
        json!({}),
        json!([[[[[[[[null]]]]]]]]),
        json!({ "": { "a": [1, "two", null] } }),
    ];
    values.extend(texts().into_iter().map(Json::String));
    values
}

pub(super) fn values() -> Vec<Value> {
    let mut values: Vec<Value> = json_values().iter().map(Value::from).collect();
    values.extend([Value::Number(f64::NAN), Value::Number(f64::INFINITY), Value::Integer(i64::MIN)]);
    values
}

/// Variations of an object in which one member, at any depth, has a value of another type or is absent.
pub(super) fn spoiled(settings: &Json) -> Vec<(String, Json)> {
    let mut places = Vec::new();
    collect(settings, "", &mut places);
    let mut found = Vec::new();
    for place in places {
        for value in json_values() {
            let mut spoiled = settings.clone();
            if let Some(member) = spoiled.pointer_mut(&place) {
                let shown = super::shorten(&value.to_string());
                *member = value;
                let name = if place.is_empty() { "the settings" } else { place.as_str() };
                found.push((format!("{name} is {shown}"), spoiled));
            }
        }
    }
    found
}

fn collect(value: &Json, pointer: &str, places: &mut Vec<String>) {
    places.push(pointer.to_owned());
    let escape = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match value {
        Json::Object(members) => {
            for (key, member) in members {
                collect(member, &format!("{pointer}/{}", escape(key)), places);
            }
        }
        // One entry stands for the others.
        Json::Array(items) => {
            if let Some(item) = items.first() {
                collect(item, &format!("{pointer}/0"), places);
            }
        }
        _ => {}
    }
}

/// The settings with [`MARKUP`] in place of every text.
pub(super) fn marked(settings: &Json) -> Json {
    match settings {
        Json::String(_) => json!(MARKUP),
        Json::Array(items) => Json::Array(items.iter().map(marked).collect()),
        Json::Object(members) => {
            Json::Object(members.iter().map(|(key, value)| (key.clone(), marked(value))).collect())
        }
        other => other.clone(),
    }
}
