//! Templates that generate templates: only tags with a caret are executed.

use serde_json::json;
use stoa_template::{ErrorKind, ParseOptions, PartialSet, RenderContext, Template, render};

fn made(source: &str) -> String {
    let options = ParseOptions { preprocess: true, ..ParseOptions::default() };
    let template = Template::parse(source, &options).unwrap();
    let partials: PartialSet = [("p", "<{^b}{b}>")].into_iter().collect();
    let context = RenderContext { partials: Some(&partials), options, ..RenderContext::default() };
    let outcome = render(&template, &json!({ "a": [1, 2], "b": 5 }), &context);
    assert_eq!(outcome.errors, [], "{source}");
    outcome.output
}

#[test]
fn tags_without_caret_are_text() {
    let cases = [
        ("{a}{^b}{b}", "{a}5{b}"),
        ("{.section a}{^.repeated section a}{^@}{@}{^.alternates with},{^.end}{.end}", "{.section a}1{@},2{@}{.end}"),
        ("{b|nope}{.nope}{.end}", "{b|nope}{.nope}{.end}"),
        ("{.space}{^.space}{^.meta-left}{^.meta-right}", "{.space} {}"),
        ("{^.if b}{b}{^.or}x{^.end}", "{b}"),
        ("{^.eval b + 1}{.eval b + 1}", "6{.eval b + 1}"),
        ("{^@|apply p}", "<5{b}>"),
        ("{^.macro m}{b}{^.end}{^@|apply m}", "{b}"),
        ("{# {^b} #}{## gone ##}{^# gone}", "{# 5 #}"),
        ("{{^b}}{^}{^ b}{^^b}", "{5}{^}{^ b}{^^b}"),
    ];
    for (source, expected) in cases {
        assert_eq!(made(source), expected, "{source}");
    }
}

#[test]
fn caret_tag_errors_found() {
    let options = ParseOptions { preprocess: true, ..ParseOptions::default() };
    let kinds = |source: &str| -> Vec<ErrorKind> {
        Template::validate(source, &options).iter().map(|error| error.kind).collect()
    };
    assert_eq!(kinds("{^b|nope}{b|nope}"), [ErrorKind::FormatterUnknown]);
    assert_eq!(kinds("{^.end}{.end}"), [ErrorKind::MismatchedEnd]);
    assert_eq!(kinds("{^.section a}{.end}"), [ErrorKind::EofInBlock]);
}

#[test]
fn caret_tags_print_nothing() {
    let template = Template::parse("[{^a}{^.section x}{^nonsense here}{^}]", &ParseOptions::default()).unwrap();
    assert_eq!(render(&template, &json!({ "a": 1 }), &RenderContext::default()).output, "[]");
}
