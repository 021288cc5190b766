//! Answers to conditional requests for a version of a body.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use stoa_kernel::{ErrorCode, Failure};

use crate::precondition::unsent;
use crate::problem::ApiError;

/// Sends a body, or 304 when the browser has this version, or 412 when it is not the wanted version.
pub fn conditional(headers: &HeaderMap, etag: Option<&str>, body: Bytes, mime_type: &str) -> Response {
    let mut response = match unsent(headers, etag) {
        None => body.into_response(),
        Some(StatusCode::NOT_MODIFIED) => StatusCode::NOT_MODIFIED.into_response(),
        Some(_) => return ApiError(Failure::plain(ErrorCode::RevisionStale)).into_response(),
    };
    let whole = response.status() == StatusCode::OK;
    let sent = response.headers_mut();
    if let Some(etag) = etag.and_then(|etag| HeaderValue::from_str(etag).ok()) {
        sent.insert(header::ETAG, etag);
    }
    if let (true, Ok(kind)) = (whole, HeaderValue::from_str(mime_type)) {
        sent.insert(header::CONTENT_TYPE, kind);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching_etag_returns_304() {
        let send = |name, value| {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
            conditional(&headers, Some("\"a\""), Bytes::from_static(b"x"), "text/plain").status()
        };
        assert_eq!(send(header::ACCEPT, "*/*"), StatusCode::OK);
        assert_eq!(send(header::IF_NONE_MATCH, "\"b\", W/\"a\""), StatusCode::NOT_MODIFIED);
        assert_eq!(send(header::IF_NONE_MATCH, "\"b\""), StatusCode::OK);
        assert_eq!(send(header::IF_MATCH, "\"b\""), StatusCode::PRECONDITION_FAILED);
    }
}
