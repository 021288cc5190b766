//! Drafts of pages for people with a preview link.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use stoa_render::PageResponse;

use super::page_calls::page_call;
use super::pages::page_response;
use super::secret_address::{LinkPath, at_secret_address};
use crate::extract::{ApiPath, Visitor};
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// Path prefix of preview links; no page has a path that begins with it.
const PLACE: &str = "/~draft/";

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
    let response = match drawn {
        Some(body) => page_response(PageResponse { status: 200, body, ..PageResponse::default() }, &HeaderMap::new()),
        None => {
            let words = ("sitePage.previewExpiredTitle", "sitePage.previewExpired");
            plain_page::page(visitor.wording().await?.texts(), StatusCode::NOT_FOUND, words)
        }
    };
    Ok(at_secret_address(response))
}
