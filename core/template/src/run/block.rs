//! Runs instructions.

use super::frame::{Frame, MacroBlock};
use super::machine::{Machine, Stop};
use crate::compile::call::FormatterCall;
use crate::compile::tree::{Arms, Block, Condition, Instruction, Step};
use crate::error::{ErrorKind, escaped};
use crate::expression::{self, Program};
use crate::parse::ConditionOperator;
use crate::parse::pattern::{Reference, References};
use crate::value::{Bindings, Node};

impl<'r> Machine<'r> {
    /// Runs the instructions of a block.
    pub(super) fn block(&mut self, block: &'r Block) -> Result<(), Stop> {
        if self.block_depth >= self.context.limits.block_depth {
            let limit = self.context.limits.block_depth;
            return self.exhausted("block depth", &format!("{limit} open blocks"));
        }
        self.block_depth += 1;
        let result = self.steps_of(block);
        self.block_depth -= 1;
        result
    }

    fn steps_of(&mut self, block: &'r Block) -> Result<(), Stop> {
        for step in &block.steps {
            self.enter(step);
            self.charge_lookups(1)?;
            match self.step(step) {
                Ok(()) | Err(Stop::Instruction) => {}
                Err(Stop::Run) => return Err(Stop::Run),
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &'r Step) -> Result<(), Stop> {
        match &step.instruction {
            Instruction::Text => {
                let text = self.template.source.text().get(step.span.clone()).unwrap_or("");
                self.write(text)
            }
            Instruction::Literal(text) => self.write(text),
            Instruction::Variable { references, calls } => self.variable(references, calls),
            Instruction::Section { reference, arms } => self.section(reference, arms),
            Instruction::Repeated { reference, alternates, arms } => self.repeated(reference, alternates, arms),
            Instruction::If { condition, arms } => {
                let holds = self.condition(condition);
                self.arms(holds, arms)
            }
            Instruction::Predicate { call, arms } => {
                let holds = self.test(call)?;
                self.arms(holds, arms)
            }
            Instruction::Bind { name, references, calls } => self.bind(name, references, calls),
            Instruction::Bindings { name, pairs } => self.bindings(name, pairs),
            Instruction::Macro { name, body } => {
                let block = MacroBlock { body, template: self.template };
                self.stack.define(name, block);
                Ok(())
            }
            Instruction::Include { name, output } => self.include(name, *output),
            Instruction::Inject { name, path } => {
                let context = self.context;
                let document = context.injectables.and_then(|injectables| injectables.document(path));
                self.stack.set(name, document.map_or(Node::Missing, Node::Json));
                Ok(())
            }
            Instruction::Eval(program) => self.eval(program),
        }
    }

    /// Runs with the values of the references. One reference, the usual case, takes no list.
    fn with_values<T>(
        &mut self,
        references: &'r References,
        body: impl FnOnce(&mut Self, &mut [Node<'r>]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.charge_lookups(references.len())?;
        if references.more.is_empty() {
            let first = self.resolve(&references.first);
            return body(self, &mut [first]);
        }
        let mut values: Vec<Node<'r>> = references.iter().map(|reference| self.resolve(reference)).collect();
        body(self, &mut values)
    }

    fn variable(&mut self, references: &'r References, calls: &'r [FormatterCall]) -> Result<(), Stop> {
        let Some((last, calls)) = calls.split_last() else {
            let node = self.resolve(&references.first);
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

    fn print(&mut self, node: Node<'r>) -> Result<(), Stop> {
        if let Some(text) = node.as_str() {
            return self.write(text);
        }
        if let Some(items) = node.as_array() {
            self.charge(items.len() / 16)?;
        }
        self.write_with(|out| node.print(out))
    }

    fn section(&mut self, reference: &'r Reference, arms: &'r Arms) -> Result<(), Stop> {
        let node = self.stack.resolve_here(reference);
        self.within(Frame::new(node), |machine| machine.arms(node.is_truthy(), arms))
    }

    fn arms(&mut self, holds: bool, arms: &'r Arms) -> Result<(), Stop> {
        if holds {
            return self.block(&arms.body);
        }
        for branch in &arms.branches {
            let runs = match &branch.condition {
                None => true,
                Some(call) => self.test(call)?,
            };
            if runs {
                return self.block(&branch.body);
            }
        }
        Ok(())
    }

    fn repeated(&mut self, reference: &'r Reference, alternates: &'r Block, arms: &'r Arms) -> Result<(), Stop> {
        let node = self.stack.resolve_here(reference);
        let items = match node.as_array() {
            Some(items) if !items.is_empty() => items,
            _ => return self.arms(false, arms),
        };
        self.within(Frame::new(node), |machine| {
            for (index, item) in items.iter().enumerate() {
                machine.charge(1)?;
                let node = if item.is_null() { Node::Missing } else { Node::Json(item) };
                let frame = Frame::new(node).at(index);
                machine.within(frame, |machine| {
                    machine.block(&arms.body)?;
                    if index + 1 < items.len() && !alternates.steps.is_empty() {
                        machine.block(alternates)?;
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    fn condition(&self, condition: &Condition) -> bool {
        let mut references = condition.references.iter();
        let mut holds = references.next().is_some_and(|first| self.resolve(first).is_truthy());
        for (operator, reference) in condition.operators.iter().zip(references) {
            let next = self.resolve(reference).is_truthy();
            let decided = match operator {
                ConditionOperator::Or => true,
                ConditionOperator::And => false,
            };
            holds = if decided { holds || next } else { holds && next };
            if holds == decided {
                return holds;
            }
        }
        holds
    }

    fn bind(&mut self, name: &'r str, references: &'r References, calls: &'r [FormatterCall]) -> Result<(), Stop> {
        let before = std::mem::replace(&mut self.formatting, false);
        let result = self.with_values(references, |machine, values| machine.format(values, calls));
        self.formatting = before;
        self.stack.set(name, result?);
        Ok(())
    }

    fn bindings(&mut self, name: &'r str, pairs: &'r [(Box<str>, Reference)]) -> Result<(), Stop> {
        self.charge_lookups(pairs.len())?;
        let mut members = Bindings::with_capacity(pairs.len());
        for (key, reference) in pairs {
            let node = self.resolve(reference);
            if node.is_missing() {
                members.shift_remove(&**key);
            } else {
                members.insert(key.to_string(), node);
            }
        }
        let node = self.arena.bindings(members);
        self.stack.set(name, node);
        Ok(())
    }

    fn eval(&mut self, program: &'r Program) -> Result<(), Stop> {
        let limits = &self.context.limits;
        let expressions = match (limits.expression_tokens, &program.outcome) {
            (Some(most), _) if program.tokens > most => {
                let why = format!("Expression exceeds the maximum number of allowed tokens: {most}");
                return self.parse_failure(program, &why);
            }
            (_, Err(why)) => return self.parse_failure(program, why),
            (_, Ok(expressions)) => expressions,
        };
        self.charge_lookups(program.tokens / 8)?;
        let longest = limits.expression_string.unwrap_or(limits.output_bytes / 4);
        let outcome = match expression::evaluate(expressions, &self.stack, Some(longest)) {
            Ok(outcome) => outcome,
            Err(why) => {
                if self.errors.len() < self.context.limits.errors {
                    let message = format!("Error reducing expression: {}", escaped(&why));
                    let error = self.template.source.error(ErrorKind::ExpressionReduce, self.at, message);
                    self.errors.push(error);
                }
                return Ok(());
            }
        };
        for (name, value) in outcome.assigned {
            let node = self.expression_node(value)?;
            self.stack.set(name, node);
        }
        let text = outcome.value.as_ref().map(|value| match value {
            expression::Value::Null => String::new(),
            other => expression::text(other).into_owned(),
        });
        if program.debug {
            let parts: Vec<String> = expressions
                .iter()
                .map(|tokens| {
                    let words: Vec<String> = tokens.iter().map(ToString::to_string).collect();
                    format!("[{}]", words.join(" "))
                })
                .collect();
            return self.write(&format!("EVAL=[{}] -> {}", parts.join(", "), text.unwrap_or_default()));
        }
        self.write(&text.unwrap_or_default())
    }

    fn expression_node(&mut self, value: expression::Value<'r>) -> Result<Node<'r>, Stop> {
        Ok(match value {
            expression::Value::Text(text) => self.text(text)?,
            expression::Value::Number(number) => whole(number),
            expression::Value::Bool(flag) => Node::Bool(flag),
            expression::Value::Null => self.keep(serde_json::Value::Null),
        })
    }

    fn parse_failure(&mut self, program: &'r Program, why: &str) -> Result<(), Stop> {
        if !self.reported.insert(std::ptr::from_ref(program).addr()) {
            return Ok(());
        }
        self.fail(ErrorKind::ExpressionParse, format!("Error parsing expression: {}", escaped(why)))
    }
}

/// Results without a fraction count as integers for predicates and messages.
fn whole(number: f64) -> Node<'static> {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= LARGEST {
        Node::Integer(crate::value::saturate(number))
    } else {
        Node::Float(number)
    }
}
