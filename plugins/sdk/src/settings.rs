//! Settings of the site for a plugin.

use serde_json::Value;

/// A setting of this site; none when it is not set or null.
pub fn setting(key: &str) -> Option<Value> {
    let value = serde_json::from_str(&crate::config::get(key)?).ok()?;
    if value == Value::Null { None } else { Some(value) }
}
