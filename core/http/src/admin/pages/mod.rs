//! Pages and their drafts.

pub mod areas;
pub mod block_kinds;
pub mod block_settings;
pub mod document_out;
pub mod item_out;
pub mod items;
pub mod labels;
pub mod navigation;
pub mod page_operation_out;
pub mod page_operations;
pub mod page_out;
pub(crate) mod page_path;
pub(crate) mod page_presence;
pub mod page_preview_data;
pub mod page_settings;
pub mod page_settings_out;
pub mod page_trash;
pub mod preview_links;
pub mod redirects;
pub mod review_comments;
pub mod saved_sections;
pub mod step_effects_out;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use stoa_kernel::Failure;
use stoa_render::{PreviewCall, PublicSite};
use stoa_site::content::{self, PageToSave, PageVersion, SaveContext};

use crate::admin::pages::page_out::{
    PageBody, PageOut, PageSummaryOut, PagesOut, PreviewBody, PreviewOut, PublishBody,
};
use crate::admin::pages::page_path::PagePath;
use crate::admin::pages::page_preview_data::DraftLanguageQuery;
use crate::admin::pages::page_settings_out::{NewPageBody, PageSettingsOut};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::precondition::{named, seen};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(pages_list: reads(), pages_create: changes(Invalidates::ByHandler)))
        .routes(routes!(
            page_get: reads(),
            page_save: changes(Invalidates::ByHandler),
            page_delete: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(page_publish: changes(Invalidates::ByHandler)))
        .routes(routes!(page_discard: changes(Invalidates::ByHandler)))
        .routes(routes!(page_preview: changes(Invalidates::Nothing)))
        .merge(navigation::routes())
        .merge(page_operations::routes())
        .merge(block_settings::routes())
        .merge(page_settings::routes())
        .merge(page_trash::routes())
        .merge(items::routes())
        .merge(labels::routes())
        .merge(preview_links::routes())
        .merge(review_comments::routes())
        .merge(areas::routes())
        .merge(saved_sections::routes())
        .merge(redirects::routes())
        .merge(page_preview_data::routes())
        .merge(block_kinds::routes())
}

/// The site as browsers know it: origin and identifier.
pub(super) async fn public_site(state: &AppState, caller: &Contributor) -> ApiResult<PublicSite> {
    let site = state.tenancy.tenants.get(caller.ctx.website()).await?.ok_or_else(Failure::not_found)?;
    let host = site.hosts.first().ok_or_else(Failure::not_found)?;
    Ok(PublicSite { origin: state.settings.origin(host), identifier: site.identifier })
}

fn tagged(page: PageOut) -> impl IntoResponse {
    let etag = format!("\"{}\"", page.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(page))
}

/// List pages, blogs and stores
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages", operation_id = "pages_list", tag = "pages",
    security(("contributor" = ["content:read"])), responses((status = 200, body = PagesOut)))]
async fn pages_list(caller: Contributor) -> ApiResult<Json<PagesOut>> {
    let pages = content::list(&caller.ctx, &caller.db).await?;
    Ok(Json(PagesOut { pages: pages.into_iter().map(PageSummaryOut::from).collect() }))
}

/// Create a page, folder or blog
///
/// Visitors see a page when it is published, a blog at its address at once, and a folder when it is in a navigation
/// menu.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages", operation_id = "pages_create", tag = "pages",
    request_body = NewPageBody, security(("contributor" = ["content:write"])),
    responses((status = 201, body = PageSettingsOut), (status = 409, body = Problem)))]
async fn pages_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<NewPageBody>,
) -> ApiResult<(StatusCode, Json<PageSettingsOut>)> {
    let page = content::start(&caller.ctx, &caller.db, state.invalidation.as_ref(), body.into_draft()).await?;
    Ok((StatusCode::CREATED, Json(page.into())))
}

/// Move a page to the trash
///
/// It is kept there for thirty days. Its address is free at once, and it is removed from the navigation menus. A blog
/// is moved with its items; a store must be empty.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/pages/{pageId}", operation_id = "page_delete",
    tag = "pages",
    params(("If-Match" = Option<String>, Header, description = "The last known `standing`, in quotes; a list, or `*` for any")),
    security(("contributor" = ["content:delete"])),
    responses((status = 204), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn page_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    let (invalidation, seen) = (state.invalidation.as_ref(), seen(&headers));
    content::discard_page(&caller.ctx, &caller.db, invalidation, &path.page_id, &seen).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get a page with its draft
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}", operation_id = "page_get", tag = "pages",
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = PageOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn page_get(caller: Contributor, ApiPath(path): ApiPath<PagePath>) -> ApiResult<impl IntoResponse> {
    let page = content::page(&caller.ctx, &caller.db, &path.page_id).await?;
    Ok(tagged(page.into()))
}

/// Save a draft
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}", operation_id = "page_save", tag = "pages",
    params(("If-Match" = String, Header, description = "The revision that the draft is based on, in quotes; a list, or `*` for any")),
    request_body = PageBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = PageOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn page_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<PageBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let draft = body.into_draft()?;
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let page = PageToSave { id: &path.page_id, seen: &seen };
    let page = content::save_draft(&caller.ctx, &caller.db, tools, page, draft).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok(tagged(page.into()))
}

/// Publish the draft
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/publish", operation_id = "page_publish",
    tag = "pages", request_body = PublishBody, security(("contributor" = ["content:publish"])),
    responses((status = 200, body = PageOut), (status = 412, body = Problem)))]
async fn page_publish(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiJson(body): ApiJson<PublishBody>,
) -> ApiResult<impl IntoResponse> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let tools = SaveContext { kinds: &kinds, invalidation: state.invalidation.as_ref() };
    let version = PageVersion { id: &path.page_id, revision: body.revision };
    let page = content::publish(&caller.ctx, &caller.db, tools, version).await?;
    Ok(tagged(page.into()))
}

/// Discard the draft of a page
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/discard", operation_id = "page_discard",
    tag = "pages", security(("contributor" = ["content:write"])), responses((status = 200, body = PageOut)))]
async fn page_discard(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
) -> ApiResult<impl IntoResponse> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let page = content::discard(&caller.ctx, &caller.db, &kinds, &path.page_id).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok(tagged(page.into()))
}

/// Preview a draft
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/preview", operation_id = "page_preview",
    tag = "pages", params(DraftLanguageQuery), request_body = PreviewBody, security(("contributor" = ["content:read"])),
    responses((status = 200, body = PreviewOut)))]
async fn page_preview(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiQuery(query): ApiQuery<DraftLanguageQuery>,
    ApiJson(body): ApiJson<PreviewBody>,
) -> ApiResult<Json<PreviewOut>> {
    let site = public_site(&state, &caller).await?;
    let document = body.into_document()?;
    let call = PreviewCall { site, page_id: path.page_id, document, language: query.language };
    let preview = state.renderer.preview(&caller.ctx, &caller.db, call).await?;
    Ok(Json(preview.into()))
}
