//! What the OpenAPI document says of path parameters and of page documents.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_document::Document;

#[test]
fn every_path_parameter_is_described() -> Result<()> {
    let document = serde_json::to_value(stoa_http::document())?;
    for (path, operations) in document["paths"].as_object().context("no paths")? {
        for operation in operations.as_object().context("no methods")?.values() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                ensure!(parameter.get("$ref").is_none(), "{path}: a reference");
                let is_described = parameter["description"].as_str().is_some_and(|text| !text.is_empty());
                ensure!(is_described || parameter["in"] != "path", "{path}: {}", parameter["name"]);
            }
        }
    }
    Ok(())
}

/// Names of the members of an object, sorted.
fn names(object: &Value) -> Result<Vec<&str>> {
    let members = object.as_object().with_context(|| format!("no object: {object}"))?;
    let mut names: Vec<&str> = members.keys().map(String::as_str).collect();
    names.sort_unstable();
    Ok(names)
}

/// A page document in which nothing is left out.
fn complete_document() -> Value {
    let on_all = |on: Value| json!({"desktop": on, "tablet": on, "phone": on});
    let languages = json!({"only": ["fr"], "except": ["de"]});
    let block = json!({"id": "b", "kind": "text", "settings": {"html": "<p>Hello</p>"},
        "devices": on_all(json!({"hidden": true, "settings": {"gap": 1}})), "languages": languages});
    let row = json!({"id": "r", "devices": on_all(json!({"spans": [12], "reversed": true})),
        "columns": [{"span": 12, "blocks": [block]}]});
    let devices = on_all(json!({"hidden": true, "padding": "none"}));
    let background = json!({"asset": "ast_1", "x": 50, "y": 50, "overlay": 60});
    let settings = json!({"name": "Kiln", "background": background});
    let section = json!({"id": "s", "settings": settings, "devices": devices, "languages": languages, "rows": [row]});
    json!({"version": 1, "sections": [section]})
}

#[test]
fn page_documents_are_written_as_they_are_described() -> Result<()> {
    let openapi = serde_json::to_value(stoa_http::document())?;
    let document = Document::from_json(&complete_document()).map_err(anyhow::Error::msg)?;
    let written = serde_json::to_value(document)?;
    for (schema, place) in [
        ("Document", ""),
        ("Section", "/sections/0"),
        ("SectionSettings", "/sections/0/settings"),
        ("SectionBackground", "/sections/0/settings/background"),
        ("SectionDevices", "/sections/0/devices"),
        ("SectionOnDevice", "/sections/0/devices/phone"),
        ("Row", "/sections/0/rows/0"),
        ("RowDevices", "/sections/0/rows/0/devices"),
        ("RowOnDevice", "/sections/0/rows/0/devices/phone"),
        ("Column", "/sections/0/rows/0/columns/0"),
        ("Block", "/sections/0/rows/0/columns/0/blocks/0"),
        ("ShownInLanguages", "/sections/0/rows/0/columns/0/blocks/0/languages"),
        ("BlockDevices", "/sections/0/rows/0/columns/0/blocks/0/devices"),
        ("BlockOnDevice", "/sections/0/rows/0/columns/0/blocks/0/devices/phone"),
    ] {
        let described = &openapi["components"]["schemas"][schema]["properties"];
        let written = written.pointer(place).with_context(|| format!("{schema}: nothing is written at {place}"))?;
        assert_eq!(names(described)?, names(written)?, "{schema}");
    }
    Ok(())
}
