//! Files of digital products that buyers download from their order page, completely or resumed.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_commerce::downloads::{self, DownloadRequest};
use stoa_kernel::id::ProductFileId;
use stoa_web::file_headers::{disposition, put};
use stoa_web::file_version::FileVersion;
use stoa_web::ranges::{beyond, resume_offset};

use crate::extract::{ApiPath, Visitor, path_id};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

const KEPT_BY_NOBODY: &str = "private, no-store";
const MIME_TYPE: &str = "application/octet-stream";

/// Path of a file of an order.
#[derive(Debug, Deserialize)]
struct DownloadPath {
    token: String,
    #[serde(deserialize_with = "path_id")]
    file_id: ProductFileId,
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get("/checkout/downloads/{token}/{file_id}", file, opened_by_url())
}

async fn file(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<DownloadPath>,
    method: Method,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let wanted = DownloadRequest { order_token: &path.token, file_id: &path.file_id, pass: visitor.tester_pass() };
    let found = downloads::find(&visitor.ctx, &visitor.db, &wanted).await?;
    // A file is never replaced: its id is its version.
    let version = FileVersion::new(path.file_id.as_str()).changed_on(found.created_on);
    if let Some(mut known) = version.unsent(&headers)? {
        known.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT_BY_NOBODY));
        return Ok(known);
    }
    let bytes = found.bytes;
    let from = resume_offset(&method, &headers, &version).unwrap_or(0);
    if from > 0 && from >= bytes {
        return Ok(beyond(bytes)?);
    }
    let body = if method == Method::HEAD {
        Body::empty()
    } else {
        Body::from_stream(downloads::open(&visitor.ctx, &visitor.db, state.blobs.as_ref(), &found, from).await?)
    };
    let mut response = body.into_response();
    if from > 0 {
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        put(&mut response, header::CONTENT_RANGE, &format!("bytes {from}-{}/{bytes}", bytes.saturating_sub(1)))?;
    }
    put(&mut response, header::CONTENT_LENGTH, &bytes.saturating_sub(from).to_string())?;
    put(&mut response, header::CONTENT_DISPOSITION, &disposition("attachment", &found.filename))?;
    version.describe(&mut response)?;
    for (name, value) in
        [(header::CONTENT_TYPE, MIME_TYPE), (header::ACCEPT_RANGES, "bytes"), (header::CACHE_CONTROL, KEPT_BY_NOBODY)]
    {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
