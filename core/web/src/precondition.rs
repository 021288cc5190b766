//! Conditional requests (RFC 9110, section 13): parses `If-Match` and `If-None-Match`. Not the crate `headers`: it
//! refuses tags without quotes, which clients send too.

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use stoa_kernel::precondition::{Tag, Tags};
use stoa_kernel::{ErrorCode, Failure, Precondition};

/// The precondition in the headers; without them any version is accepted.
pub fn seen(headers: &HeaderMap) -> Precondition {
    Precondition { is: tags(headers, header::IF_MATCH), is_not: tags(headers, header::IF_NONE_MATCH) }
}

/// The precondition of a request that must have one: the version it changes (`If-Match`), or that nothing exists yet
/// (`If-None-Match: *`).
///
/// # Errors
/// When it has none.
pub fn named(headers: &HeaderMap) -> Result<Precondition, Failure> {
    let seen = seen(headers);
    let is_named = seen.is.is_some() || seen.is_not == Some(Tags::Any);
    if is_named { Ok(seen) } else { Err(Failure::plain(ErrorCode::PreconditionMissing)) }
}

/// Status of a read whose precondition fails: 412 when it is not the wanted version, 304 when the client has it
/// already. `etag` is a strong tag in quotes; none for content that differs each time.
pub fn unsent(headers: &HeaderMap, etag: Option<&str>) -> Option<StatusCode> {
    let Precondition { is, is_not } = seen(headers);
    let current = etag.map(|etag| etag.trim_matches('"'));
    if is.is_some_and(|tags| !current.map_or(tags == Tags::Any, |current| tags.name_strongly(current))) {
        return Some(StatusCode::PRECONDITION_FAILED);
    }
    let is_known = is_not.is_some_and(|tags| current.map_or(tags == Tags::Any, |current| tags.name_weakly(current)));
    is_known.then_some(StatusCode::NOT_MODIFIED)
}

/// The tags of a header, over all of its lines; none when the header is missing.
fn tags(headers: &HeaderMap, name: HeaderName) -> Option<Tags> {
    let lines: Vec<_> = headers.get_all(name).iter().map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
    (!lines.is_empty()).then(|| parse(&lines.join(",")))
}

/// Parses a list of tags; a malformed list names nothing.
fn parse(text: &str) -> Tags {
    if text.trim() == "*" {
        return Tags::Any;
    }
    let (mut tags, mut rest) = (Vec::new(), text);
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        if rest.is_empty() {
            return Tags::OneOf(tags);
        }
        let Some((tag, behind)) = first(rest) else { return Tags::OneOf(Vec::new()) };
        tags.push(tag);
        rest = behind;
    }
}

/// The first tag of a list, and the rest. Clients may omit its quotes.
fn first(list: &str) -> Option<(Tag, &str)> {
    let (is_weak, list) = list.strip_prefix("W/").map_or((false, list), |strong| (true, strong));
    let (opaque, behind) = match list.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => {
            let (bare, _) = list.split_once(',').unwrap_or((list, ""));
            let behind = list.strip_prefix(bare)?;
            (Some(bare.trim_end()).filter(|bare| !bare.is_empty())?, behind)
        }
    };
    let behind = behind.trim_start_matches([' ', '\t']);
    let is_whole = behind.is_empty() || behind.starts_with(',');
    let is_plain = opaque.chars().all(|letter| letter > ' ' && letter != '"' && letter != '\u{7f}');
    (is_whole && is_plain).then(|| (Tag { opaque: opaque.to_owned(), is_weak }, behind))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn strong(opaque: &str) -> Tag {
        Tag { opaque: opaque.to_owned(), is_weak: false }
    }

    fn weak(opaque: &str) -> Tag {
        Tag { opaque: opaque.to_owned(), is_weak: true }
    }

    #[test]
    fn if_match_header_parsing() {
        let list = |tags: &[Tag]| Some(Tags::OneOf(tags.to_vec()));
        let cases: [(&[&str], Option<Tags>); 24] = [
            (&[], None),
            (&["*"], Some(Tags::Any)),
            (&[" * "], Some(Tags::Any)),
            (&["\"*\""], list(&[strong("*")])),
            (&["\"3\""], list(&[strong("3")])),
            (&["W/\"3\""], list(&[weak("3")])),
            (&["\"W/3\""], list(&[strong("W/3")])),
            (&["\"\""], list(&[strong("")])),
            (&["\"2\", \"3\""], list(&[strong("2"), strong("3")])),
            (&["\"2\",W/\"3\" , \"4\""], list(&[strong("2"), weak("3"), strong("4")])),
            (&["\"a,b\", \"c\""], list(&[strong("a,b"), strong("c")])),
            (&["\"2\"", "\"3\""], list(&[strong("2"), strong("3")])),
            (&[", \"2\",, \"3\" ,"], list(&[strong("2"), strong("3")])),
            (&["\"a/b.c-d_e\""], list(&[strong("a/b.c-d_e")])),
            (&["3"], list(&[strong("3")])),
            (&["-1 "], list(&[strong("-1")])),
            (&["2, \"3\""], list(&[strong("2"), strong("3")])),
            (&[""], list(&[])),
            (&["\"3"], list(&[])),
            (&["\"3\" \"4\""], list(&[])),
            (&["\"2\"3"], list(&[])),
            (&["\"a b\""], list(&[])),
            (&["W/"], list(&[])),
            (&["a\"b"], list(&[])),
        ];
        for (lines, expected) in cases {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::IF_MATCH, HeaderValue::from_static(line));
            }
            assert_eq!(tags(&headers, header::IF_MATCH), expected, "{lines:?}");
        }
    }

    #[test]
    fn required_if_match() {
        for (name, value, is_named) in [
            (header::IF_MATCH, "*", true),
            (header::IF_MATCH, "\"3\"", true),
            (header::IF_MATCH, "W/\"3\"", true),
            (header::IF_NONE_MATCH, "*", true),
            (header::IF_NONE_MATCH, "\"3\"", false),
            (header::ACCEPT, "*", false),
        ] {
            let headers = HeaderMap::from_iter([(name.clone(), HeaderValue::from_static(value))]);
            assert_eq!(named(&headers).is_ok(), is_named, "{name}: {value}");
        }
    }

    #[test]
    fn conditional_reads() {
        let (known, other) = (Some(StatusCode::NOT_MODIFIED), Some(StatusCode::PRECONDITION_FAILED));
        for (is, is_not, expected) in [
            ("", "\"a\"", known),
            ("", "W/\"a\"", known),
            ("", "\"b\", W/\"a\"", known),
            ("", "*", known),
            ("", "\"b\"", None),
            ("", "\"b,a\"", None),
            ("\"a\"", "", None),
            ("*", "", None),
            ("W/\"a\"", "", other),
            ("\"b\"", "\"a\"", other),
            ("\"a\"", "\"a\"", known),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in [(header::IF_MATCH, is), (header::IF_NONE_MATCH, is_not)] {
                if !value.is_empty() {
                    headers.insert(name, HeaderValue::from_static(value));
                }
            }
            assert_eq!(unsent(&headers, Some("\"a\"")), expected, "{is} {is_not}");
        }
        let any = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static("*"))]);
        assert_eq!((unsent(&any, None), unsent(&HeaderMap::new(), None)), (known, None));
    }
}
