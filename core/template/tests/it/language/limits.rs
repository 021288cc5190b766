//! A run always ends.

use serde_json::{Value, json};
use stoa_template::{ErrorKind, Limits, ParseOptions, RenderContext, Template};

use super::{run, run_with, with_partials};

fn limited(limits: Limits) -> RenderContext<'static> {
    RenderContext { limits, ..RenderContext::default() }
}

// spec: template.expression.limits.open
#[test]
fn endless_growth_stops() {
    let growth = "{.eval @a = @a + @a}".repeat(60);
    let template = format!("{{.eval @a = 'x'}}{growth}");
    let outcome = run_with(&template, &json!({}), &limited(Limits::for_sites()));
    assert!(outcome.errors[0].message.contains("Concatenation would exceed maximum string length 65536"));
}

#[test]
fn steps_are_counted() {
    let limits = Limits { steps: 100, ..Limits::default() };
    let items: Vec<Value> = (0..1000).map(Value::from).collect();
    let outcome = run_with("{.repeated section @}{@}{.end}", &Value::from(items), &limited(limits));
    assert_eq!(outcome.errors.last().unwrap().kind, ErrorKind::CodeLimitReached);
    assert!(outcome.output.starts_with("01234"));
}

#[test]
fn output_is_bounded() {
    let limits = Limits { output_bytes: 1000, ..Limits::default() };
    let partials = [("p", "xxxxxxxxxx{@|apply q}{@|apply q}"), ("q", "{@|apply p}{@|apply p}")];
    let partials: stoa_template::PartialSet = partials.into_iter().collect();
    let context = RenderContext { partials: Some(&partials), ..limited(limits) };
    let outcome = run_with("{@|apply p}", &json!({}), &context);
    assert!(outcome.output.len() <= 1000);
    assert_eq!(outcome.errors.last().unwrap().kind, ErrorKind::CodeLimitReached);
}

#[test]
fn branching_recursion_ends_by_steps() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let partials: stoa_template::PartialSet = [("p", "{@|apply p}".repeat(8))].into_iter().collect();
    let context = RenderContext { partials: Some(&partials), ..limited(limits) };
    let outcome = run_with("{@|apply p}", &json!({}), &context);
    assert_eq!(outcome.errors.last().unwrap().kind, ErrorKind::CodeLimitReached);
}

#[test]
fn deep_blocks_are_refused_and_do_not_overflow() {
    let deep = "{.if a}".repeat(50_000);
    let errors = Template::validate(&deep, &ParseOptions::default());
    assert!(errors.iter().any(|error| error.kind == ErrorKind::CodeLimitReached));
    let closed = format!("{}x{}", "{.section @}".repeat(20_000), "{.end}".repeat(20_000));
    let outcome = run(&closed, &json!(1));
    assert!(!outcome.errors.is_empty());
}

#[test]
fn deep_blocks_in_deep_partials_fit_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(1024 * 1024);
    let result = thread.spawn(|| {
        let body = format!("{}{{@|apply p}}{}", "{.section @}".repeat(90), "{.end}".repeat(90));
        let outcome = with_partials("{@|apply p}", &json!(1), &[("p", &body)]);
        outcome.errors.last().map(|error| error.kind)
    });
    assert_eq!(result.unwrap().join().unwrap(), Some(ErrorKind::CodeLimitReached));
}

#[test]
fn long_chains_of_or_do_not_overflow() {
    let template = format!("{{.even?}}{}{{.end}}", "{.or odd?}".repeat(20_000));
    assert_eq!(run(&template, &json!("x")).output, "");
}

#[test]
fn errors_are_bounded() {
    let items: Vec<Value> = (0..5000).map(Value::from).collect();
    let outcome = run("{.repeated section @}{@|apply nope}{.end}", &Value::from(items));
    assert_eq!(outcome.errors.len(), Limits::default().errors);
}

#[test]
fn deep_data_prints() {
    let mut value = json!(1);
    for _ in 0..2000 {
        value = Value::Array(vec![value]);
    }
    let outcome = run("{@|json}{@|json-pretty}{.equal? @ @}x{.end}", &value);
    assert!(outcome.output.contains('['));
    // Values this deep overflow the stack when they are dropped in one go.
    while let Value::Array(mut items) = value {
        value = items.pop().unwrap_or(Value::Null);
    }
}

#[test]
fn sources_full_of_errors_are_read_quickly() {
    let source = "{a|nope}{.end}".repeat(8_000);
    let start = std::time::Instant::now();
    let errors = Template::validate(&source, &ParseOptions::default());
    assert_eq!(errors.len(), 2000);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
