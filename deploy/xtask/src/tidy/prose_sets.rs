//! Finds texts of the API document that list the values of a closed set in words: readers and scripts would know them as any
//! text. Such a set is an enum, whose values the document lists itself.

use anyhow::Result;
use serde_json::Value;

use super::{Findings, SourceFile};

const DOCUMENT: &str = "api-spec/openapi.json";

/// Texts that may have other values too: those of browsers, which are ignored or refused in words that are specified.
const OPEN: [&str; 2] = ["PerformanceRecord.metric", "ReportedEvent.event_source"];

/// Checks the members of all schemas.
pub(super) fn check(sources: &[SourceFile], findings: &mut Findings) -> Result<()> {
    let Some(document) = sources.iter().find(|source| source.path == DOCUMENT) else { return Ok(()) };
    let document: Value = serde_json::from_str(&document.text)?;
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    for (name, schema) in schemas.into_iter().flatten() {
        check_schema(name, schema, findings);
    }
    Ok(())
}

fn check_schema(name: &str, schema: &Value, findings: &mut Findings) {
    for (member, value) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let place = format!("{name}.{member}");
        if lists_values(value) && !OPEN.contains(&place.as_str()) {
            findings.errors.push(format!("{DOCUMENT}: {place} lists its values in its description; use an enum"));
        }
    }
    for parts in ["allOf", "oneOf", "anyOf"] {
        for part in schema.get(parts).and_then(Value::as_array).into_iter().flatten() {
            check_schema(name, part, findings);
        }
    }
}

/// Whether a text, or a list of texts, has a description such as "`a`, `b` or `c`".
fn lists_values(schema: &Value) -> bool {
    let of = schema.get("items").unwrap_or(schema);
    let is_text = match of.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        Some(kind) => kind == "string",
        // Any value, unless it refers to a schema.
        None => !["$ref", "allOf", "anyOf", "oneOf"].iter().any(|reference| of.get(reference).is_some()),
    };
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let lists = description.contains("`, `") && description.contains("` or `");
    is_text && of.get("enum").is_none() && lists && !description.starts_with("Starts with")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_in_words_are_found() {
        let text = |description: &str| json!({"type": ["string", "null"], "description": description});
        let document = json!({"components": {"schemas": {
            "Order": {"allOf": [{"properties": {
                "change": {"description": "`added`, `changed` or `removed`."},
                "part": {"$ref": "#/components/schemas/Part", "description": "`page`, `row` or `block`."},
                "state": text("`open`, `paid` or `sent`."),
                "states": {"type": "array", "items": {"type": "string"}, "description": "Of `a`, `b` or `c`."},
                "sort": {"type": "string", "enum": ["a", "b", "c"], "description": "`a`, `b` or `c`."},
                "kind": text("Such as `a` or `b`."),
                "url": text("Starts with `https://`, `/` or `#`."),
            }}]},
            "PerformanceRecord": {"properties": {"metric": text("`FCP`, `LCP` or `CLS`.")}},
        }}});
        let sources = [SourceFile { path: DOCUMENT.to_owned(), text: document.to_string() }];
        let mut findings = Findings::default();
        check(&sources, &mut findings).unwrap();
        let found: Vec<&str> = findings.errors.iter().filter_map(|error| error.split(' ').nth(1)).collect();
        assert_eq!(found, ["Order.change", "Order.state", "Order.states"]);
    }
}
