//! Settings, status, home page and copies of pages.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use stoa_site::content::{self, SaveContext, StatusChange};

use super::page_path::PagePath;
use super::page_settings_out::{PageSettingsBody, PageSettingsOut, PageStatusBody};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::{named, seen};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(page_settings_get: reads(), page_settings_save: changes(Invalidates::ByHandler)))
        .routes(routes!(page_duplicate: changes(Invalidates::ByHandler)))
        .routes(routes!(page_make_home: changes(Invalidates::ByHandler)))
        .routes(routes!(page_set_status: changes(Invalidates::ByHandler)))
}

fn tagged(settings: PageSettingsOut) -> impl IntoResponse {
    let etag = format!("\"{}\"", settings.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(settings))
}

/// Get the settings of a page, blog, store or folder
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/settings", operation_id = "page_settings_get",
    tag = "pages", security(("contributor" = ["content:read"])),
    responses((status = 200, body = PageSettingsOut, headers(("ETag" = String, description = "The revision of the settings in quotes")))))]
async fn page_settings_get(caller: Contributor, ApiPath(path): ApiPath<PagePath>) -> ApiResult<impl IntoResponse> {
    let settings = content::page_settings(&caller.ctx, &caller.db, &path.page_id).await?;
    Ok(tagged(settings.into()))
}

/// Save the settings of a page, blog, store or folder
///
/// Title, SEO texts and head elements are part of a page's draft: visitors see them when it is published. URL slug,
/// access and whether the page is enabled change at once and need the permission to publish; so do all settings of
/// kinds without drafts. When the address changes, the former one redirects to it permanently.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/settings",
    operation_id = "page_settings_save", tag = "pages",
    params(("If-Match" = String, Header, description = "The revision of the settings to change, in quotes; a list, or `*` for any")),
    request_body = PageSettingsBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = PageSettingsOut), (status = 409, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
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

/// Duplicate a page, folder or item
///
/// The copy has the draft and the settings of the original and an address of its own. It is not published.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/duplicate", operation_id = "page_duplicate",
    tag = "pages", security(("contributor" = ["content:write"])),
    responses((status = 201, body = PageSettingsOut), (status = 409, body = Problem)))]
async fn page_duplicate(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
) -> ApiResult<(StatusCode, Json<PageSettingsOut>)> {
    let invalidation = state.invalidation.as_ref();
    let copy = content::duplicate(&caller.ctx, &caller.db, invalidation, &path.page_id).await?;
    Ok((StatusCode::CREATED, Json(copy.into())))
}

/// Set a page as the home page
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/home", operation_id = "page_make_home",
    tag = "pages",
    params(("If-Match" = Option<String>, Header, description = "The last known `standing`, in quotes; a list, or `*` for any")),
    security(("contributor" = ["content:publish"])),
    responses((status = 200, body = PageSettingsOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
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

/// Change the status of a page
///
/// `draft` unpublishes the page; `scheduled` publishes the draft at a given time, and is rejected if the draft is
/// invalid. Both, and leaving `scheduled`, need the permission to publish. With `If-Match`, 412 if the page has changed
/// in the meantime.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/status", operation_id = "page_set_status",
    tag = "pages",
    params(("If-Match" = Option<String>, Header, description = "The last known `standing`, in quotes; a list, or `*` for any")),
    request_body = PageStatusBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = PageSettingsOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn page_set_status(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PageStatusBody>,
) -> ApiResult<Json<PageSettingsOut>> {
    let (next, seen) = (body.into_next()?, seen(&headers));
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let change = StatusChange { id: &path.page_id, next, seen: &seen };
    let page = content::set_status(&caller.ctx, &caller.db, tools, change).await?;
    Ok(Json(page.into()))
}
