//! Metrics, served at a separate address that visitors of sites cannot reach.

use std::sync::{Arc, Weak};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use sha2::{Digest as _, Sha256};
use stoa_tenancy::Databases;

use crate::config::Secret;
use crate::process_metrics;

struct Measurements {
    handle: PrometheusHandle,
    databases: Weak<Databases>,
    token: Secret,
}

/// Serves `/metrics` in Prometheus' text format; requires the token, if one is set.
pub(crate) fn router(handle: PrometheusHandle, databases: Weak<Databases>, token: Secret) -> Router {
    Router::new().route("/metrics", get(text)).with_state(Arc::new(Measurements { handle, databases, token }))
}

async fn text(State(measurements): State<Arc<Measurements>>, headers: HeaderMap) -> Response {
    if !measurements.token.is_empty() && !has_token(&headers, measurements.token.expose()) {
        return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response();
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4"), (header::CACHE_CONTROL, "no-store")];
    let mut text = measurements.handle.render();
    text.push_str(&process_metrics::text(measurements.databases.upgrade().as_deref()));
    (kind, text).into_response()
}

/// Compares hashes, so that the time taken reveals nothing about the token.
fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let said = said.and_then(|said| said.strip_prefix("Bearer "));
    said.is_some_and(|said| Sha256::digest(said) == Sha256::digest(token))
}
