//! Third stage: from steps and data to text.

mod ahead;
mod arena;
mod block;
mod call;
mod frame;
mod machine;
mod partial;
mod rare;

use serde::Serialize;
use serde_json::Value;

use crate::context::RenderContext;
use crate::error::TemplateError;
use crate::template::Template;

pub(crate) use arena::Arena;
pub(crate) use machine::{Machine, Stop};

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RenderOutcome {
    /// The output. After a strict error or an exceeded limit: what was printed before.
    pub output: String,
    /// Errors of the source, then those of the run in order.
    pub errors: Vec<TemplateError>,
}

/// Runs a template over data.
#[must_use]
pub fn render(template: &Template, data: &Value, context: &RenderContext<'_>) -> RenderOutcome {
    let arena = Arena::new();
    let mut machine = Machine::new(template, data, context, &arena);
    machine.run();
    machine.finish(template)
}
