//! Files of digital products that buyers download from their order page, completely or resumed.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Deserialize;
use stoa_commerce::downloads::{self, DownloadRequest};
use stoa_kernel::id::ProductFileId;
use stoa_web::conditional::conditional;
use stoa_web::file_headers::{disposition, put};
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
    // A file is never replaced: its id is its version.
    let etag = format!("\"{}\"", path.file_id);
    let mut known = conditional(&headers, Some(&etag), Bytes::new(), MIME_TYPE);
    let is_unsent = known.status() != StatusCode::OK;
    let from = resume_offset(&method, &headers, &etag).unwrap_or(0);
    let wanted = DownloadRequest {
        order_token: &path.token,
        file_id: &path.file_id,
        from,
        without_content: is_unsent || method == Method::HEAD,
        pass: visitor.tester_pass(),
    };
    let opened = downloads::open(&visitor.ctx, &visitor.db, state.blobs.as_ref(), &wanted).await?;
    let bytes = opened.bytes;
    if is_unsent {
        known.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT_BY_NOBODY));
        return Ok(known);
    }
    if from > 0 && from >= bytes {
        return Ok(beyond(bytes)?);
    }
    let mut response = opened.part.map_or_else(Body::empty, Body::from_stream).into_response();
    if from > 0 {
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        put(&mut response, header::CONTENT_RANGE, &format!("bytes {from}-{}/{bytes}", bytes.saturating_sub(1)))?;
    }
    put(&mut response, header::CONTENT_LENGTH, &bytes.saturating_sub(from).to_string())?;
    put(&mut response, header::CONTENT_DISPOSITION, &disposition("attachment", &opened.filename))?;
    put(&mut response, header::ETAG, &etag)?;
    for (name, value) in
        [(header::CONTENT_TYPE, MIME_TYPE), (header::ACCEPT_RANGES, "bytes"), (header::CACHE_CONTROL, KEPT_BY_NOBODY)]
    {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
