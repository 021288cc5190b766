//! JSON inside script elements; `serde_json` does not escape what ends an element.

use serde_json::Value;

/// JSON that is safe inside a script element: it cannot end the element.
pub fn script_json(value: &Value) -> String {
    let text = value.to_string();
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_end_tags_are_escaped() {
        let value = serde_json::json!({"title": "</script><script>alert(1)</script>\u{2028}"});
        let text = script_json(&value);
        assert!(!text.contains('<') && !text.contains('\u{2028}'));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
