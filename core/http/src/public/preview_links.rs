//! Drafts of pages for people who were sent a link to one.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use stoa_render::PageAnswer;

use super::pages::{from_page, page_call, plain_page};
use crate::extract::{ApiPath, Visitor};
use crate::problem::ApiResult;
use crate::state::AppState;

/// No address of a page begins like this.
const PLACE: &str = "/~draft/";
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Which link.
#[derive(Debug, Deserialize)]
struct LinkPath {
    token: String,
}

/// The path of a link on its site.
pub(crate) fn path_of(token: &str) -> String {
    format!("{PLACE}{token}")
}

/// The routes of this noun.
pub fn routes() -> Router<AppState> {
    Router::new().route(&format!("{PLACE}{{token}}"), get(draft))
}

async fn draft(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LinkPath>,
) -> ApiResult<Response> {
    let call = page_call(&state, &visitor, &path_of(&path.token)).await?;
    let drawn = state.renderer.draft_page(&visitor.ctx, &visitor.db, &call, &path.token).await?;
    let mut response = match drawn {
        Some(body) => from_page(PageAnswer { status: 200, body, ..PageAnswer::default() }, &HeaderMap::new()),
        None => plain_page(
            StatusCode::NOT_FOUND,
            "This preview has ended",
            "The link has run out or was taken back. Ask the person who sent it for a new one.",
        )
        .into_response(),
    };
    // The address is the key: it goes to no other site, and no search engine keeps what it opens.
    for (name, value) in [(header::REFERRER_POLICY, "no-referrer"), (ROBOTS, "noindex, nofollow")] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
