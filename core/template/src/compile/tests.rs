use super::tree::{Block, Instruction};
use crate::{ParseOptions, Template};

fn shape(block: &Block) -> String {
    let steps: Vec<String> = block
        .steps
        .iter()
        .map(|step| match &step.instruction {
            Instruction::Text => "text".to_owned(),
            Instruction::Variable { .. } => "variable".to_owned(),
            Instruction::Section { arms, .. } => format!("section({})", shape(&arms.body)),
            Instruction::Repeated { alternates, arms, .. } => {
                format!("repeated({} / {})", shape(&arms.body), shape(alternates))
            }
            Instruction::If { arms, .. } => format!("if({})", shape(&arms.body)),
            Instruction::Predicate { arms, .. } => {
                let branches: Vec<String> = arms
                    .branches
                    .iter()
                    .map(|branch| {
                        let kind = if branch.condition.is_some() { "or predicate" } else { "or" };
                        format!("{kind}({})", shape(&branch.body))
                    })
                    .collect();
                format!("predicate({}) {}", shape(&arms.body), branches.join(" "))
            }
            Instruction::Macro { body, .. } => format!("macro({})", shape(body)),
            other => format!("{other:?}"),
        })
        .collect();
    steps.join(", ")
}

// spec: template.compile.tree
#[test]
fn blocks_become_a_tree() {
    let source = "{.macro m}{a}{.end}{.section s}{.repeated section r}{b}{.alternates with},{.end}{.end}\
                  {.even?}{.if x}y{.end}{.or odd?}o{.or}n{.end}";
    let template = Template::parse(source, &ParseOptions::default()).unwrap();
    assert_eq!(
        shape(&template.root),
        "macro(variable), section(repeated(variable / text)), \
         predicate(if(text)) or predicate(text) or(text)"
    );
}
