//! Range requests (RFC 9110, section 14), for media players. Not the crate `http-range-header`: it parses
//! several ranges, of which none are sent, and knows no `If-Range`.

use std::ops::Range;

use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use stoa_kernel::Failure;

use crate::file_headers::put;
use crate::file_version::FileVersion;

/// `Accept-Ranges` of a file of which ranges are sent.
const RANGES: &str = "bytes";

/// What is sent of a file.
pub enum Part {
    /// A range of bytes, or the whole file.
    Sent(SentPart),
    /// An error response: the range begins after the end.
    Refused(Response),
}

/// The bytes that are sent.
pub struct SentPart {
    status: StatusCode,
    /// Their positions.
    pub bytes: Range<u64>,
    size: u64,
    has_ranges: bool,
}

/// Chooses the part of a file of `size` bytes that a request wants. Preconditions are checked before.
///
/// # Errors
/// Never in practice: the header of a refusal contains numbers alone.
pub fn part(method: &Method, headers: &HeaderMap, version: &FileVersion, size: u64) -> Result<Part, Failure> {
    let (status, bytes) = match wanted(method, headers, version, size) {
        RequestedRange::Whole => (StatusCode::OK, 0..size),
        RequestedRange::Part(bytes) => (StatusCode::PARTIAL_CONTENT, bytes),
        RequestedRange::Beyond => return Ok(Part::Refused(beyond(size)?)),
    };
    Ok(Part::Sent(SentPart { status, bytes, size, has_ranges: true }))
}

/// A file of `size` bytes that is sent whole to every request, so that the answer may be compressed: a range would be of
/// other bytes.
pub fn whole_alone(size: u64) -> SentPart {
    SentPart { status: StatusCode::OK, bytes: 0..size, size, has_ranges: false }
}

/// Whether the resource of a response also serves ranges of its bytes. It must not be compressed then: the whole file would
/// have the tag of ranges that are not of the same bytes.
pub fn serves_ranges(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT_RANGES).is_some_and(|unit| unit == RANGES)
}

/// The refusal of a range that begins after the end of a file of `size` bytes: no cache keeps it.
///
/// # Errors
/// Never in practice: its header contains numbers alone.
pub fn beyond(size: u64) -> Result<Response, Failure> {
    let mut response = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
    put(&mut response, header::CONTENT_RANGE, &format!("bytes */{size}"))?;
    put(&mut response, header::ACCEPT_RANGES, RANGES)?;
    put(&mut response, header::CACHE_CONTROL, "no-store")?;
    Ok(response)
}

impl SentPart {
    /// Sets status and headers of the response.
    ///
    /// # Errors
    /// Never in practice: the headers contain numbers alone.
    pub fn describe(&self, response: &mut Response) -> Result<(), Failure> {
        *response.status_mut() = self.status;
        let Range { start, end } = self.bytes;
        if self.status == StatusCode::PARTIAL_CONTENT {
            let last = end.saturating_sub(1);
            put(response, header::CONTENT_RANGE, &format!("bytes {start}-{last}/{}", self.size))?;
        }
        put(response, header::CONTENT_LENGTH, &end.saturating_sub(start).to_string())?;
        put(response, header::ACCEPT_RANGES, if self.has_ranges { RANGES } else { "none" })
    }
}

/// The requested part of a file.
#[derive(Debug, PartialEq, Eq)]
enum RequestedRange {
    /// The whole file.
    Whole,
    /// A range of bytes.
    Part(Range<u64>),
    /// A range that begins after the end.
    Beyond,
}

/// Several ranges, and those of which [`asked`] says nothing, give the whole file.
fn wanted(method: &Method, headers: &HeaderMap, version: &FileVersion, size: u64) -> RequestedRange {
    asked(method, headers, version).and_then(|range| parse(range, size)).unwrap_or(RequestedRange::Whole)
}

/// The bytes that a request asks for, without their unit; none if its range does not count: only a GET has one, and
/// `If-Range` must name this version (RFC 9110, sections 13.1.5 and 14.2).
fn asked<'a>(method: &Method, headers: &'a HeaderMap, version: &FileVersion) -> Option<&'a str> {
    let is_current = headers.get(header::IF_RANGE).is_none_or(|named| version.is_named_by(named));
    let range = headers.get(header::RANGE).filter(|_| is_current && *method == Method::GET)?;
    let (unit, bytes) = range.to_str().ok()?.split_once('=')?;
    unit.eq_ignore_ascii_case("bytes").then_some(bytes)
}

fn parse(range: &str, size: u64) -> Option<RequestedRange> {
    let (first, last) = range.split_once('-')?;
    let (start, end) = match (first, last) {
        ("", count) => (size.saturating_sub(number(count)?), size),
        (first, "") => (number(first)?, size),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return None;
            }
            (first, last.saturating_add(1).min(size))
        }
    };
    Some(if start < size { RequestedRange::Part(start..end) } else { RequestedRange::Beyond })
}

/// A number in digits alone; one that is too large for any file is the largest.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

/// Offset at which a download resumes: only the form `bytes=N-`, which browsers send for it. Any other range gets the
/// whole file (RFC 9110, section 14.2), as does one of another version.
pub fn resume_offset(method: &Method, headers: &HeaderMap, version: &FileVersion) -> Option<u64> {
    asked(method, headers, version)?.strip_suffix('-').and_then(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_must_be_within_file() {
        let offset = |range: &str| {
            let headers = HeaderMap::from_iter([(header::RANGE, range.parse().unwrap())]);
            resume_offset(&Method::GET, &headers, &FileVersion::new("a"))
        };
        assert_eq!((offset("bytes=100-"), offset("Bytes=7-")), (Some(100), Some(7)));
        for other in ["bytes=0-99", "bytes=-5", "bytes=1-,5-", "lines=1-", "bytes=x-", "bytes=+1-", "bytes=-"] {
            assert_eq!(offset(other), None, "{other}");
        }
    }

    /// A range of another version would be joined with what the client has of this one.
    #[test]
    fn range_is_of_the_version_that_if_range_names() {
        for (method, version, expected) in [
            (Method::GET, "\"a\"", RequestedRange::Part(5..1000)),
            (Method::GET, "\"b\"", RequestedRange::Whole),
            (Method::GET, "W/\"a\"", RequestedRange::Whole),
            (Method::GET, "a", RequestedRange::Whole),
            (Method::GET, "Sat, 01 Jan 2000 00:00:00 GMT", RequestedRange::Whole),
            (Method::HEAD, "\"a\"", RequestedRange::Whole),
        ] {
            let mut headers = HeaderMap::from_iter([(header::RANGE, "bytes=5-".parse().unwrap())]);
            headers.insert(header::IF_RANGE, version.parse().unwrap());
            let resumed = (expected != RequestedRange::Whole).then_some(5);
            assert_eq!(resume_offset(&method, &headers, &FileVersion::new("a")), resumed, "{method} {version}");
            assert_eq!(wanted(&method, &headers, &FileVersion::new("a"), 1000), expected, "{method} {version}");
        }
    }

    #[test]
    fn media_range_requests() {
        for (range, expected) in [
            ("bytes=0-99", RequestedRange::Part(0..100)),
            ("bytes=900-", RequestedRange::Part(900..1000)),
            ("bytes=-100", RequestedRange::Part(900..1000)),
            ("bytes=-5000", RequestedRange::Part(0..1000)),
            ("bytes=990-5000", RequestedRange::Part(990..1000)),
            ("bytes=1000-", RequestedRange::Beyond),
            ("bytes=-0", RequestedRange::Beyond),
            ("bytes=99999999999999999999-", RequestedRange::Beyond),
            ("BYTES=5-99999999999999999999", RequestedRange::Part(5..1000)),
            ("bytes=2000-3000", RequestedRange::Beyond),
            ("bytes=5-2", RequestedRange::Whole),
            ("bytes=2000-1000", RequestedRange::Whole),
            ("bytes=+5-9", RequestedRange::Whole),
            ("bytes=-", RequestedRange::Whole),
            ("bytes=0-1,5-9", RequestedRange::Whole),
            ("lines=1-2", RequestedRange::Whole),
        ] {
            let headers = HeaderMap::from_iter([(header::RANGE, range.parse().unwrap())]);
            assert_eq!(wanted(&Method::GET, &headers, &FileVersion::new("a"), 1000), expected, "{range}");
        }
    }
}
