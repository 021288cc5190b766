//! State of a run: scopes, output, errors and remaining limits.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::sync::atomic::Ordering;

use serde_json::Value;
use stoa_locale::{Moment, Zone};

use super::RenderOutcome;
use super::arena::Arena;
use super::block::Open;
use super::frame::{Frame, MacroBlock, Stack};
use crate::compile::code::{Index, place};
use crate::context::{Mode, RenderContext};
use crate::error::{ErrorKind, TemplateError};
use crate::names::NameHasher;
use crate::parse::pattern::Reference;
use crate::template::Template;
use crate::value::Node;

/// Why an instruction was aborted. The error is already recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The instruction prints nothing, execution continues.
    Instruction,
    /// The run is over.
    Run,
}

/// Number of frames and variables searched for one step.
const LOOKUPS_PER_STEP: usize = 256;

/// Cache of partials by the address of the name in the call: the host is asked once for each call site.
type PartialCache<'r> = HashMap<usize, MacroBlock<'r>, BuildHasherDefault<NameHasher>>;

/// State of one run.
pub(crate) struct Machine<'r> {
    pub(super) template: &'r Template,
    pub(crate) context: &'r RenderContext<'r>,
    pub(crate) arena: &'r Arena<'r>,
    pub(crate) stack: Stack<'r>,
    pub(super) out: String,
    /// Position of the current instruction's tag in the source.
    pub(super) at: u32,
    /// Open blocks, and the index at which the innermost ends.
    pub(super) open: Vec<Open<'r>>,
    pub(super) end: Index,
    /// Whether the innermost frame was pushed for the formatters of a variable tag.
    pub(super) formatting: bool,
    pub(super) partial_depth: usize,
    /// Number of recursive blocks, besides those on the stack.
    pub(super) called_blocks: usize,
    /// Remaining steps.
    steps_left: u64,
    /// Remaining bytes of text.
    text_left: usize,
    pub(super) errors: Vec<TemplateError>,
    /// Error-free partials that were called, by the address of their name.
    pub(super) partials: PartialCache<'r>,
    /// Expressions whose syntax error was reported.
    pub(super) reported: HashSet<usize>,
    pub(crate) messages: crate::formatter::MessageCache,
    /// The last time zone looked up.
    pub(crate) zone: Option<(Cow<'r, str>, Zone)>,
    /// The last instant shown in that zone.
    pub(crate) moment: Option<Moment>,
}

impl<'r> Machine<'r> {
    pub(super) fn new(
        template: &'r Template,
        data: &'r Value,
        context: &'r RenderContext<'r>,
        arena: &'r Arena<'r>,
    ) -> Self {
        Self {
            template,
            context,
            arena,
            stack: Stack::new(Node::Json(data), context.globals.map_or(Node::Missing, Node::Json)),
            out: String::with_capacity(template.output_bytes.load(Ordering::Relaxed)),
            at: 0,
            open: Vec::new(),
            end: 0,
            formatting: false,
            partial_depth: 0,
            called_blocks: 0,
            steps_left: context.limits.steps,
            text_left: context.limits.output_bytes,
            errors: Vec::new(),
            partials: PartialCache::default(),
            reported: HashSet::new(),
            messages: crate::formatter::MessageCache::default(),
            zone: None,
            moment: None,
        }
    }

    pub(super) fn run(&mut self) {
        let template = self.template;
        let strict = self.context.mode == Mode::Strict && !template.errors().is_empty();
        if !strict {
            // A stop is recorded where it happens; output so far is kept.
            let _stopped = self.block(template.code.whole());
        }
    }

    pub(super) fn finish(self, template: &Template) -> RenderOutcome {
        template.output_bytes.store(self.out.len(), Ordering::Relaxed);
        let mut errors = template.errors().to_vec();
        errors.extend(self.errors);
        RenderOutcome { output: self.out, errors }
    }

    /// Records an error. Returns `Ok` if the instruction can continue.
    pub(crate) fn report(&mut self, kind: ErrorKind, message: impl Into<String>) -> Result<(), Stop> {
        if self.errors.len() < self.context.limits.errors {
            self.errors.push(self.template.source.error(kind, place(self.at), message));
        }
        self.after_error()
    }

    pub(super) fn record(&mut self, error: TemplateError) -> Result<(), Stop> {
        if self.errors.len() < self.context.limits.errors {
            self.errors.push(error);
        }
        self.after_error()
    }

    fn after_error(&self) -> Result<(), Stop> {
        match self.context.mode {
            Mode::Safe => Ok(()),
            Mode::Strict => Err(Stop::Run),
        }
    }

    /// Records an error and aborts the instruction.
    pub(crate) fn fail<T>(&mut self, kind: ErrorKind, message: impl Into<String>) -> Result<T, Stop> {
        self.report(kind, message)?;
        Err(Stop::Instruction)
    }

    /// Records another error in the instruction.
    pub(crate) fn fail_unexpected<T>(&mut self, name: &str, why: &str) -> Result<T, Stop> {
        let rest = self.template.source.text().get(place(self.at)..).unwrap_or("???");
        let tag = rest.split_inclusive('}').next().unwrap_or(rest);
        let message =
            format!("Unexpected {name} when executing {}: {}", crate::error::escaped(tag), crate::error::escaped(why));
        self.fail(ErrorKind::UnexpectedError, message)
    }

    /// Charges steps. Exceeding the limit ends the run.
    #[inline]
    pub(crate) fn charge(&mut self, steps: usize) -> Result<(), Stop> {
        match self.steps_left.checked_sub(u64::try_from(steps).unwrap_or(u64::MAX)) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => self.steps_exceeded(),
        }
    }

    #[cold]
    fn steps_exceeded(&mut self) -> Result<(), Stop> {
        self.steps_left = 0;
        let limit = self.context.limits.steps;
        self.exhausted("step", &format!("{limit} steps"))
    }

    /// Charges a step with its text and its name lookups, which cost more when many frames and variables have to be
    /// searched.
    #[inline]
    pub(super) fn charge_step(&mut self) -> Result<(), Stop> {
        self.charge(1 + self.stack.weight() / LOOKUPS_PER_STEP)
    }

    /// Charges name lookups: one step each, more when many frames and variables have to be searched.
    #[inline]
    pub(crate) fn charge_lookups(&mut self, count: usize) -> Result<(), Stop> {
        match self.stack.weight() / LOOKUPS_PER_STEP {
            0 => self.charge(count),
            more => self.charge(count.saturating_mul(1 + more)),
        }
    }

    /// Charges text. Exceeding the limit ends the run.
    #[inline]
    pub(crate) fn charge_text(&mut self, bytes: usize) -> Result<(), Stop> {
        match self.text_left.checked_sub(bytes) {
            Some(left) => {
                self.text_left = left;
                Ok(())
            }
            None => self.output_exceeded(),
        }
    }

    #[cold]
    fn output_exceeded(&mut self) -> Result<(), Stop> {
        self.text_left = 0;
        let limit = self.context.limits.output_bytes;
        self.exhausted("output", &format!("{limit} bytes"))
    }

    pub(super) fn exhausted<T>(&mut self, name: &str, data: &str) -> Result<T, Stop> {
        let message = format!("A {name} code limit was reached {data}");
        let error = self.template.source.error(ErrorKind::CodeLimitReached, place(self.at), message);
        self.errors.push(error);
        Err(Stop::Run)
    }

    /// Prints text.
    #[inline]
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Stop> {
        self.charge_text(text.len())?;
        self.out.push_str(text);
        Ok(())
    }

    /// Prints what `append` writes to the page.
    #[inline]
    pub(crate) fn write_with(&mut self, append: impl FnOnce(&mut String)) -> Result<(), Stop> {
        let before = self.out.len();
        append(&mut self.out);
        self.charge_text(self.out.len() - before)
    }

    /// Stores text as a value.
    pub(crate) fn text(&mut self, text: impl Into<String>) -> Result<Node<'r>, Stop> {
        let text = text.into();
        self.charge_text(text.len())?;
        Ok(self.arena.text(text))
    }

    /// Stores JSON as a value.
    pub(crate) fn keep(&mut self, value: Value) -> Node<'r> {
        Node::Json(self.arena.value(value))
    }

    /// Resolves a reference in the scopes.
    pub(crate) fn resolve(&self, reference: &Reference) -> Node<'r> {
        self.stack.resolve(reference)
    }

    /// Resolves a reference; `@` alone means the scope around the tag that runs formatters.
    pub(crate) fn resolve_around(&self, reference: &Reference) -> Node<'r> {
        match self.stack.around() {
            Some(around) if self.formatting && reference.is_current() => around,
            _ => self.stack.resolve(reference),
        }
    }

    /// Resolves a dotted name in the scopes.
    pub(crate) fn resolve_name(&self, name: &str) -> Node<'r> {
        match name.bytes().all(|letter| letter.is_ascii_alphabetic() || letter == b'.') {
            true => self.stack.resolve_members(name),
            false => Reference::parse(name).map_or(Node::Missing, |reference| self.stack.resolve(&reference)),
        }
    }

    /// The value in scope.
    pub(crate) fn current(&self) -> Node<'r> {
        self.stack.current()
    }

    /// Runs `body` with another value in scope.
    #[inline]
    pub(crate) fn within<T>(
        &mut self,
        frame: Frame<'r>,
        body: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.stack.push(frame);
        let result = body(self);
        self.stack.pop();
        result
    }

    /// Runs `body` and captures its output.
    pub(super) fn capture<T>(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<(T, String), (Stop, String)> {
        let outer = std::mem::take(&mut self.out);
        let result = body(self);
        let inner = std::mem::replace(&mut self.out, outer);
        match result {
            Ok(value) => Ok((value, inner)),
            Err(stop) => Err((stop, inner)),
        }
    }
}
