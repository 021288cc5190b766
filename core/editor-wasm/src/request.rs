//! What a caller sends and gets.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_template::{
    Limits, Locale, Mode, ParseOptions, PartialSet, Position, RenderContext, Stage, Template, TemplateError, render,
};

/// A template and everything it is rendered with.
#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    template: String,
    #[serde(default)]
    partials: HashMap<String, String>,
    #[serde(default)]
    data: Value,
    /// BCP 47 tag; none for a render without one.
    #[serde(default)]
    locale: Option<String>,
    #[serde(default)]
    context: Context,
}

/// What a render depends on beside template, partials and data.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Context {
    now_ms: i64,
    documents: Map<String, Value>,
    strict: bool,
    preprocess: bool,
}

/// What a render made.
#[derive(Debug, Serialize)]
pub(crate) struct Rendered {
    html: String,
    errors: Vec<Problem>,
}

/// An error with its place, under the names that browsers read.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    code: String,
    stage: Stage,
    message: String,
    #[serde(flatten)]
    position: Position,
    #[serde(skip_serializing_if = "Option::is_none")]
    template: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<Problem>,
}

impl From<&TemplateError> for Problem {
    fn from(error: &TemplateError) -> Self {
        Self {
            code: error.kind.name(),
            stage: error.stage,
            message: error.message.clone(),
            position: error.position,
            template: error.template.as_deref().map(str::to_owned),
            causes: error.causes.iter().map(Self::from).collect(),
        }
    }
}

impl Rendered {
    pub(crate) fn of(request: &Request) -> Self {
        let context = &request.context;
        let options = ParseOptions { preprocess: context.preprocess, ..ParseOptions::default() };
        let template = match (Template::parse_lenient(&request.template, &options), context.strict) {
            (template, false) => template,
            (template, true) => match template.errors().first() {
                None => template,
                Some(error) => return Self { html: String::new(), errors: vec![Problem::from(error)] },
            },
        };
        let partials: PartialSet = request.partials.iter().collect();
        let locale = request.locale.as_deref().map(|tag| Locale::parse(tag).unwrap_or_default());
        let outcome = render(
            &template,
            &request.data,
            &RenderContext {
                partials: Some(&partials),
                injectables: Some(&context.documents),
                options,
                locale: locale.as_ref(),
                now_ms: context.now_ms,
                limits: Limits::for_sites(),
                mode: if context.strict { Mode::Strict } else { Mode::Safe },
                ..RenderContext::default()
            },
        );
        Self { html: outcome.output, errors: outcome.errors.iter().map(Problem::from).collect() }
    }
}
