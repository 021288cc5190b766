//! Files of form submissions.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{self, FormFile, FormFileIds};
use stoa_kernel::id::{FormFileId, SubmissionId};
use stoa_web::file_headers::{disposition, put};
use utoipa::ToSchema;

use super::submissions::SubmissionPath;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Contributor, path_id};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// A file of a form submission.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionFileOut {
    id: String,
    /// Key of its form field.
    field: String,
    /// Name under which it is saved.
    filename: String,
    /// MIME type, detected from the content.
    mime_type: String,
    /// Size in bytes.
    bytes: u64,
}

/// The files of a form submission, in the order of upload.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionFilesOut {
    files: Vec<SubmissionFileOut>,
}

/// Path parameters of a file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FilePath {
    form_id: String,
    #[serde(deserialize_with = "path_id")]
    submission_id: SubmissionId,
    #[serde(deserialize_with = "path_id")]
    file_id: FormFileId,
}

impl From<FormFile> for SubmissionFileOut {
    fn from(file: FormFile) -> Self {
        let FormFile { id, field, filename, mime_type, bytes } = file;
        Self { id: id.into(), field, filename, mime_type, bytes }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(submission_files_list: reads())).routes(routes!(submission_file_get: reads()))
}

/// List the files of a submission
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}/files",
    operation_id = "submission_files_list", tag = "submissions", security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = SubmissionFilesOut)))]
async fn submission_files_list(
    caller: Contributor,
    ApiPath(path): ApiPath<SubmissionPath>,
) -> ApiResult<Json<SubmissionFilesOut>> {
    let files = submissions::files(&caller.ctx, &caller.db, &path.form_id, &path.submission_id).await?;
    Ok(Json(SubmissionFilesOut { files: files.into_iter().map(SubmissionFileOut::from).collect() }))
}

/// Download a file of a submission
///
/// Always sent as an attachment, so that browsers save it and do not display it.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}/files/{fileId}",
    operation_id = "submission_file_get", tag = "submissions", security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream")))]
async fn submission_file_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<FilePath>,
) -> ApiResult<Response> {
    let FilePath { form_id, submission_id, file_id } = &path;
    let ids = FormFileIds { form_id, submission_id, file_id };
    let opened = submissions::open_file(&caller.ctx, &caller.db, state.blobs.as_ref(), &ids).await?;
    let mut response = Body::from_stream(opened.content).into_response();
    put(&mut response, header::CONTENT_LENGTH, &opened.file.bytes.to_string())?;
    put(&mut response, header::CONTENT_DISPOSITION, &disposition("attachment", &opened.file.filename))?;
    for (name, value) in [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::CACHE_CONTROL, "private, no-store"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
