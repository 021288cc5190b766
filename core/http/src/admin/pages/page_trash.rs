//! Pages in the trash.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_kernel::id::CollectionId;
use stoa_site::content;

use super::page_settings_out::{PageSettingsOut, PageTrashOut, TrashedPageOut};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Path parameters of a page in the trash.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TrashedPagePath {
    #[serde(deserialize_with = "path_id")]
    trashed_page_id: CollectionId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(page_trash_list: reads()))
        .routes(routes!(page_trash_restore: changes(Invalidates::ByHandler)))
        .routes(routes!(page_trash_purge: changes(Invalidates::ByHandler)))
}

/// List the pages in the trash
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/page-trash", operation_id = "page_trash_list", tag = "pages",
    security(("contributor" = ["content:read"])), responses((status = 200, body = PageTrashOut)))]
async fn page_trash_list(caller: Contributor) -> ApiResult<Json<PageTrashOut>> {
    let pages = content::trashed(&caller.ctx, &caller.db).await?;
    Ok(Json(PageTrashOut { pages: pages.into_iter().map(TrashedPageOut::from).collect() }))
}

/// Restore a page from the trash
///
/// It gets its former address, or a similar one if that is in use. It is in no navigation menu. A blog is restored with
/// its items; an item whose blog is in the trash cannot be restored.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/page-trash/{trashedPageId}/restore",
    operation_id = "page_trash_restore", tag = "pages", security(("contributor" = ["content:delete"])),
    responses((status = 200, body = PageSettingsOut), (status = 409, body = Problem)))]
async fn page_trash_restore(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<TrashedPagePath>,
) -> ApiResult<Json<PageSettingsOut>> {
    let invalidation = state.invalidation.as_ref();
    let page = content::restore(&caller.ctx, &caller.db, invalidation, &path.trashed_page_id).await?;
    Ok(Json(page.into()))
}

/// Delete a page from the trash permanently
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/page-trash/{trashedPageId}",
    operation_id = "page_trash_purge", tag = "pages", security(("contributor" = ["content:delete"])),
    responses((status = 204)))]
async fn page_trash_purge(caller: Contributor, ApiPath(path): ApiPath<TrashedPagePath>) -> ApiResult<StatusCode> {
    content::purge(&caller.ctx, &caller.db, &path.trashed_page_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
