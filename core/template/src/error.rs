//! Errors of templates, as values.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

/// The kind of error. The serialised names are part of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
#[expect(missing_docs, reason = "the language reference describes each name")]
pub enum ErrorKind {
    InvalidInstruction,
    WhitespaceExpected,
    ExtraChars,
    VariableExpected,
    MissingVariableName,
    MissingSectionKeyword,
    MissingWithKeyword,
    BindvarExpectsName,
    CtxvarExpectsName,
    CtxvarExpectsBindings,
    InjectExpectsName,
    InjectExpectsPath,
    MacroExpectsName,
    IfEmpty,
    IfExpectedVarop,
    IfTooManyOperators,
    IfTooManyVars,
    OrExpectedPredicate,
    PredicateUnknown,
    PredicateNeedsArgs,
    PredicateArgsInvalid,
    FormatterInvalid,
    FormatterUnknown,
    FormatterNeedsArgs,
    FormatterArgsInvalid,
    #[serde(rename = "EOF_IN_COMMENT")]
    EofInComment,
    #[serde(rename = "EOF_IN_BLOCK")]
    EofInBlock,
    MismatchedEnd,
    NotAllowedAtRoot,
    NotAllowedInBlock,
    DeadCodeBlock,
    ApplyPartialMissing,
    ApplyPartialSyntax,
    CompilePartialSyntax,
    ApplyPartialRecursionDepth,
    IncludePartialMissing,
    IncludePartialSyntax,
    ExpressionParse,
    ExpressionReduce,
    CodeLimitReached,
    UnexpectedError,
    GeneralError,
}

impl ErrorKind {
    /// The name in the language reference, for example `EOF_IN_BLOCK`.
    #[must_use]
    pub fn name(self) -> String {
        let debug = format!("{self:?}");
        let mut name = String::with_capacity(debug.len() + 4);
        for (index, letter) in debug.char_indices() {
            if index > 0 && letter.is_ascii_uppercase() {
                name.push('_');
            }
            name.push(letter.to_ascii_uppercase());
        }
        name
    }

    /// Whether it is an error of the source and not of a run.
    #[must_use]
    pub fn is_syntax(self) -> bool {
        self < Self::ApplyPartialMissing
    }

    /// The part of the engine that reports it.
    #[must_use]
    pub fn stage(self) -> Stage {
        match self {
            Self::EofInBlock
            | Self::MismatchedEnd
            | Self::NotAllowedAtRoot
            | Self::NotAllowedInBlock
            | Self::DeadCodeBlock => Stage::Assembler,
            other if other.is_syntax() => Stage::Parser,
            _ => Stage::Engine,
        }
    }

    /// Whether it is about an unknown formatter or predicate.
    pub(crate) fn is_unknown_name(self) -> bool {
        matches!(self, Self::FormatterUnknown | Self::PredicateUnknown)
    }

    fn rank(self) -> u8 {
        self as u8
    }
}

impl PartialOrd for ErrorKind {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.rank().cmp(&other.rank()))
    }
}

/// A part of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Parser of single tags.
    Parser,
    /// Compiler, which assembles blocks.
    Assembler,
    /// Runtime.
    Engine,
}

/// A position in a template source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
    /// Byte offset, from 0.
    pub offset: u32,
}

/// An error with its position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct TemplateError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The part of the engine that reported it.
    #[serde(rename = "type")]
    pub stage: Stage,
    /// The message without kind and position.
    pub message: String,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The partial in which it occurred, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<Arc<str>>,
    /// Errors of a partial that did not compile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<TemplateError>,
}

impl TemplateError {
    pub(crate) fn new(kind: ErrorKind, position: Position, message: impl Into<String>) -> Self {
        Self { kind, stage: kind.stage(), message: message.into(), position, template: None, causes: Vec::new() }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let group = if self.kind.is_syntax() { "SyntaxError" } else { "RuntimeError" };
        let Position { line, column, .. } = self.position;
        let name = self.kind.name();
        write!(formatter, "{group} {name} at line {line} character {column}: {}", self.message)
    }
}

/// Escapes text for a message: quotes, control characters and everything outside ASCII.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(letter),
            other => {
                let mut units = [0u16; 2];
                for unit in other.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04X}"));
                }
            }
        }
    }
    out
}
