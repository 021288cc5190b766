//! Machine-readable files of a site: `robots.txt`, sitemaps, feeds.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use stoa_kernel::Failure;
use stoa_render::{FeedFormat, FeedResponse, PageCall, Renderer};
use stoa_web::conditional::conditional;

use crate::extract::{ApiQuery, Visitor};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

const FOR_A_WHILE: &str = "public, max-age=300";

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new()
        .get("/robots.txt", robots, opened_by_url())
        // It lists nothing while the site has a password.
        .get("/sitemap.xml", sitemap, opened_by_url().before_site_password())
}

fn served(headers: &HeaderMap, made: FeedResponse, mime_type: &str) -> Response {
    let mut response = conditional(headers, Some(&made.etag), made.body, mime_type);
    if !response.status().is_client_error() {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(FOR_A_WHILE));
    }
    response
}

async fn robots(State(state): State<AppState>, visitor: Visitor, headers: HeaderMap) -> ApiResult<Response> {
    let origin = super::origin(&state, &visitor).await?;
    Ok(served(&headers, Renderer::robots(&origin), "text/plain; charset=utf-8"))
}

/// Part of the sitemap.
#[derive(Debug, Deserialize)]
struct SitemapQuery {
    part: Option<usize>,
}

async fn sitemap(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<SitemapQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let origin = super::origin(&state, &visitor).await?;
    let made = Renderer::sitemap(&visitor.ctx, &visitor.db, &origin, query.part).await?;
    let made = made.ok_or_else(Failure::not_found)?;
    Ok(served(&headers, made, "application/xml; charset=utf-8"))
}

/// The feed of a path in a format; none when there is no blog with one.
pub(super) async fn feed(
    visitor: &Visitor,
    call: &PageCall,
    format: FeedFormat,
    headers: &HeaderMap,
) -> ApiResult<Option<Response>> {
    let Some(feed) = Renderer::feed(&visitor.ctx, &visitor.db, call, format).await? else { return Ok(None) };
    Ok(Some(served(headers, feed, format.content_type())))
}
