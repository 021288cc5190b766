//! Errors of templates, as worded by the specification.

use serde_json::json;
use stoa_template::{ErrorKind, Mode, ParseOptions, RenderContext, Stage, Template};

use super::{messages, output, run, run_with, with_partials};

#[track_caller]
fn check(template: &str, kind: ErrorKind, message: &str) {
    let errors = Template::validate(template, &ParseOptions::default());
    let found = errors.iter().any(|error| error.kind == kind && error.message.contains(message));
    assert!(found, "{template}: {errors:?}");
}

// spec: template.error.unknown-formatter
#[test]
fn unknown_formatter_is_named() {
    check("{a|nope}", ErrorKind::FormatterUnknown, "Formatter 'nope' is unknown");
}

// spec: template.error.unknown-predicate
#[test]
fn unknown_predicate_is_named() {
    check("{.nope?}{.end}", ErrorKind::PredicateUnknown, "Predicate 'nope?' is unknown");
}

// spec: template.error.never-execute, template.compile.dead-or
#[test]
fn or_after_bare_or_is_unreachable() {
    check(
        "{.section a}{.or}{.or even?}{.end}",
        ErrorKind::DeadCodeBlock,
        "This OR_PREDICATE block will never execute.",
    );
}

// spec: template.error.eof
#[test]
fn unclosed_block() {
    check("{.section a}x", ErrorKind::EofInBlock, "Reached EOF in the middle of SECTION");
}

// spec: template.error.unclosed
#[test]
fn nested_unclosed_blocks() {
    check("{.section a}{.if b}x", ErrorKind::EofInBlock, "Reached EOF in the middle of IF");
    check("{.section a}{.if b}x", ErrorKind::EofInBlock, "Unclosed SECTION");
}

// spec: template.error.not-allowed-inside
#[test]
fn alternates_in_a_section() {
    check(
        "{.section a}{.alternates with}{.end}",
        ErrorKind::NotAllowedInBlock,
        "ALTERNATES_WITH instruction is not allowed inside SECTION block.",
    );
}

// spec: template.error.not-allowed-root, template.error.names.open
#[test]
fn end_without_block() {
    let errors = Template::validate("{.end}", &ParseOptions::default());
    assert_eq!(errors.len(), 1);
    let error = &errors[0];
    assert_eq!(error.message, "Instruction END not allowed at root");
    assert_eq!((error.position.line, error.position.column, error.stage), (1, 1, Stage::Assembler));
    let record = serde_json::to_value(error).unwrap();
    assert_eq!(record["type"], "assembler");
    assert_eq!(record["kind"], "MISMATCHED_END");
    assert_eq!(record["line"], 1);
}

// spec: template.compile.errors-kinds
#[test]
fn structural_errors_are_collected() {
    check("{.repeated section a}", ErrorKind::EofInBlock, "REPEATED");
    check("x{.end}", ErrorKind::MismatchedEnd, "END");
    check("{.alternates with}", ErrorKind::NotAllowedAtRoot, "ALTERNATES_WITH");
}

#[test]
fn positions_in_lines_and_characters() {
    let errors = Template::validate("äö\n  {a|nope}", &ParseOptions::default());
    assert_eq!((errors[0].position.line, errors[0].position.column), (2, 3));
    assert_eq!(
        errors[0].to_string(),
        "SyntaxError FORMATTER_UNKNOWN at line 2 character 3: Formatter 'nope' is unknown"
    );
}

// spec: template.error.partial-missing
#[test]
fn missing_partial() {
    let outcome = run("a{@|apply nope.html}b", &json!({}));
    assert_eq!(outcome.output, "ab");
    assert_eq!(messages(&outcome), ["Attempt to apply partial 'nope.html' which could not be found."]);
}

// spec: template.error.partial-parse
#[test]
fn partial_parse_error() {
    let outcome = with_partials("a{@|apply p}b", &json!({}), &[("p", "{.section x}")]);
    assert_eq!(outcome.output, "ab");
    assert_eq!(messages(&outcome), ["Parse of partial \"p\" failed"]);
    assert_eq!(outcome.errors[0].causes[0].kind, ErrorKind::EofInBlock);
}

// spec: template.error.partial-recursion
#[test]
fn recursion_ends_at_depth_16() {
    let outcome = with_partials("{@|apply p}", &json!({}), &[("p", "x{@|apply p}")]);
    assert_eq!(outcome.output, "x".repeat(16));
    assert_eq!(messages(&outcome), ["Attempt to apply partial 'p' exceeded maximum recursion depth of 16"]);
    let chain = |length: usize| {
        let partials: Vec<(String, String)> = (0..length)
            .map(|at| match at + 1 == length {
                true => (format!("p{at}"), "end".to_owned()),
                false => (format!("p{at}"), format!("{{@|apply p{}}}", at + 1)),
            })
            .collect();
        let borrowed: Vec<(&str, &str)> =
            partials.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
        with_partials("{@|apply p0}", &json!({}), &borrowed)
    };
    assert_eq!((chain(16).output.as_str(), chain(16).errors.len()), ("end", 0));
    assert_eq!((chain(17).output.as_str(), chain(17).errors.len()), ("", 1));
}

// spec: template.error.unimplemented-formatter
#[test]
fn retired_formatter_keeps_value() {
    let outcome = run("{a|unit}", &json!({ "a": "x" }));
    assert_eq!(outcome.output, "x");
    assert!(messages(&outcome)[0].contains("unimplemented"));
}

// spec: template.errors.collected
#[test]
fn page_renders_despite_errors() {
    let outcome = run("<p>{a|nope}{@|apply p}{.eval 1 +}{b}</p>", &json!({ "b": 2 }));
    assert_eq!(outcome.output, "<p>{a|nope}2</p>");
    assert_eq!(outcome.errors.len(), 3);
}

#[test]
fn strict_mode_stops_at_first_error() {
    let context = RenderContext { mode: Mode::Strict, ..RenderContext::default() };
    let outcome = run_with("a{@|apply p}b{@|apply q}", &json!({}), &context);
    assert_eq!((outcome.output.as_str(), outcome.errors.len()), ("a", 1));
    assert!(Template::parse("{a|nope}", &ParseOptions::default()).is_err());
}

#[test]
fn braces_in_text_are_kept() {
    let script = "function f() { if (a) { return {b: 1}; } }";
    assert_eq!(output(script, &json!({})), script);
}
