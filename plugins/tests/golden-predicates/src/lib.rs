//! A predicate by the interface 0.1.0, of which a golden component is kept.

use stoa_plugin_sdk::predicates::Predicates;
use stoa_plugin_sdk::{Error, Value, invalid_input};

struct Golden;

impl Predicates for Golden {
    /// Whether a text has more characters than the argument says, or ten.
    fn test(name: String, input: Value, args: Vec<Value>) -> Result<bool, Error> {
        let most = match args.first() {
            Some(Value::Integer(most)) => *most,
            _ => 10,
        };
        match (name.as_str(), input) {
            ("is_long", Value::Text(text)) => Ok(i64::try_from(text.chars().count()).unwrap_or(i64::MAX) > most),
            ("is_long", _) => Err(invalid_input("is_long takes text")),
            _ => Err(invalid_input(format!("there is no {name}"))),
        }
    }
}

stoa_plugin_sdk::plugin!(predicates: Golden);
