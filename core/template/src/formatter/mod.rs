//! Formatters, one file for each family.

mod commerce;
mod content;
mod core;
pub(crate) mod date;
mod escape;
mod json;
mod markup;
mod message;
mod number;
mod options;
mod retired;
mod social;
mod strftime;
#[cfg(test)]
mod tests;
mod text;

use std::sync::LazyLock;

use crate::compile::call::{Arguments, Rule};
use crate::names::NameTable;
use crate::run::{Machine, Stop};
use crate::value::Node;

/// Runs a formatter: the values of the tag come in, the new first value goes out.
pub(crate) type Run = for<'r> fn(&mut Machine<'r>, &'r Arguments, &[Node<'r>]) -> Result<Node<'r>, Stop>;
/// Writes to the page what [`Run`] would give, without keeping it first.
pub(crate) type Print = for<'r> fn(&mut Machine<'r>, &'r Arguments, &[Node<'r>]) -> Result<(), Stop>;

/// A formatter and its name.
#[derive(Debug)]
pub(crate) struct Formatter {
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
    pub(crate) run: Run,
    /// Taken when it is the last formatter of a tag. It must not look at the scope of the formatters: of a tag without
    /// other ones there is none.
    pub(crate) print: Option<Print>,
}

pub(crate) use message::MessageCache;
pub(crate) use text::without_tags;

const fn entry(name: &'static str, rule: Rule, run: Run) -> Formatter {
    Formatter { name, rule, run, print: None }
}

const fn printing(name: &'static str, rule: Rule, run: Run, print: Print) -> Formatter {
    Formatter { name, rule, run, print: Some(print) }
}

static FAMILIES: [&[Formatter]; 10] = [
    commerce::FORMATTERS,
    content::FORMATTERS,
    core::FORMATTERS,
    date::FORMATTERS,
    json::FORMATTERS,
    message::FORMATTERS,
    number::FORMATTERS,
    retired::FORMATTERS,
    social::FORMATTERS,
    text::FORMATTERS,
];

static BY_NAME: LazyLock<NameTable<Formatter>> =
    LazyLock::new(|| FAMILIES.iter().flat_map(|family| family.iter()).map(|known| (known.name, known)).collect());

pub(crate) fn find(name: &str) -> Option<&'static Formatter> {
    BY_NAME.get(name).copied()
}

pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = BY_NAME.keys().copied().collect();
    names.sort_unstable();
    names
}

/// The value to format.
pub(crate) fn first<'r>(values: &[Node<'r>]) -> Node<'r> {
    values.first().copied().unwrap_or(Node::Missing)
}
