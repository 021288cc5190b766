//! Sections that a site keeps under a name.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_document::Section;
use stoa_site::content::saved_sections::{self, SavedSection};
use utoipa::ToSchema;

use super::document_out::SectionSchema;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A section that is kept to be put onto pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedSection)]
pub struct SavedSectionOut {
    id: String,
    /// Unique on the site.
    name: String,
    /// Whoever puts it onto a page gives it, its rows and its blocks new ids.
    #[schema(value_type = SectionSchema)]
    section: Section,
    /// UTC milliseconds.
    created_on: i64,
    /// Another word as soon as somebody gives it another name.
    version: String,
}

/// All sections that a site keeps, in the order of their names.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedSections)]
pub struct SavedSectionsOut {
    saved_sections: Vec<SavedSectionOut>,
}

/// A section to be kept.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewSavedSection)]
pub struct SavedSectionBody {
    /// At most 80 characters.
    #[schema(max_length = 80)]
    name: String,
    #[schema(value_type = SectionSchema)]
    section: Value,
}

/// Another name for a section.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SavedSectionName)]
pub struct SavedSectionNameBody {
    /// At most 80 characters.
    #[schema(max_length = 80)]
    name: String,
}

/// A section of a site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SectionPath {
    saved_section_id: String,
}

impl From<SavedSection> for SavedSectionOut {
    fn from(saved: SavedSection) -> Self {
        let SavedSection { id, name, section, created_on, version } = saved;
        Self { id: id.into(), name, section, created_on, version }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(saved_sections_list, saved_sections_create))
        .routes(routes!(saved_sections_rename, saved_sections_delete))
}

/// List the sections that a site keeps
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/saved-sections", operation_id = "saved_sections_list",
    tag = "saved-sections",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = SavedSectionsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn saved_sections_list(caller: Contributor) -> ApiResult<Json<SavedSectionsOut>> {
    let found = saved_sections::list(&caller.ctx, &caller.db).await?;
    Ok(Json(SavedSectionsOut { saved_sections: found.into_iter().map(SavedSectionOut::from).collect() }))
}

/// Keep a section under a name
///
/// A section with settings that are not right is refused with the mistakes by block: they would spread.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/saved-sections", operation_id = "saved_sections_create",
    tag = "saved-sections",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = SavedSectionBody,
    security(("contributor" = ["content:write"])),
    responses((status = 201, body = SavedSectionOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn saved_sections_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<SavedSectionBody>,
) -> ApiResult<(StatusCode, Json<SavedSectionOut>)> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let kept = saved_sections::keep(&caller.ctx, &caller.db, &kinds, &body.name, &body.section).await?;
    Ok((StatusCode::CREATED, Json(kept.into())))
}

/// Give a section another name
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/saved-sections/{savedSectionId}",
    operation_id = "saved_sections_rename", tag = "saved-sections",
    params(("websiteId" = String, Path, description = "The site"),
           ("savedSectionId" = String, Path, description = "The section"),
           ("If-Match" = Option<String>, Header,
            description = "The `version` it was seen with, in quotes; several, or `*` for any")),
    request_body = SavedSectionNameBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = SavedSectionOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 412, body = Problem)))]
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

/// Keep a section no longer
///
/// Pages that it was put onto stay as they are.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/saved-sections/{savedSectionId}",
    operation_id = "saved_sections_delete", tag = "saved-sections",
    params(("websiteId" = String, Path, description = "The site"),
           ("savedSectionId" = String, Path, description = "The section"),
           ("If-Match" = Option<String>, Header,
            description = "The `version` it was seen with, in quotes; several, or `*` for any")),
    security(("contributor" = ["content:write"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 412, body = Problem)))]
async fn saved_sections_delete(
    caller: Contributor,
    ApiPath(path): ApiPath<SectionPath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    saved_sections::discard(&caller.ctx, &caller.db, &path.saved_section_id, &seen(&headers)).await?;
    Ok(StatusCode::NO_CONTENT)
}
