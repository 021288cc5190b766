//! Videos and files of lessons, for the accounts that have bought them.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_commerce::lessons::{self, LessonFile};
use stoa_kernel::id::{ProductFileId, ProductId};
use stoa_web::file_headers::{disposition, put};
use stoa_web::file_version::FileVersion;
use stoa_web::ranges::{self, Part};

use super::media::NOTHING_RUNS;
use crate::extract::{ApiPath, Visitor, path_id};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

const KEPT_BY_NOBODY: &str = "private, no-store";

/// Path of a file of a paywall.
#[derive(Debug, Deserialize)]
struct LessonPath {
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
    #[serde(deserialize_with = "path_id")]
    file_id: ProductFileId,
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get("/checkout/lessons/{item_id}/{file_id}", file, opened_by_url())
}

async fn file(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LessonPath>,
    method: Method,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let lesson = lessons::find(&visitor.ctx, &visitor.db, &path.item_id, &path.file_id, visitor.tester_pass()).await?;
    sent(&state, &lesson, &method, &headers).await
}

/// Sends the file of a lesson, or the requested range.
pub(super) async fn sent(
    state: &AppState,
    lesson: &LessonFile,
    method: &Method,
    headers: &HeaderMap,
) -> ApiResult<Response> {
    // A file is never replaced: its id is its version.
    let version = FileVersion::new(lesson.id.as_str()).changed_on(lesson.created_on);
    if let Some(mut known) = version.unsent(headers)? {
        known.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT_BY_NOBODY));
        return Ok(known);
    }
    let part = match ranges::part(method, headers, &version, lesson.bytes)? {
        Part::Sent(part) => part,
        Part::Refused(response) => return Ok(response),
    };
    let body = lessons::part(state.blobs.as_ref(), lesson, part.bytes.clone()).await?;
    let mut response = Body::from_stream(body).into_response();
    part.describe(&mut response)?;
    let kind = if lesson.is_played() { "inline" } else { "attachment" };
    put(&mut response, header::CONTENT_DISPOSITION, &disposition(kind, &lesson.filename))?;
    put(&mut response, header::CONTENT_TYPE, lesson.mime_type)?;
    version.describe(&mut response)?;
    for (name, value) in [(header::CACHE_CONTROL, KEPT_BY_NOBODY), (header::CONTENT_SECURITY_POLICY, NOTHING_RUNS)] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
