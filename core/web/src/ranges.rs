//! Range requests (RFC 9110, section 14), for media players. Not the crate `http-range-header`: it parses
//! several ranges, of which none are sent, and knows no `If-Range`.

use std::ops::Range;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use stoa_kernel::Failure;

use crate::file_headers::put;

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
}

/// Chooses the part of a file of `size` bytes that a request wants.
///
/// # Errors
/// Never in practice: the header of a refusal contains numbers alone.
pub fn part(headers: &HeaderMap, etag: &str, size: u64) -> Result<Part, Failure> {
    let (status, bytes) = match wanted(headers, etag, size) {
        RequestedRange::Whole => (StatusCode::OK, 0..size),
        RequestedRange::Part(bytes) => (StatusCode::PARTIAL_CONTENT, bytes),
        RequestedRange::Beyond => {
            let mut response = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
            put(&mut response, header::CONTENT_RANGE, &format!("bytes */{size}"))?;
            return Ok(Part::Refused(response));
        }
    };
    Ok(Part::Sent(SentPart { status, bytes, size }))
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
        put(response, header::ACCEPT_RANGES, "bytes")
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

/// Parses `Range`. Several ranges, and ranges of another version of the file, give the whole file.
fn wanted(headers: &HeaderMap, etag: &str, size: u64) -> RequestedRange {
    let text = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
    let Some(range) = text(header::RANGE) else { return RequestedRange::Whole };
    if text(header::IF_RANGE).is_some_and(|version| version != etag) {
        return RequestedRange::Whole;
    }
    parse(range, size).unwrap_or(RequestedRange::Whole)
}

fn parse(range: &str, size: u64) -> Option<RequestedRange> {
    let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    let (start, end) = match (first, last) {
        ("", count) => (size.saturating_sub(count.parse().ok()?), size),
        (first, "") => (first.parse().ok()?, size),
        (first, last) => (first.parse().ok()?, last.parse::<u64>().ok()?.saturating_add(1).min(size)),
    };
    let nothing = first.is_empty() && start == end;
    if start >= size || nothing {
        return Some(RequestedRange::Beyond);
    }
    (start < end).then_some(RequestedRange::Part(start..end))
}

/// Offset at which a download resumes: only the form `bytes=N-`, which browsers send for it. Any other range gets the
/// whole file (RFC 9110, section 14.2).
pub fn resume_offset(range: &str) -> Option<u64> {
    range.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_must_be_within_file() {
        assert_eq!(resume_offset("bytes=100-"), Some(100));
        for other in ["bytes=0-99", "bytes=-5", "bytes=1-,5-", "lines=1-", "bytes=x-"] {
            assert_eq!(resume_offset(other), None, "{other}");
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
            ("bytes=5-2", RequestedRange::Whole),
            ("bytes=0-1,5-9", RequestedRange::Whole),
            ("lines=1-2", RequestedRange::Whole),
        ] {
            let headers = HeaderMap::from_iter([(header::RANGE, range.parse().unwrap())]);
            assert_eq!(wanted(&headers, "\"a\"", 1000), expected, "{range}");
        }
        let mut headers = HeaderMap::from_iter([(header::RANGE, "bytes=5-".parse().unwrap())]);
        headers.insert(header::IF_RANGE, "\"b\"".parse().unwrap());
        assert_eq!(wanted(&headers, "\"a\"", 1000), RequestedRange::Whole);
    }
}
