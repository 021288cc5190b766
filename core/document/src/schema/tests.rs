//! Tests of the checks of settings.

use super::*;
use serde_json::json;

fn problems_of(settings: Value) -> Vec<(String, String)> {
    let schema = Schema::from_json(&json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["title"],
        "properties": {
            "title": {"type": "string", "maxLength": 5, "default": "Hi"},
            "size": {"type": "string", "enum": ["small", "large"], "default": "small"},
            "count": {"type": "integer", "minimum": 1, "maximum": 4, "default": 2},
            "link": {"type": "string", "format": "url"},
            "color": {"type": "string", "format": "color"},
            "day": {"type": "string", "format": "date"},
            "photo": {"type": "string", "pattern": "^$|^https://pics[.]example/", "x-patternMessage": "Enter an address at pics.example."},
            "on": {"type": "boolean"},
            "items": {"type": "array", "maxItems": 2, "items": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string", "pattern": "^[a-z]+$"},
                    "note": {"type": "string", "default": "-"},
                    "kind": {"enum": ["plain", "titled"], "type": "string", "default": "plain"},
                    "title": {"type": "string", "minLength": 1, "x-showWhen": {"kind": ["titled"]}},
                    "words": {"type": ["object", "string"], "format": "richtext", "minLength": 1},
                },
            }},
        },
    }))
    .unwrap();
    let mut problems = Problems::default();
    schema.check(settings.as_object().unwrap(), "b", &mut problems);
    problems.into_map().into_iter().collect()
}

// spec: editor.message.option
#[test]
fn schema_violations() {
    let check = |settings: Value, path: &str, part: &str| {
        let problems = problems_of(settings);
        let found = problems.iter().any(|(at, message)| at == path && message.contains(part));
        assert!(found, "no '{part}' at {path} in {problems:?}");
    };
    check(json!({}), "b.title", "required");
    check(json!({"title": "too long"}), "b.title", "at most 5");
    check(json!({"title": "x", "size": "huge"}), "b.size", "huge is not one of the expected options");
    check(json!({"title": "x", "size": 3}), "b.size", "3 is not one of the expected options");
    check(json!({"title": "x", "count": 9}), "b.count", "4 or less");
    check(json!({"title": "x", "count": 1.5}), "b.count", "whole number");
    check(json!({"title": "x", "on": "yes"}), "b.on", "on or off");
    check(json!({"title": "x", "other": 1}), "b.other", "no setting");
    check(json!({"title": "x", "link": "javascript:alert(1)"}), "b.link", "must be formatted");
    check(json!({"title": "x", "color": "red"}), "b.color", "color such as");
    for day in ["31.5.2027", "2027-13-01", "2027-02-29", "2027-05-31T10", "2027-5-1"] {
        check(json!({"title": "x", "day": day}), "b.day", "such as 2027-05-31");
    }
    for day in ["", "2028-02-29", "2027-12-31"] {
        assert!(problems_of(json!({"title": "x", "day": day})).is_empty(), "{day}");
    }
    check(json!({"title": "x", "photo": "https://elsewhere.example/"}), "b.photo", "at pics.example");
    check(json!({"title": "x", "items": [{"name": "A"}]}), "b.items[0].name", "form");
    check(json!({"title": "x", "items": [{}, {}, {}]}), "b.items", "the limit of 2 entries");
}

#[test]
fn required_texts_not_empty() {
    let told = |settings: Value| problems_of(settings).into_iter().map(|(_, message)| message).collect::<Vec<_>>();
    assert_eq!(told(json!({"title": "  "})), ["title is required."]);
    let entries = |entry: Value| told(json!({"title": "x", "items": [entry]}));
    assert_eq!(entries(json!({"name": ""})), ["name is required."]);
    assert_eq!(entries(json!({"name": "a", "kind": "titled", "title": ""})), ["title is required."]);
    assert!(entries(json!({"name": "a", "kind": "plain", "title": ""})).is_empty());
    assert!(entries(json!({"name": "a", "title": ""})).is_empty(), "the default does not ask for it");
    let words =
        |text: &str| json!({"name": "a", "words": {"type": "doc", "content": [{"type": "text", "text": text}]}});
    assert_eq!(entries(words(" ")), ["words is required."]);
    assert!(entries(words("a")).is_empty());
}

#[test]
fn valid_settings_and_defaults() {
    assert!(problems_of(json!({"title": "x", "link": "/a", "color": "#abc", "items": [{"name": "a"}]})).is_empty());
    let schema = Schema::from_json(&json!({"type": "object", "properties": {
        "size": {"type": "string", "default": "small"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"note": {"type": "string", "default": "-"}}}},
    }}))
    .unwrap();
    let settings = json!({"items": [{}]});
    let complete = schema.complete(settings.as_object().unwrap());
    assert_eq!(Value::Object(complete), json!({"size": "small", "items": [{"note": "-"}]}));
}

#[test]
fn formatted_text_tree_or_legacy_html() {
    let schema = json!({"type": "object", "properties": {
        "html": {"type": ["object", "string"], "format": "richtext", "maxLength": 3}}});
    let schema = Schema::from_json(&schema).unwrap();
    let problems = |value: Value| {
        let mut problems = Problems::default();
        schema.check(json!({"html": value}).as_object().unwrap(), "b", &mut problems);
        problems.into_map().remove("b.html").unwrap_or_default()
    };
    let text = |text: &str| json!({"type": "doc", "content": [{"type": "text", "text": text}]});
    assert_eq!(problems(json!("abc")), "");
    assert_eq!(problems(text("abc")), "");
    assert!(problems(text("abcd")).contains("at most 3"));
    assert!(problems(json!({"type": "doc", "content": [{"type": "iframe"}]})).contains("'iframe'"));
    assert!(!problems(json!(4)).is_empty());
}

#[test]
fn invalid_schemas_rejected() {
    assert!(matches!(Schema::from_json(&json!({"type": "string"})), Err(SchemaError::NoObject)));
    assert!(matches!(Schema::from_json(&json!({})), Err(SchemaError::Unreadable(_))));
    let pattern = json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}});
    assert!(matches!(Schema::from_json(&pattern), Err(SchemaError::Pattern(_))));
}
