//! What buyers of a digital product get, for people who work on the site, before anybody has bought it.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use stoa_commerce::downloads::{self, PREVIEWS};
use stoa_render::PageAnswer;

use super::lessons::sent;
use super::pages::{from_page, page_call, plain_page};
use crate::extract::{ApiPath, Visitor};
use crate::problem::ApiResult;
use crate::state::AppState;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Which link.
#[derive(Debug, Deserialize)]
struct LinkPath {
    token: String,
}

/// Which file of its product.
#[derive(Debug, Deserialize)]
struct FilePath {
    token: String,
    file_id: String,
}

/// The routes of this noun.
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
        Some(body) => from_page(PageAnswer { status: 200, body, ..PageAnswer::default() }, &HeaderMap::new()),
        None => plain_page(
            StatusCode::NOT_FOUND,
            "This preview has ended",
            "Such links last for an hour. Make a new one beside the product's files.",
        )
        .into_response(),
    };
    // The address is the key: it goes to no other site, and no search engine keeps what it opens.
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
