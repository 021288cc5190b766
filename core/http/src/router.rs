//! The whole of the web in one place: documented calls, pages, and what every call passes through.

use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Json, Router};
use stoa_kernel::{ErrorCode, Failure};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};

use crate::passage::{Passage, pass};
use crate::problem::ApiError;
use crate::state::AppState;
use crate::{openapi, public};

/// Largest body of a visitor's call: 64 KiB.
const BODY_LIMIT: usize = 64 * 1024;

/// Downloads, films and sound go out as they are: most are packed already, and their length is announced.
const FILES: NotForContentType = NotForContentType::const_new("application/octet-stream");
const DOCUMENTS: NotForContentType = NotForContentType::const_new("application/pdf");
const VIDEO: NotForContentType = NotForContentType::const_new("video/");
const AUDIO: NotForContentType = NotForContentType::const_new("audio/");

/// The application, ready to be served.
pub fn router(state: AppState) -> Router {
    let (calls, document) = openapi::api().split_for_parts();
    Router::new()
        .merge(calls)
        .method_not_allowed_fallback(other_method)
        .route("/api/openapi.json", get(move || async move { Json(document) }))
        .route("/api/{*rest}", axum::routing::any(unknown_call))
        .merge(public::health::routes())
        .merge(public::admin_app::routes())
        .merge(public::routes())
        .layer((
            CompressionLayer::new()
                .compress_when(DefaultPredicate::new().and(FILES).and(DOCUMENTS).and(VIDEO).and(AUDIO)),
            from_fn_with_state(Passage::new(state.clone()), pass),
            DefaultBodyLimit::max(BODY_LIMIT),
        ))
        .with_state(state)
}

async fn other_method() -> ApiError {
    ApiError(Failure::plain(ErrorCode::MethodNotAllowed))
}

async fn unknown_call() -> ApiError {
    ApiError(Failure::new(ErrorCode::NotFound, "There is no such call."))
}
