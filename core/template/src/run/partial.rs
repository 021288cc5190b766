//! Calls of partials and macros.

use super::frame::{Frame, MacroBlock};
use super::machine::{Machine, Stop};
use crate::compile::code::place;
use crate::context::Mode;
use crate::error::{ErrorKind, escaped};
use crate::value::Node;

/// How a partial is called; determines the kind of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallKind {
    Apply,
    Include,
}

impl<'r> Machine<'r> {
    /// Runs a macro or partial with a value in scope and returns its output. `hidden` makes the outer scopes
    /// inaccessible.
    pub(crate) fn apply(
        &mut self,
        name: &'r str,
        node: Node<'r>,
        arguments: Option<Node<'r>>,
        hidden: bool,
    ) -> Result<Node<'r>, Stop> {
        match self.capture(|machine| machine.print_applied(name, node, arguments, hidden)) {
            Ok((false, _)) => Ok(Node::Missing),
            Ok((true, text)) => Ok(self.arena.text(text)),
            Err((stop, text)) => {
                self.out.push_str(&text);
                Err(stop)
            }
        }
    }

    /// Like [`Machine::apply`], with output to the page. Returns whether the block could be called.
    pub(crate) fn print_applied(
        &mut self,
        name: &'r str,
        node: Node<'r>,
        arguments: Option<Node<'r>>,
        hidden: bool,
    ) -> Result<bool, Stop> {
        let Some(block) = self.callable(name)? else { return Ok(false) };
        let frame = Frame::new(node).hiding(hidden);
        self.call(block, |machine| {
            machine.within(frame, |machine| {
                if let Some(arguments) = arguments {
                    machine.stack.set("@args", arguments);
                }
                machine.block(block.body)
            })
        })
        .map(|()| true)
    }

    /// The macro or partial of a name, if it exists and calls are not nested too deeply.
    pub(super) fn callable(&mut self, name: &'r str) -> Result<Option<MacroBlock<'r>>, Stop> {
        match self.find_block(name, CallKind::Apply)? {
            Some(block) if self.check_depth_limit(name)? => Ok(Some(block)),
            _ => Ok(None),
        }
    }

    pub(super) fn include(&mut self, name: &'r str, output: bool) -> Result<(), Stop> {
        if !self.context.include {
            return Ok(());
        }
        let Some(block) = self.find_block(name, CallKind::Include)? else { return Ok(()) };
        if !self.check_depth_limit(name)? {
            return Ok(());
        }
        self.call(block, |machine| {
            if output {
                machine.block(block.body)
            } else {
                machine.capture(|machine| machine.block(block.body)).map(drop).map_err(|(stop, _)| stop)
            }
        })
    }

    /// Whether calls may be nested further. An error is reported if not.
    fn check_depth_limit(&mut self, name: &str) -> Result<bool, Stop> {
        let limit = self.context.limits.partial_depth;
        if self.partial_depth < limit {
            return Ok(true);
        }
        let message =
            format!("Attempt to apply partial '{}' exceeded maximum recursion depth of {limit}", escaped(name));
        self.report(ErrorKind::ApplyPartialRecursionDepth, message)?;
        Ok(false)
    }

    /// Increments the call depth and switches the source.
    fn call<T>(&mut self, block: MacroBlock<'r>, body: impl FnOnce(&mut Self) -> T) -> T {
        let caller = (self.template, self.at);
        self.partial_depth += 1;
        self.template = block.template;
        let result = body(self);
        (self.template, self.at) = caller;
        self.partial_depth -= 1;
        result
    }

    fn find_block(&mut self, name: &'r str, way: CallKind) -> Result<Option<MacroBlock<'r>>, Stop> {
        if let Some(block) = self.stack.find_macro(name) {
            return Ok(Some(block));
        }
        let caller = name.as_ptr().addr();
        if let Some(block) = self.partials.get(&caller) {
            return Ok(Some(*block));
        }
        let Some(partial) = self.context.partials.and_then(|partials| partials.find(name)) else {
            let kind = match way {
                CallKind::Apply => ErrorKind::ApplyPartialMissing,
                CallKind::Include => ErrorKind::IncludePartialMissing,
            };
            let name = escaped(name);
            let message = format!("Attempt to apply partial '{name}' which could not be found.");
            self.report(kind, message)?;
            return Ok(None);
        };
        let partial = self.arena.partial(partial);
        let template = partial.template(&self.context.options);
        if template.errors().is_empty() {
            let block = MacroBlock { body: template.code.whole(), template };
            self.partials.insert(caller, block);
            return Ok(Some(block));
        }
        let kind = match (way, self.context.mode) {
            (CallKind::Include, _) => ErrorKind::IncludePartialSyntax,
            (CallKind::Apply, Mode::Strict) => ErrorKind::ApplyPartialSyntax,
            (CallKind::Apply, Mode::Safe) => ErrorKind::CompilePartialSyntax,
        };
        let message = format!("Parse of partial \"{}\" failed", escaped(name));
        let mut error = self.template.source.error(kind, place(self.at), message);
        error.causes = template.errors().to_vec();
        self.record(error)?;
        Ok(None)
    }
}
