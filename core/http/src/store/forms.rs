//! Forms that visitors fill in.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_audience::submissions::{self, NewSubmission};
use stoa_kernel::Failure;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::extract::{ApiJson, ApiPath, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The key, as clients of either reading look for it.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyData {
    key: String,
}

/// A key that allows one submission within 30 minutes.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionKey {
    key: String,
    data: KeyData,
}

/// What a visitor sends.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionBody {
    key: String,
    /// JSON text of field id to value.
    form: String,
    /// Block id of the form.
    form_id: String,
    #[serde(default)]
    page_title: String,
    #[serde(default)]
    page_id: String,
}

/// The submission was kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionSaved {
    success: bool,
    submission_id: String,
}

/// The answers are right.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnswersValid {
    valid: bool,
}

/// A form of a site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormPath {
    form_id: String,
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(form_key_create)).routes(routes!(form_submit)).routes(routes!(form_validate))
}

/// Ask for a submission key
#[utoipa::path(post, path = "/api/form/FormSubmissionKey", operation_id = "form_key_create", tag = "forms",
    responses((status = 200, body = SubmissionKey), (status = 403, body = Problem), (status = 429, body = Problem)))]
async fn form_key_create(visitor: Visitor) -> ApiResult<Json<SubmissionKey>> {
    let key = submissions::issue_key(&visitor.ctx, &visitor.db).await?;
    Ok(Json(SubmissionKey { data: KeyData { key: key.clone() }, key }))
}

/// Submit a form
#[utoipa::path(post, path = "/api/form/SaveFormSubmission", operation_id = "form_submit", tag = "forms",
    request_body = SubmissionBody,
    responses((status = 200, body = SubmissionSaved), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn form_submit(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(body): ApiJson<SubmissionBody>,
) -> ApiResult<Json<SubmissionSaved>> {
    let kinds = state.renderer.kinds(&visitor.ctx, &visitor.db).await;
    let new = NewSubmission {
        key: body.key,
        form_id: body.form_id,
        form: body.form,
        page_id: body.page_id,
        page_title: body.page_title,
    };
    let id = submissions::save(&visitor.ctx, &visitor.db, &kinds, new).await?;
    Ok(Json(SubmissionSaved { success: true, submission_id: id.into() }))
}

/// Check answers without sending them
#[utoipa::path(post, path = "/api/rest/forms/validate/{formId}", operation_id = "form_validate", tag = "forms",
    params(("formId" = String, Path, description = "Block id of the form")),
    request_body(content = Object, description = "Field id to value"),
    responses((status = 200, body = AnswersValid), (status = 400, body = Problem), (status = 404, body = Problem)))]
async fn form_validate(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<FormPath>,
    ApiJson(answers): ApiJson<Map<String, Value>>,
) -> ApiResult<Json<AnswersValid>> {
    let kinds = state.renderer.kinds(&visitor.ctx, &visitor.db).await;
    let wrong = submissions::validate(&visitor.db, &kinds, &path.form_id, &answers).await?;
    if wrong.is_empty() {
        return Ok(Json(AnswersValid { valid: true }));
    }
    Err(Failure::validation(wrong).with("valid", false.into()).into())
}
