//! The `eval` instruction: arithmetic, comparison, text and local variables.

mod assemble;
mod evaluate;
mod operator;
mod token;

use std::fmt;

use crate::parse::pattern::Reference;

pub(crate) use evaluate::{Scope, Value, evaluate, text};
pub(crate) use operator::{Function, Operator};

/// A parsed `eval`, or its syntax error, which is reported at run time.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) outcome: Result<Vec<Vec<Token>>, String>,
    /// Number of tokens read, up to the error if there is one.
    pub(crate) tokens: usize,
    /// Written with a leading `#`.
    pub(crate) debug: bool,
}

impl Program {
    pub(crate) fn parse(text: &str) -> Self {
        let trimmed = text.trim_start_matches(token::is_space);
        let (source, debug) = match trimmed.strip_prefix('#') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (tokens, outcome) = token::tokens(source);
        let count = tokens.len();
        let outcome = outcome.and_then(|()| assemble::assemble(tokens));
        Self { outcome, tokens: count, debug }
    }
}

/// An element of an expression; in postfix order once assembled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    Number(f64),
    Text(Box<str>),
    Bool(bool),
    Null,
    Reference(Reference),
    Operator(Operator),
    /// Marks the start of a call's arguments.
    Arguments,
    Call(Function),
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => formatter.write_str(&crate::double::float_text(*number)),
            Self::Text(text) => write!(formatter, "\"{}\"", crate::error::escaped(text)),
            Self::Bool(flag) => write!(formatter, "{flag}"),
            Self::Null => formatter.write_str("null"),
            Self::Reference(reference) => reference.fmt(formatter),
            Self::Operator(operator) => write!(formatter, "<{}>", operator.name()),
            Self::Arguments => formatter.write_str("<args>"),
            Self::Call(function) => write!(formatter, "{}()", function.name()),
        }
    }
}
