//! Validation of settings against their JSON Schema: the subset that admin forms can show, an object of plain fields
//! and lists. Not the crate `jsonschema`: it neither fills in defaults nor knows `x-secret`, and adds a regular
//! expression engine and the resolution of references for keywords that such forms do not have.

use serde::Serialize;
use serde_json::{Map, Value as Json};

/// An error in one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingsFault {
    /// JSON pointer of the field.
    pub pointer: String,
    /// Message without the field's name.
    pub message: String,
}

/// Checks settings against a plugin's schema and fills in the defaults. Fields marked `x-secret` are stored as secrets
/// and are refused here. Supports `type`, `properties`, `required`, `additionalProperties: false`, `enum`, `default`,
/// `minimum`, `maximum`, `minLength`, `maxLength`, `items`, `minItems` and `maxItems`.
///
/// # Errors
/// Every fault that was found.
pub fn check_settings(schema: &Json, settings: &Json) -> Result<Json, Vec<SettingsFault>> {
    let mut faults = Vec::new();
    let checked = check(schema, settings, "", &mut faults);
    if faults.is_empty() { Ok(checked) } else { Err(faults) }
}

fn check(schema: &Json, value: &Json, pointer: &str, faults: &mut Vec<SettingsFault>) -> Json {
    let mut fault = |message: String| faults.push(SettingsFault { pointer: pointer.to_owned(), message });
    // Also an entry of a list, which settings would keep in plain text.
    if is_secret(schema) {
        fault("is a secret and is stored separately".to_owned());
        return Json::Null;
    }
    if let Some(wanted) = schema.get("type").and_then(Json::as_str)
        && !has_type(value, wanted)
    {
        fault(format!("has to be of type {wanted}"));
        return value.clone();
    }
    if let Some(allowed) = schema.get("enum").and_then(Json::as_array)
        && !allowed.contains(value)
    {
        let names: Vec<String> = allowed.iter().map(Json::to_string).collect();
        fault(format!("has to be one of {}", names.join(", ")));
    }
    match value {
        Json::Number(number) => {
            let bound = |name: &str| schema.get(name).and_then(Json::as_f64);
            let number = number.as_f64().unwrap_or(f64::NAN);
            if let Some(minimum) = bound("minimum").filter(|minimum| number < *minimum) {
                fault(format!("has to be at least {minimum}"));
            }
            if let Some(maximum) = bound("maximum").filter(|maximum| number > *maximum) {
                fault(format!("has to be at most {maximum}"));
            }
            value.clone()
        }
        Json::String(text) => {
            check_size(schema, ["minLength", "maxLength"], "characters", text.chars().count(), fault);
            value.clone()
        }
        Json::Array(items) => {
            check_size(schema, ["minItems", "maxItems"], "entries", items.len(), fault);
            let Some(inner) = schema.get("items") else { return value.clone() };
            let checked =
                items.iter().enumerate().map(|(place, item)| check(inner, item, &format!("{pointer}/{place}"), faults));
            Json::Array(checked.collect())
        }
        Json::Object(fields) => Json::Object(check_fields(schema, fields, pointer, faults)),
        Json::Null | Json::Bool(_) => value.clone(),
    }
}

fn check_fields(
    schema: &Json,
    fields: &Map<String, Json>,
    pointer: &str,
    faults: &mut Vec<SettingsFault>,
) -> Map<String, Json> {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
    let closed = schema.get("additionalProperties") == Some(&Json::Bool(false));
    let mut checked = Map::new();
    for (name, value) in fields {
        let pointer = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
        match properties.get(name) {
            Some(inner) => {
                checked.insert(name.clone(), check(inner, value, &pointer, faults));
            }
            None if closed => faults.push(SettingsFault { pointer, message: "is not known".to_owned() }),
            None => {
                checked.insert(name.clone(), value.clone());
            }
        }
    }
    for (name, inner) in properties {
        if let Some(default) = inner.get("default").filter(|_| !fields.contains_key(name)) {
            checked.insert(name.clone(), default.clone());
        }
    }
    let required = schema.get("required").and_then(Json::as_array);
    for name in required.into_iter().flatten().filter_map(Json::as_str) {
        // Whether a secret was entered is looked at where secrets are.
        if !checked.contains_key(name) && !properties.get(name).is_some_and(is_secret) {
            faults.push(SettingsFault { pointer: format!("{pointer}/{name}"), message: "is needed".to_owned() });
        }
    }
    checked
}

fn is_secret(schema: &Json) -> bool {
    schema.get("x-secret").is_some()
}

fn check_size(schema: &Json, bounds: [&str; 2], what: &str, size: usize, mut fault: impl FnMut(String)) {
    let size = u64::try_from(size).unwrap_or(u64::MAX);
    let [least, most] = bounds.map(|name| schema.get(name).and_then(Json::as_u64));
    if let Some(least) = least.filter(|least| size < *least) {
        fault(format!("has to have at least {least} {what}"));
    }
    if let Some(most) = most.filter(|most| size > *most) {
        fault(format!("has to have at most {most} {what}"));
    }
}

fn has_type(value: &Json, wanted: &str) -> bool {
    match wanted {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::check_settings;

    fn schema() -> Json {
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["name", "key"],
            "properties": {
                "name": { "type": "string", "minLength": 1, "maxLength": 5 },
                "count": { "type": "integer", "minimum": 1, "maximum": 9, "default": 4 },
                "tone": { "enum": ["calm", "loud"], "default": "calm" },
                "tags": { "type": "array", "maxItems": 2, "items": { "type": "string" } },
                "key": { "type": "string", "x-secret": "api_key" },
                "keys": { "type": "array", "items": { "type": "string", "x-secret": "api_key" } }
            }
        })
    }

    #[test]
    fn defaults_are_filled_in() {
        let checked = check_settings(&schema(), &json!({ "name": "Zoë" }));
        assert_eq!(checked, Ok(json!({ "name": "Zoë", "count": 4, "tone": "calm" })));
    }

    #[test]
    fn all_settings_errors_reported() {
        for (settings, pointer, word) in [
            (json!([]), "", "type object"),
            (json!({}), "/name", "needed"),
            (json!({ "name": "" }), "/name", "at least 1"),
            (json!({ "name": "too long" }), "/name", "at most 5"),
            (json!({ "name": "a", "count": 0 }), "/count", "at least 1"),
            (json!({ "name": "a", "count": 1.5 }), "/count", "type integer"),
            (json!({ "name": "a", "tone": "shrill" }), "/tone", "one of"),
            (json!({ "name": "a", "tags": ["b", 1] }), "/tags/1", "type string"),
            (json!({ "name": "a", "tags": ["b", "c", "d"] }), "/tags", "at most 2"),
            (json!({ "name": "a", "other/one": 1 }), "/other~1one", "not known"),
            (json!({ "name": "a", "key": "sesame" }), "/key", "secret"),
            (json!({ "name": "a", "keys": ["sesame"] }), "/keys/0", "secret"),
        ] {
            let faults = check_settings(&schema(), &settings).expect_err(word);
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert_eq!(faults[0].pointer, pointer);
            assert!(faults[0].message.contains(word), "{faults:?}");
        }
    }
}
