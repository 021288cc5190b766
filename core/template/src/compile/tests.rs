//! Tests of the tree that blocks are compiled to.

use super::code::{Code, Operation, Slice, place};
use crate::{ParseOptions, Template};

fn steps(start: u32, end: u32) -> Slice {
    Slice { start, end }
}

/// The steps of the blocks, with the parts of a block in parentheses. The step before an `or` includes the text right
/// before it.
fn shape(code: &Code, body: Slice) -> String {
    let mut shapes = Vec::new();
    let mut at = body.start;
    while at < body.end {
        let step = &code.steps[place(at)];
        if step.text < step.tag {
            shapes.push("text".to_owned());
        }
        let first = at + 1;
        let inside = |end: u32| shape(code, steps(first, end));
        at = step.next;
        shapes.push(match step.operation {
            Operation::Text => continue,
            Operation::Print(_) | Operation::Escape { .. } | Operation::PrintBy { .. } | Operation::Variable { .. } => {
                "variable".to_owned()
            }
            Operation::Section { or, .. } => format!("section({})", inside(or)),
            Operation::Repeated { alternates, or, .. } => {
                format!("repeated({} / {})", inside(alternates), shape(code, steps(alternates, or)))
            }
            Operation::If { or, .. } => format!("if({})", inside(or)),
            Operation::Predicate { or, .. } => {
                format!("predicate({}), {}", inside(or), shape(code, steps(or, step.next)))
            }
            Operation::Or { condition: Some(_), .. } => format!("or predicate({})", inside(step.next)),
            Operation::Or { condition: None, .. } => format!("or({})", inside(step.next)),
            Operation::Macro { .. } => format!("macro({})", inside(step.next)),
            Operation::Struct => format!("struct({})", inside(step.next)),
            other => format!("{other:?}"),
        });
    }
    shapes.join(", ")
}

// spec: template.compile.tree
#[test]
fn blocks_compile_to_tree() {
    let source = "{.macro m}{a}{.end}{.section s}{.repeated section r}{b}{.alternates with},{.end}{.end}\
                  {.even?}{.if x}y{.end}{.or odd?}o{.or}n{.end}{.struct}{a}{.if x}y{.end}{.end}";
    let template = Template::parse(source, &ParseOptions::default()).unwrap();
    assert_eq!(
        shape(&template.code, template.code.whole()),
        "macro(variable), section(repeated(variable / text)), \
         predicate(if(text)), or predicate(), text, or(text), struct(variable, if(text))"
    );
}
