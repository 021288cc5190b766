//! The formatter `{{formatter}}`: the initials of a name. An argument limits their number.

use stoa_plugin_sdk::formatters::Formatters;
use stoa_plugin_sdk::{Error, ErrorCode, Value, error, invalid_input, setting};

struct Plugin;

impl Formatters for Plugin {
    fn apply(name: String, input: Value, args: Vec<Value>) -> Result<Value, Error> {
        Initials::new(&name, &args)?.of(&input)
    }

    fn apply_many(name: String, inputs: Vec<Value>, args: Vec<Value>) -> Result<Vec<Value>, Error> {
        let initials = Initials::new(&name, &args)?;
        inputs.iter().map(|input| initials.of(input)).collect()
    }
}

struct Initials {
    most: usize,
    separator: String,
}

impl Initials {
    fn new(name: &str, args: &[Value]) -> Result<Self, Error> {
        if name != "{{formatter}}" {
            return Err(error(ErrorCode::NotSupported, format!("no formatter {name}")));
        }
        let most = match args.first() {
            None => 3,
            Some(argument) => {
                number(argument).ok_or_else(|| invalid_input("the number of letters must be 1 or more"))?
            }
        };
        let separator = setting("separator").and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        Ok(Self { most, separator })
    }

    fn of(&self, input: &Value) -> Result<Value, Error> {
        let text = match input {
            Value::Text(text) => text,
            Value::None => return Ok(Value::None),
            _ => return Err(invalid_input("{{formatter}} takes text")),
        };
        let letters: Vec<String> = text
            .split_whitespace()
            .filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()))
            .map(|letter| letter.to_uppercase().collect())
            .take(self.most)
            .collect();
        Ok(Value::Text(letters.join(&self.separator)))
    }
}

/// A whole number above zero; a template may pass it as text.
fn number(value: &Value) -> Option<usize> {
    let number = match value {
        Value::Integer(number) => usize::try_from(*number).ok(),
        Value::Text(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| *number > 0)
}

stoa_plugin_sdk::plugin!(formatters: Plugin);
