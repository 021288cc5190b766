//! Calls of formatters and predicates: names resolved, arguments split and checked.

use compact_str::CompactString;
use serde_json::Value;

use crate::error::{ErrorKind, escaped};
use crate::formatter::Formatter;
use crate::parse::pattern::Reference;
use crate::predicate::Predicate;
use crate::{ArgumentFault, ParseOptions, formatter, predicate};

/// What stands behind the name of a plug-in.
#[derive(Debug, Default, Clone)]
pub(crate) struct Arguments {
    /// Everything behind the delimiter, as written.
    pub(crate) raw: CompactString,
    /// The text split at the delimiter, empty items dropped.
    pub(crate) items: Vec<CompactString>,
    /// Filled by rules that want references; an item that is none is nothing.
    pub(crate) references: Vec<Option<Reference>>,
    /// Filled by rules that want values.
    pub(crate) operands: Vec<Operand>,
}

/// A JSON literal or a reference.
#[derive(Debug, Clone)]
pub(crate) enum Operand {
    Literal(Value),
    Reference(Reference),
}

impl Arguments {
    fn split(text: &str) -> Self {
        let mut letters = text.chars();
        let Some(delimiter) = letters.next() else { return Self::default() };
        let raw = letters.as_str();
        let items = raw.split(delimiter).filter(|item| !item.is_empty()).map(CompactString::from).collect();
        Self { raw: raw.into(), items, ..Self::default() }
    }

    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        self.items.get(index).map(AsRef::as_ref)
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
}

/// How a plug-in wants its arguments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// None given is an error of its own.
    pub(crate) required: bool,
    /// A wrong argument is reported, but the call stays, without arguments.
    pub(crate) lenient: bool,
    /// Refuses or prepares arguments.
    pub(crate) check: fn(&mut Arguments) -> Result<(), String>,
}

impl Rule {
    pub(crate) const ANY: Self = Self { required: false, lenient: false, check: |_| Ok(()) };

    pub(crate) const SOME: Self = Self { required: true, ..Self::ANY };

    /// Each argument is read as a reference.
    pub(crate) const REFERENCES: Self = Self {
        required: false,
        lenient: false,
        check: |arguments| {
            arguments.references = arguments.items.iter().map(|item| Reference::parse(item)).collect();
            Ok(())
        },
    };

    pub(crate) const fn checked(required: bool, check: fn(&mut Arguments) -> Result<(), String>) -> Self {
        Self { required, lenient: false, check }
    }

    fn apply(&self, arguments: &mut Arguments) -> Result<(), ArgumentFault> {
        if self.required && arguments.items.is_empty() {
            return Err(ArgumentFault::Missing);
        }
        (self.check)(arguments).map_err(ArgumentFault::Invalid)
    }
}

/// Reads an argument as a JSON literal or a reference.
pub(crate) fn operand(text: &str) -> Option<Operand> {
    let starts_literal = text
        .starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '"' | '-' | '[' | '{'))
        || matches!(text, "true" | "false" | "null");
    if let Some(integer) = short_integer(text) {
        return Some(Operand::Literal(integer.into()));
    }
    if starts_literal && let Ok(value) = serde_json::from_str(text) {
        return Some(Operand::Literal(value));
    }
    Reference::parse(text).map(Operand::Reference)
}

/// A plain number of a few digits, read without a JSON parser.
fn short_integer(text: &str) -> Option<i64> {
    const DIGITS: usize = 9;
    let plain = text.len() <= DIGITS && text.bytes().all(|letter| letter.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if plain && !leading_zero { text.parse().ok() } else { None }
}

/// Reads every argument as an operand.
pub(crate) fn read_operands(arguments: &mut Arguments, least: usize, most: usize) -> Result<(), String> {
    let count = arguments.len();
    if count < least {
        return Err(format!("Not enough args. At least {least} expected"));
    }
    if count > most {
        return Err(format!("Too many args. Takes between {least} and {most}"));
    }
    arguments.operands.reserve_exact(count);
    for item in &arguments.items {
        let Some(operand) = operand(item) else {
            return Err(format!("Argument {item} must be a valid JSON value or variable reference."));
        };
        arguments.operands.push(operand);
    }
    Ok(())
}

/// Who answers a call.
#[derive(Debug)]
pub(crate) enum Target<T: 'static> {
    BuiltIn(&'static T),
    Plugin(Box<str>),
    /// Reported when the source was read.
    Unknown,
}

#[derive(Debug)]
pub(crate) struct FormatterCall {
    pub(crate) target: Target<Formatter>,
    pub(crate) arguments: Arguments,
}

#[derive(Debug)]
pub(crate) struct PredicateCall {
    pub(crate) target: Target<Predicate>,
    pub(crate) arguments: Arguments,
}

type Report<'a> = dyn FnMut(ErrorKind, String) + 'a;

pub(crate) fn formatter(
    name: &str,
    text: &str,
    options: &ParseOptions,
    report: &mut Report<'_>,
) -> Option<FormatterCall> {
    let mut arguments = Arguments::split(text);
    let (target, outcome, lenient) = if let Some(known) = formatter::find(name) {
        (Target::BuiltIn(known), known.rule.apply(&mut arguments), known.rule.lenient)
    } else if let Some(plugins) = options.plugins.as_ref().filter(|plugins| plugins.has_formatter(name)) {
        let items: Vec<&str> = arguments.items.iter().map(AsRef::as_ref).collect();
        (Target::Plugin(name.into()), plugins.check_formatter(name, &items), false)
    } else {
        report(ErrorKind::FormatterUnknown, format!("Formatter '{}' is unknown", escaped(name)));
        return None;
    };
    match outcome {
        Ok(()) => return Some(FormatterCall { target, arguments }),
        Err(ArgumentFault::Missing) => {
            report(ErrorKind::FormatterNeedsArgs, format!("Formatter '{name}' needs arguments but none were provided."))
        }
        Err(ArgumentFault::Invalid(why)) => report(
            ErrorKind::FormatterArgsInvalid,
            format!("Formatter '{name}' arguments are invalid: '{}'", escaped(&why)),
        ),
    }
    lenient.then(|| FormatterCall { target, arguments: Arguments::default() })
}

/// `name` ends in `?`.
pub(crate) fn predicate(
    name: &str,
    text: &str,
    options: &ParseOptions,
    report: &mut Report<'_>,
) -> Option<PredicateCall> {
    let mut arguments = Arguments::split(text);
    let (target, outcome) = if let Some(known) = predicate::find(name) {
        (Target::BuiltIn(known), known.rule.apply(&mut arguments))
    } else if let Some(plugins) = options.plugins.as_ref().filter(|plugins| plugins.has_predicate(name)) {
        let items: Vec<&str> = arguments.items.iter().map(AsRef::as_ref).collect();
        (Target::Plugin(name.into()), plugins.check_predicate(name, &items))
    } else {
        report(ErrorKind::PredicateUnknown, format!("Predicate '{}' is unknown", escaped(name)));
        return Some(PredicateCall { target: Target::Unknown, arguments });
    };
    match outcome {
        Ok(()) => return Some(PredicateCall { target, arguments }),
        Err(ArgumentFault::Missing) => {
            report(
                ErrorKind::PredicateNeedsArgs,
                format!("Predicate '.{name}' requires arguments but none were provided."),
            );
            if matches!(target, Target::BuiltIn(_)) {
                return Some(PredicateCall { target: Target::Unknown, arguments });
            }
        }
        Err(ArgumentFault::Invalid(why)) => {
            report(ErrorKind::PredicateArgsInvalid, format!("Predicate {name} arguments invalid: '{}'", escaped(&why)))
        }
    }
    None
}
