//! Preview of a digital product for contributors: what its buyers will get, before anybody has bought it.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use stoa_commerce::downloads::{self, PREVIEWS};
use stoa_render::PageResponse;

use super::lessons::sent;
use super::pages::{page_call, page_response, plain_page};
use crate::extract::{ApiPath, Visitor};
use crate::problem::ApiResult;
use crate::state::AppState;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Path of a preview link.
#[derive(Debug, Deserialize)]
struct LinkPath {
    token: String,
}

/// Path of a file of the product.
#[derive(Debug, Deserialize)]
struct FilePath {
    token: String,
    file_id: String,
}

/// The routes of this module.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(&format!("{PREVIEWS}{{token}}"), get(page))
        .route(&format!("{PREVIEWS}{{token}}/{{file_id}}"), get(file))
}

async fn page(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LinkPath>,
) -> ApiResult<Response> {
    let call = page_call(&state, &visitor, &format!("{PREVIEWS}{}", path.token)).await?;
    let drawn = state.renderer.digital_preview_page(&visitor.ctx, &visitor.db, &call, &path.token).await?;
    let mut response = match drawn {
        Some(body) => page_response(PageResponse { status: 200, body, ..PageResponse::default() }, &HeaderMap::new()),
        None => plain_page(
            StatusCode::NOT_FOUND,
            "This preview has expired",
            "Preview links last one hour. Create a new one next to the product's files.",
        )
        .into_response(),
    };
    // The URL is a secret: no referrer for other sites, no indexing.
    for (name, value) in [(header::REFERRER_POLICY, "no-referrer"), (ROBOTS, "noindex, nofollow")] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

async fn file(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<FilePath>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let file = downloads::previewed_file(&visitor.ctx, &visitor.db, &path.token, &path.file_id).await?;
    sent(&state, &file, &headers).await
}
