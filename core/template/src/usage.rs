//! Which partials a template calls, and which macros it has for itself.

use crate::compile::call::{FormatterCall, Target};
use crate::compile::tree::{Arms, Block, Instruction};
use crate::error::Position;
use crate::template::Template;

/// A call of a partial or macro by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialCall {
    /// The name.
    pub name: String,
    /// Where the tag begins.
    pub position: Position,
}

/// What a template calls and what it defines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    /// Calls of partials and macros, in the order of the source.
    pub calls: Vec<PartialCall>,
    /// Names of macros.
    pub macros: Vec<String>,
}

impl Template {
    /// The partials and macros that the template names. What a call in a partial leads to is the
    /// partial's own.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let mut walk = Walk { template: self, usage: Usage::default() };
        walk.block(&self.root);
        walk.usage
    }
}

struct Walk<'a> {
    template: &'a Template,
    usage: Usage,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        for step in &block.steps {
            let at = step.span.start;
            match &step.instruction {
                Instruction::Variable { calls, .. } | Instruction::Bind { calls, .. } => self.formatters(calls, at),
                Instruction::Include { name, .. } => self.call(name, at),
                Instruction::Section { arms, .. }
                | Instruction::If { arms, .. }
                | Instruction::Predicate { arms, .. } => self.arms(arms),
                Instruction::Repeated { alternates, arms, .. } => {
                    self.arms(arms);
                    self.block(alternates);
                }
                Instruction::Macro { name, body } => {
                    self.usage.macros.push(name.to_string());
                    self.block(body);
                }
                Instruction::Text
                | Instruction::Literal(_)
                | Instruction::Bindings { .. }
                | Instruction::Inject { .. }
                | Instruction::Eval(_) => {}
            }
        }
    }

    fn arms(&mut self, arms: &Arms) {
        self.block(&arms.body);
        for branch in &arms.branches {
            self.block(&branch.body);
        }
    }

    fn formatters(&mut self, calls: &[FormatterCall], at: usize) {
        for call in calls {
            let applies = matches!(call.target, Target::BuiltIn(known) if known.name == "apply");
            if let Some(name) = call.arguments.get(0).filter(|_| applies) {
                self.call(name, at);
            }
        }
    }

    fn call(&mut self, name: &str, at: usize) {
        let position = self.template.source.position(at);
        self.usage.calls.push(PartialCall { name: name.to_owned(), position });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParseOptions;

    #[test]
    fn calls_are_found_in_every_kind_of_block() {
        let source = "{@|apply a.block}\n{.section x}{y|html|apply b.block private k=v}{.or}{.include c.block output}{.end}\
            {.macro m}{.var @z x|apply d.block}{.end}{.repeated section x}{@|apply m}{.alternates with}{@|apply e.block}{.end}\
            {.if x}{.or}{@|apply f.block}{.end}";
        let usage = Template::parse(source, &ParseOptions::default()).unwrap().usage();
        let names: Vec<&str> = usage.calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, ["a.block", "b.block", "c.block", "d.block", "m", "e.block", "f.block"]);
        assert_eq!(usage.macros, ["m"]);
        let second = usage.calls[1].position;
        assert_eq!((second.line, second.column), (2, 13));
    }
}
