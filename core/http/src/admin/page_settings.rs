//! What is arranged about pages beside their blocks.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use stoa_site::content::{self, StatusChange, Tools};

use super::page_path::PagePath;
use super::page_settings_out::{PageSettingsBody, PageSettingsOut, PageStatusBody};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::{named, seen};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(page_settings_get, page_settings_save))
        .routes(routes!(page_duplicate))
        .routes(routes!(page_make_home))
        .routes(routes!(page_set_status))
}

fn tagged(settings: PageSettingsOut) -> impl IntoResponse {
    let etag = format!("\"{}\"", settings.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(settings))
}

/// Read the settings of a page, blog, store or folder
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/settings", operation_id = "page_settings_get",
    tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = PageSettingsOut,
               headers(("ETag" = String, description = "The revision of the settings in quotes"))),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn page_settings_get(caller: Contributor, ApiPath(path): ApiPath<PagePath>) -> ApiResult<impl IntoResponse> {
    let settings = content::page_settings(&caller.ctx, &caller.db, &path.page_id).await?;
    Ok(tagged(settings.into()))
}

/// Save the settings of a page, blog, store or folder
///
/// Titles, what search engines are told and the lines of the head are part of a page's draft: visitors see them when it
/// is published. Address, access and whether the page is on change at once and need the right to publish; so does
/// everything of what has no draft. An address that changes leads to the new one for good.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/settings",
    operation_id = "page_settings_save", tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page"),
           ("If-Match" = String, Header,
            description = "The revision of the settings that is changed, in quotes; several, or `*` for any")),
    request_body = PageSettingsBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = PageSettingsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn page_settings_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PageSettingsBody>,
) -> ApiResult<impl IntoResponse> {
    let change = body.into_change(named(&headers)?)?;
    let invalidation = state.invalidation.as_ref();
    let saved = content::save_page_settings(&caller.ctx, &caller.db, invalidation, &path.page_id, change).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok(tagged(saved.into()))
}

/// Copy a page, a folder or an item
///
/// The copy has the draft and the settings of the page, an address of its own, and is not published.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/duplicate", operation_id = "page_duplicate",
    tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page")),
    security(("contributor" = ["content:write"])),
    responses((status = 201, body = PageSettingsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn page_duplicate(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
) -> ApiResult<(StatusCode, Json<PageSettingsOut>)> {
    let invalidation = state.invalidation.as_ref();
    let copy = content::duplicate(&caller.ctx, &caller.db, invalidation, &path.page_id).await?;
    Ok((StatusCode::CREATED, Json(copy.into())))
}

/// Let a page answer at the root
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/home", operation_id = "page_make_home",
    tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page"),
           ("If-Match" = Option<String>, Header,
            description = "The `standing` it was seen with, in quotes; several, or `*` for any")),
    security(("contributor" = ["content:publish"])),
    responses((status = 200, body = PageSettingsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn page_make_home(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    headers: HeaderMap,
) -> ApiResult<Json<PageSettingsOut>> {
    let (invalidation, seen) = (state.invalidation.as_ref(), seen(&headers));
    let page = content::make_home(&caller.ctx, &caller.db, invalidation, &path.page_id, &seen).await?;
    Ok(Json(page.into()))
}

/// Give a page another status
///
/// `draft` takes back what was published; `scheduled` publishes the draft at a time, and is refused
/// while something in it is not right. Both, and leaving `scheduled`,
/// need the right to publish. Who names how the page stood is refused (412) when it no longer does.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/status", operation_id = "page_set_status",
    tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page"),
           ("If-Match" = Option<String>, Header,
            description = "The `standing` it was seen with, in quotes; several, or `*` for any")),
    request_body = PageStatusBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = PageSettingsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 412, body = Problem)))]
async fn page_set_status(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PageStatusBody>,
) -> ApiResult<Json<PageSettingsOut>> {
    let (next, seen) = (body.into_next()?, seen(&headers));
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = Tools { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let change = StatusChange { id: &path.page_id, next, seen: &seen };
    let page = content::set_status(&caller.ctx, &caller.db, tools, change).await?;
    Ok(Json(page.into()))
}
