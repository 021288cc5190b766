//! Draft, versions and publication of header and footer.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_kernel::clock::Timestamp;
use stoa_render::HeaderFooterShown;
use stoa_site::header_footer::{self, HeaderFooterDraft, HeaderFooterVersion, SignUpWords, Step};
use utoipa::{IntoParams, ToSchema};

use super::header_footer::{FooterSettings, HeaderFooterBody, HeaderSettings};
use crate::admin::pages::page_operation_out::{Names, name_of};
use crate::admin::pages::page_operations::names;
use crate::admin::pages::page_preview_data::sent;
use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// The draft of header and footer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeaderFooterDraft)]
pub struct HeaderFooterDraftOut {
    #[schema(value_type = HeaderSettings)]
    header: Value,
    #[schema(value_type = FooterSettings)]
    footer: Value,
    /// Revision, incremented by each change; 0 before the first.
    revision: i64,
    /// Whether the draft differs from the published version.
    unpublished: bool,
    /// Whether there is a change to undo.
    can_undo: bool,
    /// Whether there is an undone change to redo.
    can_redo: bool,
    sign_up_words: SignUpWordsOut,
}

/// Words of a new newsletter sign-up, in the language of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignUpWords)]
pub struct SignUpWordsOut {
    submit_button_text: String,
    success_message: String,
}

impl From<SignUpWords> for SignUpWordsOut {
    fn from(SignUpWords { submit_button_text, success_message }: SignUpWords) -> Self {
        Self { submit_button_text, success_message }
    }
}

/// The revision of a draft.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HeaderFooterRevisionBody {
    revision: i64,
}

/// An undo or redo of the draft at a revision.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HeaderFooterStepBody {
    revision: i64,
    way: HeaderFooterWay,
}

/// Direction in the undo history.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeaderFooterWay {
    /// Undo the last change.
    Undo,
    /// Redo the last undone change.
    Redo,
}

/// A version of header and footer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeaderFooterVersion)]
pub struct HeaderFooterVersionOut {
    /// Version number, from 1.
    number: i64,
    /// Name of its author; null for the server and for deleted accounts.
    author_name: Option<String>,
    /// UTC milliseconds.
    made_on: i64,
    /// When it was last published, UTC milliseconds.
    published_on: Option<i64>,
    /// Whether it is the current draft.
    is_draft: bool,
    /// Settings that differ from the version it was based on, such as `header.layout`; null if that version is not
    /// known (any more).
    changes: Option<Vec<String>>,
}

/// The versions, newest first; at most 200.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeaderFooterHistoryOut {
    versions: Vec<HeaderFooterVersionOut>,
}

/// Path parameters of a version.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct VersionPath {
    /// Version number.
    number: i64,
}

/// The page to render, and the version of header and footer.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RenderingDataQuery {
    /// Path of the page with its query string; the home page by default.
    #[serde(default)]
    address: String,
    /// Version number; the draft by default.
    version: Option<i64>,
}

impl HeaderFooterVersionOut {
    fn of(version: HeaderFooterVersion, names: &Names) -> Self {
        let HeaderFooterVersion { number, author, made_on, published_on, is_draft, changes } = version;
        Self {
            number,
            author_name: name_of(names, &author),
            made_on: made_on.ms(),
            published_on: published_on.map(Timestamp::ms),
            is_draft,
            changes,
        }
    }
}

/// Routes of this module.
pub(in crate::admin) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(header_footer_draft_get: reads(), header_footer_draft_save: changes(Invalidates::ByHandler)))
        .routes(routes!(header_footer_draft_publish: changes(Invalidates::ByHandler)))
        .routes(routes!(header_footer_draft_discard: changes(Invalidates::ByHandler)))
        .routes(routes!(header_footer_draft_step: changes(Invalidates::ByHandler)))
        .routes(routes!(header_footer_versions: reads()))
        .routes(routes!(header_footer_version_restore: changes(Invalidates::ByHandler)))
        .routes(routes!(header_footer_material: reads()))
}

fn tagged(state: HeaderFooterDraft) -> impl IntoResponse + use<> {
    let HeaderFooterDraft { draft, unpublished, can_undo, can_redo, sign_up_words } = state;
    let revision = draft.revision;
    let (header, footer) = (draft.header, draft.footer);
    let sign_up_words = sign_up_words.into();
    let out = HeaderFooterDraftOut { header, footer, revision, unpublished, can_undo, can_redo, sign_up_words };
    (AppendHeaders([(header::ETAG, format!("\"{revision}\""))]), Json(out))
}

/// Get the draft of header and footer
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/header-footer/draft",
    operation_id = "header_footer_draft_get", tag = "header-footer", security(("contributor" = ["design:read"])),
    responses((status = 200, body = HeaderFooterDraftOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn header_footer_draft_get(caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::draft(&caller.ctx, &caller.db).await?))
}

/// Save a draft of header and footer
///
/// Visitors see it when it is published. Omitted fields get their defaults.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/header-footer/draft",
    operation_id = "header_footer_draft_save", tag = "header-footer",
    params(("If-Match" = String, Header, description = "The revision that the draft is based on, in quotes; a list, or `*` for any")),
    request_body = HeaderFooterBody, security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn header_footer_draft_save(
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<HeaderFooterBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    Ok(tagged(header_footer::save_draft(&caller.ctx, &caller.db, body.into(), &seen).await?))
}

/// Publish the draft of header and footer
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/publish",
    operation_id = "header_footer_draft_publish", tag = "header-footer", request_body = HeaderFooterRevisionBody,
    security(("contributor" = ["design:publish"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 412, body = Problem)))]
async fn header_footer_draft_publish(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(HeaderFooterRevisionBody { revision }): ApiJson<HeaderFooterRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    let invalidation = state.invalidation.as_ref();
    Ok(tagged(header_footer::publish(&caller.ctx, &caller.db, invalidation, revision).await?))
}

/// Discard the draft of header and footer
///
/// Recorded as a change of the draft, so it can be undone.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/discard",
    operation_id = "header_footer_draft_discard", tag = "header-footer", request_body = HeaderFooterRevisionBody,
    security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 412, body = Problem)))]
async fn header_footer_draft_discard(
    caller: Contributor,
    ApiJson(HeaderFooterRevisionBody { revision }): ApiJson<HeaderFooterRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::discard(&caller.ctx, &caller.db, revision).await?))
}

/// Undo or redo the last change of header and footer
///
/// If there is nothing to undo or redo, the draft stays unchanged.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/draft/step",
    operation_id = "header_footer_draft_step", tag = "header-footer", request_body = HeaderFooterStepBody,
    security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 412, body = Problem)))]
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

/// List versions of header and footer
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/header-footer/versions",
    operation_id = "header_footer_versions", tag = "header-footer", security(("contributor" = ["design:read"])),
    responses((status = 200, body = HeaderFooterHistoryOut)))]
async fn header_footer_versions(
    State(state): State<AppState>,
    caller: Contributor,
) -> ApiResult<Json<HeaderFooterHistoryOut>> {
    let versions = header_footer::history(&caller.ctx, &caller.db).await?;
    let names = names(&state, versions.iter().map(|version| version.author.as_str())).await?;
    let versions = versions.into_iter().map(|version| HeaderFooterVersionOut::of(version, &names)).collect();
    Ok(Json(HeaderFooterHistoryOut { versions }))
}

/// Restore a version of header and footer
///
/// Recorded as a change of the draft, so it can be undone.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/header-footer/versions/{number}/restore",
    operation_id = "header_footer_version_restore", tag = "header-footer", params(VersionPath),
    request_body = HeaderFooterRevisionBody, security(("contributor" = ["design:write"])),
    responses((status = 200, body = HeaderFooterDraftOut), (status = 412, body = Problem)))]
async fn header_footer_version_restore(
    caller: Contributor,
    ApiPath(path): ApiPath<VersionPath>,
    ApiJson(HeaderFooterRevisionBody { revision }): ApiJson<HeaderFooterRevisionBody>,
) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::restore(&caller.ctx, &caller.db, path.number, revision).await?))
}

/// Get the rendering data of a page with the draft header and footer
///
/// Everything the template engine in the browser needs to render the page at an address, with the draft or a version.
/// 204 if the theme has the original form: its pages are rendered only by the server.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/header-footer/material",
    operation_id = "header_footer_material", tag = "header-footer", params(RenderingDataQuery),
    security(("contributor" = ["design:read"])),
    responses((status = 200, body = Value, headers(("ETag" = String, description = "Changes with the preview data"))),
              (status = 204), (status = 304), (status = 412, body = Problem)))]
async fn header_footer_material(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(query): ApiQuery<RenderingDataQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let site = public_site(&state, &caller).await?;
    let wanted = HeaderFooterShown { address: &query.address, version: query.version };
    let material = state.renderer.header_footer_material(&caller.ctx, &caller.db, site, wanted).await?;
    Ok(material.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |material| sent(&headers, material)))
}
