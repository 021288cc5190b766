//! The compiled form of a template: flat lists, built with few allocations and read sequentially.
//!
//! The steps of a block follow the step that opens it; that step has the index of their end. Steps refer to items of
//! the other lists by index, and to text by its position in the source.

use super::call::{FormatterCall, PredicateCall};
use crate::expression::Program;
use crate::parse::pattern::Reference;

/// An index into one of the lists of [`Code`].
pub(crate) type Index = u32;

/// A byte range of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// Positions beyond 4 GiB saturate.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: index(start), end: index(end) }
    }

    #[inline]
    pub(crate) fn of(self, source: &str) -> &str {
        source.get(place(self.start)..place(self.end)).unwrap_or("")
    }
}

/// A range of consecutive entries of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) start: Index,
    pub(crate) end: Index,
}

impl Slice {
    /// From an index to the end of a list.
    pub(crate) fn since<T>(start: usize, list: &[T]) -> Self {
        Self { start: index(start), end: index(list.len()) }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    #[inline]
    pub(crate) fn of<T>(self, list: &[T]) -> &[T] {
        list.get(place(self.start)..place(self.end)).unwrap_or_default()
    }
}

pub(crate) fn index(place: usize) -> Index {
    Index::try_from(place).unwrap_or(Index::MAX)
}

#[inline]
pub(crate) fn place(index: Index) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

/// Literal text and the instruction after it.
#[derive(Debug)]
pub(crate) struct Step {
    /// Start of the text in the source; it ends where the tag begins.
    pub(crate) text: u32,
    /// Start of the tag.
    pub(crate) tag: u32,
    /// Index of the next step; for a step that opens a block the first one after the block, for an `or` the next `or`
    /// of its block or the block's end.
    pub(crate) next: Index,
    pub(crate) operation: Operation,
}

/// Kept small, since steps are numerous and read constantly.
const _: () = assert!(size_of::<Step>() <= 32);

/// The operation of a step. Blocks have the index of their first `or`; without one, of their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// None; the step has only text.
    Text,
    Literal(Literal),
    /// A reference without formatters.
    Print(Index),
    /// A reference printed with HTML escaping, as by `html` or, in attributes, `htmlattr`.
    Escape {
        reference: Index,
        in_attribute: bool,
    },
    /// A call of a partial or macro with a single value.
    Apply {
        reference: Index,
        name: Span,
    },
    /// A reference with one formatter that can print directly.
    PrintBy {
        reference: Index,
        call: Index,
    },
    Variable {
        references: Slice,
        calls: Slice,
    },
    Section {
        reference: Index,
        or: Index,
    },
    /// The body ends where the alternates begin, and the alternates end at the first `or`.
    Repeated {
        reference: Index,
        alternates: Index,
        or: Index,
    },
    /// References joined by `||` (bit set in `or_else` at their position) or `&&`, evaluated from left to right.
    If {
        references: Slice,
        or_else: u32,
        or: Index,
    },
    Predicate {
        call: Index,
        or: Index,
    },
    /// An `or` of the enclosing block; without a condition it always runs. Execution that reaches it from the previous
    /// part jumps to the end of the block.
    Or {
        condition: Option<Index>,
        end: Index,
    },
    Bind(Index),
    Bindings {
        name: Span,
        pairs: Slice,
    },
    Macro {
        name: Span,
    },
    /// A block that only contains its body, without effect.
    Struct,
    Include {
        name: Span,
        output: bool,
    },
    Inject {
        name: Span,
        path: Span,
    },
    Eval(Index),
}

/// A character that cannot be written directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Literal {
    Space,
    Tab,
    Newline,
    MetaLeft,
    MetaRight,
}

impl Literal {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Space => " ",
            Self::Tab => "\t",
            Self::Newline => "\n",
            Self::MetaLeft => "{",
            Self::MetaRight => "}",
        }
    }
}

/// Assignment of a local variable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bind {
    pub(crate) name: Span,
    pub(crate) references: Slice,
    pub(crate) calls: Slice,
}

/// A member of an object made by an instruction.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) key: Span,
    pub(crate) reference: Reference,
}

/// A compiled template.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) steps: Vec<Step>,
    pub(crate) references: Vec<Reference>,
    pub(crate) formatters: Vec<FormatterCall>,
    pub(crate) predicates: Vec<PredicateCall>,
    pub(crate) binds: Vec<Bind>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) programs: Vec<Program>,
    /// Whether a formatter is by a plugin.
    pub(crate) has_plugin_formatter: bool,
}

impl Code {
    /// Reserves capacity for a source of this many bytes.
    pub(crate) fn with_capacity_for(source: usize) -> Self {
        const BYTES_PER_STEP: usize = 12;
        const MAX_STEPS: usize = 128;
        let steps = (source / BYTES_PER_STEP).clamp(4, MAX_STEPS);
        Self { steps: Vec::with_capacity(steps), references: Vec::with_capacity(steps / 2), ..Self::default() }
    }

    /// All steps.
    pub(crate) fn whole(&self) -> Slice {
        Slice::since(0, &self.steps)
    }
}
