//! Plug-ins used only by cases about errors and plug-ins.

use serde_json::Value;

use crate::plugin::{ArgumentFault, Plugins};

/// The plug-ins that the corpus expects besides the built-in ones.
pub(super) struct CorpusPlugins;

const FORMATTERS: [&str; 8] =
    ["required-args", "invalid-args", "execute-error", "npe", "unstable", "dummy", "multiply-vars", "returns-missing"];

fn check(name: &str, arguments: &[&str]) -> Result<(), ArgumentFault> {
    match name {
        "required-args" | "required-args?" if arguments.is_empty() => Err(ArgumentFault::Missing),
        "invalid-args" | "invalid-args?" => Err(ArgumentFault::Invalid("Invalid arguments".to_owned())),
        _ => Ok(()),
    }
}

impl Plugins for CorpusPlugins {
    fn has_formatter(&self, name: &str) -> bool {
        FORMATTERS.contains(&name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        matches!(name, "required-args?" | "invalid-args?" | "execute-error?")
    }

    fn check_formatter(&self, name: &str, arguments: &[&str]) -> Result<(), ArgumentFault> {
        check(name, arguments)
    }

    fn check_predicate(&self, name: &str, arguments: &[&str]) -> Result<(), ArgumentFault> {
        check(name, arguments)
    }

    fn format(&self, name: &str, values: &[&Value], _: &[&str]) -> Result<Option<Value>, String> {
        match name {
            "multiply-vars" => {
                let factors = values.iter().filter_map(|value| match value {
                    Value::String(text) => text.parse::<i64>().ok(),
                    other => other.as_i64(),
                });
                Ok(Some(Value::from(factors.fold(1, i64::wrapping_mul))))
            }
            "returns-missing" => Ok(None),
            "dummy" | "required-args" | "invalid-args" => Ok(values.first().map(|value| (*value).clone())),
            other => Err(format!("{other} always fails")),
        }
    }

    fn test(&self, name: &str, _: &Value, _: &[&str]) -> Result<bool, String> {
        match name {
            "execute-error?" => Err("always fails".to_owned()),
            _ => Ok(true),
        }
    }
}
