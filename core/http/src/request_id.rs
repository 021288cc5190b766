//! Every call gets an id; it stands in the logs and in the header `X-Request-Id`.

use axum::extract::Request;
use axum::http::{Extensions, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use stoa_kernel::token::random_token;

/// The id of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id a call was given; a fresh one outside the middleware.
    pub fn of(extensions: &Extensions) -> RequestId {
        extensions.get::<RequestId>().cloned().unwrap_or_else(|| RequestId(random_token(16)))
    }
}

/// Gives the call its id. One that came with the call is not taken: it could be anything.
pub(crate) async fn assign(mut request: Request, next: Next) -> Response {
    let id = RequestId(random_token(16));
    request.extensions_mut().insert(id.clone());
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(id.as_str()) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}
