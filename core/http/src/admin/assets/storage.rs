//! Storage usage and storage limits of a site.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stoa_site::media;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// Storage usage and limits of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Storage)]
pub struct StorageOut {
    /// Name of the site's plan; null for a site without one.
    plan: Option<String>,
    /// Size of all files, those of products and form submissions included, bytes.
    used_bytes: u64,
    /// Limit of all files, bytes; 0 for no limit.
    site_bytes: u64,
    /// Limit per image, bytes.
    picture_bytes: u64,
    /// Limit per other file, bytes.
    file_bytes: u64,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(storage_get: reads()))
}

/// Get the storage usage of a site
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/storage", operation_id = "storage_get", tag = "assets",
    security(("contributor" = ["site-settings:read"])), responses((status = 200, body = StorageOut)))]
async fn storage_get(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<StorageOut>> {
    let storage = media::storage(&caller.ctx, &caller.db, &state.media).await?;
    let title = |plan: String| state.settings.plan_titles.get(&plan).cloned().unwrap_or(plan);
    Ok(Json(StorageOut {
        plan: storage.plan.map(title),
        used_bytes: storage.used_bytes,
        site_bytes: storage.limits.site_bytes,
        picture_bytes: storage.limits.picture_bytes,
        file_bytes: storage.limits.file_bytes,
    }))
}
