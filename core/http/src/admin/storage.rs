//! How much room a site has for its files, and by which plan.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stoa_site::media;
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::Contributor;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// How much room a site has.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Storage)]
pub struct StorageOut {
    /// What the plan of the site is called; none for a site without one.
    plan: Option<String>,
    /// All its files, those of products and of answers to forms included, bytes.
    used_bytes: u64,
    /// Most bytes of all its files; 0 for as many as there is room for.
    site_bytes: u64,
    /// Most bytes of a picture.
    picture_bytes: u64,
    /// Most bytes of any other file.
    file_bytes: u64,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(storage_get))
}

/// How much room a site has for its files
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/storage", operation_id = "storage_get", tag = "assets",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["site-settings:read"])),
    responses((status = 200, body = StorageOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
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
