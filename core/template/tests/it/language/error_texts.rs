//! The full text and exact position of every error whose wording the specification defines.

use serde_json::json;
use stoa_template::{ErrorKind, Limits, ParseOptions, PartialSet, RenderContext, Template, TemplateError};

use super::run_with;

/// Line, column and byte offset.
type Position = (u32, u32, u32);

fn place(error: &TemplateError) -> Position {
    (error.position.line, error.position.column, error.position.offset)
}

#[track_caller]
fn check_source(source: &str, expected: &[(ErrorKind, &str, Position)]) {
    let errors = Template::validate(source, &ParseOptions::default());
    let found: Vec<_> = errors.iter().map(|error| (error.kind, error.message.as_str(), place(error))).collect();
    assert_eq!(found, expected, "{source}");
    for error in &errors {
        let (line, column, _) = place(error);
        let prefix = format!("SyntaxError {} at line {line} character {column}: ", error.kind.name());
        assert_eq!(error.to_string(), format!("{prefix}{}", error.message));
    }
}

#[test]
fn errors_of_a_source() {
    check_source("é\n {a|nope}", &[(ErrorKind::FormatterUnknown, "Formatter 'nope' is unknown", (2, 2, 4))]);
    check_source("\r\n\t{.nope?}{.end}", &[(ErrorKind::PredicateUnknown, "Predicate 'nope?' is unknown", (2, 2, 3))]);
    check_source(
        "{.even?}a{.or}\n😀{.or odd?}b{.end}",
        &[(ErrorKind::DeadCodeBlock, "This OR_PREDICATE block will never execute.", (2, 2, 19))],
    );
    check_source(
        "a\n\n  {.section a}",
        &[(ErrorKind::EofInBlock, "Reached EOF in the middle of SECTION started at line 3 char 3", (3, 3, 5))],
    );
    check_source(
        "{.section a}\n{.if b}\n{.even?}",
        &[(
            ErrorKind::EofInBlock,
            "Reached EOF in the middle of PREDICATE started at line 3 char 1; Unclosed IF; Unclosed SECTION",
            (3, 1, 21),
        )],
    );
    check_source(
        "{.section a}\n {.alternates with}\n{.end}",
        &[(
            ErrorKind::NotAllowedInBlock,
            "ALTERNATES_WITH instruction is not allowed inside SECTION block.",
            (2, 2, 14),
        )],
    );
    check_source(
        "{.repeated section a}{.or}{.alternates with}{.end}",
        &[(
            ErrorKind::NotAllowedInBlock,
            "ALTERNATES_WITH instruction is not allowed inside OR_PREDICATE block.",
            (1, 27, 26),
        )],
    );
    check_source("\n{.end}", &[(ErrorKind::MismatchedEnd, "Instruction END not allowed at root", (2, 1, 1))]);
    check_source(
        "a{.or}\n{.alternates with}",
        &[
            (ErrorKind::NotAllowedAtRoot, "Instruction OR_PREDICATE not allowed at root", (1, 2, 1)),
            (ErrorKind::NotAllowedAtRoot, "Instruction ALTERNATES_WITH not allowed at root", (2, 1, 7)),
        ],
    );
    check_source(
        "x\n{## a }\n",
        &[(ErrorKind::EofInComment, "Reached EOF in the middle of a multi-line comment", (2, 1, 2))],
    );
}

/// Runs a tag on the second line, after a two-byte letter, and returns its only error.
#[track_caller]
fn failure(tag: &str) -> TemplateError {
    let partials: PartialSet =
        [("broken", "\n{.section a}"), ("endless", "{@|apply endless}"), ("a\"b", "{.end}")].into_iter().collect();
    let limits = Limits { expression_tokens: Some(12), expression_string: Some(8), ..Limits::default() };
    let context = RenderContext { partials: Some(&partials), limits, ..RenderContext::default() };
    let outcome = run_with(&format!("a\né{tag}b"), &json!({ "far": 1e17, "list": [1] }), &context);
    assert!(outcome.output.starts_with("a\né") && outcome.output.ends_with('b'), "{tag}: {}", outcome.output);
    assert_eq!(outcome.errors.len(), 1, "{tag}: {:?}", outcome.errors);
    outcome.errors[0].clone()
}

#[track_caller]
fn check_run(tag: &str, kind: ErrorKind, message: &str) {
    let error = failure(tag);
    assert_eq!((error.kind, error.message.as_str()), (kind, message), "{tag}");
    let expected = if error.template.is_some() { (1, 1, 0) } else { (2, 2, 4) };
    assert_eq!(place(&error), expected, "{tag}");
    let (line, column, _) = expected;
    assert_eq!(error.to_string(), format!("RuntimeError {} at line {line} character {column}: {message}", kind.name()));
}

#[test]
fn errors_of_partials() {
    check_run(
        "{@|apply no-such}",
        ErrorKind::ApplyPartialMissing,
        "Attempt to apply partial 'no-such' which could not be found.",
    );
    check_run(
        "{@|apply ü}",
        ErrorKind::ApplyPartialMissing,
        "Attempt to apply partial '\\u00FC' which could not be found.",
    );
    check_run(
        "{.include no-such}",
        ErrorKind::IncludePartialMissing,
        "Attempt to apply partial 'no-such' which could not be found.",
    );
    check_run("{@|apply broken}", ErrorKind::CompilePartialSyntax, "Parse of partial \"broken\" failed");
    check_run("{.include broken}", ErrorKind::IncludePartialSyntax, "Parse of partial \"broken\" failed");
    check_run("{@|apply a\"b}", ErrorKind::CompilePartialSyntax, "Parse of partial \"a\\\"b\" failed");
    check_run(
        "{@|apply endless}",
        ErrorKind::ApplyPartialRecursionDepth,
        "Attempt to apply partial 'endless' exceeded maximum recursion depth of 16",
    );
    let cause = &failure("{@|apply broken}").causes[0];
    assert_eq!(cause.message, "Reached EOF in the middle of SECTION started at line 2 char 1");
    assert_eq!((cause.template.as_deref(), place(cause)), (Some("broken"), (2, 1, 1)));
}

#[test]
fn retired_name_errors() {
    check_run("{@|unit}", ErrorKind::GeneralError, "The formatter is unimplemented.");
    check_run("{@|datetimefield}", ErrorKind::GeneralError, "The formatter is unimplemented.");
    check_run("{.units-metric?}{.end}", ErrorKind::GeneralError, "This predicate is unimplemented.");
}

#[test]
fn errors_of_instants() {
    check_run(
        "{far|date %Y}",
        ErrorKind::UnexpectedError,
        "Unexpected DateRangeError when executing {far|date %Y}: \
         Julian day of 100000000000000000 ms lies outside the supported range",
    );
}

#[test]
fn expressions_that_do_not_parse() {
    let reasons = [
        ("1 + #", "Unexpected char at 4: #"),
        ("1 + é", "Unexpected char at 4: \\u00E9"),
        ("'abc", "Unterminated string"),
        ("\"abc\\", "Unterminated string"),
        ("'a\nb'", "Illegal bare line feed character in string literal"),
        ("'a\rb'", "Illegal bare carriage return character in string literal"),
        ("'\\xZ1'", "Invalid 2-char hex escape found"),
        ("'\\x1'", "Invalid 2-char hex escape found"),
        ("'\\u12'", "Invalid unicode escape found"),
        ("'\\UZZZZZZZZ'", "Invalid unicode escape found"),
        ("0x", "Expected digits after start of hex number"),
        ("0xg", "Expected digits after start of hex number"),
        ("1e", "Expected a digit after exponent in decimal number"),
        ("1e+", "Expected a digit after exponent in decimal number"),
        ("1e5.5", "Unexpected decimal point in exponent"),
        ("1.2.3", "Duplicate decimal point in number"),
        ("nope(1)", "Invalid function: nope"),
        ("nope (1)", "Invalid function: nope"),
        ("(1 + 2", "Mismatched operator found: left parenthesis"),
        ("1 + 2)", "Mismatched operator found: right parenthesis"),
        ("max(1", "Mismatched operator found: left parenthesis"),
        ("1+1+1+1+1+1+1", "Expression exceeds the maximum number of allowed tokens: 12"),
    ];
    for (expression, why) in reasons {
        let message = format!("Error parsing expression: {why}");
        check_run(&format!("{{.eval {expression}}}"), ErrorKind::ExpressionParse, &message);
    }
}

#[test]
fn expressions_that_have_no_result() {
    let mut reasons = vec![
        ("max()".to_owned(), "Error calling function max".to_owned()),
        ("abs(list)".to_owned(), "Error calling function abs".to_owned()),
        ("'abcde' + 'fghi'".to_owned(), "Concatenation would exceed maximum string length 8".to_owned()),
    ];
    let operators = [
        ("+", "add"),
        ("-", "subtract"),
        ("*", "multiply"),
        ("/", "divide"),
        ("%", "modulus"),
        ("**", "exponent"),
        ("<<", "left shift"),
        (">>", "right shift"),
        ("<", "less than"),
        ("<=", "less than or equal"),
        (">", "greater than"),
        (">=", "greater than or equal"),
        ("==", "equality"),
        ("!=", "inequality"),
        ("===", "strict equality"),
        ("!==", "strict inequality"),
        ("&", "bitwise and"),
        ("^", "bitwise xor"),
        ("|", "bitwise or"),
        ("&&", "logical and"),
        ("||", "logical or"),
    ];
    for (mark, name) in operators {
        reasons.push((format!("list {mark} 1"), format!("Invalid arguments to operator {name}")));
    }
    for (mark, name) in [("-", "minus"), ("+", "plus"), ("!", "logical not"), ("~", "bitwise not")] {
        reasons.push((format!("{mark} list"), format!("Invalid arguments to operator {name}")));
    }
    for (expression, why) in reasons {
        let message = format!("Error reducing expression: {why}");
        check_run(&format!("{{.eval {expression}}}"), ErrorKind::ExpressionReduce, &message);
    }
}
