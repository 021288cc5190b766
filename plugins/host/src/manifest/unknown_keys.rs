//! Finds the keys of a manifest that this host does not know, by comparing the text with what was read of it. A crate
//! such as `serde_ignored` does not see keys of the tagged `provides`.

use serde_json::Value;

use super::Manifest;

/// A key that this host does not know.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnknownKey {
    /// Where it stands, such as `provides.wallet`.
    pub(crate) path: String,
    /// The key that is written almost like it.
    pub(crate) meant: Option<String>,
}

/// The unknown keys, each once and sorted.
pub(super) fn of(manifest: &Manifest, text: &str) -> Vec<UnknownKey> {
    let (Ok(source), Ok(known)) = (toml::from_str::<Value>(text), serde_json::to_value(manifest)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    compare("", &source, &known, &mut found);
    found.sort();
    found.dedup();
    found
}

fn compare(path: &str, source: &Value, known: &Value, found: &mut Vec<UnknownKey>) {
    match (source, known) {
        (Value::Object(source), Value::Object(known)) => {
            for (key, value) in source {
                let place = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match known.get(key) {
                    Some(read) => compare(&place, value, read, found),
                    None => {
                        let meant = known.keys().find(|other| is_almost(key, other)).cloned();
                        found.push(UnknownKey { path: place, meant });
                    }
                }
            }
        }
        (Value::Array(source), Value::Array(known)) => {
            source.iter().zip(known).for_each(|(value, read)| compare(path, value, read, found));
        }
        _ => {}
    }
}

/// Whether two keys differ in one letter: one that is too much, missing or another.
fn is_almost(one: &str, other: &str) -> bool {
    let start = one.bytes().zip(other.bytes()).take_while(|(left, right)| left == right).count();
    let end = one.bytes().rev().zip(other.bytes().rev()).take_while(|(left, right)| left == right).count();
    let longest = one.len().max(other.len());
    longest > 3 && one.len().abs_diff(other.len()) <= 1 && start + end + 1 >= longest
}

#[cfg(test)]
mod tests {
    use super::is_almost;

    #[test]
    fn misspelt_keys() {
        for (one, other) in [("clients", "client"), ("exmple", "example"), ("licence", "license")] {
            assert!(is_almost(one, other) && is_almost(other, one), "{one} {other}");
        }
        assert!(!is_almost("wallet", "methods") && !is_almost("page", "needs"));
    }
}
