//! What settings become by their JSON Schema: complete with defaults, and where they hold text of a format.
//!
//! It reads the schema as it is written, so that browsers need no more than that.

use serde_json::{Map, Value};

/// Settings with everything left out filled in from the defaults of an object's schema.
pub fn complete(schema: &Value, settings: &Map<String, Value>) -> Map<String, Value> {
    let mut complete = Map::new();
    for (name, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let default = schema.get("default").filter(|default| !default.is_null());
        if let Some(value) = settings.get(name).or(default) {
            complete.insert(name.clone(), complete_value(schema, value));
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
        _ => value.clone(),
    }
}

/// Calls `visit` with the format and the text of each setting that has a format.
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
