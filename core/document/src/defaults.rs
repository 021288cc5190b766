//! Evaluates settings by their JSON Schema: fills in defaults and finds texts with a format.
//!
//! Works on the raw JSON Schema, so that browsers need nothing else.

use serde_json::{Map, Value};

/// Effective settings: fills in missing values from the defaults of an object schema, clamps stored numbers to their
/// bounds, and applies values derived from other settings (`x-impliedBy` only where no value is set, `x-forcedBy`
/// always).
pub fn complete(schema: &Value, settings: &Map<String, Value>) -> Map<String, Value> {
    let mut complete = Map::new();
    for (name, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let default = schema.get("default").filter(|default| !default.is_null());
        if let Some(value) = settings.get(name).or(default) {
            complete.insert(name.clone(), complete_value(schema, value));
        }
    }
    for (name, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let implied = || decided(schema, "x-impliedBy", &complete).filter(|_| !settings.contains_key(name));
        if let Some(value) = decided(schema, "x-forcedBy", &complete).or_else(implied).cloned() {
            complete.insert(name.clone(), value);
        }
    }
    for (name, value) in settings {
        if !complete.contains_key(name) {
            complete.insert(name.clone(), value.clone());
        }
    }
    complete
}

fn complete_value(schema: &Value, value: &Value) -> Value {
    let is_object = schema.get("type").and_then(Value::as_str) == Some("object");
    match (value, schema.get("items")) {
        (Value::Object(object), _) if is_object => Value::Object(complete(schema, object)),
        (Value::Array(list), Some(items)) => list.iter().map(|entry| complete_value(items, entry)).collect(),
        (Value::Number(number), _) => within_bounds(schema, number.as_f64()).unwrap_or(value).clone(),
        _ => value.clone(),
    }
}

/// The bound that a number violates, if any.
fn within_bounds(schema: &Value, number: Option<f64>) -> Option<&Value> {
    let number = number?;
    let bound = |name, beyond: fn(f64, f64) -> bool| {
        schema.get(name).filter(|bound| bound.as_f64().is_some_and(|bound| beyond(number, bound)))
    };
    bound("minimum", |number, least| number < least).or_else(|| bound("maximum", |number, most| number > most))
}

/// The value that another setting implies for this one.
fn decided<'s>(schema: &'s Value, rule: &str, settings: &Map<String, Value>) -> Option<&'s Value> {
    let rule = schema.get(rule)?;
    let deciding = settings.get(rule.get("property")?.as_str()?)?.as_str()?;
    rule.get("values")?.get(deciding)
}

/// Calls `visit` with the format and text of each setting that has a format.
pub fn for_each_formatted(schema: &Value, settings: &mut Map<String, Value>, visit: &mut dyn FnMut(&str, &mut String)) {
    for (name, value) in settings.iter_mut() {
        if let Some(schema) = schema.get("properties").and_then(|properties| properties.get(name)) {
            visit_value(schema, value, visit);
        }
    }
}

fn visit_value(schema: &Value, value: &mut Value, visit: &mut dyn FnMut(&str, &mut String)) {
    match value {
        Value::String(text) => {
            if let Some(format) = schema.get("format").and_then(Value::as_str) {
                visit(format, text);
            }
        }
        Value::Array(list) => {
            if let Some(items) = schema.get("items") {
                list.iter_mut().for_each(|entry| visit_value(items, entry, visit));
            }
        }
        Value::Object(object) => for_each_formatted(schema, object, visit),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn completed(settings: &Value) -> Value {
        let design = json!({"type": "string", "default": "grid"});
        let values = json!({"slideshow": true});
        let schema = json!({"type": "object", "properties": {
            "design": design,
            "count": {"type": "integer", "minimum": 1, "maximum": 10, "default": 4},
            "thumbs": {"type": "boolean", "default": false, "x-impliedBy": {"property": "design", "values": values}},
            "play": {"type": "boolean", "default": false,
                "x-forcedBy": {"property": "design", "values": {"grid": false}}},
            "rows": {"type": "array", "items": {"type": "number", "maximum": 2}},
        }});
        Value::Object(complete(&schema, settings.as_object().unwrap()))
    }

    #[test]
    fn missing_settings_get_defaults() {
        assert_eq!(completed(&json!({})), json!({"design": "grid", "count": 4, "thumbs": false, "play": false}));
    }

    #[test]
    fn out_of_range_numbers_are_clamped() {
        assert_eq!(completed(&json!({"count": 11}))["count"], 10);
        assert_eq!(completed(&json!({"count": 0}))["count"], 1);
        assert_eq!(completed(&json!({"count": 10, "rows": [1.5, 3]}))["rows"], json!([1.5, 2]));
        assert_eq!(completed(&json!({"count": "many"}))["count"], "many");
    }

    #[test]
    fn settings_implied_by_other_settings() {
        let slideshow = completed(&json!({"design": "slideshow", "play": true}));
        assert_eq!((&slideshow["thumbs"], &slideshow["play"]), (&json!(true), &json!(true)));
        assert_eq!(completed(&json!({"design": "slideshow", "thumbs": false}))["thumbs"], false);
        assert_eq!(completed(&json!({"design": "grid", "play": true}))["play"], false);
        assert_eq!(completed(&json!({"design": 5, "play": true}))["play"], true);
    }
}
