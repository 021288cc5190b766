//! Assembles the parts of a source to blocks.

use super::call::FormatterCall;
use super::code::{Code, Index, Operation, Span, Step, index, place};
use crate::Source;
use crate::error::{ErrorKind, TemplateError};
use crate::limits::{SOURCE_BLOCK_DEPTH, SOURCE_ERRORS};
use crate::parse::Signal;

/// The instruction that opened a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Head {
    Section,
    Repeated,
    If,
    Predicate,
    Macro,
    Struct,
}

impl Head {
    fn name(self) -> &'static str {
        match self {
            Self::Section => "SECTION",
            Self::Repeated => "REPEATED",
            Self::If => "IF",
            Self::Predicate => "PREDICATE",
            Self::Macro => "MACRO",
            Self::Struct => "STRUCT",
        }
    }

    /// Whether the block is unconditional, so that it has no `or`.
    fn is_whole(self) -> bool {
        matches!(self, Self::Macro | Self::Struct)
    }
}

/// An open block.
struct OpenBlock {
    head: Head,
    span: Span,
    /// Its first step.
    step: usize,
    alternates: Option<Index>,
    first_or: Option<Index>,
    last_or: Option<usize>,
    /// Whether an `or` without condition was read.
    complete: bool,
}

impl OpenBlock {
    /// Name of the current part, for messages.
    fn part(&self) -> &'static str {
        if self.first_or.is_some() {
            "OR_PREDICATE"
        } else if self.alternates.is_some() {
            "ALTERNATES_WITH"
        } else {
            self.head.name()
        }
    }
}

/// Receives the parts of a source in order and builds the code.
pub(crate) struct Builder<'a> {
    source: &'a Source,
    pub(crate) code: Code,
    /// Text not yet followed by a step.
    text: Option<Span>,
    open: Vec<OpenBlock>,
    errors: Vec<TemplateError>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        let code = Code::with_capacity_for(source.text().len());
        Self { source, code, text: None, open: Vec::new(), errors: Vec::new() }
    }

    /// Adds text that is copied to the output.
    pub(crate) fn text(&mut self, span: Span) {
        self.flush();
        self.text = Some(span);
    }

    /// Adds a tag. A misplaced `end`, `or` or `alternates` is ignored.
    pub(crate) fn tag(&mut self, signal: Signal, span: Span) {
        match signal {
            Signal::Plain(operation) => {
                self.push(span, operation);
            }
            Signal::Section(reference) => self.begin(Head::Section, Operation::Section { reference, or: 0 }, span),
            Signal::Repeated(reference) => {
                self.begin(Head::Repeated, Operation::Repeated { reference, alternates: 0, or: 0 }, span);
            }
            Signal::If { references, or_else } => {
                self.begin(Head::If, Operation::If { references, or_else, or: 0 }, span);
            }
            Signal::Predicate(call) => self.begin(Head::Predicate, Operation::Predicate { call, or: 0 }, span),
            Signal::Macro(name) => self.begin(Head::Macro, Operation::Macro { name }, span),
            Signal::Struct => self.begin(Head::Struct, Operation::Struct, span),
            Signal::Or(condition) => self.or(condition, span),
            Signal::Alternates => self.alternates(span),
            Signal::End => self.end(span),
        }
    }

    /// Adds a step with text only.
    fn flush(&mut self) {
        if let Some(Span { start, end }) = self.text.take() {
            let next = index(self.code.steps.len() + 1);
            self.code.steps.push(Step { text: start, tag: end, next, operation: Operation::Text });
        }
    }

    /// Adds a step for a tag and the text right before it, and returns its index.
    fn push(&mut self, span: Span, operation: Operation) -> usize {
        let text = match self.text {
            Some(text) if text.end == span.start => text.start,
            _ => {
                self.flush();
                span.start
            }
        };
        self.text = None;
        let place = self.code.steps.len();
        self.code.steps.push(Step { text, tag: span.start, next: index(place + 1), operation });
        place
    }

    fn report(&mut self, kind: ErrorKind, span: Span, message: String) {
        if self.errors.len() < SOURCE_ERRORS {
            self.errors.push(self.source.error(kind, place(span.start), message));
        }
    }

    fn begin(&mut self, head: Head, operation: Operation, span: Span) {
        if self.open.len() == SOURCE_BLOCK_DEPTH {
            let message = format!("A block depth code limit was reached: more than {SOURCE_BLOCK_DEPTH} open blocks");
            self.report(ErrorKind::CodeLimitReached, span, message);
        }
        let step = self.push(span, operation);
        self.open.push(OpenBlock {
            head,
            span,
            step,
            alternates: None,
            first_or: None,
            last_or: None,
            complete: false,
        });
    }

    fn or(&mut self, condition: Option<Index>, span: Span) {
        let Some(open) = self.open.last() else {
            let message = "Instruction OR_PREDICATE not allowed at root";
            return self.report(ErrorKind::NotAllowedAtRoot, span, message.to_owned());
        };
        if open.head.is_whole() {
            let message = format!("OR_PREDICATE instruction is not allowed inside {} block.", open.head.name());
            return self.report(ErrorKind::NotAllowedInBlock, span, message);
        }
        let (repeats, dead) = (open.head == Head::Repeated, open.complete);
        if dead {
            let message = "This OR_PREDICATE block will never execute.";
            self.report(ErrorKind::DeadCodeBlock, span, message.to_owned());
        }
        if repeats {
            // Its parts run separately, so the text before belongs to the previous part.
            self.flush();
        }
        let here = self.push(span, Operation::Or { condition, end: 0 });
        let Some(open) = self.open.last_mut() else { return };
        open.complete = condition.is_none();
        open.first_or.get_or_insert(index(here));
        if let Some(before) = open.last_or.replace(here).and_then(|before| self.code.steps.get_mut(before)) {
            before.next = index(here);
        }
    }

    fn alternates(&mut self, span: Span) {
        self.flush();
        let here = index(self.code.steps.len());
        let Some(open) = self.open.last_mut() else {
            let message = "Instruction ALTERNATES_WITH not allowed at root";
            return self.report(ErrorKind::NotAllowedAtRoot, span, message.to_owned());
        };
        if open.head == Head::Repeated && open.alternates.is_none() && open.first_or.is_none() {
            open.alternates = Some(here);
            return;
        }
        let part = open.part();
        let message = format!("ALTERNATES_WITH instruction is not allowed inside {part} block.");
        self.report(ErrorKind::NotAllowedInBlock, span, message);
    }

    fn end(&mut self, span: Span) {
        match self.open.pop() {
            Some(open) => self.close(&open),
            None => {
                let message = "Instruction END not allowed at root";
                self.report(ErrorKind::MismatchedEnd, span, message.to_owned());
            }
        }
    }

    /// Sets the end of a block in its steps. A block nested too deeply is dropped.
    fn close(&mut self, open: &OpenBlock) {
        self.flush();
        let steps = &mut self.code.steps;
        if self.open.len() >= SOURCE_BLOCK_DEPTH {
            steps.truncate(open.step + 1);
            if let Some(step) = steps.last_mut() {
                step.operation = Operation::Text;
            }
            return;
        }
        let block_end = index(steps.len());
        if let Some(last) = open.last_or.and_then(|last| steps.get_mut(last)) {
            last.next = block_end;
        }
        let first_or = open.first_or.unwrap_or(block_end);
        let mut at = first_or;
        while let Some(Step { operation: Operation::Or { end, .. }, next, .. }) = steps.get_mut(place(at)) {
            (*end, at) = (block_end, *next);
        }
        let Some(step) = steps.get_mut(open.step) else { return };
        step.next = block_end;
        match &mut step.operation {
            Operation::Repeated { alternates, or, .. } => {
                (*alternates, *or) = (open.alternates.unwrap_or(first_or), first_or);
            }
            Operation::Section { or, .. } | Operation::If { or, .. } | Operation::Predicate { or, .. } => {
                *or = first_or;
            }
            _ => {}
        }
    }

    /// The code of the source, and errors of its blocks. An unclosed block ends with the source.
    pub(crate) fn finish(mut self) -> (Code, Vec<TemplateError>) {
        if let Some(innermost) = self.open.last() {
            let span = innermost.span;
            let start = self.source.position(place(span.start));
            let mut message = format!(
                "Reached EOF in the middle of {} started at line {} char {}",
                innermost.part(),
                start.line,
                start.column
            );
            for outer in self.open.iter().rev().skip(1).take(SOURCE_BLOCK_DEPTH) {
                message.push_str("; Unclosed ");
                message.push_str(outer.part());
            }
            self.report(ErrorKind::EofInBlock, span, message);
        }
        while let Some(open) = self.open.pop() {
            self.close(&open);
        }
        self.flush();
        self.code.has_plugin_formatter = self.code.formatters.iter().any(FormatterCall::is_by_plugin);
        (self.code, self.errors)
    }
}
