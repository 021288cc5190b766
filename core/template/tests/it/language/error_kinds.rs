//! Every kind of error with its message and position, in lenient parsing and in strict and safe runs.

use serde_json::json;
use stoa_template::{
    ErrorKind, Limits, Mode, ParseOptions, PartialSet, Position, RenderContext, RenderOutcome, Template, TemplateError,
};

use super::run_with;

/// The kinds of errors of a source, with a tag at line 2, character 3.
fn syntax() -> Vec<(ErrorKind, &'static str, String)> {
    let many = vec!["a"; 31].join(" || ");
    let mut cases: Vec<(ErrorKind, &'static str, String)> = vec![(
        ErrorKind::IfTooManyVars,
        "Too many variables in IF instruction. Limit is 30.",
        format!("{{.if {many}}}"),
    )];
    let fixed = [
        (ErrorKind::InvalidInstruction, "Invalid instruction 'nope \\\"a\\\"'", "{.nope \"a\"}"),
        (ErrorKind::WhitespaceExpected, "Whitespace expected, found '.'", "{.section.}"),
        (ErrorKind::ExtraChars, "Extra characters found after SECTION instruction: ' b'", "{.section a b}"),
        (ErrorKind::ExtraChars, "Extra characters found after REPEATED instruction: ' b'", "{.repeated section a b}"),
        (ErrorKind::ExtraChars, "Extra characters found after END instruction: ' x'", "{.end x}"),
        (ErrorKind::ExtraChars, "Extra characters found after MACRO instruction: ' x'", "{.macro a x}"),
        (ErrorKind::ExtraChars, "Extra characters found after OR_PREDICATE instruction: '.'", "{.or.}"),
        (ErrorKind::ExtraChars, "Extra characters found after ALTERNATES_WITH instruction: 'x'", "{.alternates withx}"),
        (ErrorKind::ExtraChars, "Extra characters found after META_LEFT instruction: ' '", "{.meta-left }"),
        (ErrorKind::ExtraChars, "Extra characters found after META_RIGHT instruction: ' '", "{.meta-right }"),
        (ErrorKind::ExtraChars, "Extra characters found after SPACE instruction: ' '", "{.space }"),
        (ErrorKind::ExtraChars, "Extra characters found after TAB instruction: ' '", "{.tab }"),
        (ErrorKind::ExtraChars, "Extra characters found after NEWLINE instruction: ' '", "{.newline }"),
        (ErrorKind::VariableExpected, "Variable expected, found '?'", "{.section ?}"),
        (ErrorKind::MissingVariableName, "Missing variable name, found '?'", "{.var @a ?}"),
        (ErrorKind::MissingSectionKeyword, "Missing 'section' keyword, found 'x'", "{.repeated x}"),
        (ErrorKind::MissingWithKeyword, "Missing 'with' keyword, found 'x'", "{.alternates x}"),
        (ErrorKind::BindvarExpectsName, "{.var} expects a local variable name (e.g. @foo), found 'a b'", "{.var a b}"),
        (
            ErrorKind::CtxvarExpectsName,
            "{.ctx} expects a local variable name (e.g. @foo), found 'a b=c'",
            "{.ctx a b=c}",
        ),
        (
            ErrorKind::CtxvarExpectsBindings,
            "{.ctx} expects one or more bindings (e.g. foo=bar.baz), found 'b'",
            "{.ctx @a b}",
        ),
        (ErrorKind::InjectExpectsName, "{.inject} expects a variable name (e.g. @foo), found 'a'", "{.inject a}"),
        (ErrorKind::InjectExpectsPath, "{.inject} expects the path for a JSON injectable, found '?'", "{.inject @a ?}"),
        (ErrorKind::MacroExpectsName, "{.macro} expects a name", "{.macro ?}"),
        (ErrorKind::IfEmpty, "IF instruction requires at least one variable to test.", "{.if }"),
        (ErrorKind::IfExpectedVarop, "Expected an operator or a variable, found 'b'", "{.if a b}"),
        (ErrorKind::IfTooManyOperators, "Too many operators in IF instruction.", "{.if a ||}"),
        (ErrorKind::OrExpectedPredicate, "Expected a predicate to follow OR_PREDICATE, found 'x'", "{.or x}"),
        (ErrorKind::PredicateUnknown, "Predicate 'nope?' is unknown", "{.nope?}{.end}"),
        (
            ErrorKind::PredicateNeedsArgs,
            "Predicate '.equal?' requires arguments but none were provided.",
            "{.equal?}{.end}",
        ),
        (
            ErrorKind::PredicateArgsInvalid,
            "Predicate equal? arguments invalid: 'Too many args. Takes between 1 and 2'",
            "{.equal? 1 2 3}",
        ),
        (
            ErrorKind::PredicateArgsInvalid,
            "Predicate equal? arguments invalid: 'Argument ? must be a valid JSON value or variable reference.'",
            "{.equal? ?}",
        ),
        (ErrorKind::FormatterInvalid, "Invalid formatter name '?' found.", "{a|?}"),
        (ErrorKind::FormatterUnknown, "Formatter 'nope' is unknown", "{a|nope}"),
        (ErrorKind::FormatterNeedsArgs, "Formatter 'apply' needs arguments but none were provided.", "{a|apply}"),
        (
            ErrorKind::FormatterArgsInvalid,
            "Formatter 'pluralize' arguments are invalid: 'Too many args. Takes between 0 and 2'",
            "{a|pluralize x y z}",
        ),
        (
            ErrorKind::FormatterArgsInvalid,
            "Formatter 'resizedHeightForWidth' arguments are invalid: 'Wrong number of args, exactly 1 expected'",
            "{a|resizedHeightForWidth 1 2}",
        ),
        (ErrorKind::EofInComment, "Reached EOF in the middle of a multi-line comment", "{## a }"),
        (ErrorKind::EofInBlock, "Reached EOF in the middle of SECTION started at line 2 char 3", "{.section a}"),
        (ErrorKind::EofInBlock, "Reached EOF in the middle of REPEATED started at", "{.repeated section a}"),
        (ErrorKind::EofInBlock, "Reached EOF in the middle of PREDICATE started at", "{.even?}"),
        (ErrorKind::EofInBlock, "Reached EOF in the middle of IF started at", "{.if a}"),
        (ErrorKind::EofInBlock, "Reached EOF in the middle of MACRO started at", "{.macro a}"),
        (ErrorKind::MismatchedEnd, "Instruction END not allowed at root", "{.end}"),
        (ErrorKind::NotAllowedAtRoot, "Instruction OR_PREDICATE not allowed at root", "{.or}"),
        (ErrorKind::NotAllowedAtRoot, "Instruction ALTERNATES_WITH not allowed at root", "{.alternates with}"),
    ];
    cases.extend(fixed.map(|(kind, message, tag)| (kind, message, tag.to_owned())));
    cases
}

#[test]
fn source_errors_have_kind_message_and_position() {
    for (kind, message, tag) in syntax() {
        let errors = Template::validate(format!("é\nb {tag}"), &ParseOptions::default());
        assert_eq!(errors.len(), 1, "{tag}: {errors:?}");
        let error = &errors[0];
        assert_eq!(error.kind, kind, "{tag}");
        assert!(error.message.starts_with(message), "{tag}: {}", error.message);
        assert_eq!(error.position, Position { line: 2, column: 3, offset: 5 }, "{tag}");
        let written = format!("SyntaxError {} at line 2 character 3: {}", kind.name(), error.message);
        assert_eq!(error.to_string(), written);
        assert!(kind.is_syntax());
        let strict = Template::parse(tag.as_str(), &ParseOptions::default());
        assert_eq!(strict.unwrap_err().kind, kind, "strict parsing ends at it");
    }
}

#[test]
fn block_errors_at_tag_position() {
    let cases = [
        ("{.if a}{.or}\n{.or}{.end}", ErrorKind::DeadCodeBlock, "This OR_PREDICATE block will never execute."),
        (
            "{.if a}    \n{.alternates with}{.end}",
            ErrorKind::NotAllowedInBlock,
            "ALTERNATES_WITH instruction is not allowed inside IF block.",
        ),
        (
            "{.macro a}\n{.or}{.end}",
            ErrorKind::NotAllowedInBlock,
            "OR_PREDICATE instruction is not allowed inside MACRO block.",
        ),
    ];
    for (source, kind, message) in cases {
        let errors = Template::validate(source, &ParseOptions::default());
        assert_eq!(errors.len(), 1, "{source}: {errors:?}");
        assert_eq!((errors[0].kind, errors[0].message.as_str()), (kind, message));
        assert_eq!((errors[0].position.line, errors[0].position.column), (2, 1));
    }
}

#[test]
fn tag_errors_precede_block_errors() {
    let errors = Template::validate("{.end}{a|nope}{.or}{.section}", &ParseOptions::default());
    let kinds: Vec<ErrorKind> = errors.iter().map(|error| error.kind).collect();
    assert_eq!(
        kinds,
        [
            ErrorKind::FormatterUnknown,
            ErrorKind::WhitespaceExpected,
            ErrorKind::MismatchedEnd,
            ErrorKind::NotAllowedAtRoot
        ]
    );
}

#[test]
fn strict_parsing_stops_at_first_error() {
    let first = |source: &str| Template::parse(source, &ParseOptions::default()).unwrap_err().kind;
    assert_eq!(first("{.end}{a|nope}"), ErrorKind::MismatchedEnd);
    assert_eq!(first("{a|nope}{.end}"), ErrorKind::FormatterUnknown);
    assert_eq!(first("{.section a}{a|nope}"), ErrorKind::FormatterUnknown);
    assert_eq!(first("{.section a}"), ErrorKind::EofInBlock);
    assert_eq!(first("{.or}{## a"), ErrorKind::NotAllowedAtRoot);
}

fn broken_partials() -> PartialSet {
    [("broken", "{.section a}"), ("endless", "{@|apply endless}")].into_iter().collect()
}

fn run_in(mode: Mode, template: &str) -> RenderOutcome {
    let partials = broken_partials();
    let limits = Limits { partial_depth: 3, steps: 500, expression_tokens: Some(9), ..Limits::default() };
    let context = RenderContext { partials: Some(&partials), mode, limits, ..RenderContext::default() };
    run_with(template, &json!({ "far": 1e30, "items": vec![1; 1000] }), &context)
}

/// Tags that fail at run time; the second kind is that of a strict run, if different.
fn failing() -> Vec<(&'static str, ErrorKind, ErrorKind, &'static str)> {
    let same = |tag, kind, message| (tag, kind, kind, message);
    vec![
        same(
            "{@|apply nope}",
            ErrorKind::ApplyPartialMissing,
            "Attempt to apply partial 'nope' which could not be found.",
        ),
        same(
            "{.include nope}",
            ErrorKind::IncludePartialMissing,
            "Attempt to apply partial 'nope' which could not be found.",
        ),
        (
            "{@|apply broken}",
            ErrorKind::CompilePartialSyntax,
            ErrorKind::ApplyPartialSyntax,
            "Parse of partial \"broken\" failed",
        ),
        same("{.include broken}", ErrorKind::IncludePartialSyntax, "Parse of partial \"broken\" failed"),
        same(
            "{@|apply endless}",
            ErrorKind::ApplyPartialRecursionDepth,
            "Attempt to apply partial 'endless' exceeded maximum recursion depth of 3",
        ),
        same(
            "{.eval (1}",
            ErrorKind::ExpressionParse,
            "Error parsing expression: Mismatched operator found: left parenthesis",
        ),
        same("{.eval 1 + é}", ErrorKind::ExpressionParse, "Error parsing expression: Unexpected char at 4: \\u00E9"),
        same("{far|date %Y}", ErrorKind::UnexpectedError, "Unexpected DateRangeError when executing {far|date %Y}: "),
        same("{@|unit}", ErrorKind::GeneralError, "The formatter is unimplemented."),
        same("{.repeated section items}{.end}", ErrorKind::CodeLimitReached, "A step code limit was reached 500 steps"),
    ]
}

#[track_caller]
fn first(outcome: &RenderOutcome, tag: &str) -> TemplateError {
    assert_eq!(outcome.errors.len(), 1, "{tag}: {:?}", outcome.errors);
    outcome.errors[0].clone()
}

#[test]
fn safe_continues_and_strict_stops() {
    for (tag, safe_kind, strict_kind, message) in failing() {
        let template = format!("a{tag}b");
        let safe = run_in(Mode::Safe, &template);
        let error = first(&safe, tag);
        assert_eq!(error.kind, safe_kind, "{tag}");
        assert!(error.message.starts_with(message), "{tag}: {}", error.message);
        assert!(error.to_string().starts_with(&format!("RuntimeError {} at line 1 character", safe_kind.name())));
        let ends = safe_kind == ErrorKind::CodeLimitReached;
        assert_eq!(safe.output.ends_with('b'), !ends, "{tag}: {}", safe.output);

        let strict = run_in(Mode::Strict, &template);
        assert_eq!(first(&strict, tag).kind, strict_kind, "{tag}");
        assert_eq!(strict.output, "a", "{tag}");
    }
}

#[test]
fn failed_expressions_recorded_in_both_modes() {
    for mode in [Mode::Safe, Mode::Strict] {
        let outcome = run_in(mode, "a{.eval 1 + }b");
        assert_eq!(outcome.output, "ab");
        assert_eq!(first(&outcome, "eval").kind, ErrorKind::ExpressionReduce);
        assert_eq!(outcome.errors[0].message, "Error reducing expression: Invalid arguments to operator add");
    }
}

#[test]
fn partial_errors_have_name_and_position() {
    let partials: PartialSet = [("p", "\n {@|apply nope}")].into_iter().collect();
    let context = RenderContext { partials: Some(&partials), ..RenderContext::default() };
    let outcome = run_with("{@|apply p}", &json!({}), &context);
    let error = first(&outcome, "apply");
    assert_eq!(error.template.as_deref(), Some("p"));
    assert_eq!((error.position.line, error.position.column, error.position.offset), (2, 2, 2));
}
