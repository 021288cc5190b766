//! A formatter that gives another result each time: the host refuses it for the import of the clock.

use stoa_plugin_sdk::formatters::Formatters;
use stoa_plugin_sdk::{Error, Value, clock};

struct Impure;

impl Formatters for Impure {
    fn apply(_name: String, _input: Value, _args: Vec<Value>) -> Result<Value, Error> {
        Ok(Value::Text(clock::now_ms().to_string()))
    }

    fn apply_many(name: String, inputs: Vec<Value>, args: Vec<Value>) -> Result<Vec<Value>, Error> {
        inputs.into_iter().map(|input| Self::apply(name.clone(), input, args.clone())).collect()
    }
}

stoa_plugin_sdk::plugin!(formatters: Impure);
