//! Values of form fields as text.

use std::collections::BTreeMap;

use serde_json::Value;

const GRADES: [(&str, &str); 5] =
    [("-2", "Strongly Disagree"), ("-1", "Disagree"), ("0", "Neutral"), ("1", "Agree"), ("2", "Strongly Agree")];

/// The texts of a value by name: of a single value under `0`, of a list under the positions, of an
/// object under its names. Anything deeper is left out.
pub(super) fn parts(value: &Value) -> BTreeMap<String, String> {
    match value {
        Value::Array(list) => list
            .iter()
            .take(100)
            .enumerate()
            .filter_map(|(index, entry)| scalar(entry).map(|text| (format!("{index:03}"), text)))
            .collect(),
        Value::Object(object) => object
            .iter()
            .take(100)
            .filter_map(|(name, entry)| {
                let text = scalar(entry).or_else(|| entry.as_array().and_then(|list| scalar(list.first()?)))?;
                Some((name.clone(), text))
            })
            .collect(),
        single => scalar(single).map(|text| ("0".to_owned(), text)).into_iter().collect(),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.replace('\0', "")),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether a text is one of the five grades of agreement.
pub(super) fn is_grade(text: &str) -> bool {
    GRADES.iter().any(|(grade, _)| *grade == text)
}

/// How an answer reads; `N/A` when there is none.
pub(super) fn text(kind: &str, parts: &BTreeMap<String, String>) -> String {
    let in_order = |names: &[&str], separator: &str| -> String {
        let named = names.iter().filter_map(|name| parts.get(*name));
        let others = parts.iter().filter(|(name, _)| !names.contains(&name.as_str())).map(|(_, text)| text);
        let texts: Vec<&str> = named.chain(others).map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
        texts.join(separator)
    };
    let read = match kind {
        "name" => in_order(&["first", "last"], " "),
        "address" => in_order(&["line1", "line2", "city", "region", "postalCode", "country"], ", "),
        "date" => in_order(&["month", "day", "year"], "/"),
        "time" => in_order(&["hour", "minute", "second", "ampm"], ":"),
        "phone" => in_order(&["country", "area", "prefix", "line"], "-"),
        "likert" => parts
            .iter()
            .map(|(question, grade)| format!("{question}: {}", grade_name(grade)))
            .collect::<Vec<_>>()
            .join("; "),
        _ => in_order(&[], ", "),
    };
    if read.is_empty() { "N/A".to_owned() } else { read }
}

fn grade_name(text: &str) -> &'static str {
    GRADES.iter().find(|(grade, _)| *grade == text).map_or("Neutral", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn answers_read_as_people_write_them() {
        let check = |kind: &str, value: Value, expected: &str| assert_eq!(text(kind, &parts(&value)), expected);
        check("text", json!("hello"), "hello");
        check("name", json!({"last": "Lovelace", "first": "Ada"}), "Ada Lovelace");
        check("name", json!(["Ada", "Lovelace"]), "Ada Lovelace");
        check("checkbox", json!(["a", "b"]), "a, b");
        check("phone", json!(["", "555", "123", "4567"]), "555-123-4567");
        check("likert", json!({"Easy to use": "2"}), "Easy to use: Strongly Agree");
        check("address", json!({"city": "Kyoto", "line1": "1 Street", "country": "Japan"}), "1 Street, Kyoto, Japan");
        check("text", Value::Null, "N/A");
        check("text", json!({"a": {"b": 1}}), "N/A");
    }
}
