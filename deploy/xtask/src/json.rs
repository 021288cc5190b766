//! Helpers for JSON reports of test runners.

use serde_json::Value;

/// The array under `key`; empty when there is none.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
