//! Finds the keys of a manifest that this host does not know, by comparing the text with what was read of it. A crate
//! such as `serde_ignored` does not see keys of the tagged `provides`.

use serde_json::Value;

use super::Manifest;

/// Paths of the unknown keys, such as `provides.wallet`, each once and sorted.
pub(super) fn of(manifest: &Manifest, text: &str) -> Vec<String> {
    let (Ok(source), Ok(known)) = (toml::from_str::<Value>(text), serde_json::to_value(manifest)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    compare("", &source, &known, &mut found);
    found.sort();
    found.dedup();
    found
}

fn compare(path: &str, source: &Value, known: &Value, found: &mut Vec<String>) {
    match (source, known) {
        (Value::Object(source), Value::Object(known)) => {
            for (key, value) in source {
                let place = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match known.get(key) {
                    Some(read) => compare(&place, value, read, found),
                    None => found.push(place),
                }
            }
        }
        (Value::Array(source), Value::Array(known)) => {
            source.iter().zip(known).for_each(|(value, read)| compare(path, value, read, found));
        }
        _ => {}
    }
}
