//! Results of plugins that the server has sent, and the calls that have none.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use stoa_template::Plugins;

use super::preview_data::{PluginCall, PluginWords};
use super::read;

/// Plugin formatters and predicates that return the server's results, and record calls without a result yet.
pub(super) struct RecordingPlugins {
    words: PluginWords,
    book: Mutex<CallLog>,
}

#[derive(Default)]
struct CallLog {
    /// Results by call.
    known: Map<String, Value>,
    unknown: Vec<PluginCall>,
}

impl RecordingPlugins {
    pub(super) fn new(words: PluginWords) -> Self {
        Self { words, book: Mutex::default() }
    }

    fn book(&self) -> MutexGuard<'_, CallLog> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn learn(&self, mut answer: Value) {
        let outcome = read::take(&mut answer, "outcome");
        let mut call = read::take(&mut answer, "call");
        let [name, values, arguments] = ["name", "values", "arguments"].map(|part| read::take(&mut call, part));
        self.book().known.insert(key(name, values, arguments), outcome);
    }

    /// Calls since the last render that have no result.
    pub(super) fn take_unknown(&self) -> Vec<PluginCall> {
        std::mem::take(&mut self.book().unknown)
    }

    /// The result of a call; none if it has to be requested.
    fn answer(&self, name: &str, values: &[&Value], arguments: &[&str]) -> Result<Value, String> {
        let values: Vec<Value> = values.iter().map(|value| (*value).clone()).collect();
        let words = arguments.iter().map(|argument| Value::from(*argument)).collect();
        let key = key(Value::from(name), Value::Array(values.clone()), Value::Array(words));
        let mut book = self.book();
        if let Some(known) = book.known.get(&key) {
            return read::outcome(known.clone());
        }
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let call = PluginCall { name: name.to_owned(), values, arguments };
        if !book.unknown.contains(&call) {
            book.unknown.push(call);
        }
        Ok(Value::Null)
    }
}

fn key(name: Value, values: Value, arguments: Value) -> String {
    Value::Array(vec![name, values, arguments]).to_string()
}

impl Plugins for RecordingPlugins {
    fn has_formatter(&self, name: &str) -> bool {
        self.words.has_formatter(name)
    }

    fn has_predicate(&self, name: &str) -> bool {
        self.words.has_predicate(name)
    }

    fn format(&self, name: &str, values: &[&Value], arguments: &[&str]) -> Result<Option<Value>, String> {
        self.answer(name, values, arguments).map(|value| Some(value).filter(|value| !value.is_null()))
    }

    fn test(&self, name: &str, value: &Value, arguments: &[&str]) -> Result<bool, String> {
        self.answer(name, &[value], arguments).map(|answer| answer == Value::Bool(true))
    }
}
