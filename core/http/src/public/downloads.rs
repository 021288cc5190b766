//! Files of digital products that buyers download from their order page, completely or resumed.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_commerce::downloads::{self, DownloadRequest};
use stoa_kernel::id::ProductFileId;
use stoa_web::file_headers::{disposition, put};
use stoa_web::ranges::resume_offset;

use crate::extract::{ApiPath, Visitor, path_id};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

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
    let range = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    let from = range.and_then(resume_offset).unwrap_or(0);
    let wanted = DownloadRequest {
        order_token: &path.token,
        file_id: &path.file_id,
        from,
        head_alone: method == Method::HEAD,
        pass: visitor.tester_pass(),
    };
    let opened = downloads::open(&visitor.ctx, &visitor.db, state.blobs.as_ref(), &wanted).await?;
    let (from, bytes) = (opened.from, opened.bytes);
    let mut response = Body::from_stream(opened.part).into_response();
    if from > 0 {
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        put(&mut response, header::CONTENT_RANGE, &format!("bytes {from}-{}/{bytes}", bytes.saturating_sub(1)))?;
    }
    put(&mut response, header::CONTENT_LENGTH, &bytes.saturating_sub(from).to_string())?;
    put(&mut response, header::CONTENT_DISPOSITION, &disposition("attachment", &opened.filename))?;
    for (name, value) in [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::ACCEPT_RANGES, "bytes"),
        (header::CACHE_CONTROL, "private, no-store"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
