//! Requests and results of renders.

use serde_json::{Map, Value};
use stoa_template::{
    Limits, Locale, Mode, ParseOptions, PartialSet, RenderContext, Stage, Template, TemplateError, render,
};

/// A template and all input of its render.
#[derive(Debug)]
pub(crate) struct Request {
    template: String,
    partials: Map<String, Value>,
    data: Value,
    /// BCP 47 tag; none to render without a locale.
    locale: Option<String>,
    context: Context,
}

/// Input of a render besides template, partials and data.
#[derive(Debug)]
struct Context {
    now_ms: i64,
    documents: Map<String, Value>,
    strict: bool,
    preprocess: bool,
}

fn take(object: &mut Value, name: &str) -> Value {
    object.get_mut(name).map(Value::take).unwrap_or_default()
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

impl Request {
    /// Parses a request; none if it has no template. Members are read by hand: derived deserialisers would be several
    /// times as large, and browsers load this code.
    pub(crate) fn read(mut request: Value) -> Option<Self> {
        let mut context = take(&mut request, "context");
        Some(Self {
            template: text(take(&mut request, "template"))?,
            partials: members(take(&mut request, "partials")),
            data: take(&mut request, "data"),
            locale: text(take(&mut request, "locale")),
            context: Context {
                now_ms: context.get("nowMs").and_then(Value::as_i64).unwrap_or(0),
                strict: context.get("strict") == Some(&Value::Bool(true)),
                preprocess: context.get("preprocess") == Some(&Value::Bool(true)),
                documents: members(take(&mut context, "documents")),
            },
        })
    }
}

fn object(members: Vec<(&str, Value)>) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}

/// Errors with their positions, as JSON for browsers.
pub(crate) fn problems(errors: &[TemplateError]) -> Value {
    let mut problems = Vec::new();
    for error in errors {
        let stage = match error.stage {
            Stage::Parser => "parser",
            Stage::Assembler => "assembler",
            Stage::Engine => "engine",
        };
        let mut members = vec![
            ("code", Value::from(error.kind.name())),
            ("stage", Value::from(stage)),
            ("message", Value::from(error.message.as_str())),
            ("line", Value::from(error.position.line)),
            ("column", Value::from(error.position.column)),
            ("offset", Value::from(error.position.offset)),
        ];
        if let Some(template) = error.template.as_deref() {
            members.push(("template", Value::from(template)));
        }
        if !error.causes.is_empty() {
            members.push(("causes", self::problems(&error.causes)));
        }
        problems.push(object(members));
    }
    Value::Array(problems)
}

impl Request {
    /// Renders the template: `{"html": …, "errors": […]}`.
    pub(crate) fn render(&self) -> Value {
        let context = &self.context;
        let options = ParseOptions { preprocess: context.preprocess, ..ParseOptions::default() };
        let template = match (Template::parse_lenient(self.template.as_str(), &options), context.strict) {
            (template, false) => template,
            (template, true) => match template.errors().first() {
                None => template,
                Some(error) => return rendered(String::new(), std::slice::from_ref(error)),
            },
        };
        let partials: PartialSet =
            self.partials.iter().filter_map(|(name, text)| Some((name, text.as_str()?))).collect();
        let locale = self.locale.as_deref().map(|tag| Locale::parse(tag).unwrap_or_default());
        let outcome = render(
            &template,
            &self.data,
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
        rendered(outcome.output, &outcome.errors)
    }
}

fn rendered(html: String, errors: &[TemplateError]) -> Value {
    object(vec![("html", Value::String(html)), ("errors", problems(errors))])
}
