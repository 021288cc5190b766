//! The language, construct by construct.

mod blocks;
mod commerce;
mod content;
mod edges;
mod error_kinds;
mod error_texts;
mod errors;
mod expressions;
mod families;
mod globals;
mod image_component;
mod inputs;
mod lenient;
mod limits;
mod money;
mod plugins;
mod preprocess;
mod property;
mod tables;
mod texts;
mod usual_tags;

use serde_json::Value;
use stoa_template::{ParseOptions, PartialSet, RenderContext, RenderOutcome, Template, render};

/// Renders in safe mode.
pub(crate) fn run(template: &str, data: &Value) -> RenderOutcome {
    run_with(template, data, &RenderContext::default())
}

pub(crate) fn run_with(template: &str, data: &Value, context: &RenderContext<'_>) -> RenderOutcome {
    let template = Template::parse_lenient(template, &ParseOptions::default());
    render(&template, data, context)
}

/// Renders a template without errors.
#[track_caller]
pub(crate) fn output(template: &str, data: &Value) -> String {
    let outcome = run(template, data);
    assert_eq!(outcome.errors, [], "{template}");
    outcome.output
}

pub(crate) fn messages(outcome: &RenderOutcome) -> Vec<String> {
    outcome.errors.iter().map(|error| error.message.clone()).collect()
}

pub(crate) fn with_partials(template: &str, data: &Value, partials: &[(&str, &str)]) -> RenderOutcome {
    let partials: PartialSet = partials.iter().copied().collect();
    let context = RenderContext { partials: Some(&partials), ..RenderContext::default() };
    run_with(template, data, &context)
}
