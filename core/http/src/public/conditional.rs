use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

/// Sends bytes, or only word that they are the same as what the browser has.
pub(crate) fn conditional(headers: &HeaderMap, etag: Option<&str>, body: Bytes, mime_type: &str) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let same = etag.zip(known).is_some_and(|(etag, known)| {
        known.split(',').any(|one| one.trim().trim_start_matches("W/") == etag || one.trim() == "*")
    });
    let mut response = if same { StatusCode::NOT_MODIFIED.into_response() } else { body.into_response() };
    let sent = response.headers_mut();
    if let Some(etag) = etag.and_then(|etag| HeaderValue::from_str(etag).ok()) {
        sent.insert(header::ETAG, etag);
    }
    if let (false, Ok(kind)) = (same, HeaderValue::from_str(mime_type)) {
        sent.insert(header::CONTENT_TYPE, kind);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_version_is_not_sent_again() {
        let mut headers = HeaderMap::new();
        let send = |headers: &HeaderMap| conditional(headers, Some("\"a\""), Bytes::from_static(b"x"), "text/plain");
        assert_eq!(send(&headers).status(), StatusCode::OK);
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"b\", W/\"a\""));
        assert_eq!(send(&headers).status(), StatusCode::NOT_MODIFIED);
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"b\""));
        assert_eq!(send(&headers).status(), StatusCode::OK);
    }
}
