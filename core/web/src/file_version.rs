//! Versions of files in conditional requests (RFC 9110, section 13): their tags, and the times of their last changes.

use std::time::{Duration, SystemTime};

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use httpdate::{fmt_http_date, parse_http_date};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::{ErrorCode, Failure};

use crate::file_headers::put;
use crate::precondition::unsent;
use crate::problem::ApiError;

/// The last second that an HTTP date can name, since the Unix epoch.
const LAST_SECOND: u64 = 253_402_300_799;

/// A version of a file. Nothing else has its tag, nor is its time that of two versions, so that both name its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVersion {
    /// A strong tag, in quotes.
    etag: String,
    is_weak: bool,
    changed: Option<SystemTime>,
}

impl FileVersion {
    /// A version with a tag alone, which is put in quotes.
    pub fn new(tag: &str) -> Self {
        Self { etag: format!("\"{tag}\""), is_weak: false, changed: None }
    }

    /// The same with a weak tag, for a file that is sent compressed too: the tag names both, and no range of one of them.
    #[must_use]
    pub fn in_any_coding(self) -> Self {
        Self { is_weak: true, ..self }
    }

    /// The same with the time of its last change, of which HTTP tells the second.
    #[must_use]
    pub fn changed_on(self, time: Timestamp) -> Self {
        let seconds = u64::try_from(time.seconds()).unwrap_or(0).min(LAST_SECOND);
        Self { changed: SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)), ..self }
    }

    /// The answer to a read whose precondition fails: 304 when the client has this version, 412 when it wants another. A
    /// date counts only without a tag of the same kind.
    ///
    /// # Errors
    /// When the tag is no valid header value.
    pub fn unsent(&self, headers: &HeaderMap) -> Result<Option<Response>, Failure> {
        let Some(status) = self.unsent_status(headers) else { return Ok(None) };
        if status != StatusCode::NOT_MODIFIED {
            return Ok(Some(ApiError(Failure::plain(ErrorCode::RevisionStale)).into_response()));
        }
        let mut response = status.into_response();
        self.put_tag(&mut response)?;
        Ok(Some(response))
    }

    /// The preconditions in the order of section 13.2.2.
    fn unsent_status(&self, headers: &HeaderMap) -> Option<StatusCode> {
        let is_gone = !headers.contains_key(header::IF_MATCH)
            && self.is_later_than(headers, header::IF_UNMODIFIED_SINCE) == Some(true);
        if is_gone {
            return Some(StatusCode::PRECONDITION_FAILED);
        }
        let is_known = !headers.contains_key(header::IF_NONE_MATCH)
            && self.is_later_than(headers, header::IF_MODIFIED_SINCE) == Some(false);
        unsent(headers, Some(&self.etag)).or(is_known.then_some(StatusCode::NOT_MODIFIED))
    }

    /// Whether it was changed after the date in a header; none without one that can be read, or when the time of the
    /// change is not known.
    fn is_later_than(&self, headers: &HeaderMap, name: HeaderName) -> Option<bool> {
        let date = date(headers.get(name)?)?;
        self.changed.map(|changed| changed > date)
    }

    /// Whether `If-Range` names it: by its strong tag, or by exactly the time of its change (section 13.1.5).
    pub(crate) fn is_named_by(&self, version: &HeaderValue) -> bool {
        version.as_bytes() == self.etag.as_bytes() || self.changed.is_some_and(|changed| date(version) == Some(changed))
    }

    /// Sets the headers that name this version.
    ///
    /// # Errors
    /// When the tag is no valid header value.
    pub fn describe(&self, response: &mut Response) -> Result<(), Failure> {
        self.put_tag(response)?;
        match self.changed {
            Some(changed) => put(response, header::LAST_MODIFIED, &fmt_http_date(changed)),
            None => Ok(()),
        }
    }

    fn put_tag(&self, response: &mut Response) -> Result<(), Failure> {
        let weak = if self.is_weak { "W/" } else { "" };
        put(response, header::ETAG, &format!("{weak}{}", self.etag))
    }
}

fn date(value: &HeaderValue) -> Option<SystemTime> {
    parse_http_date(value.to_str().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGED: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
    const BEFORE: &str = "Sun, 06 Nov 1994 08:49:36 GMT";
    const AFTER: &str = "Sun, 06 Nov 1994 08:49:38 GMT";

    fn version() -> FileVersion {
        FileVersion::new("a").changed_on(Timestamp::from_ms(784_111_777_900))
    }

    #[test]
    fn dates_count_without_tags() {
        let (known, other) = (Some(StatusCode::NOT_MODIFIED), Some(StatusCode::PRECONDITION_FAILED));
        for (name, value, tag, expected) in [
            (header::IF_MODIFIED_SINCE, CHANGED, "", known),
            (header::IF_MODIFIED_SINCE, AFTER, "", known),
            (header::IF_MODIFIED_SINCE, "Sunday, 06-Nov-94 08:49:37 GMT", "", known),
            (header::IF_MODIFIED_SINCE, BEFORE, "", None),
            (header::IF_MODIFIED_SINCE, "yesterday", "", None),
            (header::IF_MODIFIED_SINCE, AFTER, "\"b\"", None),
            (header::IF_MODIFIED_SINCE, BEFORE, "\"a\"", known),
            (header::IF_UNMODIFIED_SINCE, CHANGED, "", None),
            (header::IF_UNMODIFIED_SINCE, AFTER, "", None),
            (header::IF_UNMODIFIED_SINCE, BEFORE, "", other),
            (header::IF_UNMODIFIED_SINCE, BEFORE, "\"a\"", None),
            (header::IF_UNMODIFIED_SINCE, AFTER, "\"b\"", other),
        ] {
            let tags = if name == header::IF_MODIFIED_SINCE { header::IF_NONE_MATCH } else { header::IF_MATCH };
            let mut headers = HeaderMap::from_iter([(name.clone(), HeaderValue::from_static(value))]);
            if !tag.is_empty() {
                headers.insert(tags, HeaderValue::from_static(tag));
            }
            assert_eq!(version().unsent_status(&headers), expected, "{name}: {value} {tag}");
        }
        let headers = HeaderMap::from_iter([(header::IF_MODIFIED_SINCE, HeaderValue::from_static(AFTER))]);
        assert_eq!(FileVersion::new("a").unsent_status(&headers), None, "the time of its change is not known");
    }

    #[test]
    fn headers_name_the_version() -> Result<(), Failure> {
        let mut response = Response::default();
        version().describe(&mut response)?;
        let named = |name: HeaderName| response.headers().get(name).and_then(|value| value.to_str().ok());
        assert_eq!((named(header::ETAG), named(header::LAST_MODIFIED)), (Some("\"a\""), Some(CHANGED)));
        for known in ["\"a\"", CHANGED, "Sunday, 06-Nov-94 08:49:37 GMT"] {
            assert!(version().is_named_by(&HeaderValue::from_static(known)), "{known}");
        }
        for other in ["\"b\"", "W/\"a\"", BEFORE, AFTER, "a"] {
            assert!(!version().is_named_by(&HeaderValue::from_static(other)), "{other}");
        }
        assert!(!FileVersion::new("a").is_named_by(&HeaderValue::from_static(CHANGED)));
        FileVersion::new("a").in_any_coding().describe(&mut response)?;
        assert_eq!(response.headers().get(header::ETAG), Some(&HeaderValue::from_static("W/\"a\"")));
        Ok(())
    }
}
