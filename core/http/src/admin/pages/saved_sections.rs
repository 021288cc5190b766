//! Saved sections: reusable page sections of a site.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_document::Section;
use stoa_kernel::id::SavedSectionId;
use stoa_site::content::saved_sections::{self, SavedSection};
use utoipa::ToSchema;

use super::document_out::SectionSchema;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A saved section that can be inserted into pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedSection)]
pub struct SavedSectionOut {
    id: String,
    /// Unique on the site.
    name: String,
    /// Clients must assign new ids to the section, its rows and its blocks when they insert it.
    #[schema(value_type = SectionSchema)]
    section: Section,
    /// UTC milliseconds.
    created_on: i64,
    /// Version for `If-Match`; changes when the section is renamed.
    version: String,
}

/// All saved sections of a site, sorted by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedSections)]
pub struct SavedSectionsOut {
    saved_sections: Vec<SavedSectionOut>,
}

/// A section to save.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewSavedSection)]
pub struct SavedSectionBody {
    /// At most 80 characters.
    #[schema(max_length = 80)]
    name: String,
    #[schema(value_type = SectionSchema)]
    section: Value,
}

/// New name of a section.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SavedSectionName)]
pub struct SavedSectionNameBody {
    /// At most 80 characters.
    #[schema(max_length = 80)]
    name: String,
}

/// Path parameters of a saved section.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SectionPath {
    #[serde(deserialize_with = "path_id")]
    saved_section_id: SavedSectionId,
}

impl From<SavedSection> for SavedSectionOut {
    fn from(saved: SavedSection) -> Self {
        let SavedSection { id, name, section, created_on, version } = saved;
        Self { id: id.into(), name, section, created_on: created_on.ms(), version }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(saved_sections_list: reads(), saved_sections_create: changes(Invalidates::ByHandler)))
        .routes(routes!(
            saved_sections_rename: changes(Invalidates::ByHandler),
            saved_sections_delete: changes(Invalidates::ByHandler),
        ))
}

/// List saved sections
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/saved-sections", operation_id = "saved_sections_list",
    tag = "saved-sections", security(("contributor" = ["content:read"])),
    responses((status = 200, body = SavedSectionsOut)))]
async fn saved_sections_list(caller: Contributor) -> ApiResult<Json<SavedSectionsOut>> {
    let found = saved_sections::list(&caller.ctx, &caller.db).await?;
    Ok(Json(SavedSectionsOut { saved_sections: found.into_iter().map(SavedSectionOut::from).collect() }))
}

/// Save a section
///
/// A section with invalid settings is rejected with the errors by block, because it would spread them to pages.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/saved-sections", operation_id = "saved_sections_create",
    tag = "saved-sections", request_body = SavedSectionBody, security(("contributor" = ["content:write"])),
    responses((status = 201, body = SavedSectionOut), (status = 409, body = Problem)))]
async fn saved_sections_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<SavedSectionBody>,
) -> ApiResult<(StatusCode, Json<SavedSectionOut>)> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let kept = saved_sections::keep(&caller.ctx, &caller.db, &kinds, &body.name, &body.section).await?;
    Ok((StatusCode::CREATED, Json(kept.into())))
}

/// Rename a saved section
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/saved-sections/{savedSectionId}",
    operation_id = "saved_sections_rename", tag = "saved-sections",
    params(("If-Match" = Option<String>, Header, description = "The last known `version`, in quotes; a list, or `*` for any")),
    request_body = SavedSectionNameBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = SavedSectionOut), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn saved_sections_rename(
    caller: Contributor,
    ApiPath(path): ApiPath<SectionPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<SavedSectionNameBody>,
) -> ApiResult<Json<SavedSectionOut>> {
    let (id, seen) = (&path.saved_section_id, seen(&headers));
    let renamed = saved_sections::rename(&caller.ctx, &caller.db, id, &body.name, &seen).await?;
    Ok(Json(renamed.into()))
}

/// Delete a saved section
///
/// Pages that contain it stay unchanged.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/saved-sections/{savedSectionId}",
    operation_id = "saved_sections_delete", tag = "saved-sections",
    params(("If-Match" = Option<String>, Header, description = "The last known `version`, in quotes; a list, or `*` for any")),
    security(("contributor" = ["content:write"])), responses((status = 204), (status = 412, body = Problem)))]
async fn saved_sections_delete(
    caller: Contributor,
    ApiPath(path): ApiPath<SectionPath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    saved_sections::discard(&caller.ctx, &caller.db, &path.saved_section_id, &seen(&headers)).await?;
    Ok(StatusCode::NO_CONTENT)
}
