//! Every run terminates.

use serde_json::{Value, json};
use stoa_template::{ErrorKind, Limits, ParseOptions, RenderContext, Template};

use super::{run, run_with, with_partials};

fn limited(limits: Limits) -> RenderContext<'static> {
    RenderContext { limits, ..RenderContext::default() }
}

// spec: template.expression.limits.open
#[test]
fn unbounded_growth_stops() {
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
fn step_limit_ends_branching_recursion() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let partials: stoa_template::PartialSet = [("p", "{@|apply p}".repeat(8))].into_iter().collect();
    let context = RenderContext { partials: Some(&partials), ..limited(limits) };
    let outcome = run_with("{@|apply p}", &json!({}), &context);
    assert_eq!(outcome.errors.last().unwrap().kind, ErrorKind::CodeLimitReached);
}

#[test]
fn deep_blocks_rejected_without_overflow() {
    let deep = "{.if a}".repeat(50_000);
    let errors = Template::validate(deep.as_str(), &ParseOptions::default());
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
    // Values this deep overflow the stack when dropped recursively.
    while let Value::Array(mut items) = value {
        value = items.pop().unwrap_or(Value::Null);
    }
}

#[test]
fn error_limit_per_source() {
    let source = "{a|nope}{.end}".repeat(8_000);
    let errors = Template::validate(source.as_str(), &ParseOptions::default());
    assert_eq!(errors.len(), 2000);
}

/// Each limit has its own error; output so far is kept.
#[test]
fn limit_errors_name_limit() {
    let small = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        limits
    };
    let nested = format!("a{}{}", "{.section @}".repeat(9), "{.end}".repeat(9));
    let cases: [(Limits, &str, ErrorKind, &str); 6] = [
        (
            small(|limits| limits.steps = 3),
            "a{b}{b}{b}{b}",
            ErrorKind::CodeLimitReached,
            "A step code limit was reached 3 steps",
        ),
        (
            small(|limits| limits.output_bytes = 3),
            "a{.tab}{.tab}{.tab}",
            ErrorKind::CodeLimitReached,
            "A output code limit was reached 3 bytes",
        ),
        (
            small(|limits| limits.block_depth = 8),
            &nested,
            ErrorKind::CodeLimitReached,
            "A block depth code limit was reached 8 open blocks",
        ),
        (
            small(|limits| limits.partial_depth = 2),
            "a{.macro m}{@|apply m}{.end}{@|apply m}",
            ErrorKind::ApplyPartialRecursionDepth,
            "Attempt to apply partial 'm' exceeded maximum recursion depth of 2",
        ),
        (
            small(|limits| limits.expression_tokens = Some(3)),
            "a{.eval 1 + 2 + 3}",
            ErrorKind::ExpressionParse,
            "Error parsing expression: Expression exceeds the maximum number of allowed tokens: 3",
        ),
        (
            small(|limits| limits.expression_string = Some(3)),
            "a{.eval 'ab' + 'cd'}",
            ErrorKind::ExpressionReduce,
            "Error reducing expression: Concatenation would exceed maximum string length 3",
        ),
    ];
    for (limits, template, kind, message) in cases {
        let outcome = run_with(template, &json!({ "b": 1 }), &limited(limits));
        let errors: Vec<_> = outcome.errors.iter().map(|error| (error.kind, error.message.as_str())).collect();
        assert_eq!(errors, [(kind, message)], "{template}");
        assert!(outcome.output.starts_with('a'), "{template}: {}", outcome.output);
    }
}

#[test]
fn exact_limit_is_allowed() {
    let limits = Limits { expression_tokens: Some(5), expression_string: Some(4), ..Limits::default() };
    let outcome = run_with("{.eval 1 + 2 + 3}{.eval 'ab' + 'cd'}", &json!({}), &limited(limits));
    assert_eq!((outcome.output.as_str(), outcome.errors.len()), ("6abcd", 0));
    let source = format!("{}x{}", "{.if @}".repeat(100), "{.end}".repeat(100));
    assert_eq!(run(&source, &json!(1)).output, "x");
    let deeper = format!("{}x{}", "{.if @}".repeat(101), "{.end}".repeat(101));
    let errors = Template::validate(deeper.as_str(), &ParseOptions::default());
    assert!(errors.iter().any(|error| error.message.contains("more than 100 open blocks")));
}

#[test]
fn apply_and_include_share_the_depth() {
    let partials = [("p", "x{.include q output}"), ("q", "y{@|apply p}")];
    let outcome = with_partials("{@|apply p}", &json!({}), &partials);
    assert_eq!(outcome.output, "xy".repeat(8));
    assert_eq!(outcome.errors.len(), 1);
    assert_eq!(outcome.errors[0].kind, ErrorKind::ApplyPartialRecursionDepth);
}
