//! How many calls there are, how they end and how long they take, by route.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;

/// Counts the call and its seconds. Pages have no route of their own: they count as `page`.
pub(crate) async fn measure(request: Request, next: Next) -> Response {
    let method = request.method().as_str().to_owned();
    let route =
        request.extensions().get::<MatchedPath>().map_or_else(|| "page".to_owned(), |path| path.as_str().to_owned());
    let begun = Instant::now();
    let response = next.run(request).await;
    let labels = [("method", method), ("route", route), ("status", response.status().as_str().to_owned())];
    metrics::counter!("stoa_http_requests_total", &labels).increment(1);
    metrics::histogram!("stoa_http_request_seconds", &labels).record(begun.elapsed().as_secs_f64());
    response
}
