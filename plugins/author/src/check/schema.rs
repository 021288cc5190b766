//! Schemas: the subset of JSON Schema that the admin shows as a form and the host checks.

use serde_json::Value as Json;
use stoa_plugin_host::check_settings;

use super::Report;
use crate::locate::json_line;

/// What the host checks or the admin shows.
const KEYWORDS: [&str; 18] = [
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
    "x-secret",
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
    for key in members.keys().filter(|key| !KEYWORDS.contains(&key.as_str()) && !key.starts_with("x-")) {
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
        walk(file, items, &format!("{pointer}/items"), report);
    }
}
