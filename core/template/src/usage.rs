//! Which partials a template calls, and which macros it defines.

use crate::compile::call::{FormatterCall, Target};
use crate::compile::code::{Operation, Slice, place};
use crate::error::Position;
use crate::template::Template;

/// A call of a partial or macro by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialCall {
    /// The name.
    pub name: String,
    /// Position of the tag.
    pub position: Position,
}

/// Calls and definitions of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    /// Calls of partials and macros, in the order of the source.
    pub calls: Vec<PartialCall>,
    /// Names of macros.
    pub macros: Vec<String>,
}

impl Template {
    /// The partials and macros that the template calls directly; calls inside partials are not included.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        let text = self.source.text();
        for step in &self.code.steps {
            let calls = match step.operation {
                Operation::Variable { calls, .. } => calls.of(&self.code.formatters),
                Operation::PrintBy { call, .. } => Slice { start: call, end: call + 1 }.of(&self.code.formatters),
                Operation::Bind(bind) => {
                    self.code.binds.get(place(bind)).map_or(&[][..], |bind| bind.calls.of(&self.code.formatters))
                }
                Operation::Include { name, .. } | Operation::Apply { name, .. } => {
                    usage.calls.push(self.call(name.of(text), step.tag));
                    continue;
                }
                Operation::Macro { name } => {
                    usage.macros.push(name.of(text).to_owned());
                    continue;
                }
                _ => continue,
            };
            usage.calls.extend(applied(calls).map(|name| self.call(name, step.tag)));
        }
        usage
    }

    fn call(&self, name: &str, tag: u32) -> PartialCall {
        PartialCall { name: name.to_owned(), position: self.source.position(place(tag)) }
    }
}

/// Calls by `apply` formatters.
fn applied(calls: &[FormatterCall]) -> impl Iterator<Item = &str> {
    calls.iter().filter_map(|call| match call.target {
        Target::BuiltIn(known) if known.name == "apply" => call.arguments().get(0),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParseOptions;

    #[test]
    fn calls_found_in_all_block_kinds() {
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
