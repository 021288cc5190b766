//! Renders test cases with the native engine, so that a browser can render the same ones: writes a JSON array of
//! requests with their results to the file in the first argument. The second argument is the folder of the conformance
//! corpus.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use stoa_editor_wasm::{checked, rendered};

/// Separator of the parts of our own cases: settings, template, expected output.
const LINE: &str = "\n---\n";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let destination = arguments.next().ok_or("name the file for the answers")?;
    let mut calls = Vec::new();
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../template/tests/inputs"))? {
        calls.push(own_case(&path)?);
    }
    if let Some(corpus) = arguments.next() {
        for path in files(&corpus)?.iter().filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
            let cases: Vec<Value> = serde_json::from_str(&fs::read_to_string(path)?)?;
            for case in &cases {
                calls.push(corpus_case(case)?);
            }
        }
    }
    fs::write(destination, serde_json::to_vec(&calls)?)?;
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    Ok(files)
}

fn own_case(path: &Path) -> Result<Value, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let mut parts = text.split(LINE);
    let settings: Value = serde_json::from_str(parts.next().unwrap_or_default())?;
    let request = json!({
        "template": parts.next(),
        "partials": settings.get("partials").unwrap_or(&json!({})),
        "data": settings.get("data"),
        "locale": "en-US",
        "context": {
            "nowMs": settings.get("now").unwrap_or(&json!(0)),
            "documents": settings.get("inject").unwrap_or(&json!({})),
        },
    });
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    call("render", &name, request.to_string(), rendered)
}

/// A case of the corpus. Browsers have no plugins, so the native side renders without them too.
fn corpus_case(case: &Value) -> Result<Value, Box<dyn Error>> {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let id = text(case.get("id"));
    let setting = |name: &str| case.get("params").and_then(|settings| settings.get(name));
    if text(setting("mode")) == "validate" {
        return call("check", &id, text(case.get("template")), |source| Ok(checked(source)));
    }
    let locale = case.get("locale").and_then(Value::as_str).unwrap_or("en-US");
    let request = json!({
        "template": text(case.get("template")),
        "partials": case.get("partials").unwrap_or(&json!({})),
        "data": case.get("json"),
        "locale": (locale != "none").then_some(locale),
        "context": {
            "nowMs": case.get("now_ms").unwrap_or(&json!(0)),
            "documents": case.get("inject").unwrap_or(&json!({})),
            "strict": text(setting("mode")) == "strict",
            "preprocess": setting("preprocess").and_then(Value::as_bool).unwrap_or(false),
        },
    });
    call("render", &id, request.to_string(), rendered)
}

fn call(
    function: &str,
    id: &str,
    input: String,
    run: impl Fn(&str) -> serde_json::Result<String>,
) -> Result<Value, Box<dyn Error>> {
    let answer = run(&input).map_err(|error| format!("{id}: {error}"))?;
    Ok(json!({"id": id, "function": function, "input": input, "answer": answer}))
}
