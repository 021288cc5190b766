//! Schemas: the subset of JSON Schema that the admin shows as a form and the host checks.

use serde_json::Value as Json;
use stoa_plugin_host::check_settings;

use super::Report;
use crate::locate::json_line;

/// What the host checks or the admin shows.
const KEYWORDS: [&str; 17] = [
    "$schema",
    "additionalProperties",
    "default",
    "description",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "properties",
    "required",
    "title",
    "type",
];
/// What only forms and translations know.
const FORM_WORDS: [&str; 17] = [
    "x-enumTitles",
    "x-initial",
    "x-itemLabel",
    "x-kinds",
    "x-lines",
    "x-notRead",
    "x-offers",
    "x-pages",
    "x-patternMessage",
    "x-perDevice",
    "x-secret",
    "x-showWhen",
    "x-tab",
    "x-tabs",
    "x-translated",
    "x-turnedTitles",
    "x-unit",
];
const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

pub(super) fn check(path: &str, text: &str, schema: &Json, report: &mut Report) {
    if schema.get("type").and_then(Json::as_str) != Some("object") {
        report.error(path, Some(json_line(text, "/type")), "settings are an object: `\"type\": \"object\"` is missing");
        return;
    }
    walk(&File { path, text }, schema, "", report);
}

struct File<'a> {
    path: &'a str,
    text: &'a str,
}

impl File<'_> {
    fn line(&self, pointer: &str) -> Option<usize> {
        Some(json_line(self.text, pointer))
    }
}

fn walk(file: &File<'_>, schema: &Json, pointer: &str, report: &mut Report) {
    let Some(members) = schema.as_object() else {
        report.error(file.path, file.line(pointer), "a schema has to be an object");
        return;
    };
    let is_known = |key: &str| KEYWORDS.contains(&key) || FORM_WORDS.contains(&key);
    for key in members.keys().filter(|key| !is_known(key)) {
        let line = file.line(&format!("{pointer}/{key}"));
        report.warning(file.path, line, format!("`{key}` is neither checked by the host nor shown by the admin"));
    }
    let kind = members.get("type").and_then(Json::as_str);
    if !kind.is_some_and(|kind| TYPES.contains(&kind)) {
        let message = format!("`type` has to be one of {}", TYPES.join(", "));
        report.error(file.path, file.line(&format!("{pointer}/type")), message);
    }
    if let Some(default) = members.get("default") {
        for fault in check_settings(schema, default).err().unwrap_or_default() {
            let line = file.line(&format!("{pointer}/default"));
            report.error(file.path, line, format!("the default {}", fault.message));
        }
    }
    for (name, property) in members.get("properties").and_then(Json::as_object).into_iter().flatten() {
        let place = format!("{pointer}/properties/{}", name.replace('~', "~0").replace('/', "~1"));
        if property.get("title").is_none() {
            report.warning(file.path, file.line(&place), format!("`{name}` has no `title`: the form shows its name"));
        }
        walk(file, property, &place, report);
    }
    if let Some(items) = members.get("items") {
        if items.get("x-secret").is_some() {
            let line = file.line(&format!("{pointer}/items"));
            report.error(file.path, line, "`x-secret` is for properties: an entry of a list cannot be a secret");
        }
        walk(file, items, &format!("{pointer}/items"), report);
    }
}

#[cfg(test)]
mod tests {
    use super::{Report, check};

    #[test]
    fn words_that_nothing_knows_are_named() {
        let text = "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\", \"title\": \"A\",\n\
                    \"x-enumTitel\": [], \"x-lines\": 3}}}";
        let schema = serde_json::from_str(text).expect("JSON");
        let mut report = Report::default();
        check("schema/a.json", text, &schema, &mut report);
        let found: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("`x-enumTitel` is neither checked by the host nor shown by the admin"), "{found:?}");
    }

    #[test]
    fn entries_of_lists_are_no_secrets() {
        let text = "{\"type\": \"object\", \"properties\": {\"keys\": {\"type\": \"array\", \"title\": \"Keys\",\n\
                    \"items\": {\"type\": \"string\", \"x-secret\": \"api_key\"}}}}";
        let schema = serde_json::from_str(text).expect("JSON");
        let mut report = Report::default();
        check("schema/a.json", text, &schema, &mut report);
        let found: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("an entry of a list cannot be a secret"), "{found:?}");
    }
}
