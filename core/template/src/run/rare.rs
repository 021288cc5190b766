//! Executes instructions that templates seldom have: values with a name, macros, includes and expressions.

use serde_json::Value;

use super::frame::MacroBlock;
use super::machine::{Machine, Stop};
use crate::compile::code::{Bind, Code, Operation, Pair, Slice, place};
use crate::error::{ErrorKind, escaped};
use crate::expression::{self, Program};
use crate::value::{Bindings, Node};

impl<'r> Machine<'r> {
    /// Runs a step of a rare kind.
    #[inline(never)]
    pub(super) fn rare_step(&mut self, operation: Operation, body: Slice, code: &'r Code) -> Result<(), Stop> {
        let source = self.template.source.text();
        match operation {
            Operation::Bind(index) => match code.binds.get(place(index)) {
                Some(bind) => self.bind(bind, code),
                None => Ok(()),
            },
            Operation::Bindings { name, pairs } => self.bindings(name.of(source), pairs.of(&code.pairs)),
            Operation::Macro { name } => {
                self.stack.define(name.of(source), MacroBlock { body, template: self.template });
                Ok(())
            }
            Operation::Include { name, output } => self.include(name.of(source), output),
            Operation::Inject { name, path } => {
                let context = self.context;
                let document = context.injectables.and_then(|injectables| injectables.document(path.of(source)));
                self.stack.set(name.of(source), document.map_or(Node::Missing, Node::Json));
                Ok(())
            }
            Operation::Eval(index) => match code.programs.get(place(index)) {
                Some(program) => self.eval(program),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn bind(&mut self, bind: &Bind, code: &'r Code) -> Result<(), Stop> {
        let name = bind.name.of(self.template.source.text());
        let references = bind.references.of(&code.references);
        let calls = bind.calls.of(&code.formatters);
        if let ([reference], []) = (references, calls) {
            let node = self.resolve(reference);
            self.stack.set(name, node);
            return Ok(());
        }
        let before = std::mem::replace(&mut self.formatting, false);
        let result = self.with_values(references, |machine, values| machine.format(values, calls));
        self.formatting = before;
        self.stack.set(name, result?);
        Ok(())
    }

    fn bindings(&mut self, name: &'r str, pairs: &'r [Pair]) -> Result<(), Stop> {
        self.charge_lookups(pairs.len())?;
        let mut members = Bindings::with_capacity(pairs.len());
        for Pair { key, reference } in pairs {
            let key = key.of(self.template.source.text());
            let node = self.resolve(reference);
            if node.is_missing() {
                members.shift_remove(key);
            } else {
                members.insert(key.to_owned(), node);
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
                    let error = self.template.source.error(ErrorKind::ExpressionReduce, place(self.at), message);
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
            expression::Value::Null => self.keep(Value::Null),
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
        Node::Integer(crate::value::saturating_integer(number))
    } else {
        Node::Float(number)
    }
}
