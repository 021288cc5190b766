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
mod telephone;
#[cfg(test)]
mod tests;
mod text;

use std::sync::LazyLock;

use crate::compile::call::{Arguments, Rule};
use crate::names::NameTable;
use crate::run::{Machine, Stop};
use crate::value::Node;

/// Runs a formatter on the values of the tag; the result is the new first value.
pub(crate) type Run = for<'r> fn(&mut Machine<'r>, &'r Arguments, &[Node<'r>]) -> Result<Node<'r>, Stop>;
/// Prints the result of [`Run`] directly to the page, without storing it.
pub(crate) type Print = for<'r> fn(&mut Machine<'r>, &'r Arguments, &[Node<'r>]) -> Result<(), Stop>;
/// A value that depends only on the first value and the arguments.
pub(crate) type Choose = for<'r> fn(&'r Arguments, Node<'r>) -> Node<'r>;
/// Appends the text of the formatted first value.
pub(crate) type Write = fn(&Arguments, Node<'_>, &mut String);

/// How a formatter returns its result. One that can print directly does so when it is the last formatter of a tag. It
/// must not use the formatters' scope then: a tag with a single formatter has none.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    Run(Run),
    RunOrPrint(Run, Print),
    Choose(Choose),
    /// A text that depends only on value and arguments: stored, or printed to the page.
    Write(Write),
}

/// A formatter and its name.
#[derive(Debug)]
pub(crate) struct Formatter {
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
    action: Action,
}

impl Formatter {
    pub(crate) fn run<'r>(
        &self,
        machine: &mut Machine<'r>,
        arguments: &'r Arguments,
        values: &[Node<'r>],
    ) -> Result<Node<'r>, Stop> {
        match self.action {
            Action::Run(run) | Action::RunOrPrint(run, _) => run(machine, arguments, values),
            Action::Choose(choose) => Ok(choose(arguments, first(values))),
            Action::Write(write) => {
                let mut text = String::new();
                write(arguments, first(values), &mut text);
                machine.text(text)
            }
        }
    }

    /// Whether it can print directly.
    #[inline]
    pub(crate) fn prints(&self) -> bool {
        !matches!(self.action, Action::Run(_))
    }

    /// Prints its result.
    #[inline]
    pub(crate) fn print<'r>(
        &self,
        machine: &mut Machine<'r>,
        arguments: &'r Arguments,
        values: &[Node<'r>],
    ) -> Result<(), Stop> {
        match self.action {
            Action::RunOrPrint(_, print) => print(machine, arguments, values),
            Action::Choose(choose) => machine.print(choose(arguments, first(values))),
            Action::Write(write) => machine.write_with(|out| write(arguments, first(values), out)),
            Action::Run(run) => {
                let node = run(machine, arguments, values)?;
                machine.print(node)
            }
        }
    }
}

pub(crate) use message::MessageCache;
pub(crate) use text::{print_escaped, without_tags};

const fn entry(name: &'static str, rule: Rule, run: Run) -> Formatter {
    Formatter { name, rule, action: Action::Run(run) }
}

const fn printing(name: &'static str, rule: Rule, run: Run, print: Print) -> Formatter {
    Formatter { name, rule, action: Action::RunOrPrint(run, print) }
}

const fn choosing(name: &'static str, rule: Rule, choose: Choose) -> Formatter {
    Formatter { name, rule, action: Action::Choose(choose) }
}

const fn writing(name: &'static str, rule: Rule, write: Write) -> Formatter {
    Formatter { name, rule, action: Action::Write(write) }
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
