//! Runs formatters and predicates.

use std::borrow::Cow;

use serde_json::Value;

use super::machine::{Machine, Stop};
use crate::compile::call::{Arguments, FormatterCall, PredicateCall, Target};
use crate::formatter::{Formatter, print_escaped};
use crate::value::Node;

/// Bytes of text for which a formatter is charged one step.
const TEXT_PER_STEP: usize = 256;
/// Elements for which a formatter is charged one step.
const ELEMENTS_PER_STEP: usize = 64;

impl<'r> Machine<'r> {
    /// Runs formatters from left to right on the values and returns the final first value.
    pub(super) fn format(&mut self, values: &mut [Node<'r>], calls: &'r [FormatterCall]) -> Result<Node<'r>, Stop> {
        for call in calls {
            let result = self.format_once(values, call)?;
            if let Some(first) = values.first_mut() {
                *first = result;
            }
        }
        Ok(values.first().copied().unwrap_or(Node::Missing))
    }

    fn format_once(&mut self, values: &[Node<'r>], call: &'r FormatterCall) -> Result<Node<'r>, Stop> {
        let first = values.first().copied().unwrap_or(Node::Missing);
        self.charge(1 + cost(first))?;
        match &call.target {
            Target::BuiltIn(formatter) => formatter.run(self, call.arguments(), values),
            Target::Plugin(name) => self.format_by_plugin(name, call.arguments(), values),
            Target::Unknown => Ok(first),
        }
    }

    /// Runs the last formatter of a tag. It prints directly if it can; otherwise the value is returned.
    pub(super) fn print_formatted(
        &mut self,
        values: &[Node<'r>],
        call: &'r FormatterCall,
    ) -> Result<Option<Node<'r>>, Stop> {
        match call.printer() {
            Some(formatter) => self.print_by(formatter, call, values).map(|()| None),
            None => self.format_once(values, call).map(Some),
        }
    }

    #[inline]
    pub(super) fn print_by(
        &mut self,
        formatter: &'static Formatter,
        call: &'r FormatterCall,
        values: &[Node<'r>],
    ) -> Result<(), Stop> {
        let first = values.first().copied().unwrap_or(Node::Missing);
        self.charge_value(first)?;
        formatter.print(self, call.arguments(), values)
    }

    /// Charges for a value passed to the last formatter of a tag; the formatter itself is charged with the tag.
    #[inline]
    pub(super) fn charge_value(&mut self, node: Node<'r>) -> Result<(), Stop> {
        match cost(node) {
            0 => Ok(()),
            more => self.charge(more),
        }
    }

    /// Prints a value escaped, as by `html` or, for attributes, `htmlattr`.
    #[inline]
    pub(super) fn print_escaped(&mut self, node: Node<'r>, in_attribute: bool) -> Result<(), Stop> {
        if node.as_str().is_none_or(|text| text.len() >= TEXT_PER_STEP) {
            self.charge_value(node)?;
        }
        if in_attribute { print_escaped::<true>(self, node) } else { print_escaped::<false>(self, node) }
    }

    fn format_by_plugin(&mut self, name: &str, arguments: &Arguments, values: &[Node<'r>]) -> Result<Node<'r>, Stop> {
        let Some(plugins) = self.context.options.plugins.as_deref() else {
            return self.fail_unexpected("MissingPlugin", name);
        };
        let owned: Vec<Cow<'_, Value>> = values.iter().map(|value| value.to_json()).collect();
        for value in &owned {
            self.charge_if_copied(value, matches!(value, Cow::Owned(_)))?;
        }
        let borrowed: Vec<&Value> = owned.iter().map(AsRef::as_ref).collect();
        let words: Vec<&str> = arguments.items().collect();
        match plugins.format(name, &borrowed, &words) {
            Ok(Some(Value::String(text))) => self.text(text),
            Ok(Some(value)) => {
                self.charge_text(weight(&value))?;
                Ok(self.keep(value))
            }
            Ok(None) => Ok(Node::Missing),
            Err(why) => self.fail_unexpected("PluginError", &why),
        }
    }

    /// Charges for a value that had to be copied to pass it to a plugin.
    pub(super) fn charge_if_copied(&mut self, value: &Value, is_copied: bool) -> Result<(), Stop> {
        if is_copied { self.charge(weight(value) / TEXT_PER_STEP) } else { Ok(()) }
    }

    /// Whether a predicate is true for the value in scope.
    pub(super) fn test(&mut self, call: &'r PredicateCall) -> Result<bool, Stop> {
        self.charge(1)?;
        match &call.target {
            Target::BuiltIn(predicate) => predicate.holds(self, call.arguments()),
            Target::Unknown => Ok(false),
            Target::Plugin(name) => {
                let Some(plugins) = self.context.options.plugins.as_deref() else {
                    return self.fail_unexpected("MissingPlugin", name);
                };
                let value = self.current().to_json();
                let words: Vec<&str> = call.arguments().items().collect();
                match plugins.test(name, &value, &words) {
                    Ok(holds) => Ok(holds),
                    Err(why) => self.fail_unexpected("PluginError", &why),
                }
            }
        }
    }
}

/// Approximate size of a value in bytes.
fn weight(value: &Value) -> usize {
    const NODE: usize = 32;
    match value {
        Value::String(text) => NODE + text.len(),
        Value::Array(items) => NODE + items.iter().map(weight).sum::<usize>(),
        Value::Object(members) => NODE + members.iter().map(|(key, value)| key.len() + weight(value)).sum::<usize>(),
        _ => NODE,
    }
}

/// Additional cost of a large value in a formatter, besides its step.
fn cost(node: Node<'_>) -> usize {
    match node.as_str() {
        Some(text) => text.len() / TEXT_PER_STEP,
        None => node.size() / ELEMENTS_PER_STEP,
    }
}
