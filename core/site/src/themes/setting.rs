//! Settings of a theme, available in its style sheets as custom properties.

use serde_json::{Map, Number, Value};
use stoa_document::Schema;

use super::problem::{Problem, TextPosition};

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name; the custom property has two hyphens before it.
    pub name: String,
    /// Display name.
    pub title: String,
    /// One-sentence description; may be empty.
    pub description: String,
    /// Group in forms, such as `Colours`; may be empty.
    pub group: String,
    /// Default value.
    pub default: Value,
    /// Unit after a number, such as `rem`; may be empty.
    pub unit: String,
    /// Fonts in the folder to preload, by the value that uses them.
    pub preloads: Vec<(Value, String)>,
    /// Type of its values.
    pub kind: SettingKind,
}

/// Type of a setting's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A colour as six hexadecimal digits after `#`.
    Color,
    /// Any CSS value.
    Text,
    /// A number.
    Number {
        /// Minimum.
        minimum: Option<Number>,
        /// Maximum.
        maximum: Option<Number>,
        /// Step of a slider.
        step: Option<Number>,
    },
    /// One of several values, each with its display name.
    Choice(Vec<(Value, String)>),
}

/// A set of values that go well together, applied at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Display name.
    pub name: String,
    /// Values by name of the setting.
    pub values: Map<String, Value>,
}

/// Maximum length of a custom property's value, in bytes.
const MAX_BYTES: usize = 500;

/// The settings in a configuration file: `settings` is a JSON Schema whose properties have defaults.
pub(super) fn read(conf: &Map<String, Value>, file: &str, source: &str, problems: &mut Vec<Problem>) -> Vec<Setting> {
    let properties = conf.get("settings").and_then(|schema| schema.get("properties")).and_then(Value::as_object);
    let mut settings = Vec::new();
    for (name, property) in properties.into_iter().flatten() {
        let place = TextPosition::of_name(source, name);
        if !is_name(name) {
            let message = format!("'{name}' is not a setting name: use lower-case letters, digits and hyphens.");
            problems.push(Problem::error("invalid-setting", file, message).at(place));
            continue;
        }
        let setting = setting(name, property);
        match css_value(&setting.default, &setting.unit) {
            Some(_) => settings.push(setting),
            None => {
                let message = format!("The setting '{name}' needs a default: a text or a number that CSS can hold.");
                let help = "Leave out ; { } < > \\ and comments.";
                problems.push(Problem::error("invalid-setting", file, message).at(place).help(help));
            }
        }
    }
    settings
}

fn setting(name: &str, property: &Value) -> Setting {
    let text = |member: &str| property.get(member).and_then(Value::as_str).unwrap_or_default().to_owned();
    let title = text("title");
    Setting {
        name: name.to_owned(),
        title: if title.is_empty() { name.replace('-', " ") } else { title },
        description: text("description"),
        group: text("x-group"),
        default: property.get("default").cloned().unwrap_or_default(),
        unit: text("x-unit"),
        preloads: preloads(property),
        kind: kind(property),
    }
}

/// Paths in the folder, parallel to the choices; an empty one for no preload.
fn preloads(property: &Value) -> Vec<(Value, String)> {
    let list = |member: &str| property.get(member).and_then(Value::as_array).into_iter().flatten();
    let pair = |(value, path): (&Value, &Value)| {
        Some((value.clone(), path.as_str().filter(|path| !path.is_empty())?.to_owned()))
    };
    list("enum").zip(list("x-preload")).filter_map(pair).collect()
}

fn kind(property: &Value) -> SettingKind {
    let number = |member: &str| property.get(member).and_then(Value::as_number).cloned();
    if let Some(values) = property.get("enum").and_then(Value::as_array) {
        let title = |index: usize| property.get("x-enumTitles").and_then(|titles| titles.get(index)?.as_str());
        let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let choice =
            |(index, value): (usize, &Value)| (value.clone(), title(index).map_or_else(|| shown(value), str::to_owned));
        return SettingKind::Choice(values.iter().enumerate().map(choice).collect());
    }
    match (property.get("type").and_then(Value::as_str), property.get("format").and_then(Value::as_str)) {
        (Some("integer" | "number"), _) => {
            SettingKind::Number { minimum: number("minimum"), maximum: number("maximum"), step: number("x-step") }
        }
        (_, Some("color")) => SettingKind::Color,
        _ => SettingKind::Text,
    }
}

/// The schema that the settings were read from; null when there is no valid one.
pub(super) fn schema(conf: &Map<String, Value>, file: &str, source: &str, problems: &mut Vec<Problem>) -> Value {
    let Some(schema) = conf.get("settings").filter(|schema| schema.get("properties").is_some()) else {
        return Value::Null;
    };
    match Schema::from_json(schema) {
        Ok(_) => schema.clone(),
        Err(error) => {
            let place = TextPosition::of_name(source, "settings");
            problems.push(Problem::error("invalid-setting", file, format!("The settings: {error}.")).at(place));
            Value::Null
        }
    }
}

/// The palettes in a configuration file; reports values that the settings do not accept.
pub(super) fn palettes(
    conf: &Map<String, Value>,
    file: &str,
    source: &str,
    problems: &mut Vec<Problem>,
) -> Vec<Palette> {
    let Some(schema) = conf.get("settings").and_then(|schema| Schema::from_json(schema).ok()) else {
        return Vec::new();
    };
    let mut palettes = Vec::new();
    for entry in conf.get("palettes").and_then(Value::as_array).into_iter().flatten() {
        let name = entry.get("name").and_then(Value::as_str).unwrap_or_default();
        let values = entry.get("values").and_then(Value::as_object).cloned().unwrap_or_default();
        let wrong = schema.problems(&values).into_map().into_iter().next();
        match wrong {
            _ if name.is_empty() || values.is_empty() => {
                let message = "A palette needs a name and values.";
                problems.push(
                    Problem::error("invalid-palette", file, message).at(TextPosition::of_name(source, "palettes")),
                );
            }
            Some((setting, error_message)) => {
                let message = format!("The palette '{name}' cannot be used: {setting}: {error_message}");
                problems.push(Problem::error("invalid-palette", file, message).at(TextPosition::of_name(source, name)));
            }
            None => palettes.push(Palette { name: name.to_owned(), values }),
        }
    }
    palettes
}

/// The custom properties of the settings on the root element, with the site's values or the defaults; empty when there
/// are none. Values that are not valid in CSS are left out.
pub fn custom_properties(settings: &[Setting], values: &Map<String, Value>) -> String {
    if settings.is_empty() {
        return String::new();
    }
    let declaration = |setting: &Setting| {
        let css = |value: &Value| css_value(value, &setting.unit);
        let value = values.get(&setting.name).and_then(css).or_else(|| css(&setting.default));
        value.map(|value| format!("--{}:{value};", setting.name)).unwrap_or_default()
    };
    format!(":root{{{}}}", settings.iter().map(declaration).collect::<String>())
}

/// Fonts to preload, as paths in the folder, each once.
pub fn preloaded_fonts<'a>(settings: &'a [Setting], values: &Map<String, Value>) -> Vec<&'a str> {
    let mut fonts: Vec<&str> = Vec::new();
    for setting in settings {
        let chosen = values.get(&setting.name).unwrap_or(&setting.default);
        let font = setting.preloads.iter().find(|(value, _)| value == chosen).map(|(_, path)| path.as_str());
        fonts.extend(font.filter(|font| !fonts.contains(font)));
    }
    fonts
}

fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.len() <= 60 && name.bytes().all(plain)
}

/// A value as CSS, unless it could close its declaration, its rule or the enclosing element.
fn css_value(value: &Value, unit: &str) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => format!("{number}{unit}"),
        _ => return None,
    };
    let breaks_out = |letter: char| matches!(letter, ';' | '{' | '}' | '<' | '>' | '\\') || letter.is_control();
    let holds = !text.is_empty() && text.len() <= MAX_BYTES && !text.contains(breaks_out) && !text.contains("/*");
    holds.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_to_custom_properties() {
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
        assert_eq!(custom_properties(&settings, &Map::new()), ":root{--color-accent:#8f4328;--columns:3;}");
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert_eq!(custom_properties(&[], &Map::new()), "");
    }

    #[test]
    fn own_values_override_defaults_if_valid_css() {
        let conf = json!({"settings": {"properties": {
            "color-accent": {"default": "#8f4328"},
            "text-base": {"default": 1, "x-unit": "rem"},
        }}});
        let settings = read(conf.as_object().unwrap(), "theme.conf", &conf.to_string(), &mut Vec::new());
        let own = json!({"color-accent": "red}body{display:none", "text-base": 1.25, "unknown": "1"});
        let properties = custom_properties(&settings, own.as_object().unwrap());
        assert_eq!(properties, ":root{--color-accent:#8f4328;--text-base:1.25rem;}");
    }

    #[test]
    fn fonts_of_chosen_value() {
        let choice =
            json!({"enum": ["A", "B", "C"], "x-preload": ["assets/a.woff2", "", "assets/c.woff2"], "default": "A"});
        let conf = json!({"settings": {"properties": {"font-body": choice, "font-heading": choice, "radius": {"default": 1}}}});
        let settings = read(conf.as_object().unwrap(), "theme.conf", &conf.to_string(), &mut Vec::new());
        let check = |own: Value, expected: &[&str]| {
            assert_eq!(preloaded_fonts(&settings, own.as_object().unwrap()), expected, "{own}");
        };
        check(json!({}), &["assets/a.woff2"]);
        check(json!({"font-heading": "C"}), &["assets/a.woff2", "assets/c.woff2"]);
        check(json!({"font-heading": "B", "font-body": "B"}), &[]);
    }

    #[test]
    fn palette_values_are_valid() {
        let accent = json!({"type": "string", "format": "color", "default": "#8f4328"});
        let conf = json!({
            "settings": {"type": "object", "additionalProperties": false, "properties": {"color-accent": accent}},
            "palettes": [
                {"name": "Clay", "values": {"color-accent": "#123456"}},
                {"name": "Loud", "values": {"color-accent": "loud"}},
                {"name": "Other", "values": {"color-other": "#123456"}},
                {"values": {"color-accent": "#123456"}},
            ],
        });
        let mut problems = Vec::new();
        let palettes = palettes(conf.as_object().unwrap(), "theme.conf", &conf.to_string(), &mut problems);
        assert_eq!(palettes.iter().map(|palette| palette.name.as_str()).collect::<Vec<_>>(), ["Clay"]);
        assert_eq!(problems.len(), 3, "{problems:?}");
    }
}
