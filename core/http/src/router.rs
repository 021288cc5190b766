//! The whole of the web in one place: documented calls, pages, and what every call passes through.

use std::time::Duration;

use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use stoa_kernel::{ErrorCode, Failure};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::problem::ApiError;
use crate::request_id::RequestId;
use crate::state::AppState;
use crate::{aftermath, crumb, measure, openapi, public, request_id, throttle};

/// Largest body of a visitor's call: 64 KiB.
const BODY_LIMIT: usize = 64 * 1024;
/// Longest a call may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// The application, ready to be served.
pub fn router(state: AppState) -> Router {
    let (calls, document) = openapi::api().split_for_parts();
    Router::new()
        .merge(calls)
        .route("/api/openapi.json", get(move || async move { Json(document) }))
        .route("/api/{*rest}", axum::routing::any(unknown_call))
        .merge(public::health::routes())
        .merge(public::admin_app::routes())
        .merge(public::routes())
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn(measure::measure))
        .layer(from_fn_with_state(state.clone(), aftermath::follow_up))
        .layer(from_fn(crumb::guard))
        .layer(from_fn_with_state(state.clone(), throttle::guard))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, TIME_LIMIT))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::REFERRER_POLICY,
            HeaderValue::from_static("strict-origin-when-cross-origin"),
        ))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .layer(from_fn(request_id::assign))
        .with_state(state)
}

fn span(request: &Request) -> tracing::Span {
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    tracing::info_span!(
        "call",
        request.id = RequestId::of(request.extensions()).as_str(),
        tenant.id = tracing::field::Empty,
        http.method = %request.method(),
        http.route = route.unwrap_or_default(),
    )
}

async fn unknown_call() -> ApiError {
    ApiError(Failure::new(ErrorCode::NotFound, "There is no such call."))
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a call panicked");
    ApiError(Failure::plain(ErrorCode::Internal)).into_response()
}
