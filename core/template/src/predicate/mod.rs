//! Predicates, one file for each family.

mod core;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::compile::call::{Arguments, Rule};
use crate::run::{Machine, Stop};

/// Tests the value in scope.
pub(crate) type Test = for<'r> fn(&mut Machine<'r>, &Arguments) -> Result<bool, Stop>;

/// A predicate and its name, with `?`.
#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
    pub(crate) test: Test,
}

const fn entry(name: &'static str, rule: Rule, test: Test) -> Predicate {
    Predicate { name, rule, test }
}

static FAMILIES: [&[Predicate]; 1] = [core::PREDICATES];

static BY_NAME: LazyLock<HashMap<&'static str, &'static Predicate>> = LazyLock::new(|| {
    FAMILIES.iter().flat_map(|family| family.iter()).map(|known| (known.name, known)).collect()
});

pub(crate) fn find(name: &str) -> Option<&'static Predicate> {
    BY_NAME.get(name).copied()
}

pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = BY_NAME.keys().copied().collect();
    names.sort_unstable();
    names
}
