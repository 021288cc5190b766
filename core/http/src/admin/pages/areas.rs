//! Areas of the theme: blocks shown on every page whose template has a place for them.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_site::content::areas::{self, Area};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// An area of the theme.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Area)]
pub struct AreaOut {
    /// Identifier used by the templates of the theme.
    id: String,
    /// Display name.
    label: String,
    /// Width in the theme's grid of twelve columns.
    columns: u8,
    /// Whether the theme has this area. Areas of earlier themes are kept, and shown again under a theme that has them.
    is_in_theme: bool,
    /// The page under whose id its blocks are edited and published; null until the area is first opened.
    page_id: Option<String>,
    /// Whether a version of it is published.
    is_published: bool,
    /// Whether the draft differs from the published version.
    has_unpublished_changes: bool,
    /// Version for `If-Match` when changing the status of its page; null until the area is first opened. Changes with
    /// publication, not with edits of the draft.
    standing: Option<String>,
}

/// The areas of the theme in its order, followed by areas kept from earlier themes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Areas)]
pub struct AreasOut {
    areas: Vec<AreaOut>,
}

/// Path parameters of an area.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AreaPath {
    area_id: String,
}

impl From<Area> for AreaOut {
    fn from(area: Area) -> Self {
        let page = area.page.as_ref();
        Self {
            is_in_theme: area.is_in_theme,
            page_id: page.map(|page| page.id.to_string()),
            is_published: page.is_some_and(|page| page.is_published),
            has_unpublished_changes: page.is_some_and(|page| page.has_unpublished_changes),
            standing: page.map(|page| page.standing.clone()),
            id: area.field.id,
            label: area.field.label,
            columns: area.field.columns,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(areas_list: reads())).routes(routes!(area_open: changes(Invalidates::ByHandler)))
}

/// List the areas of the theme
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/areas", operation_id = "areas_list", tag = "areas",
    security(("contributor" = ["content:read"])), responses((status = 200, body = AreasOut)))]
async fn areas_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<AreasOut>> {
    let fields = state.renderer.area_fields(&caller.db).await?;
    let found = areas::list(&caller.ctx, &caller.db, &fields).await?;
    Ok(Json(AreasOut { areas: found.into_iter().map(AreaOut::from).collect() }))
}

/// Open an area for editing
///
/// Afterwards it is edited, published and unpublished with the page operations, using its `pageId` and `standing`.
/// Visitors see it only after publication, on every page whose template has a place for it.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/areas/{areaId}/open", operation_id = "area_open",
    tag = "areas", security(("contributor" = ["content:write"])),
    responses((status = 200, body = AreaOut), (status = 400, body = Problem), (status = 409, body = Problem)))]
async fn area_open(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<AreaPath>,
) -> ApiResult<Json<AreaOut>> {
    let fields = state.renderer.area_fields(&caller.db).await?;
    Ok(Json(areas::open(&caller.ctx, &caller.db, &fields, &path.area_id).await?.into()))
}
