//! Runs cases of the conformance corpus.
//!
//! A case is a JSON object with a template, data, settings and the expected result; a file is an array of cases. The
//! caller reads the files, this module runs their text. Cases that contradict others are excluded by COMPATIBILITY.md.

mod exclusion;
mod plugins;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{
    Limits, Locale, Mode, ParseOptions, PartialSet, RenderContext, RenderOutcome, Template, TemplateError, render,
};

pub use exclusion::excluded_cases;

/// A file that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The text is not a JSON array of cases.
    #[error("not a list of cases")]
    Malformed(#[source] Option<serde_json::Error>),
}

/// A failed case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Its id.
    pub id: String,
    /// The difference.
    pub reason: String,
}

/// Results: passed, failed and excluded cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of cases that passed.
    pub passed: usize,
    /// Failed cases, in order. An excluded case that passes is among them.
    pub failed: Vec<Failure>,
    /// Ids of the excluded cases, in order.
    pub excluded: Vec<String>,
}

impl Report {
    /// Adds the results of another file.
    pub fn merge(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed.extend(other.failed);
        self.excluded.extend(other.excluded);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failed {
            writeln!(formatter, "failed: {}: {}", failure.id, failure.reason)?;
        }
        for id in &self.excluded {
            writeln!(formatter, "left out by COMPATIBILITY.md: {id}")?;
        }
        let (failed, excluded) = (self.failed.len(), self.excluded.len());
        write!(formatter, "{} passed, {failed} failed, {excluded} left out", self.passed)
    }
}

/// Runs all cases of a file.
///
/// # Errors
///
/// If the text is not a list of cases.
pub fn run_cases(text: &str) -> Result<Report, CheckError> {
    let cases: Value = serde_json::from_str(text).map_err(|error| CheckError::Malformed(Some(error)))?;
    let cases = cases.as_array().ok_or(CheckError::Malformed(None))?;
    let mut report = Report::default();
    for case in cases {
        let id = case.get("id").and_then(Value::as_str).unwrap_or("?");
        match (run_case(case), exclusion::is_excluded(id)) {
            (Ok(()), false) => report.passed += 1,
            (Err(reason), false) => report.failed.push(Failure { id: id.to_owned(), reason }),
            (Err(_), true) => report.excluded.push(id.to_owned()),
            (Ok(()), true) => {
                let reason = "passes: remove its line from COMPATIBILITY.md".to_owned();
                report.failed.push(Failure { id: id.to_owned(), reason });
            }
        }
    }
    Ok(report)
}

/// Runs one case.
///
/// # Errors
///
/// The difference from the expected result.
pub fn run_case(case: &Value) -> Result<(), String> {
    let template = case.get("template").and_then(Value::as_str).ok_or("no template")?;
    let nothing = Map::new();
    let settings = case.get("params").and_then(Value::as_object).unwrap_or(&nothing);
    let options = ParseOptions {
        preprocess: settings.get("preprocess").and_then(Value::as_bool).unwrap_or(false),
        lenient_text: settings.get("lenient_text").and_then(Value::as_bool).unwrap_or(false),
        plugins: Some(Arc::new(plugins::CorpusPlugins)),
    };
    let mode = settings.get("mode").and_then(Value::as_str).unwrap_or("safe");
    let outcome = match mode {
        "validate" => RenderOutcome { output: String::new(), errors: Template::validate(template, &options) },
        "strict" => match Template::parse(template, &options) {
            Ok(parsed) => run(case, settings, &parsed, options, Mode::Strict),
            Err(error) => RenderOutcome { output: String::new(), errors: vec![error] },
        },
        _ => {
            let parsed = Template::parse_lenient(template, &options);
            run(case, settings, &parsed, options, Mode::Safe)
        }
    };
    compare(case, settings, &outcome)
}

fn run(
    case: &Value,
    settings: &Map<String, Value>,
    template: &Template,
    options: ParseOptions,
    mode: Mode,
) -> RenderOutcome {
    let number = |value: Option<&Value>| value.and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    let expression = settings.get("expr_options");
    let mut limits = Limits {
        expression_tokens: number(expression.and_then(|options| options.get("max_tokens"))),
        expression_string: number(expression.and_then(|options| options.get("max_string_len"))),
        ..Limits::default()
    };
    if let Some(depth) = number(settings.get("max_partial_depth")) {
        limits.partial_depth = depth;
    }
    let texts = |key: &str| {
        case.get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), value.clone()))
    };
    let partials: PartialSet =
        texts("partials").filter_map(|(name, source)| Some((name, source.as_str()?.to_owned()))).collect();
    let documents: HashMap<String, Value> = texts("inject").collect();
    let tag = case.get("locale").and_then(Value::as_str).unwrap_or("en-US");
    let locale = (tag != "none").then(|| Locale::parse(tag).unwrap_or_default());
    let context = RenderContext {
        partials: Some(&partials),
        injectables: Some(&documents),
        globals: None,
        options,
        locale: locale.as_ref(),
        now_ms: case.get("now_ms").and_then(Value::as_i64).unwrap_or(0),
        limits,
        mode,
        include: true,
    };
    render(template, case.get("json").unwrap_or(&Value::Null), &context)
}

fn compare(case: &Value, settings: &Map<String, Value>, outcome: &RenderOutcome) -> Result<(), String> {
    let trimmed = case.get("compare").and_then(Value::as_str) == Some("trimmed");
    let shape = |text: &str| match trimmed {
        true => text.trim_matches(|letter| letter <= ' ').to_owned(),
        false => text.to_owned(),
    };
    if let Some(expected) = case.get("expected_output").and_then(Value::as_str) {
        let (expected, got) = (shape(expected), shape(&outcome.output));
        if expected != got {
            let errors: Vec<String> = outcome.errors.iter().map(ToString::to_string).collect();
            return Err(format!("expected {expected:?}\n     got {got:?}\n  errors {errors:?}"));
        }
    }
    for expected in case.get("expected_contains").and_then(Value::as_array).into_iter().flatten() {
        let expected = expected.as_str().unwrap_or("");
        if !outcome.output.contains(expected) {
            return Err(format!("expected to contain {expected:?}\n     got {:?}", outcome.output));
        }
    }
    match case.get("expected_errors").and_then(Value::as_array) {
        Some(expected) => {
            let whole = settings.get("stage").and_then(Value::as_str) == Some("full");
            compare_errors(expected, &outcome.errors, whole)
        }
        None => Ok(()),
    }
}

fn compare_errors(expected: &[Value], errors: &[TemplateError], whole: bool) -> Result<(), String> {
    let differs = || {
        let got: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Err(format!("expected errors {expected:?}\n     got {got:?}"))
    };
    if errors.len() < expected.len() || (whole && errors.len() != expected.len()) {
        return differs();
    }
    for (wanted, error) in expected.iter().zip(errors) {
        let name = error.kind.name();
        let by_type = wanted.get("type").and_then(Value::as_str).is_none_or(|kind| kind == name);
        let by_choice = wanted
            .get("any_of")
            .and_then(Value::as_array)
            .is_none_or(|kinds| kinds.iter().any(|kind| kind.as_str() == Some(&name)));
        let by_text = wanted
            .get("contains")
            .and_then(Value::as_str)
            .is_none_or(|text| errors.iter().any(|error| error.to_string().contains(text)));
        if !(by_type && by_choice && by_text) {
            return differs();
        }
    }
    Ok(())
}
