//! Executes instructions: text, variables, and blocks with what is in them.

use serde_json::Value;

use super::frame::Frame;
use super::machine::{Machine, Stop};
use crate::compile::call::FormatterCall;
use crate::compile::code::{Code, Index, Operation, Slice, Step, place};
use crate::parse::pattern::Reference;
use crate::template::Template;
use crate::value::{Amount, Node};

/// A running section, repeated block or partial, with a scope of its own. They are on an explicit stack; only partials
/// with captured output and included ones use recursion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open<'r> {
    /// Index of the step after it.
    next: Index,
    /// End of the enclosing block.
    outer_end: Index,
    course: ExecutionMode<'r>,
}

/// Mode of execution of a block.
#[derive(Debug, Clone, Copy)]
enum ExecutionMode<'r> {
    Once,
    /// Once for each element of an array.
    Loop(LoopState<'r>),
    /// A partial or macro, executed in its own source; afterwards execution continues in this template.
    Called(&'r Template),
}

/// Iteration state of an array.
#[derive(Debug, Clone, Copy)]
struct LoopState<'r> {
    items: &'r [Value],
    /// Index of the current element.
    index: usize,
    /// The first step of the body, and where the body ends and the alternates begin.
    body: Index,
    alternates: Index,
    /// End of the alternates.
    or: Index,
    /// Whether the alternates are running.
    between: bool,
}

impl<'r> Machine<'r> {
    /// Runs the steps of a source or macro.
    pub(super) fn block(&mut self, body: Slice) -> Result<(), Stop> {
        self.may_open()?;
        self.called_blocks += 1;
        let result = self.steps_of(body);
        self.called_blocks -= 1;
        result
    }

    /// Fails if the maximum nesting of blocks is reached.
    #[inline]
    fn may_open(&mut self) -> Result<(), Stop> {
        if self.open.len() + self.called_blocks < self.context.limits.block_depth {
            return Ok(());
        }
        self.depth_exceeded()
    }

    #[cold]
    fn depth_exceeded(&mut self) -> Result<(), Stop> {
        let limit = self.context.limits.block_depth;
        self.exhausted("block depth", &format!("{limit} open blocks"))
    }

    fn steps_of(&mut self, body: Slice) -> Result<(), Stop> {
        let outermost = self.open.len();
        let outer_end = std::mem::replace(&mut self.end, body.end);
        let mut at = Some(body.start);
        while let Some(start) = at {
            at = self.steps_of_source(start, outermost)?;
        }
        self.end = outer_end;
        Ok(())
    }

    /// Runs steps of one source until execution switches to another, and returns the index there; none at the end.
    fn steps_of_source(&mut self, mut at: Index, outermost: usize) -> Result<Option<Index>, Stop> {
        let template = self.template;
        let (code, source) = (&template.code, template.source.text());
        while std::ptr::eq(self.template, template) {
            if let Some(step) = code.steps.get(place(at)).filter(|_| at < self.end) {
                self.at = step.tag;
                self.charge_step()?;
                if step.text < step.tag
                    && let Some(text) = source.get(place(step.text)..place(step.tag))
                {
                    self.write(text)?;
                }
                at = match self.step(step, at + 1, code) {
                    Ok(next) => next,
                    Err(Stop::Instruction) => step.next,
                    Err(Stop::Run) => return Err(Stop::Run),
                };
            } else if self.open.len() > outermost {
                at = self.after_block()?;
            } else {
                return Ok(None);
            }
        }
        Ok(Some(at))
    }

    /// Runs a step and returns the index of the next. `inside` is the start of the body if it opens a block.
    fn step(&mut self, step: &'r Step, inside: Index, code: &'r Code) -> Result<Index, Stop> {
        match step.operation {
            Operation::Text => {}
            Operation::Print(reference) => {
                let node = self.resolve_at(reference, code);
                self.print(node)?;
            }
            Operation::Escape { reference, in_attribute } => {
                let node = self.resolve_at(reference, code);
                self.print_escaped(node, in_attribute)?;
            }
            Operation::PrintBy { reference, call } => self.print_by_at(reference, call, code)?,
            Operation::Variable { references, calls } => {
                self.variable(references.of(&code.references), calls.of(&code.formatters))?;
            }
            Operation::Predicate { call, or } => {
                let holds = self.test_at(call, code)?;
                return if holds { Ok(inside) } else { self.branch(or, step.next, code) };
            }
            Operation::If { references, or_else, or } => {
                let holds = self.condition(references.of(&code.references), or_else);
                return if holds { Ok(inside) } else { self.branch(or, step.next, code) };
            }
            Operation::Or { end, .. } => return Ok(end),
            Operation::Struct => return Ok(inside),
            Operation::Apply { reference, name } => {
                let node = self.resolve_at(reference, code);
                return self.enter_partial(name.of(self.template.source.text()), node, step.next);
            }
            Operation::Section { reference, or } => {
                let node = self.resolve_here(reference, code);
                self.stack.push(Frame::new(node));
                let start = if node.is_truthy() { Ok(inside) } else { self.branch(or, step.next, code) };
                return match start {
                    Ok(start) if start < step.next => self.enter(start, step.next, ExecutionMode::Once),
                    other => {
                        self.stack.pop();
                        other
                    }
                };
            }
            Operation::Repeated { reference, alternates, or } => {
                let node = self.resolve_here(reference, code);
                let Some(items) = node.as_array().filter(|items| !items.is_empty()) else {
                    return self.branch(or, step.next, code);
                };
                let turns = LoopState { items, index: 0, body: inside, alternates, or, between: false };
                return self.enter_loop(node, turns, step.next, code);
            }
            Operation::Literal(literal) => self.write(literal.text())?,
            rare => self.rare_step(rare, Slice { start: inside, end: step.next }, code)?,
        }
        Ok(step.next)
    }

    /// Opens a block whose scope was pushed, and returns the index of its first step.
    #[inline]
    fn enter(&mut self, start: Index, next: Index, course: ExecutionMode<'r>) -> Result<Index, Stop> {
        self.may_open()?;
        self.open.push(Open { next, outer_end: self.end, course });
        self.end = next;
        Ok(start)
    }

    /// Opens a repeated block, and returns the index of the first step of its body.
    #[inline]
    fn enter_loop(&mut self, node: Node<'r>, turns: LoopState<'r>, next: Index, code: &'r Code) -> Result<Index, Stop> {
        let LoopState { items, body, alternates, .. } = turns;
        self.charge(1)?;
        self.stack.push(Frame::new(node));
        self.stack.push(Frame::new(items.first().map_or(Node::Missing, element)).at(0));
        self.enter(body, next, ExecutionMode::Loop(turns))?;
        self.end = alternates;
        self.format_ahead(items, Slice { start: body, end: alternates }, code)?;
        Ok(body)
    }

    /// Opens a partial or macro with a value in scope, and returns the index of its first step, or the next index here
    /// if it cannot be called.
    #[inline(never)]
    fn enter_partial(&mut self, name: &'r str, node: Node<'r>, next: Index) -> Result<Index, Stop> {
        let Some(block) = self.callable(name)? else { return Ok(next) };
        self.may_open()?;
        self.partial_depth += 1;
        self.stack.push(Frame::new(node));
        self.open.push(Open { next, outer_end: self.end, course: ExecutionMode::Called(self.template) });
        (self.template, self.end) = (block.template, block.body.end);
        Ok(block.body.start)
    }

    /// The next step after the end of the innermost block: that of its next iteration, or the one after the block.
    fn after_block(&mut self) -> Result<Index, Stop> {
        let Some(open) = self.open.last_mut() else { return Ok(self.end) };
        match &mut open.course {
            ExecutionMode::Once => {}
            ExecutionMode::Loop(turns) => {
                let next = turns.index + 1;
                if let Some(item) = turns.items.get(next) {
                    if !turns.between && turns.alternates < turns.or {
                        turns.between = true;
                        self.end = turns.or;
                        return Ok(turns.alternates);
                    }
                    (turns.index, turns.between, self.end) = (next, false, turns.alternates);
                    let body = turns.body;
                    self.stack.turn(element(item), next);
                    self.charge(1)?;
                    return Ok(body);
                }
                self.stack.pop();
            }
            ExecutionMode::Called(caller) => {
                self.template = caller;
                self.partial_depth -= 1;
            }
        }
        let Open { next, outer_end, .. } = *open;
        self.stack.pop();
        self.open.pop();
        self.end = outer_end;
        Ok(next)
    }

    #[inline]
    fn resolve_at(&self, reference: Index, code: &'r Code) -> Node<'r> {
        code.references.get(place(reference)).map_or(Node::Missing, |reference| self.resolve(reference))
    }

    /// Prints what a formatter writes of a single value.
    #[inline]
    fn print_by_at(&mut self, reference: Index, call: Index, code: &'r Code) -> Result<(), Stop> {
        let (reference, call) = (code.references.get(place(reference)), code.formatters.get(place(call)));
        if let (Some(reference), Some(call)) = (reference, call)
            && let Some(formatter) = call.printer()
        {
            let node = self.resolve(reference);
            self.print_by(formatter, call, &[node])?;
        }
        Ok(())
    }

    fn resolve_here(&self, reference: Index, code: &'r Code) -> Node<'r> {
        match code.references.get(place(reference)) {
            Some(reference) => self.stack.resolve_here(reference),
            None => Node::Missing,
        }
    }

    /// Where execution continues if a block's condition is false: after the first `or` that applies, or at the end.
    fn branch(&mut self, or: Index, end: Index, code: &'r Code) -> Result<Index, Stop> {
        let mut at = or;
        while at < end
            && let Some(&Step { next, operation: Operation::Or { condition, .. }, .. }) = code.steps.get(place(at))
        {
            let runs = match condition {
                None => true,
                Some(call) => self.test_at(call, code)?,
            };
            if runs {
                return Ok(at + 1);
            }
            at = next;
        }
        Ok(end)
    }

    fn test_at(&mut self, call: Index, code: &'r Code) -> Result<bool, Stop> {
        match code.predicates.get(place(call)) {
            Some(call) => self.test(call),
            None => Ok(false),
        }
    }

    /// Runs with the values of the references. A single reference, the usual case, needs no allocation.
    pub(super) fn with_values<T>(
        &mut self,
        references: &'r [Reference],
        body: impl FnOnce(&mut Self, &mut [Node<'r>]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.charge_lookups(references.len())?;
        if let [reference] = references {
            let first = self.resolve(reference);
            return body(self, &mut [first]);
        }
        let mut values: Vec<Node<'r>> = references.iter().map(|reference| self.resolve(reference)).collect();
        body(self, &mut values)
    }

    fn variable(&mut self, references: &'r [Reference], calls: &'r [FormatterCall]) -> Result<(), Stop> {
        let Some((last, calls)) = calls.split_last() else {
            let node = references.first().map_or(Node::Missing, |reference| self.resolve(reference));
            return self.print(node);
        };
        let before = std::mem::replace(&mut self.formatting, true);
        let result = self.with_values(references, |machine, values| {
            let frame = Frame::new(values.first().copied().unwrap_or(Node::Missing));
            machine.within(frame, |machine| {
                machine.format(values, calls)?;
                machine.print_formatted(values, last)
            })
        });
        self.formatting = before;
        match result? {
            Some(node) => self.print(node),
            None => Ok(()),
        }
    }

    /// Prints a value.
    pub(crate) fn print(&mut self, node: Node<'r>) -> Result<(), Stop> {
        if let Some(text) = node.as_str() {
            return self.write(text);
        }
        if let Some(Amount::Integer(integer)) = node.as_amount() {
            return self.write(itoa::Buffer::new().format(integer));
        }
        if let Some(items) = node.as_array() {
            self.charge(items.len() / 16)?;
        }
        self.write_with(|out| node.print(out))
    }

    fn condition(&self, references: &[Reference], or_else: u32) -> bool {
        let Some((first, more)) = references.split_first() else { return false };
        let mut holds = self.resolve(first).is_truthy();
        for (place, reference) in (1..).zip(more) {
            let decided = or_else & (1 << place) != 0;
            if holds != decided {
                holds = self.resolve(reference).is_truthy();
            }
            if holds == decided {
                return holds;
            }
        }
        holds
    }
}

/// An element in scope.
pub(super) fn element(item: &Value) -> Node<'_> {
    if item.is_null() { Node::Missing } else { Node::Json(item) }
}
