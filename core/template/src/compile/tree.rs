//! The compiled form of a template.

use std::ops::Range;

use super::call::{FormatterCall, PredicateCall};
use crate::expression::Program;
use crate::parse::ConditionOperator;
use crate::parse::pattern::{Reference, References};

/// Instructions that run one after another.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub(crate) steps: Vec<Step>,
}

/// An instruction and where it stands in the source.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) span: Range<usize>,
    pub(crate) instruction: Instruction,
}

#[derive(Debug)]
pub(crate) enum Instruction {
    /// Copied from the source.
    Text,
    Literal(&'static str),
    Variable {
        references: References,
        calls: Box<[FormatterCall]>,
    },
    Section {
        reference: Reference,
        arms: Arms,
    },
    Repeated {
        reference: Reference,
        alternates: Block,
        arms: Arms,
    },
    If {
        condition: Condition,
        arms: Arms,
    },
    Predicate {
        call: PredicateCall,
        arms: Arms,
    },
    Bind {
        name: Box<str>,
        references: References,
        calls: Box<[FormatterCall]>,
    },
    Bindings {
        name: Box<str>,
        pairs: Box<[(Box<str>, Reference)]>,
    },
    Macro {
        name: Box<str>,
        body: Block,
    },
    Include {
        name: Box<str>,
        output: bool,
    },
    Inject {
        name: Box<str>,
        path: Box<str>,
    },
    Eval(Box<Program>),
}

/// References joined by `||` and `&&`, read from left to right.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) references: Vec<Reference>,
    pub(crate) operators: Vec<ConditionOperator>,
}

/// The body of a block and what follows its `or`s.
#[derive(Debug, Default)]
pub(crate) struct Arms {
    pub(crate) body: Block,
    pub(crate) branches: Vec<Branch>,
}

/// One `or` of a block; without a condition it always runs.
#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) condition: Option<PredicateCall>,
    pub(crate) body: Block,
}
