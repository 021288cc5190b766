//! Puts the parts of a source together to blocks.

use std::ops::Range;

use super::call::PredicateCall;
use super::tree::{Arms, Block, Branch, Condition, Instruction, Step};
use crate::Source;
use crate::error::{ErrorKind, TemplateError};
use crate::expression::Program;
use crate::limits::{SOURCE_BLOCK_DEPTH, SOURCE_ERRORS};
use crate::parse::pattern::Reference;
use crate::parse::{Part, Piece, Signal};

/// What opened a block.
enum Head {
    Section(Reference),
    Repeated(Reference),
    If(Condition),
    Predicate(PredicateCall),
    Macro(Box<str>),
}

impl Head {
    fn name(&self) -> &'static str {
        match self {
            Self::Section(_) => "SECTION",
            Self::Repeated(_) => "REPEATED",
            Self::If(_) => "IF",
            Self::Predicate(_) => "PREDICATE",
            Self::Macro(_) => "MACRO",
        }
    }
}

/// A block that is not closed yet.
struct Open {
    head: Head,
    span: Range<usize>,
    body: Block,
    alternates: Option<Block>,
    branches: Vec<Branch>,
}

impl Open {
    fn new(head: Head, span: Range<usize>) -> Self {
        Self { head, span, body: Block::default(), alternates: None, branches: Vec::new() }
    }

    /// The part that takes the next step.
    fn current(&mut self) -> &mut Block {
        match (self.branches.last_mut(), self.alternates.as_mut()) {
            (Some(branch), _) => &mut branch.body,
            (None, Some(alternates)) => alternates,
            (None, None) => &mut self.body,
        }
    }

    /// The name of the part for messages.
    fn part(&self) -> &'static str {
        if !self.branches.is_empty() {
            "OR_PREDICATE"
        } else if self.alternates.is_some() {
            "ALTERNATES_WITH"
        } else {
            self.head.name()
        }
    }

    fn is_dead_for_or(&self) -> bool {
        self.branches.last().is_some_and(|branch| branch.condition.is_none())
    }

    fn close(self) -> Step {
        let Self { head, span, body, alternates, branches } = self;
        let arms = Arms { body, branches };
        let instruction = match head {
            Head::Section(reference) => Instruction::Section { reference, arms },
            Head::Repeated(reference) => {
                Instruction::Repeated { reference, alternates: alternates.unwrap_or_default(), arms }
            }
            Head::If(condition) => Instruction::If { condition, arms },
            Head::Predicate(call) => Instruction::Predicate { call, arms },
            Head::Macro(name) => Instruction::Macro { name, body: arms.body },
        };
        Step { span, instruction }
    }
}

/// Takes the parts of a source in order and puts the tree together.
pub(crate) struct Builder<'a> {
    source: &'a Source,
    root: Block,
    open: Vec<Open>,
    errors: Vec<TemplateError>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        Self { source, root: Block::default(), open: Vec::new(), errors: Vec::new() }
    }

    /// Takes the next part. A wrong `end`, `or` or `alternates` is left out.
    pub(crate) fn add(&mut self, Part { span, piece }: Part) {
        let signal = match piece {
            Piece::Comment => return,
            Piece::Text => return self.push(span, Instruction::Text),
            Piece::Tag(signal) => signal,
        };
        match signal {
            Signal::Section(reference) => self.begin(Head::Section(reference), span),
            Signal::Repeated(reference) => self.begin(Head::Repeated(reference), span),
            Signal::If { references, operators } => {
                self.begin(Head::If(Condition { references, operators }), span);
            }
            Signal::Predicate(call) => self.begin(Head::Predicate(call), span),
            Signal::Macro(name) => self.begin(Head::Macro(name), span),
            Signal::Or(condition) => self.or(condition, &span),
            Signal::Alternates => self.alternates(&span),
            Signal::End => self.end(&span),
            Signal::Literal(text) => self.push(span, Instruction::Literal(text)),
            Signal::Variable { references, calls } => {
                self.push(span, Instruction::Variable { references, calls: calls.into() })
            }
            Signal::Bind { name, references, calls } => {
                self.push(span, Instruction::Bind { name, references, calls: calls.into() })
            }
            Signal::Bindings { name, pairs } => {
                self.push(span, Instruction::Bindings { name, pairs: pairs.into() });
            }
            Signal::Include { name, output } => self.push(span, Instruction::Include { name, output }),
            Signal::Inject { name, path } => self.push(span, Instruction::Inject { name, path }),
            Signal::Eval(text) => {
                self.push(span, Instruction::Eval(Box::new(Program::parse(&text))));
            }
        }
    }

    fn push(&mut self, span: Range<usize>, instruction: Instruction) {
        let block = match self.open.last_mut() {
            Some(open) => open.current(),
            None => &mut self.root,
        };
        block.steps.push(Step { span, instruction });
    }

    fn report(&mut self, kind: ErrorKind, span: &Range<usize>, message: String) {
        if self.errors.len() < SOURCE_ERRORS {
            self.errors.push(self.source.error(kind, span.start, message));
        }
    }

    fn begin(&mut self, head: Head, span: Range<usize>) {
        if self.open.len() == SOURCE_BLOCK_DEPTH {
            let message = format!("A block depth code limit was reached: more than {SOURCE_BLOCK_DEPTH} open blocks");
            self.report(ErrorKind::CodeLimitReached, &span, message);
        }
        self.open.push(Open::new(head, span));
    }

    fn or(&mut self, condition: Option<PredicateCall>, span: &Range<usize>) {
        let Some(open) = self.open.last_mut() else {
            let message = "Instruction OR_PREDICATE not allowed at root";
            return self.report(ErrorKind::NotAllowedAtRoot, span, message.to_owned());
        };
        if matches!(open.head, Head::Macro(_)) {
            let message = "OR_PREDICATE instruction is not allowed inside MACRO block.";
            return self.report(ErrorKind::NotAllowedInBlock, span, message.to_owned());
        }
        let dead = open.is_dead_for_or();
        open.branches.push(Branch { condition, body: Block::default() });
        if dead {
            let message = "This OR_PREDICATE block will never execute.";
            self.report(ErrorKind::DeadCodeBlock, span, message.to_owned());
        }
    }

    fn alternates(&mut self, span: &Range<usize>) {
        let Some(open) = self.open.last_mut() else {
            let message = "Instruction ALTERNATES_WITH not allowed at root";
            return self.report(ErrorKind::NotAllowedAtRoot, span, message.to_owned());
        };
        let allowed = matches!(open.head, Head::Repeated(_)) && open.alternates.is_none() && open.branches.is_empty();
        if allowed {
            open.alternates = Some(Block::default());
            return;
        }
        let part = open.part();
        let message = format!("ALTERNATES_WITH instruction is not allowed inside {part} block.");
        self.report(ErrorKind::NotAllowedInBlock, span, message);
    }

    fn end(&mut self, span: &Range<usize>) {
        match self.open.pop() {
            Some(open) => self.close(open),
            None => {
                let message = "Instruction END not allowed at root";
                self.report(ErrorKind::MismatchedEnd, span, message.to_owned());
            }
        }
    }

    /// Keeps a closed block, unless it stands too deep.
    fn close(&mut self, open: Open) {
        if self.open.len() >= SOURCE_BLOCK_DEPTH {
            return;
        }
        let Step { span, instruction } = open.close();
        self.push(span, instruction);
    }

    /// The tree of the source, and what is wrong with its blocks. A block that is not closed ends with the source.
    pub(crate) fn finish(mut self) -> (Block, Vec<TemplateError>) {
        if let Some(innermost) = self.open.last() {
            let span = innermost.span.clone();
            let place = self.source.position(span.start);
            let mut message = format!(
                "Reached EOF in the middle of {} started at line {} char {}",
                innermost.part(),
                place.line,
                place.column
            );
            for outer in self.open.iter().rev().skip(1).take(SOURCE_BLOCK_DEPTH) {
                message.push_str("; Unclosed ");
                message.push_str(outer.part());
            }
            self.report(ErrorKind::EofInBlock, &span, message);
        }
        while let Some(open) = self.open.pop() {
            self.close(open);
        }
        (self.root, self.errors)
    }
}
