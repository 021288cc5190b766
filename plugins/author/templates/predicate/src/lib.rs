//! The predicate `{{formatter}}`: whether a list has enough entries, or a text enough words.

use stoa_plugin_sdk::json::{self, Value as Json};
use stoa_plugin_sdk::predicates::Predicates;
use stoa_plugin_sdk::{Error, ErrorCode, Value, error, invalid_input, setting};

struct Plugin;

impl Predicates for Plugin {
    fn test(name: String, input: Value, args: Vec<Value>) -> Result<bool, Error> {
        if name != "{{formatter}}" {
            return Err(error(ErrorCode::NotSupported, format!("no predicate {name}")));
        }
        let least = match args.first() {
            Some(Value::Integer(number)) if *number > 0 => *number,
            Some(_) => return Err(invalid_input("the argument has to be a whole number from 1 on")),
            None => setting("least").and_then(|value| value.as_i64()).unwrap_or(3),
        };
        Ok(i64::try_from(size(&input)?).is_ok_and(|size| size >= least))
    }
}

/// The number of entries or words.
fn size(input: &Value) -> Result<usize, Error> {
    match input {
        Value::None => Ok(0),
        Value::Text(text) => Ok(text.split_whitespace().count()),
        Value::Json(text) => {
            let value: Json = json::from_str(text).map_err(|fault| invalid_input(fault.to_string()))?;
            let size = value.as_array().map(Vec::len);
            size.ok_or_else(|| invalid_input("{{formatter}} takes a list or a text"))
        }
        _ => Err(invalid_input("{{formatter}} takes a list or a text")),
    }
}

stoa_plugin_sdk::plugin!(predicates: Plugin);
