//! Assembles the HTTP application: documented operations, pages and the request middleware.

use std::sync::OnceLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, HeaderName, StatusCode, Version};
use axum::middleware::from_fn_with_state;
use stoa_kernel::{ErrorCode, Failure};
use stoa_web::ranges::serves_ranges;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};

use crate::middleware::{RequestPipeline, pass};
use crate::policy_router::PolicyRouter;
use crate::problem::{ApiError, ApiResult};
use crate::route_policies::RoutePolicies;
use crate::route_policy::reads;
use crate::state::AppState;
use crate::{openapi, public};

/// Largest request body of a visitor: 64 KiB.
const BODY_LIMIT: usize = 64 * 1024;

/// Files whose ranges are served are never compressed. Other downloads, such as those of contributors, are sent as they are
/// too: most are compressed already, and their length is announced.
const FILES: NotForContentType = NotForContentType::const_new("application/octet-stream");
const DOCUMENTS: NotForContentType = NotForContentType::const_new("application/pdf");
const VIDEO: NotForContentType = NotForContentType::const_new("video/");
const AUDIO: NotForContentType = NotForContentType::const_new("audio/");

/// The application, ready to be served.
pub fn router(state: AppState) -> Router {
    let (router, policies) = routes().into_parts();
    router
        .layer((
            CompressionLayer::new().compress_when(
                DefaultPredicate::new().and(FILES).and(DOCUMENTS).and(VIDEO).and(AUDIO).and(has_no_ranges),
            ),
            from_fn_with_state(RequestPipeline::new(state.clone(), policies), pass),
            DefaultBodyLimit::max(BODY_LIMIT),
        ))
        .with_state(state)
}

fn has_no_ranges(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !serves_ranges(headers)
}

/// The policies of all routes.
pub fn policies() -> RoutePolicies {
    routes().policies()
}

/// All routes with their policies.
pub(crate) fn routes() -> PolicyRouter {
    openapi::calls()
        .into_router()
        .get("/api/openapi.json", written_document, reads())
        .refuse_other_methods(other_method)
        .refuse("/api/{*rest}", unknown_call)
        .merge(public::health::routes())
        .merge(public::admin_app::routes())
        .merge(public::panel_frame::routes())
        .merge(public::routes())
}

/// The OpenAPI document. Only its text is kept, from the first request on: the structures it is built from take
/// seventeen times as much memory.
async fn written_document() -> ApiResult<([(HeaderName, &'static str); 1], Bytes)> {
    static WRITTEN: OnceLock<Bytes> = OnceLock::new();
    let text = match WRITTEN.get() {
        Some(text) => text.clone(),
        None => {
            let text = serde_json::to_vec(&openapi::document()).map_err(Failure::internal)?;
            WRITTEN.get_or_init(|| Bytes::from(text)).clone()
        }
    };
    Ok(([(CONTENT_TYPE, "application/json")], text))
}

async fn other_method() -> ApiError {
    ApiError(Failure::plain(ErrorCode::MethodNotAllowed))
}

async fn unknown_call() -> ApiError {
    ApiError(Failure::new(ErrorCode::NotFound, "There is no such endpoint."))
}
