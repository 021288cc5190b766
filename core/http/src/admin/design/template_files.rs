//! Files of the site's theme, and the site's own versions of them.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use stoa_kernel::id::{AccountId, TemplateVersionId};
use stoa_render::TemplatePreviewCall;
use stoa_site::template_files::{self, FileVersion, VersionSummary};

use super::template_files_out::{
    TemplateCheckBody, TemplateFileBody, TemplateFileOut, TemplateFilesOut, TemplatePreviewBody, TemplatePreviewOut,
    TemplateProblemsOut, TemplateSetBody, TemplateVersionOut, TemplateVersionsOut,
};
use crate::admin::pages::public_site;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::precondition::named;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Path parameters of a template file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilePath {
    file_path: String,
}

/// Path parameters of a published version.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct VersionPath {
    #[serde(deserialize_with = "path_id")]
    version_id: TemplateVersionId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(template_files_list: reads()))
        .routes(routes!(template_files_check: changes(Invalidates::Nothing)))
        .routes(routes!(template_files_preview: changes(Invalidates::Nothing)))
        .routes(routes!(template_files_publish: changes(Invalidates::ByHandler)))
        .routes(routes!(
            template_file_get: reads(),
            template_file_save: changes(Invalidates::ByHandler),
            template_file_remove: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(template_versions_list: reads()))
        .routes(routes!(template_version_restore: changes(Invalidates::ByHandler)))
}

fn tagged(file: TemplateFileOut) -> impl IntoResponse {
    let etag = format!("\"{}\"", file.summary.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(file))
}

/// List the files of the theme
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/template-files", operation_id = "template_files_list",
    tag = "template-files", security(("contributor" = ["design:read"])),
    responses((status = 200, body = TemplateFilesOut)))]
async fn template_files_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<TemplateFilesOut>> {
    let set = template_files::list(&caller.ctx, &caller.db, state.renderer.as_ref()).await?;
    Ok(Json(set.into()))
}

/// Get a template file with its draft
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/template-files/{filePath}",
    operation_id = "template_file_get", tag = "template-files", security(("contributor" = ["design:read"])),
    responses((status = 200, body = TemplateFileOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn template_file_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<FilePath>,
) -> ApiResult<impl IntoResponse> {
    let file = template_files::file(&caller.ctx, &caller.db, state.renderer.as_ref(), &path.file_path).await?;
    Ok(tagged(file.into()))
}

/// Save a draft of a template file
///
/// A draft may contain errors, but cannot be published with them. A path that the theme does not have creates a new
/// partial, with revision 0.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/template-files/{filePath}",
    operation_id = "template_file_save", tag = "template-files",
    params(("If-Match" = Option<String>, Header, description = "The revision that the draft is based on, in quotes; a list, or `*` for any"),
           ("If-None-Match" = Option<String>, Header, description = "`*` if nothing is saved yet")),
    request_body = TemplateFileBody, security(("contributor" = ["design:write"])),
    responses((status = 200, body = TemplateFileOut), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn template_file_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<FilePath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<TemplateFileBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = named(&headers)?;
    let version = FileVersion { path: &path.file_path, seen: &seen };
    let themes = state.renderer.as_ref();
    let file = template_files::save(&caller.ctx, &caller.db, themes, version, body.text).await?;
    Ok(tagged(file.into()))
}

/// Reset a template file to the theme's version
///
/// The draft becomes the theme's text; a file that only the site has is removed. Visitors see the change when it is
/// published.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/template-files/{filePath}",
    operation_id = "template_file_remove", tag = "template-files",
    params(("If-Match" = String, Header, description = "The revision to discard, in quotes; a list, or `*` for any")),
    security(("contributor" = ["design:delete"])),
    responses((status = 204), (status = 412, body = Problem), (status = 428, body = Problem)))]
async fn template_file_remove(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<FilePath>,
    headers: HeaderMap,
) -> ApiResult<StatusCode> {
    let seen = named(&headers)?;
    let version = FileVersion { path: &path.file_path, seen: &seen };
    template_files::remove(&caller.ctx, &caller.db, state.renderer.as_ref(), version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Check the draft templates
///
/// Unsaved files in the request replace the drafts.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/template-files/check",
    operation_id = "template_files_check", tag = "template-files", request_body = TemplateCheckBody,
    security(("contributor" = ["design:read"])), responses((status = 200, body = TemplateProblemsOut)))]
async fn template_files_check(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<TemplateCheckBody>,
) -> ApiResult<Json<TemplateProblemsOut>> {
    let themes = state.renderer.as_ref();
    let problems = template_files::checked(&caller.ctx, &caller.db, themes, body.into_unsaved()).await?;
    Ok(Json(problems.into()))
}

/// Preview a page with draft templates
///
/// Unsaved files in the request replace the drafts. The page shows published content.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/template-files/preview",
    operation_id = "template_files_preview", tag = "template-files", request_body = TemplatePreviewBody,
    security(("contributor" = ["design:read"])), responses((status = 200, body = TemplatePreviewOut)))]
async fn template_files_preview(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<TemplatePreviewBody>,
) -> ApiResult<Json<TemplatePreviewOut>> {
    let (path, query, unsaved) = body.into_parts();
    let call = TemplatePreviewCall { site: public_site(&state, &caller).await?, path, query, unsaved };
    let preview = state.renderer.template_preview(&caller.ctx, &caller.db, call).await?;
    Ok(Json(preview.into()))
}

/// Publish the draft templates
///
/// All drafts are published together. 422 if they contain errors; the member `problems` lists them.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/template-files/publish",
    operation_id = "template_files_publish", tag = "template-files", request_body = TemplateSetBody,
    security(("contributor" = ["design:publish"])),
    responses((status = 200, body = TemplateFilesOut), (status = 412, body = Problem), (status = 422, body = Problem)))]
async fn template_files_publish(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<TemplateSetBody>,
) -> ApiResult<Json<TemplateFilesOut>> {
    let (themes, invalidation) = (state.renderer.as_ref(), state.invalidation.as_ref());
    let set = template_files::publish(&caller.ctx, &caller.db, themes, invalidation, body.revision).await?;
    Ok(Json(set.into()))
}

/// List published template versions
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/template-versions", operation_id = "template_versions_list",
    tag = "template-files", security(("contributor" = ["design:read"])),
    responses((status = 200, body = TemplateVersionsOut)))]
async fn template_versions_list(
    State(state): State<AppState>,
    caller: Contributor,
) -> ApiResult<Json<TemplateVersionsOut>> {
    let versions = template_files::versions(&caller.ctx, &caller.db).await?;
    let people: Vec<AccountId> = versions.iter().filter_map(|version| version.published_by.parse().ok()).collect();
    let names = state.tenancy.staff.names(people).await?;
    let named = |version: VersionSummary| {
        let id = version.published_by.parse::<AccountId>().ok();
        let name = id.and_then(|id| names.get(&id)).cloned().unwrap_or_default();
        TemplateVersionOut::from(version).by(name)
    };
    Ok(Json(TemplateVersionsOut { versions: versions.into_iter().map(named).collect() }))
}

/// Restore a template version
///
/// Restores it as drafts; visitors see it when they are published.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/template-versions/{versionId}/restore",
    operation_id = "template_version_restore", tag = "template-files", request_body = TemplateSetBody,
    security(("contributor" = ["design:write"])),
    responses((status = 200, body = TemplateFilesOut), (status = 412, body = Problem)))]
async fn template_version_restore(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<VersionPath>,
    ApiJson(body): ApiJson<TemplateSetBody>,
) -> ApiResult<Json<TemplateFilesOut>> {
    let themes = state.renderer.as_ref();
    let set = template_files::restore(&caller.ctx, &caller.db, themes, &path.version_id, body.revision).await?;
    Ok(Json(set.into()))
}
