//! Parsing a source whose malformed tags are text.

use serde_json::json;
use stoa_template::{ErrorKind, ParseOptions, RenderContext, Template, render};

fn lenient() -> ParseOptions {
    ParseOptions { lenient_text: true, ..ParseOptions::default() }
}

fn kinds(source: &str) -> Vec<ErrorKind> {
    Template::validate(source, &lenient()).iter().map(|error| error.kind).collect()
}

fn text(source: &str) -> String {
    let template = Template::parse_lenient(source, &lenient());
    let data = json!({ "a": 1, "b": [1, 2] });
    let outcome = render(&template, &data, &RenderContext::default());
    outcome.output
}

#[test]
fn malformed_tags_are_text() {
    let tags = [
        "{.nothing a}",
        "{.section}",
        "{.section a b}",
        "{.section ?}",
        "{.repeated a}",
        "{.alternates a}",
        "{.end x}",
        "{.or.}",
        "{.or x}",
        "{.if }",
        "{.if a ||}",
        "{.if a b}",
        "{.var a b}",
        "{.var @a}",
        "{.ctx @a}",
        "{.inject @a}",
        "{.macro }",
        "{.eval}",
        "{.space }",
        "{a|}",
        "{a|123}",
        "{a|pluralize/a/b/c}",
        "{.even? 1 2}",
    ];
    for tag in tags {
        assert_eq!(kinds(tag), [], "{tag}");
        assert_eq!(text(&format!("<{tag}>")), format!("<{tag}>"));
        let strict = Template::validate(tag, &ParseOptions::default());
        assert_eq!(strict.len(), 1, "{tag} is an error without the option");
    }
}

#[test]
fn well_formed_tags_run() {
    assert_eq!(text("{.repeated section b}{@}{.alternates with}{.section}{.end}"), "1{.section}2");
    assert!(Template::parse("{.section}{a}", &lenient()).is_ok());
}

#[test]
fn unknown_names_and_structure_errors() {
    assert_eq!(kinds("{a|nope}"), [ErrorKind::FormatterUnknown]);
    assert_eq!(kinds("{.nope?}{.end}"), [ErrorKind::PredicateUnknown]);
    assert_eq!(kinds("{.end}"), [ErrorKind::MismatchedEnd]);
    assert_eq!(kinds("{.section a}"), [ErrorKind::EofInBlock]);
    assert_eq!(kinds("{.or}"), [ErrorKind::NotAllowedAtRoot]);
    assert_eq!(kinds("{.if a}{.alternates with}{.end}"), [ErrorKind::NotAllowedInBlock]);
    assert_eq!(kinds("{.if a}{.or}{.or}{.end}"), [ErrorKind::DeadCodeBlock]);
    assert_eq!(kinds("{## a"), [ErrorKind::EofInComment]);
}

#[test]
fn partials_parsed_leniently() {
    let partials: stoa_template::PartialSet = [("p", "[{.section}{@}]")].into_iter().collect();
    let context = RenderContext { partials: Some(&partials), options: lenient(), ..RenderContext::default() };
    let template = Template::parse_lenient("{a|apply p}", &lenient());
    let outcome = render(&template, &json!({ "a": 1 }), &context);
    assert_eq!((outcome.output.as_str(), outcome.errors.len()), ("[{.section}1]", 0));
}
