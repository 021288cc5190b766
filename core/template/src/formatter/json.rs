//! Values as JSON text.

use serde_json::Value;

use super::{Formatter, entry, first};
use crate::compile::call::{Arguments, Rule};
use crate::double::whole_with_point;
use crate::run::{Machine, Stop};
use crate::value::{Amount, Node, amount_text};

pub(super) static FORMATTERS: &[Formatter] =
    &[entry("json", Rule::ANY, json), entry("json-pretty", Rule::ANY, json_pretty), entry("raw", Rule::ANY, raw)];

/// Data nested more deeply prints as null.
const DEEPEST: usize = 256;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

fn json<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = written(first(values), false);
    machine.text(text.replace("</", "<\\/"))
}

fn json_pretty<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = written(first(values), true);
    machine.text(text.replace("</", "<\\/"))
}

fn raw<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    machine.text(written(first(values), false))
}

/// Compact JSON of a value; empty for a missing one.
pub(super) fn compact(node: Node<'_>) -> String {
    written(node, false)
}

fn written(node: Node<'_>, pretty: bool) -> String {
    let mut out = String::new();
    if !node.is_missing() {
        Writer { out: &mut out, pretty }.node(node, 0);
    }
    out
}

struct Writer<'o> {
    out: &'o mut String,
    pretty: bool,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize) {
        if self.pretty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", depth));
        }
    }

    fn node(&mut self, node: Node<'_>, depth: usize) {
        if let Some(text) = node.as_str() {
            return self.string(text);
        }
        if depth > DEEPEST {
            return self.out.push_str("null");
        }
        match node {
            Node::Json(Value::Array(items)) => self.array(items, depth),
            Node::Json(Value::Object(members)) => {
                self.object(members.iter().map(|(key, value)| (key.as_str(), Node::Json(value))), depth);
            }
            Node::Bindings(members) => {
                self.object(members.iter().map(|(key, node)| (key.as_str(), *node)), depth);
            }
            scalar => match (scalar.large_integer(), scalar.as_amount(), scalar.as_bool()) {
                (Some(integer), ..) => self.out.push_str(&integer.to_string()),
                (None, Some(amount), _) => self.out.push_str(&number(amount)),
                (None, None, Some(flag)) => self.out.push_str(if flag { "true" } else { "false" }),
                (None, None, None) => self.out.push_str("null"),
            },
        }
    }

    fn array(&mut self, items: &[Value], depth: usize) {
        self.out.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.line(depth + 1);
            self.node(Node::Json(item), depth + 1);
        }
        if !items.is_empty() {
            self.line(depth);
        }
        self.out.push(']');
    }

    fn object<'v>(&mut self, members: impl Iterator<Item = (&'v str, Node<'v>)>, depth: usize) {
        self.out.push('{');
        let mut empty = true;
        for (key, node) in members {
            if !empty {
                self.out.push(',');
            }
            empty = false;
            self.line(depth + 1);
            self.string(key);
            self.out.push_str(if self.pretty { ": " } else { ":" });
            self.node(node, depth + 1);
        }
        if !empty {
            self.line(depth);
        }
        self.out.push('}');
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for letter in text.chars() {
            match letter {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                '\u{8}' => self.out.push_str("\\b"),
                '\u{c}' => self.out.push_str("\\f"),
                control if control < ' ' => {
                    self.out.push_str(&format!("\\u{:04x}", u32::from(control)));
                }
                // Line separators would end a line inside a script.
                '\u{2028}' | '\u{2029}' => {
                    self.out.push_str(&format!("\\u{:04x}", u32::from(letter)));
                }
                other => self.out.push(other),
            }
        }
        self.out.push('"');
    }
}

fn number(amount: Amount) -> String {
    match amount {
        Amount::Float(float) if !float.is_finite() => "null".to_owned(),
        // A fractional number keeps its notation, so that it parses back as one.
        Amount::Float(float) if float.fract() == 0.0 && float.abs() < 1e15 => whole_with_point(float),
        other => amount_text(other),
    }
}
