//! Pages that anyone who knows their address may see.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Path of a link with a token.
#[derive(Debug, Deserialize)]
pub(super) struct LinkPath {
    pub(super) token: String,
}

/// A response that keeps its address secret: no referrer for other sites, no indexing.
pub(super) fn at_secret_address(mut response: Response) -> Response {
    for (name, value) in [(header::REFERRER_POLICY, "no-referrer"), (ROBOTS, "noindex, nofollow")] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
