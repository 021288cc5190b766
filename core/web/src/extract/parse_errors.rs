//! Turns error messages of parsers into messages for single members: which one, and what is expected.

#[cfg(test)]
mod tests;

use serde::de::IgnoredAny;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};
use stoa_kernel::shared_problem_texts::REQUIRED;
use stoa_kernel::{ErrorCode, Failure, FieldErrors, SaidTexts};

use crate::problem_texts::MEMBER_REQUIRED;

/// Names of the whole input, for errors that concern no single member.
#[derive(Debug, Clone, Copy)]
pub(super) struct InputName {
    /// Used in place of the member's name.
    member: &'static str,
    /// Subject of the message.
    subject: &'static str,
}

impl InputName {
    pub(super) const BODY: Self = Self { member: "body", subject: "The body" };
    pub(super) const FORM: Self = Self { member: "form", subject: "The form" };
    pub(super) const QUERY: Self = Self { member: "query", subject: "The query" };
    /// A value in a body that the parser does not name.
    const INSIDE: Self = Self { member: "body", subject: "A value in the body" };
}

/// An error in JSON: a syntax error, or a member with a wrong value.
pub(super) fn in_json(text: &[u8], error: serde_path_to_error::Error<serde_json::Error>) -> Failure {
    let (path, error) = (place(error.path()), error.into_inner());
    match error.classify() {
        Category::Eof if text.trim_ascii().is_empty() => {
            return Failure::new(ErrorCode::BadRequest, "Send a JSON body; this one is empty.");
        }
        Category::Eof => {
            let (line, column) = (error.line(), error.column());
            let detail = format!("The body is not valid JSON: it ends too early, at line {line} column {column}.");
            return Failure::new(ErrorCode::BadRequest, detail);
        }
        // serde_json also reports unknown enum variants as syntax errors.
        Category::Syntax if is_json(text) && error.to_string().starts_with("expected value") => {
            return ParseError::Value("must be one of the known values".to_owned()).failure(path, InputName::BODY);
        }
        Category::Syntax | Category::Io => {
            return not_json(&error);
        }
        Category::Data => {}
    }
    let said = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let said = said.strip_suffix(&position).unwrap_or(&said);
    // The path ends at an object whose members belong to several types. An error there concerns a member, unless it is
    // about the type of the object.
    let is_object = text.trim_ascii_start().starts_with(b"{");
    let is_inside = path.is_empty() && is_object && !said.starts_with("invalid type: map");
    ParseError::of(said).failure(path, if is_inside { InputName::INSIDE } else { InputName::BODY })
}

/// The message for invalid JSON; the error contains line and column.
pub(super) fn not_json(error: &serde_json::Error) -> Failure {
    Failure::new(ErrorCode::BadRequest, format!("The body is not valid JSON: {error}."))
}

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(text).is_ok()
}

/// An error in the fields of a form or a query.
pub(super) fn in_fields(error: serde_path_to_error::Error<serde_urlencoded::de::Error>, whole: InputName) -> Failure {
    let path = place(error.path());
    ParseError::of(&error.into_inner().to_string()).failure(path, whole)
}

/// The path of a member: its names and indexes.
fn place(path: &Path) -> Vec<String> {
    let name = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.clone()),
        Segment::Enum { variant } => Some(variant.clone()),
        Segment::Unknown => None,
    };
    path.iter().filter_map(name).collect()
}

/// An error. Messages continue a sentence that begins with the member's name, except those of our own types.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ParseError {
    /// A member is missing at the reached path.
    Required(String),
    /// A member at the reached path.
    Member(String, String),
    /// A member that should not exist; the path may include it or not.
    Extra(String, String),
    /// The reached value itself.
    Value(String),
    /// A complete sentence.
    Sentence(String),
}

impl ParseError {
    /// Parses error messages of serde, of the number parsers of forms, and of the document parser.
    fn of(said: &str) -> Self {
        if let Some(name) = quoted(said, "missing field ") {
            return Self::Required(name.to_owned());
        }
        if let Some(name) = quoted(said, "duplicate field ") {
            return Self::Extra(name.to_owned(), "is repeated".to_owned());
        }
        if let Some(name) = quoted(said, "unknown field ") {
            let known = choice(said).map_or_else(String::new, |known| format!("; use {known}"));
            return Self::Extra(name.to_owned(), format!("is not a known field{known}"));
        }
        if said.starts_with("unknown variant ") {
            let known = choice(said).unwrap_or_else(|| "another value".to_owned());
            return Self::Value(format!("must be {known}"));
        }
        if said.starts_with("data did not match any variant") {
            return Self::Value("has none of the accepted forms".to_owned());
        }
        let expected = said.rsplit_once(", expected ");
        if let Some((rest, wanted)) = expected.filter(|_| said.starts_with("invalid ")) {
            return Self::Value(unfit(rest, &plain(wanted)));
        }
        let known = number_in_text(said).map(|words| Self::Value(words.to_owned())).or_else(|| of_document(said));
        known.unwrap_or_else(|| {
            let ends = said.ends_with(['.', '!', '?']);
            Self::Sentence(if ends { said.to_owned() } else { format!("{said}.") })
        })
    }

    fn failure(self, mut place: Vec<String>, whole: InputName) -> Failure {
        let words = match self {
            Self::Required(name) => {
                place.push(name);
                let member = place.join(".");
                let detail = MEMBER_REQUIRED.with("member", member.as_str());
                let texts = SaidTexts { detail: Some(detail.clone()), ..SaidTexts::default() };
                let failure = Failure::said_field(&member, REQUIRED);
                let fields = failure.said.map(|said| said.fields).unwrap_or_default();
                let said = Some(Box::new(SaidTexts { fields, ..texts }));
                return Failure { detail: detail.to_string(), said, ..Failure::validation(failure.fields) };
            }
            Self::Member(name, words) => {
                place.push(name);
                words
            }
            Self::Extra(name, words) => {
                if place.last() != Some(&name) {
                    place.push(name);
                }
                words
            }
            Self::Value(words) => words,
            Self::Sentence(sentence) => {
                let member = if place.is_empty() { whole.member.to_owned() } else { place.join(".") };
                return Failure::validation(FieldErrors::from([(member, sentence)]));
            }
        };
        if place.is_empty() {
            let message = format!("{} {words}.", whole.subject);
            return Failure::validation(FieldErrors::from([(whole.member.to_owned(), message)]));
        }
        let member = place.join(".");
        let detail = format!("{member} {words}.");
        Failure { detail, ..Failure::validation(FieldErrors::from([(member, format!("This {words}."))])) }
    }
}

/// The name in backquotes after a prefix.
fn quoted<'s>(said: &'s str, before: &str) -> Option<&'s str> {
    said.strip_prefix(before)?.strip_prefix('`')?.split_once('`').map(|(name, _)| name)
}

/// The expected values, as a phrase.
fn choice(said: &str) -> Option<String> {
    let (_, expected) = said.rsplit_once(", expected ")?;
    let quoted = expected.split('`').skip(1).step_by(2);
    let values: Vec<&str> = quoted.map(|value| if value.is_empty() { "empty" } else { value }).collect();
    match values.as_slice() {
        [] => None,
        [only] => Some((*only).to_owned()),
        [first @ .., last] => Some(format!("{} or {last}", first.join(", "))),
    }
}

/// What a value must be, and its actual type where that helps.
fn unfit(rest: &str, wanted: &str) -> String {
    let given = rest.strip_prefix("invalid type: ").and_then(kind);
    match given {
        Some("a number") if wanted.starts_with("a whole number") => format!("must be {wanted}"),
        Some(given) if given != wanted => format!("must be {wanted}, not {given}"),
        _ => format!("must be {wanted}"),
    }
}

/// A phrase for serde's name of a value's type.
fn kind(found: &str) -> Option<&'static str> {
    let kinds = [
        ("boolean", "true or false"),
        ("integer", "a number"),
        ("floating point", "a number"),
        ("string", "a string"),
        ("character", "a string"),
        ("sequence", "a list"),
        ("map", "an object"),
        ("null", "null"),
        ("unit value", "null"),
    ];
    kinds.iter().find(|(start, _)| found.starts_with(start)).map(|(_, kind)| *kind)
}

/// A phrase for what serde expects. Texts of our own types are kept.
fn plain(wanted: &str) -> String {
    let words = match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "u128" | "usize" => "a whole number of 0 or more",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" | "str" | "string" => "a string",
        "a character" => "one character",
        "a sequence" => "a list",
        "a map" | "map" => "an object",
        "unit" => "null",
        "string or map" => "a string or an object",
        "variant identifier" => "one of the known values",
        _ if wanted.starts_with("enum ") => "one of the known values",
        _ if ["struct ", "internally tagged enum ", "adjacently tagged enum "]
            .iter()
            .any(|start| wanted.starts_with(start)) =>
        {
            "an object"
        }
        _ if ["tuple", "a tuple", "an array"].iter().any(|start| wanted.starts_with(start)) => {
            "a list of another length"
        }
        _ => wanted,
    };
    words.to_owned()
}

/// The message for errors of the standard library's parsers of numbers and booleans.
fn number_in_text(said: &str) -> Option<&'static str> {
    Some(match said {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "must be a whole number in digits"
        }
        "number too large to fit in target type" => "is too large",
        "number too small to fit in target type" => "is too small",
        "invalid float literal" | "cannot parse float from empty string" => "must be a number",
        "provided string was not `true` or `false`" => "must be true or false",
        _ => return None,
    })
}

/// Parses an error of the document parser, which begins with a path such as `sections[0].id`.
fn of_document(said: &str) -> Option<ParseError> {
    let endings = [(": should be ", "must be "), (" should be ", "must be ")];
    let found = endings.iter().find_map(|(middle, words)| {
        let (place, wanted) = said.split_once(middle)?;
        Some((place, format!("{words}{wanted}")))
    });
    let missing = || said.strip_suffix(" is missing").map(|place| (place, "is required".to_owned()));
    let unknown = || said.strip_suffix(" is unknown").map(|place| (place, "is not a known field".to_owned()));
    let (place, words) = found.or_else(missing).or_else(unknown)?;
    match place {
        "the document" => Some(ParseError::Value(words)),
        _ if place.contains(' ') => None,
        _ => Some(ParseError::Member(place.replace('[', ".").replace(']', ""), words)),
    }
}
