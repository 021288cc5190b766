//! Reading the reports of test runners.

use serde_json::Value;

/// The list under `key`; none where there is no list.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
