//! Messages with plural forms and formatted arguments.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use stoa_locale::{Message, MessageArguments, Number};

use super::{Formatter, date, entry, first, number};
use crate::compile::call::{Arguments, Rule};
use crate::double::whole_with_point;
use crate::limits::{FORMATTER_CACHE, LOCALE_STEPS};
use crate::parse::pattern::Reference;
use crate::run::{Machine, Stop};
use crate::value::{Amount, Node};

pub(super) static FORMATTERS: &[Formatter] =
    &[entry("message", Rule::ANY, message), entry("plural", Rule::ANY, message)];

/// Cache of parsed messages of one run; the oldest are evicted.
#[derive(Debug, Default)]
pub(crate) struct MessageCache {
    parsed: HashMap<String, Arc<Message>>,
    order: VecDeque<String>,
}

#[cfg(test)]
impl MessageCache {
    pub(super) fn len(&self) -> usize {
        self.parsed.len()
    }

    pub(super) fn contains(&self, text: &str) -> bool {
        self.parsed.contains_key(text)
    }
}

impl MessageCache {
    pub(crate) fn get(&mut self, text: &str) -> Arc<Message> {
        if let Some(message) = self.parsed.get(text) {
            return Arc::clone(message);
        }
        if self.order.len() >= FORMATTER_CACHE
            && let Some(oldest) = self.order.pop_front()
        {
            self.parsed.remove(&oldest);
        }
        let message = Arc::new(Message::parse(text));
        self.parsed.insert(text.to_owned(), Arc::clone(&message));
        self.order.push_back(text.to_owned());
        message
    }
}

/// Arguments of one message.
struct CallArguments<'m, 'r> {
    machine: RefCell<&'m mut Machine<'r>>,
    positional: Vec<Node<'r>>,
    named: Vec<(&'m str, Node<'r>)>,
    /// A formatter ended the run.
    stopped: RefCell<Option<Stop>>,
}

impl<'r> CallArguments<'_, 'r> {
    fn node(&self, name: &str) -> Node<'r> {
        if let Ok(index) = name.parse::<usize>() {
            return self.positional.get(index).copied().unwrap_or(Node::Missing);
        }
        let named = self.named.iter().rev().find(|(key, _)| *key == name);
        named.map_or(Node::Missing, |(_, node)| *node)
    }
}

/// The text of an argument: numbers keep their point, money prints its amount.
fn argument_text(node: Node<'_>) -> String {
    if let Some(Amount::Float(float)) = node.as_amount()
        && float.fract() == 0.0
        && float.abs() < 1e15
    {
        return whole_with_point(float);
    }
    for key in ["decimalValue", "value"] {
        let value = node.member(key);
        if !value.is_absent() {
            return value.to_plain_text().into_owned();
        }
    }
    let mut text = String::new();
    node.print(&mut text);
    text
}

impl MessageArguments for CallArguments<'_, '_> {
    fn text(&self, name: &str) -> Option<String> {
        Some(argument_text(self.node(name)))
    }

    fn number(&self, name: &str) -> Option<Number> {
        let node = self.node(name);
        match node.as_bool() {
            Some(flag) => Some(Number::from(i64::from(flag))),
            None => Number::parse(&argument_text(node)),
        }
    }

    fn format(&self, names: &[&str], formatter: &str, options: &[&str]) -> Option<String> {
        let node = self.node(names.first()?);
        let mut machine = self.machine.borrow_mut();
        if let Err(stop) = machine.charge(LOCALE_STEPS) {
            self.stopped.borrow_mut().get_or_insert(stop);
            return None;
        }
        let words = options.iter().copied();
        let outcome = match formatter {
            "money" | "currency" => Ok(number::money_text(&machine, node, words)),
            "decimal" | "number" => Ok(number::decimal_text(&machine, node, words)),
            "datetime" => date::datetime_text(&mut machine, node, words),
            "datetime-interval" => {
                let end = self.node(names.get(1)?);
                date::interval_text(&mut machine, node, end, words)
            }
            _ => Ok(None),
        };
        match outcome {
            Ok(text) => text,
            Err(stop) => {
                self.stopped.borrow_mut().get_or_insert(stop);
                None
            }
        }
    }
}

fn message<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<Node<'r>, Stop> {
    let Some(locale) = machine.context.locale else { return Ok(Node::Missing) };
    let node = first(values);
    let text = node.to_plain_text();
    machine.charge(LOCALE_STEPS)?;
    let message = machine.messages.get(&text);
    let mut positional = Vec::new();
    let mut named = Vec::new();
    for item in arguments.items() {
        let (name, path) = match item.split_once(['=', ':']) {
            Some((name, path)) => (Some(name), path),
            None => (None, item),
        };
        let node = match Reference::parse(path) {
            Some(reference) => machine.resolve_around(&reference),
            None => Node::Missing,
        };
        positional.push(node);
        named.extend(name.map(|name| (name, node)));
    }
    let given = CallArguments { machine: RefCell::new(machine), positional, named, stopped: RefCell::default() };
    let text = message.format(locale, &given);
    let stopped = given.stopped.into_inner();
    match stopped {
        Some(stop) => Err(stop),
        None => machine.text(text),
    }
}
