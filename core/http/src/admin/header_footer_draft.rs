//! Header and footer on their way to publication.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_render::HeaderFooterShown;
use stoa_site::header_footer::{self, HeaderFooterDraft, HeaderFooterVersion, Step};
use utoipa::{IntoParams, ToSchema};

use super::header_footer::{FooterSettings, HeaderFooterBody, HeaderSettings};
use super::live_pages::sent;
use super::page_operation_out::{Names, name_of};
use super::page_operations::names;
use super::pages::site_face;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Header and footer as they are worked on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeaderFooterDraft)]
pub struct HeaderFooterDraftOut {
    #[schema(value_type = HeaderSettings)]
    header: Value,
    #[schema(value_type = FooterSettings)]
    footer: Value,
    /// Raised by each change; 0 before the first.
    revision: i64,
    /// Whether the draft differs from what visitors see.
    unpublished: bool,
    /// Whether there is a change to take back.
    can_undo: bool,
    /// Whether a change was taken back that can be made again.
    can_redo: bool,
}

/// The revision of a draft.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HeaderFooterRevisionBody {
    revision: i64,
}

/// Which way a change goes, from which revision.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HeaderFooterStepBody {
    revision: i64,
    way: HeaderFooterWay,
}

/// Which way a change goes.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeaderFooterWay {
    /// The last change is taken back.
    Undo,
    /// What was taken back is made again.
    Redo,
}

/// Something that header and footer were.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeaderFooterVersion)]
pub struct HeaderFooterVersionOut {
    /// Rises from 1.
    number: i64,
    /// Who made it; null for the program, and for people who have gone.
    author_name: Option<String>,
    /// UTC milliseconds.
    made_on: i64,
    /// When visitors came to see it last, UTC milliseconds.
    published_on: Option<i64>,
    /// Whether it is what is worked on.
    is_draft: bool,
    /// Settings that differ from the version it was made from, such as `header.layout`; null when that one is not known
    /// (any more).
    changes: Option<Vec<String>>,
}

/// The versions, the latest first: at most 200.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeaderFooterHistoryOut {
    versions: Vec<HeaderFooterVersionOut>,
}

/// A version of header and footer.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct VersionPath {
    /// Number of the version.
    number: i64,
}

/// Which page is to be drawn, and with what.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MaterialQuery {
    /// Path of the page, with its query string; the start page unless told.
    #[serde(default)]
    address: String,
    /// Number of a version; the draft unless told.
    version: Option<i64>,
}

impl HeaderFooterVersionOut {
    fn of(version: HeaderFooterVersion, names: &Names) -> Self {
        let HeaderFooterVersion { number, author, made_on, published_on, is_draft, changes } = version;
        Self { number, author_name: name_of(names, &author), made_on, published_on, is_draft, changes }
    }
}

/// The routes of drafts.
pub(super) fn routes() -> Calls {
    Calls::new()
        .routes(routes!(header_footer_draft_get, header_footer_draft_save))
        .routes(routes!(header_footer_draft_publish))
        .routes(routes!(header_footer_draft_discard))
        .routes(routes!(header_footer_draft_step))
        .routes(routes!(header_footer_versions))
        .routes(routes!(header_footer_version_restore))
        .routes(routes!(header_footer_material))
}

fn tagged(state: HeaderFooterDraft) -> impl IntoResponse + use<> {
    let HeaderFooterDraft { draft, unpublished, can_undo, can_redo } = state;
    let revision = draft.revision;
    let (header, footer) = (draft.header, draft.footer);
    let out = HeaderFooterDraftOut { header, footer, revision, unpublished, can_undo, can_redo };
    (AppendHeaders([(header::ETAG, format!("\"{revision}\""))]), Json(out))
}

/// Read the draft of header and footer
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/header-footer/draft",
    operation_id = "header_footer_draft_get", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["design:read"])),
    responses((status = 200, body = HeaderFooterDraftOut,
               headers(("ETag" = String, description = "The revision in quotes"))),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn header_footer_draft_get(caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::draft(&caller.ctx, &caller.db).await?))
}

/// Save a draft of header and footer
///
/// Visitors see it when it is published. What is left out is as it is by default.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/header-footer/draft",
    operation_id = "header_footer_draft_save", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site"),
           ("If-Match" = String, Header,
            description = "The revision the draft was made from, in quotes; several, or `*` for any")),
    request_body = HeaderFooterBody,
    security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn header_footer_draft_save(
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<HeaderFooterBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(header_footer::save_draft(&caller.ctx, &caller.db, (body.header, body.footer), &seen).await?))
}

/// Show visitors the draft of header and footer
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/publish",
    operation_id = "header_footer_draft_publish", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = HeaderFooterRevisionBody,
    security(("contributor" = ["design:publish"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem)))]
async fn header_footer_draft_publish(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(HeaderFooterRevisionBody { revision }): ApiJson<HeaderFooterRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    let invalidation = state.invalidation.as_ref();
    Ok(tagged(header_footer::publish(&caller.ctx, &caller.db, invalidation, revision).await?))
}

/// Go back to the header and footer that visitors see
///
/// This is a change of the draft like any other, which can be taken back.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/discard",
    operation_id = "header_footer_draft_discard", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = HeaderFooterRevisionBody,
    security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem)))]
async fn header_footer_draft_discard(
    caller: Contributor,
    ApiJson(HeaderFooterRevisionBody { revision }): ApiJson<HeaderFooterRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::discard(&caller.ctx, &caller.db, revision).await?))
}

/// Take back the last change of header and footer, or make it again
///
/// Where there is nothing to take back, the draft stays as it is.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/draft/step",
    operation_id = "header_footer_draft_step", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = HeaderFooterStepBody,
    security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 412, body = Problem)))]
async fn header_footer_draft_step(
    caller: Contributor,
    ApiJson(HeaderFooterStepBody { revision, way }): ApiJson<HeaderFooterStepBody>,
) -> ApiResult<impl IntoResponse> {
    let way = match way {
        HeaderFooterWay::Undo => Step::Undo,
        HeaderFooterWay::Redo => Step::Redo,
    };
    Ok(tagged(header_footer::step(&caller.ctx, &caller.db, way, revision).await?))
}

/// Read the history of header and footer
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/header-footer/versions",
    operation_id = "header_footer_versions", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["design:read"])),
    responses((status = 200, body = HeaderFooterHistoryOut), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn header_footer_versions(
    State(state): State<AppState>,
    caller: Contributor,
) -> ApiResult<Json<HeaderFooterHistoryOut>> {
    let versions = header_footer::history(&caller.ctx, &caller.db).await?;
    let names = names(&state, versions.iter().map(|version| version.author.as_str())).await?;
    let versions = versions.into_iter().map(|version| HeaderFooterVersionOut::of(version, &names)).collect();
    Ok(Json(HeaderFooterHistoryOut { versions }))
}

/// Make the draft of header and footer again what it was
///
/// This is a change like any other, which can be taken back.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/versions/{number}/restore",
    operation_id = "header_footer_version_restore", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site"), VersionPath),
    request_body = HeaderFooterRevisionBody,
    security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem)))]
async fn header_footer_version_restore(
    caller: Contributor,
    ApiPath(path): ApiPath<VersionPath>,
    ApiJson(HeaderFooterRevisionBody { revision }): ApiJson<HeaderFooterRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::restore(&caller.ctx, &caller.db, path.number, revision).await?))
}

/// Read what a page is drawn from with the draft of header and footer
///
/// Everything that the engine in the browser needs to draw the page of an address, with the draft or with a version.
/// Nothing when the theme has the original form, whose pages only the server draws.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/header-footer/material",
    operation_id = "header_footer_material", tag = "header-footer",
    params(("websiteId" = String, Path, description = "The site"), MaterialQuery),
    security(("contributor" = ["design:read"])),
    responses((status = 200, body = Value, headers(("ETag" = String, description = "Changes with the material"))),
              (status = 204), (status = 304), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn header_footer_material(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<MaterialQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let site = site_face(&state, &caller).await?;
    let wanted = HeaderFooterShown { address: &query.address, version: query.version };
    let material = state.renderer.header_footer_material(&caller.ctx, &caller.db, site, wanted).await?;
    Ok(material.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |material| sent(&headers, material)))
}
