//! Predicates, one file for each family.

mod commerce;
mod content;
mod core;
mod gallery;
mod record;
mod social;

use std::sync::LazyLock;

use crate::compile::call::{Arguments, Rule};
use crate::names::NameTable;
use crate::run::{Machine, Stop};

/// Tests the value in scope.
pub(crate) type Check = for<'r> fn(&mut Machine<'r>, &'r Arguments) -> Result<bool, Stop>;

/// Implementation of a predicate.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Test {
    Check(Check),
    /// For families whose members differ by a word in their name; receives the name without `?`.
    Named(for<'r> fn(&Machine<'r>, &str) -> bool),
}

/// A predicate and its name, with `?`.
#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
    pub(crate) test: Test,
}

impl Predicate {
    pub(crate) fn holds<'r>(&self, machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result<bool, Stop> {
        match self.test {
            Test::Check(check) => check(machine, arguments),
            Test::Named(check) => Ok(check(machine, self.name.trim_end_matches('?'))),
        }
    }
}

const fn entry(name: &'static str, rule: Rule, check: Check) -> Predicate {
    Predicate { name, rule, test: Test::Check(check) }
}

const fn named(name: &'static str, check: for<'r> fn(&Machine<'r>, &str) -> bool) -> Predicate {
    Predicate { name, rule: Rule::ANY, test: Test::Named(check) }
}

static FAMILIES: [&[Predicate]; 6] = [
    commerce::PREDICATES,
    content::PREDICATES,
    core::PREDICATES,
    gallery::PREDICATES,
    record::PREDICATES,
    social::PREDICATES,
];

static BY_NAME: LazyLock<NameTable<Predicate>> =
    LazyLock::new(|| FAMILIES.iter().flat_map(|family| family.iter()).map(|known| (known.name, known)).collect());

pub(crate) fn find(name: &str) -> Option<&'static Predicate> {
    BY_NAME.get(name).copied()
}

pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = BY_NAME.keys().copied().collect();
    names.sort_unstable();
    names
}
