//! Core formatters: counting, choosing, lookup, calls.

use super::{Formatter, choosing, entry, first, printing, writing};
use crate::compile::call::{Arguments, Refused, Rule};
use crate::run::{Machine, Stop};
use crate::value::{Amount, Bindings, Node};

pub(super) static FORMATTERS: &[Formatter] = &[
    printing("apply", Rule { refused: Refused::Bare, ..Rule::SOME }, apply, print_applied),
    choosing("count", Rule::ANY, count),
    writing("cycle", Rule { refused: Refused::Bare, ..Rule::SOME }, cycle),
    entry("find-first", ONE_OR_TWO, find_first),
    entry("find-last", ONE_OR_TWO, find_last),
    entry("format", Rule::REFERENCES, format),
    entry("get", Rule::REFERENCES, get),
    entry("iter", Rule::ANY, iter),
    entry("key-by", Rule::ANY, key_by),
    entry("lookup", Rule { required: true, refused: Refused::Bare, ..Rule::REFERENCES }, lookup),
    choosing("mod", Rule::ANY, modulus),
    entry("output", Rule::ANY, output),
    writing("pluralize", Rule::checked(false, check_at_most_two), pluralize),
    choosing("prop", Rule::ANY, prop),
    choosing("round", Rule::ANY, round),
];

type Result<'r> = std::result::Result<Node<'r>, Stop>;

const ONE_OR_TWO: Rule = Rule::checked(true, |arguments| match arguments.len() {
    1..=2 => Ok(()),
    _ => Err("Too many args. Takes between 1 and 2".to_owned()),
});

fn check_at_most_two(arguments: &mut Arguments) -> std::result::Result<(), String> {
    match arguments.len() {
        0..=2 => Ok(()),
        _ => Err("Too many args. Takes between 0 and 2".to_owned()),
    }
}

struct PartialCall<'r> {
    name: &'r str,
    /// Members of `@args`.
    arguments: Option<Node<'r>>,
    /// It cannot access the outer scopes.
    private: bool,
}

impl<'r> PartialCall<'r> {
    fn read(machine: &Machine<'r>, arguments: &'r Arguments) -> Option<Self> {
        if let Some(name) = arguments.single() {
            return Some(Self { name, arguments: None, private: false });
        }
        let mut words = arguments.items();
        let mut call = Self { name: words.next()?, arguments: None, private: false };
        let mut pairs: Option<Bindings<'r>> = None;
        for word in words {
            match word.split_once('=') {
                Some((key, value)) => {
                    pairs.get_or_insert_default().insert(key.to_owned(), machine.arena.text(value.to_owned()));
                }
                None => call.private |= word == "private",
            }
        }
        call.arguments = pairs.map(|pairs| machine.arena.bindings(pairs));
        Some(call)
    }
}

fn apply<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments, values: &[Node<'r>]) -> Result<'r> {
    let Some(call) = PartialCall::read(machine, arguments) else { return Ok(Node::Missing) };
    machine.apply(call.name, first(values), call.arguments, call.private)
}

fn print_applied<'r>(
    machine: &mut Machine<'r>,
    arguments: &'r Arguments,
    values: &[Node<'r>],
) -> std::result::Result<(), Stop> {
    let Some(call) = PartialCall::read(machine, arguments) else { return Ok(()) };
    machine.print_applied(call.name, first(values), call.arguments, call.private).map(drop)
}

fn count<'r>(_: &'r Arguments, node: Node<'r>) -> Node<'r> {
    let size = match node.as_str() {
        Some(text) => text.encode_utf16().count(),
        None => node.size(),
    };
    Node::Integer(i64::try_from(size).unwrap_or(i64::MAX))
}

fn cycle(arguments: &Arguments, node: Node<'_>, out: &mut String) {
    let length = i64::try_from(arguments.len()).unwrap_or(1).max(1);
    let index = node.to_integer().wrapping_sub(1).rem_euclid(length);
    let chosen = usize::try_from(index).ok().and_then(|index| arguments.get(index));
    out.push_str(chosen.unwrap_or(""));
}

/// Whether a path exists, in an element or in the table entry that the element names.
fn leads(table: Option<Node<'_>>, element: Node<'_>, path: &str) -> bool {
    let start = match table {
        Some(table) => table.member(&element.to_plain_text()),
        None => element,
    };
    walk(start, path).is_truthy()
}

/// Finds an element by a path; with two arguments the first is a reference to a table.
fn find<'r>(
    machine: &mut Machine<'r>,
    arguments: &Arguments,
    mut elements: impl ExactSizeIterator<Item = Node<'r>>,
) -> Result<'r> {
    machine.charge(elements.len())?;
    let (table, path) = match (arguments.get(0), arguments.get(1)) {
        (Some(table), Some(path)) => (Some(machine.resolve_name(table)), path),
        (Some(path), None) => (None, path),
        _ => return Ok(Node::Missing),
    };
    Ok(elements.find(|element| leads(table, *element, path)).unwrap_or(Node::Missing))
}

fn find_first<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let elements = first(values).as_array().unwrap_or(&[]);
    find(machine, arguments, elements.iter().map(Node::Json))
}

fn find_last<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let elements = first(values).as_array().unwrap_or(&[]);
    find(machine, arguments, elements.iter().rev().map(Node::Json))
}

fn format<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let pattern = first(values).to_text();
    let mut out = String::with_capacity(pattern.len());
    let mut rest: &str = &pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, behind)) = after.split_once('}') else { break };
        out.push_str(before);
        if let Some(Some(reference)) = inside.parse::<usize>().ok().and_then(|index| arguments.references.get(index)) {
            out.push_str(&machine.resolve(reference).to_plain_text());
        }
        machine.charge_text(out.len() / 8)?;
        rest = behind;
    }
    out.push_str(rest);
    machine.text(out)
}

fn get<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let mut node = first(values);
    for reference in &arguments.references {
        let Some(reference) = reference else { return Ok(Node::Missing) };
        let key = machine.resolve(reference);
        node = match key.as_array() {
            Some(steps) => {
                machine.charge(steps.len())?;
                steps.iter().fold(node, |node, step| entry_at(node, Node::Json(step)))
            }
            None => entry_at(node, key),
        };
    }
    Ok(node)
}

/// The value of a key: text for members, numbers for elements.
fn entry_at<'r>(node: Node<'r>, key: Node<'_>) -> Node<'r> {
    match (key.as_str(), key.as_amount()) {
        (Some(name), _) => node.member(name),
        (None, Some(amount)) => usize::try_from(amount.truncated()).map_or(Node::Missing, |index| node.element(index)),
        (None, None) => Node::Missing,
    }
}

fn iter<'r>(machine: &mut Machine<'r>, _: &Arguments, _: &[Node<'r>]) -> Result<'r> {
    let text = machine.resolve_name("@index").to_plain_text().into_owned();
    machine.text(text)
}

/// Follows a dotted path; digits index arrays and name members.
fn walk<'r>(node: Node<'r>, path: &str) -> Node<'r> {
    path.split('.').fold(node, |node, name| match name {
        "@" => node,
        _ => match (node.as_array(), name.parse()) {
            (Some(_), Ok(index)) => node.element(index),
            _ => node.member(name),
        },
    })
}

fn key_by<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let mut members = Bindings::new();
    let path = arguments.get(0);
    let items = first(values).as_array().unwrap_or(&[]);
    machine.charge(items.len())?;
    for item in items {
        let key = path.map_or(Node::Missing, |path| walk(Node::Json(item), path));
        if !key.is_missing() {
            members.insert(key.to_text().into_owned(), Node::Json(item));
        }
    }
    Ok(machine.arena.bindings(members))
}

fn lookup<'r>(machine: &mut Machine<'r>, arguments: &Arguments, _: &[Node<'r>]) -> Result<'r> {
    let Some(Some(reference)) = arguments.references.first() else { return Ok(Node::Missing) };
    let name = machine.resolve(reference).to_text();
    Ok(machine.resolve_name(&name))
}

fn modulus<'r>(arguments: &'r Arguments, node: Node<'r>) -> Node<'r> {
    let divisor = arguments.get(0).and_then(|text| text.parse::<i64>().ok()).filter(|by| *by != 0);
    Node::Integer(node.to_integer().wrapping_rem(divisor.unwrap_or(2)))
}

fn output<'r>(machine: &mut Machine<'r>, arguments: &Arguments, _: &[Node<'r>]) -> Result<'r> {
    machine.text(arguments.items().collect::<Vec<_>>().join(" "))
}

fn pluralize(arguments: &Arguments, node: Node<'_>, out: &mut String) {
    let mut words = arguments.items();
    let (singular, plural) = match (words.next(), words.next()) {
        (Some(singular), Some(plural)) => (singular, plural),
        (Some(plural), None) => ("", plural),
        _ => ("", "s"),
    };
    out.push_str(if node.to_integer() == 1 { singular } else { plural });
}

fn prop<'r>(arguments: &'r Arguments, node: Node<'r>) -> Node<'r> {
    arguments.items().fold(node, walk)
}

fn round<'r>(_: &'r Arguments, node: Node<'r>) -> Node<'r> {
    Node::Integer(match node.to_amount() {
        Amount::Integer(integer) => integer,
        Amount::Float(float) => crate::value::saturating_integer((float + 0.5).floor()),
    })
}
