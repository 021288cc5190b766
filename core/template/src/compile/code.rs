//! The compiled form of a template: flat lists, made with few allocations and read from start to end.
//!
//! The steps of a block stand behind the step that opens it; that step knows where they end. Steps name what they use
//! by its place in the other lists, and text by its place in the source.

use super::call::{FormatterCall, PredicateCall};
use crate::expression::Program;
use crate::parse::pattern::Reference;

/// A place in one of the lists of [`Code`].
pub(crate) type Index = u32;

/// A stretch of the source, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// What lies beyond 4 GiB is out of reach.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: index(start), end: index(end) }
    }

    #[inline]
    pub(crate) fn of(self, source: &str) -> &str {
        source.get(place(self.start)..place(self.end)).unwrap_or("")
    }
}

/// Entries of a list that follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) start: Index,
    pub(crate) end: Index,
}

impl Slice {
    /// From a place to the end of a list.
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

/// A stretch of text and the instruction behind it.
#[derive(Debug)]
pub(crate) struct Step {
    /// Where the text begins in the source; it ends where the tag begins.
    pub(crate) text: u32,
    /// Where the tag begins.
    pub(crate) tag: u32,
    /// The step that runs after it; for one that opens a block the first behind the block, for an `or` the next `or`
    /// of its block or its end.
    pub(crate) next: Index,
    pub(crate) operation: Operation,
}

/// Steps are many and gone through all the time.
const _: () = assert!(size_of::<Step>() <= 32);

/// What a step does. Blocks name their first `or`; without one that is their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Nothing; the step is there for its text.
    Text,
    Literal(Literal),
    /// A reference without formatters.
    Print(Index),
    /// A reference whose text is written with entities, as `html` does or, in attributes, `htmlattr`.
    Escape {
        reference: Index,
        in_attribute: bool,
    },
    /// A call of a partial or macro with a value and nothing else.
    Apply {
        reference: Index,
        name: Span,
    },
    /// A reference with one formatter, which can print.
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
    /// Its body ends where the alternates begin, and those at the first `or`.
    Repeated {
        reference: Index,
        alternates: Index,
        or: Index,
    },
    /// References joined by `||`, where the bit of their place is set in `or_else`, or `&&`, read from left to right.
    If {
        references: Slice,
        or_else: u32,
        or: Index,
    },
    Predicate {
        call: Index,
        or: Index,
    },
    /// An `or` of the block around it; without a condition it always runs. Who comes to it from the part before goes on
    /// to the end of the block.
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

/// A character that cannot be written as it is.
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

/// A local variable that is set to a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bind {
    pub(crate) name: Span,
    pub(crate) references: Slice,
    pub(crate) calls: Slice,
}

/// A member of an object that an instruction makes.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) key: Span,
    pub(crate) reference: Reference,
}

/// A template, compiled.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) steps: Vec<Step>,
    pub(crate) references: Vec<Reference>,
    pub(crate) formatters: Vec<FormatterCall>,
    pub(crate) predicates: Vec<PredicateCall>,
    pub(crate) binds: Vec<Bind>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) programs: Vec<Program>,
}

impl Code {
    /// Makes room for what a source of so many bytes usually holds.
    pub(crate) fn with_room_for(source: usize) -> Self {
        const BYTES_PER_STEP: usize = 12;
        const MOST: usize = 128;
        let steps = (source / BYTES_PER_STEP).clamp(4, MOST);
        Self { steps: Vec::with_capacity(steps), references: Vec::with_capacity(steps / 2), ..Self::default() }
    }

    /// All steps.
    pub(crate) fn whole(&self) -> Slice {
        Slice::since(0, &self.steps)
    }
}
