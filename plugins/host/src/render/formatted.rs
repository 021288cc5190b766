//! Results of formatters in one page render. Formatters are pure, so a value is formatted once, and those of a loop are
//! formatted together.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// Most values in one call of a plugin. With the longest results, thirty stay below the limit on data of one call.
const VALUES_PER_CALL: usize = 30;
/// Most bytes of text in one call.
const BYTES_PER_CALL: usize = 256 * 1024;
/// Results that are kept for a page.
const MAX_RESULTS: usize = 2_000;

/// The results of the formatters of a page so far.
#[derive(Debug, Default)]
pub struct Formatted(Mutex<Book>);

#[derive(Debug, Default)]
struct Book {
    results: HashMap<String, Value>,
    /// Formatters that failed with many values: they are called with one at a time.
    one_by_one: HashSet<String>,
}

impl Formatted {
    /// The result for a value, if it is known.
    pub fn known(&self, name: &str, value: &Value, arguments: &[&str]) -> Option<Value> {
        self.book().results.get(&key(name, value, arguments)).cloned()
    }

    /// Keeps a result.
    pub fn keep(&self, name: &str, value: &Value, arguments: &[&str], result: Value) {
        let mut book = self.book();
        if book.results.len() < MAX_RESULTS {
            book.results.insert(key(name, value, arguments), result);
        }
    }

    /// Formats values whose results are not known yet by `format`, in calls of bounded size. After a failure the
    /// formatter gets the rest one at a time, so that only what fails is missing.
    pub fn ahead<E>(
        &self,
        name: &str,
        values: &[&Value],
        arguments: &[&str],
        format: impl Fn(&[&Value]) -> Result<Vec<Value>, E>,
    ) {
        if self.book().one_by_one.contains(name) {
            return;
        }
        for part in parts(&self.unknown(name, values, arguments)) {
            let Ok(results) = format(part) else {
                self.book().one_by_one.insert(name.to_owned());
                return;
            };
            for (value, result) in part.iter().zip(results) {
                self.keep(name, value, arguments, result);
            }
        }
    }

    /// The values without a result, each once.
    fn unknown<'v>(&self, name: &str, values: &[&'v Value], arguments: &[&str]) -> Vec<&'v Value> {
        let book = self.book();
        let mut seen = HashSet::new();
        let is_new = |value: &&&Value| {
            let key = key(name, value, arguments);
            !book.results.contains_key(&key) && seen.insert(key)
        };
        values.iter().filter(is_new).copied().collect()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(name: &str, value: &Value, arguments: &[&str]) -> String {
    let mut key = format!("{name}\n");
    for argument in arguments {
        // The length keeps arguments with line feeds apart.
        key.push_str(&argument.len().to_string());
        key.push(':');
        key.push_str(argument);
    }
    key.push_str(&value.to_string());
    key
}

/// Values in calls of bounded size. A value that is too large for one call is left out.
fn parts<'a, 'v>(values: &'a [&'v Value]) -> Vec<&'a [&'v Value]> {
    let mut parts = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (index, value) in values.iter().enumerate() {
        let size = size(value);
        if index - start == VALUES_PER_CALL || bytes + size > BYTES_PER_CALL {
            parts.extend(values.get(start..index));
            (start, bytes) = (index, 0);
        }
        bytes += size;
        if size > BYTES_PER_CALL {
            (start, bytes) = (index + 1, 0);
        }
    }
    parts.extend(values.get(start..));
    parts.retain(|part| part.len() > 1);
    parts
}

fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(_) | Value::Object(_) => value.to_string().len(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use serde_json::{Value, json};

    use super::Formatted;

    #[test]
    fn values_of_a_loop_are_formatted_in_few_calls() {
        let formatted = Formatted::default();
        let calls = RefCell::new(Vec::new());
        let values: Vec<Value> = (0..70).map(|number| json!(number / 2)).collect();
        let values: Vec<&Value> = values.iter().collect();
        let double = |part: &[&Value]| {
            calls.borrow_mut().push(part.len());
            Ok::<_, ()>(part.iter().map(|value| json!(value.as_i64().unwrap_or_default() * 2)).collect())
        };
        formatted.ahead("double", &values, &["now"], double);
        assert_eq!(*calls.borrow(), [30, 5]);
        assert_eq!(formatted.known("double", &json!(34), &["now"]), Some(json!(68)));
        assert_eq!(formatted.known("double", &json!(34), &[]), None);
        formatted.ahead("double", &values, &["now"], double);
        assert_eq!(calls.borrow().len(), 2);
    }

    #[test]
    fn large_values_are_left_out_and_a_failure_ends_it() {
        let formatted = Formatted::default();
        let large = json!("x".repeat(300_000));
        let values = [&large, &json!("a"), &json!("b")];
        let calls = RefCell::new(Vec::new());
        let fail = |part: &[&Value]| {
            calls.borrow_mut().push(part.len());
            Err::<Vec<Value>, ()>(())
        };
        formatted.ahead("shout", &values, &[], fail);
        formatted.ahead("shout", &values, &[], fail);
        assert_eq!(*calls.borrow(), [2]);
    }
}
