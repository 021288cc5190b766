//! Drafts of pages for people with a preview link.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use stoa_render::PageResponse;

use super::page_calls::page_call;
use super::pages::page_response;
use crate::extract::{ApiPath, Visitor};
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// Path prefix of preview links; no page has a path that begins with it.
const PLACE: &str = "/~draft/";
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Path of a preview link.
#[derive(Debug, Deserialize)]
struct LinkPath {
    token: String,
}

/// The path of a link on its site.
pub(crate) fn path_of(token: &str) -> String {
    format!("{PLACE}{token}")
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get(&format!("{PLACE}{{token}}"), draft, opened_by_url())
}

async fn draft(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LinkPath>,
) -> ApiResult<Response> {
    let call = page_call(&state, &visitor, &path_of(&path.token)).await?;
    let drawn = state.renderer.draft_page(&visitor.ctx, &visitor.db, &call, &path.token).await?;
    let mut response = match drawn {
        Some(body) => page_response(PageResponse { status: 200, body, ..PageResponse::default() }, &HeaderMap::new()),
        None => {
            let words = ("sitePage.previewExpiredTitle", "sitePage.previewExpired");
            plain_page::page(visitor.wording().await?.texts(), StatusCode::NOT_FOUND, words)
        }
    };
    // The URL is a secret: no referrer for other sites, no indexing.
    for (name, value) in [(header::REFERRER_POLICY, "no-referrer"), (ROBOTS, "noindex, nofollow")] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
