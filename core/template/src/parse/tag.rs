//! Reads one tag: an instruction, a predicate or a variable.

use super::pattern::{self, Reference, References};
use crate::ParseOptions;
use crate::compile::call::{self, FormatterCall, PredicateCall};
use crate::error::{ErrorKind, escaped};
use crate::limits::IF_REFERENCES;

/// How two references of an `if` are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConditionOperator {
    And,
    Or,
}

/// A tag, before blocks are put together.
#[derive(Debug)]
pub(crate) enum Signal {
    Literal(&'static str),
    Variable { references: References, calls: Vec<FormatterCall> },
    Section(Reference),
    Repeated(Reference),
    Alternates,
    Or(Option<PredicateCall>),
    If { references: Vec<Reference>, operators: Vec<ConditionOperator> },
    Predicate(PredicateCall),
    End,
    Bind { name: Box<str>, references: References, calls: Vec<FormatterCall> },
    Bindings { name: Box<str>, pairs: Vec<(Box<str>, Reference)> },
    Macro(Box<str>),
    Include { name: Box<str>, output: bool },
    Inject { name: Box<str>, path: Box<str> },
    Eval(Box<str>),
}

/// Where errors of a tag go.
pub(crate) type Report<'a> = dyn FnMut(ErrorKind, String) + 'a;

/// Reads what stands between the braces. Nothing means the tag is text; if that is an error, it
/// was reported.
pub(crate) fn parse_tag(body: &str, options: &ParseOptions, report: &mut Report<'_>) -> Option<Signal> {
    match body.strip_prefix('.') {
        Some(rest) => instruction(rest, options, report),
        None => {
            let (references, rest) = pattern::references(body)?;
            if rest.starts_with("||") {
                return None;
            }
            let calls = formatters(rest, options, report)?;
            Some(Signal::Variable { references, calls })
        }
    }
}

fn instruction(text: &str, options: &ParseOptions, report: &mut Report<'_>) -> Option<Signal> {
    if let Some((name, rest)) = pattern::predicate(text) {
        return call::predicate(name, rest, options, report).map(Signal::Predicate);
    }
    let (word, rest) = pattern::word(text)?;
    match word {
        "end" => bare(Signal::End, "END", rest, report),
        "space" => bare(Signal::Literal(" "), "SPACE", rest, report),
        "tab" => bare(Signal::Literal("\t"), "TAB", rest, report),
        "newline" => bare(Signal::Literal("\n"), "NEWLINE", rest, report),
        "meta-left" => bare(Signal::Literal("{"), "META_LEFT", rest, report),
        "meta-right" => bare(Signal::Literal("}"), "META_RIGHT", rest, report),
        "section" => section(rest, "SECTION", report).map(Signal::Section),
        "repeated" => repeated(rest, report),
        "alternates" => alternates(rest, report),
        "or" => or(rest, options, report),
        "if" => condition(rest, options, report),
        "var" => bind(rest, options, report),
        "ctx" => bindings(rest, report),
        "macro" => macro_head(rest, report),
        "include" => include(rest),
        "inject" => inject(rest, report),
        "eval" => Some(Signal::Eval(spaces(rest, report)?.into())),
        _ => {
            report(ErrorKind::InvalidInstruction, format!("Invalid instruction '{}'", escaped(text)));
            None
        }
    }
}

fn bare(signal: Signal, name: &str, rest: &str, report: &mut Report<'_>) -> Option<Signal> {
    no_more(name, rest, report)?;
    Some(signal)
}

fn no_more(name: &str, rest: &str, report: &mut Report<'_>) -> Option<()> {
    if rest.is_empty() {
        return Some(());
    }
    let message = format!("Extra characters found after {name} instruction: '{}'", escaped(rest));
    report(ErrorKind::ExtraChars, message);
    None
}

fn spaces<'a>(rest: &'a str, report: &mut Report<'_>) -> Option<&'a str> {
    let after = pattern::spaces(rest);
    if after.is_none() {
        report_missing_space(rest, report);
    }
    after
}

fn report_missing_space(rest: &str, report: &mut Report<'_>) {
    let message = format!("Whitespace expected, found '{}'", escaped(rest));
    report(ErrorKind::WhitespaceExpected, message);
}

fn section(rest: &str, name: &str, report: &mut Report<'_>) -> Option<Reference> {
    let rest = spaces(rest, report)?;
    let Some((reference, rest)) = pattern::reference(rest) else {
        report(ErrorKind::VariableExpected, format!("Variable expected, found '{}'", escaped(rest)));
        return None;
    };
    no_more(name, rest, report)?;
    Some(reference)
}

fn repeated(rest: &str, report: &mut Report<'_>) -> Option<Signal> {
    let rest = spaces(rest, report)?;
    let Some(after) = rest.strip_prefix("section") else {
        let message = format!("Missing 'section' keyword, found '{}'", escaped(rest));
        report(ErrorKind::MissingSectionKeyword, message);
        return None;
    };
    section(after, "REPEATED", report).map(Signal::Repeated)
}

fn alternates(rest: &str, report: &mut Report<'_>) -> Option<Signal> {
    let Some(rest) = rest.strip_prefix(' ') else {
        report_missing_space(rest, report);
        return None;
    };
    let Some(after) = rest.strip_prefix("with") else {
        let message = format!("Missing 'with' keyword, found '{}'", escaped(rest));
        report(ErrorKind::MissingWithKeyword, message);
        return None;
    };
    bare(Signal::Alternates, "ALTERNATES_WITH", after, report)
}

fn or(rest: &str, options: &ParseOptions, report: &mut Report<'_>) -> Option<Signal> {
    if rest.is_empty() {
        return Some(Signal::Or(None));
    }
    let Some(text) = rest.strip_prefix(' ') else {
        no_more("OR_PREDICATE", rest, report)?;
        return None;
    };
    let Some((name, after)) = pattern::predicate(text) else {
        let message = format!("Expected a predicate to follow OR_PREDICATE, found '{}'", escaped(text));
        report(ErrorKind::OrExpectedPredicate, message);
        return None;
    };
    call::predicate(name, after, options, report).map(|call| Signal::Or(Some(call)))
}

fn condition(rest: &str, options: &ParseOptions, report: &mut Report<'_>) -> Option<Signal> {
    let mut rest = spaces(rest, report)?;
    if let Some((name, after)) = pattern::predicate(rest) {
        return call::predicate(name, after, options, report).map(Signal::Predicate);
    }
    let mut references = Vec::new();
    let mut operators = Vec::new();
    if rest.is_empty() {
        let message = "IF instruction requires at least one variable to test.";
        report(ErrorKind::IfEmpty, message.to_owned());
        return None;
    }
    loop {
        rest = rest.trim_start_matches(pattern::is_space);
        if rest.is_empty() && references.len() > operators.len() {
            break;
        }
        if rest.is_empty() {
            let message = "Too many operators in IF instruction.";
            report(ErrorKind::IfTooManyOperators, message.to_owned());
            return None;
        }
        let wants_operator = references.len() > operators.len();
        let operator = [("||", ConditionOperator::Or), ("&&", ConditionOperator::And)]
            .into_iter()
            .find_map(|(mark, operator)| Some((operator, rest.strip_prefix(mark)?)));
        match (wants_operator, operator, pattern::reference(rest)) {
            (true, Some((operator, after)), _) => {
                operators.push(operator);
                rest = after;
            }
            (false, None, Some((reference, after))) => {
                references.push(reference);
                rest = after;
            }
            _ => {
                let message = format!("Expected an operator or a variable, found '{}'", escaped(rest));
                report(ErrorKind::IfExpectedVarop, message);
                return None;
            }
        }
    }
    if references.len() > IF_REFERENCES {
        let message = format!("Too many variables in IF instruction. Limit is {IF_REFERENCES}.");
        report(ErrorKind::IfTooManyVars, message);
        return None;
    }
    Some(Signal::If { references, operators })
}

fn bind(rest: &str, options: &ParseOptions, report: &mut Report<'_>) -> Option<Signal> {
    let rest = spaces(rest, report)?;
    let Some((name, rest)) = pattern::definition(rest) else {
        let message = format!("{{.var}} expects a local variable name (e.g. @foo), found '{}'", escaped(rest));
        report(ErrorKind::BindvarExpectsName, message);
        return None;
    };
    let rest = spaces(rest, report)?;
    let Some((references, rest)) = pattern::references(rest) else {
        let message = format!("Missing variable name, found '{}'", escaped(rest));
        report(ErrorKind::MissingVariableName, message);
        return None;
    };
    let calls = formatters(rest, options, report)?;
    Some(Signal::Bind { name: name.into(), references, calls })
}

fn bindings(rest: &str, report: &mut Report<'_>) -> Option<Signal> {
    let rest = spaces(rest, report)?;
    let Some((name, rest)) = pattern::definition(rest) else {
        let message = format!("{{.ctx}} expects a local variable name (e.g. @foo), found '{}'", escaped(rest));
        report(ErrorKind::CtxvarExpectsName, message);
        return None;
    };
    let mut rest = spaces(rest, report)?;
    let mut pairs = Vec::new();
    let mut next = Some(rest);
    while let Some(text) = next {
        let Some((key, after)) = pattern::word(text) else { break };
        let Some((reference, after)) = after.strip_prefix('=').and_then(pattern::reference) else { break };
        pairs.push((Box::from(key), reference));
        rest = after;
        next = pattern::spaces(after);
    }
    if pairs.is_empty() {
        let message = format!("{{.ctx}} expects one or more bindings (e.g. foo=bar.baz), found '{}'", escaped(rest));
        report(ErrorKind::CtxvarExpectsBindings, message);
        return None;
    }
    Some(Signal::Bindings { name: name.into(), pairs })
}

fn macro_head(rest: &str, report: &mut Report<'_>) -> Option<Signal> {
    let rest = spaces(rest, report)?;
    let Some((name, rest)) = pattern::path(rest) else {
        report(ErrorKind::MacroExpectsName, "{.macro} expects a name".to_owned());
        return None;
    };
    no_more("MACRO", rest, report)?;
    Some(Signal::Macro(name.into()))
}

fn include(rest: &str) -> Option<Signal> {
    let (name, rest) = pattern::path(rest.strip_prefix(' ')?)?;
    let arguments = match rest {
        "" => "",
        more => pattern::spaces(more)?,
    };
    let output = arguments.split(pattern::is_space).any(|word| word == "output");
    Some(Signal::Include { name: name.into(), output })
}

fn inject(rest: &str, report: &mut Report<'_>) -> Option<Signal> {
    let rest = spaces(rest, report)?;
    let Some((name, rest)) = pattern::definition(rest) else {
        let message = format!("{{.inject}} expects a variable name (e.g. @foo), found '{}'", escaped(rest));
        report(ErrorKind::InjectExpectsName, message);
        return None;
    };
    let rest = spaces(rest, report)?;
    let Some((path, _)) = pattern::path(rest) else {
        let message = format!("{{.inject}} expects the path for a JSON injectable, found '{}'", escaped(rest));
        report(ErrorKind::InjectExpectsPath, message);
        return None;
    };
    Some(Signal::Inject { name: name.into(), path: path.into() })
}

/// The `|name args` calls behind references. Nothing means the tag is text.
fn formatters(text: &str, options: &ParseOptions, report: &mut Report<'_>) -> Option<Vec<FormatterCall>> {
    let mut calls = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let after = rest.strip_prefix('|')?;
        let Some((name, behind)) = pattern::word(after) else {
            let message = format!("Invalid formatter name '{}' found.", escaped(after));
            report(ErrorKind::FormatterInvalid, message);
            return None;
        };
        let length = behind.find('|').unwrap_or(behind.len());
        let (arguments, remaining) = behind.split_at_checked(length)?;
        calls.reserve_exact(1);
        calls.push(call::formatter(name, arguments, options, report)?);
        rest = remaining;
    }
    Some(calls)
}
