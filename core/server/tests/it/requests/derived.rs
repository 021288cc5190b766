//! Request bodies made from the schemas of the document.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use super::resolved;

/// A value that fits a schema: its example, or what it requires. An id is named in braces: `{itemId}`.
pub(super) fn sample(document: &Value, schema: &Value, name: &str) -> Value {
    let schema = resolved(document, schema);
    if let Some(given) = schema.get("example").or_else(|| schema["enum"].get(0)) {
        return given.clone();
    }
    if let Some(part) = ["oneOf", "anyOf", "allOf"].into_iter().find_map(|way| schema[way].get(0)) {
        return sample(document, part, name);
    }
    match kind(schema) {
        "string" if name.ends_with("Id") => json!(format!("{{{name}}}")),
        "string" => json!("Sample"),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        "boolean" => json!(true),
        "array" => match name.strip_suffix("Ids") {
            Some(stem) => json!([format!("{{{stem}Id}}")]),
            None => json!([]),
        },
        _ => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let member = |name: &str| (name.to_owned(), sample(document, &schema["properties"][name], name));
            Value::Object(required.map(member).collect::<Map<String, Value>>())
        }
    }
}

/// The type of a schema that is not `null`.
fn kind(schema: &Value) -> &str {
    let mut kinds = schema["type"].as_array().into_iter().flatten().filter_map(Value::as_str);
    schema["type"].as_str().or_else(|| kinds.find(|kind| *kind != "null")).unwrap_or_default()
}

/// Puts the ids of known resources in place of their names.
pub(super) fn with_ids(value: &Value, ids: &BTreeMap<&'static str, String>) -> Result<Value> {
    Ok(match value {
        Value::String(text) => match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(name) => json!(ids.get(name).with_context(|| format!("what is a {name}?"))?),
            None => value.clone(),
        },
        Value::Array(parts) => parts.iter().map(|part| with_ids(part, ids)).collect::<Result<Vec<_>>>()?.into(),
        Value::Object(members) => {
            let member = |(name, part): (&String, &Value)| Ok::<_, anyhow::Error>((name.clone(), with_ids(part, ids)?));
            Value::Object(members.iter().map(member).collect::<Result<Map<String, Value>>>()?)
        }
        other => other.clone(),
    })
}
