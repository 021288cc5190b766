//! Settings of a theme: custom properties of its style sheets.

use serde_json::{Map, Value};

use super::problem::{Place, Problem};

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name; the custom property is the same with two hyphens before it.
    pub name: String,
    /// Value of the custom property until a site has its own.
    pub default: String,
}

/// Longest value of a custom property.
const MOST_BYTES: usize = 500;

/// The settings of a description: its `settings` are a JSON Schema whose properties have defaults.
pub(super) fn read(conf: &Map<String, Value>, file: &str, source: &str, problems: &mut Vec<Problem>) -> Vec<Setting> {
    let properties = conf.get("settings").and_then(|schema| schema.get("properties")).and_then(Value::as_object);
    let mut settings = Vec::new();
    for (name, property) in properties.into_iter().flatten() {
        let place = Place::of_name(source, name);
        if !is_name(name) {
            let message = format!("'{name}' is no name for a setting: use lower-case letters, digits and hyphens.");
            problems.push(Problem::error("invalid-setting", file, message).at(place));
            continue;
        }
        match property.get("default").and_then(css_value) {
            Some(default) => settings.push(Setting { name: name.clone(), default }),
            None => {
                let message = format!("The setting '{name}' needs a default: a text or a number that CSS can hold.");
                let help = "Leave out ; { } < > \\ and comments.";
                problems.push(Problem::error("invalid-setting", file, message).at(place).help(help));
            }
        }
    }
    settings
}

/// The custom properties of settings on the root element; empty when there are none.
pub fn custom_properties(settings: &[Setting]) -> String {
    if settings.is_empty() {
        return String::new();
    }
    let declarations: String =
        settings.iter().map(|setting| format!("--{}:{};", setting.name, setting.default)).collect();
    format!(":root{{{declarations}}}")
}

fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.len() <= 60 && name.bytes().all(plain)
}

/// A value that cannot end its declaration, its rule or the element it stands in.
fn css_value(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let breaks_out = |letter: char| matches!(letter, ';' | '{' | '}' | '<' | '>' | '\\') || letter.is_control();
    let holds = !text.is_empty() && text.len() <= MOST_BYTES && !text.contains(breaks_out) && !text.contains("/*");
    holds.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_become_custom_properties_and_nothing_else() {
        let conf = json!({"settings": {"properties": {
            "color-accent": {"default": "#8f4328"},
            "columns": {"default": 3},
            "evil": {"default": "red}</style>"},
            "comment": {"default": "red/*"},
            "without": {},
            "Loud Name": {"default": "1"},
        }}});
        let source = conf.to_string();
        let mut problems = Vec::new();
        let settings = read(conf.as_object().unwrap(), "theme.conf", &source, &mut problems);
        assert_eq!(custom_properties(&settings), ":root{--color-accent:#8f4328;--columns:3;}");
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert_eq!(custom_properties(&[]), "");
    }
}
