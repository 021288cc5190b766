//! The `eval` instruction.

use serde_json::json;
use stoa_template::{ErrorKind, Limits, RenderContext};

use super::{messages, output, run, run_with};

#[track_caller]
fn fails(expression: &str, kind: ErrorKind, message: &str) {
    let outcome = run(&format!("a{{.eval {expression}}}b"), &json!({}));
    assert_eq!(outcome.output, "ab", "{expression}");
    assert_eq!(outcome.errors.len(), 1, "{expression}");
    assert_eq!(outcome.errors[0].kind, kind, "{expression}");
    assert!(outcome.errors[0].message.contains(message), "{}", outcome.errors[0].message);
}

// spec: template.error.expression, template.error.operator-arguments
#[test]
fn operator_without_operands() {
    fails("1 + ", ErrorKind::ExpressionReduce, "Invalid arguments to operator add");
}

// spec: template.error.invalid-function
#[test]
fn unknown_function() {
    fails("nope(1)", ErrorKind::ExpressionParse, "Invalid function: nope");
}

// spec: template.error.calling-function
#[test]
fn function_without_arguments() {
    fails("max()", ErrorKind::ExpressionReduce, "Error calling function max");
}

// spec: template.error.mismatched-operator
#[test]
fn unclosed_parenthesis() {
    fails("(1 + 2", ErrorKind::ExpressionParse, "Mismatched operator found: left parenthesis");
    fails("1 + 2)", ErrorKind::ExpressionParse, "Mismatched operator found: right parenthesis");
}

// spec: template.error.unterminated-string
#[test]
fn unclosed_string() {
    fails("\"abc", ErrorKind::ExpressionParse, "Unterminated string");
}

// spec: template.error.escapes
#[test]
fn invalid_escapes() {
    fails("\"\\xZ1\"", ErrorKind::ExpressionParse, "Invalid 2-char hex escape found");
    fails("\"\\uZZZZ\"", ErrorKind::ExpressionParse, "Invalid unicode escape found");
}

// spec: template.error.number-forms
#[test]
fn invalid_number_syntax() {
    fails("1.2.3", ErrorKind::ExpressionParse, "Duplicate decimal point in number");
    fails("1e", ErrorKind::ExpressionParse, "Expected a digit after exponent in decimal number");
}

// spec: template.expression.token-limit
#[test]
fn too_many_tokens() {
    let limits = Limits { expression_tokens: Some(5), ..Limits::default() };
    let context = RenderContext { limits, ..RenderContext::default() };
    assert_eq!(run_with("{.eval 1+2+3}", &json!({}), &context).output, "6");
    let outcome = run_with("{.eval 1+2+3+4}", &json!({}), &context);
    assert!(messages(&outcome)[0].ends_with("Expression exceeds the maximum number of allowed tokens: 5"));
}

// spec: template.expression.string-limit
#[test]
fn expression_text_limit() {
    let limits = Limits { expression_string: Some(10), ..Limits::default() };
    let context = RenderContext { limits, ..RenderContext::default() };
    let outcome = run_with("{.eval 'abcdef' + 'ghijk'}", &json!({}), &context);
    assert!(messages(&outcome)[0].ends_with("Concatenation would exceed maximum string length 10"));
}

#[test]
fn variable_scope() {
    let data = json!({ "items": [2, 3] });
    assert_eq!(output("{.repeated section items}{.eval @a = @ * 2}{@a}{.end}{@a}", &data), "46");
}
