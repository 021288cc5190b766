//! Every request gets an id; it appears in the logs and in the header `X-Request-Id`.

use axum::http::{Extensions, HeaderName, HeaderValue};
use axum::response::Response;
use stoa_kernel::token::random_characters;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestId([u8; 16]);

impl RequestId {
    /// A new id. One sent by the client is not used: it could be anything.
    pub fn generate() -> Self {
        Self(random_characters())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The id of a request; a new one outside the program's router.
    pub fn of(extensions: &Extensions) -> RequestId {
        extensions.get::<RequestId>().copied().unwrap_or_else(RequestId::generate)
    }

    /// Sets the response header.
    pub fn stamp(self, response: &mut Response) {
        if let Ok(value) = HeaderValue::from_bytes(&self.0) {
            response.headers_mut().insert(HEADER, value);
        }
    }
}
