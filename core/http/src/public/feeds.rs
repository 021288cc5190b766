//! What machines read of a site: rules for robots, the list of all pages, feeds.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use stoa_kernel::Failure;
use stoa_render::{PageCall, Renderer};

use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::state::AppState;

const FOR_A_WHILE: &str = "public, max-age=300";

/// The routes of this noun.
pub fn routes() -> Router<AppState> {
    Router::new().route("/robots.txt", get(robots)).route("/sitemap.xml", get(sitemap))
}

fn served(text: String, mime_type: &'static str) -> Response {
    ([(header::CONTENT_TYPE, mime_type), (header::CACHE_CONTROL, FOR_A_WHILE)], text).into_response()
}

async fn robots(State(state): State<AppState>, visitor: Visitor) -> ApiResult<Response> {
    let origin = super::origin(&state, &visitor).await?;
    Ok(served(Renderer::robots(&origin), "text/plain; charset=utf-8"))
}

/// Which part of the list of all pages.
#[derive(Debug, Deserialize)]
struct SitemapQuery {
    part: Option<usize>,
}

async fn sitemap(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<SitemapQuery>,
) -> ApiResult<Response> {
    let origin = super::origin(&state, &visitor).await?;
    let text = Renderer::sitemap(&visitor.ctx, &visitor.db, &origin, query.part).await?;
    let text = text.ok_or_else(Failure::not_found)?;
    Ok(served(text, "application/xml; charset=utf-8"))
}

/// The feed of the blog at an address; none when there is no blog.
pub(super) async fn blog(visitor: &Visitor, call: &PageCall) -> ApiResult<Option<Response>> {
    let feed = Renderer::feed(&visitor.ctx, &visitor.db, &call.origin, &call.path).await?;
    Ok(feed.map(|text| served(text, "application/rss+xml; charset=utf-8")))
}
