//! Forms that visitors fill in.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_audience::submissions::{self, Circumstances, NewSubmission};
use stoa_kernel::ports::Guarded;
use stoa_kernel::{ErrorCode, Failure};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, CallerNetwork, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

const TEN_MINUTES: Duration = Duration::from_secs(600);
const HOUR: Duration = Duration::from_secs(3600);
/// Answers that one address may send to one form in ten minutes.
const ANSWERS_OF_ONE: u32 = 10;
/// Answers that all together may send to one form in an hour.
const ANSWERS_OF_ALL: u32 = 100;
/// Longest part of a form's id that answers are counted under.
const COUNTED_ID: usize = 64;

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
    /// What a page works on for forms with our own captcha: a number is looked for which, put behind it and a dot, gives a
    /// SHA-256 that begins with as many zero bits as its first part says. Challenge, dot and number are the `captchaKey`.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<String>,
}

/// What a visitor sends.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionBody {
    key: String,
    /// JSON text of field id to value.
    form: String,
    /// Block id of the form. Without it, the form of the page is taken that the answers fit.
    #[serde(default)]
    form_id: Option<String>,
    /// What the captcha gave, where the form has one.
    #[serde(default)]
    captcha_key: Option<String>,
    #[serde(default)]
    page_title: String,
    #[serde(default)]
    page_id: String,
    #[serde(default)]
    page_path: String,
    /// `i` for an item of a list, `c` for any other page.
    #[serde(default)]
    content_source: String,
    /// Who may see the page; the server knows it.
    #[serde(default)]
    #[allow(dead_code, reason = "part of the specified payload")]
    page_permission_type_value: Option<i64>,
    /// What stands in a field that people do not see.
    #[serde(default)]
    website_address: String,
    /// Milliseconds between the first touch of the form and its sending.
    #[serde(default)]
    filled_in_ms: Option<u64>,
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
pub fn routes() -> Calls {
    Calls::new().routes(routes!(form_key_create)).routes(routes!(form_submit)).routes(routes!(form_validate))
}

/// Ask for a submission key
#[utoipa::path(post, path = "/api/form/FormSubmissionKey", operation_id = "form_key_create", tag = "forms",
    responses((status = 200, body = SubmissionKey), (status = 403, body = Problem), (status = 429, body = Problem)))]
async fn form_key_create(State(state): State<AppState>, visitor: Visitor) -> ApiResult<Json<SubmissionKey>> {
    let key = submissions::issue_key(&visitor.ctx, &visitor.db, visitor.crumb()).await?;
    let guarded = Guarded { website: visitor.ctx.website(), key: &key, now_ms: visitor.ctx.now_ms() };
    let challenge = state.form_captcha.challenge(guarded);
    Ok(Json(SubmissionKey { data: KeyData { key: key.clone() }, key, challenge }))
}

/// Submit a form
#[utoipa::path(post, path = "/api/form/SaveFormSubmission", operation_id = "form_submit", tag = "forms",
    request_body = SubmissionBody,
    responses((status = 200, body = SubmissionSaved), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn form_submit(
    State(state): State<AppState>,
    visitor: Visitor,
    CallerNetwork(network): CallerNetwork,
    ApiJson(body): ApiJson<SubmissionBody>,
) -> ApiResult<Json<SubmissionSaved>> {
    let form: String = body.form_id.as_deref().unwrap_or(&body.page_id).chars().take(COUNTED_ID).collect();
    let form = format!("answers:{}:{form}", visitor.ctx.website());
    count(&state, &format!("{form}:{network}"), ANSWERS_OF_ONE, TEN_MINUTES).await?;
    count(&state, &form, ANSWERS_OF_ALL, HOUR).await?;
    let kinds = state.renderer.kinds(&visitor.ctx, &visitor.db).await;
    let new = NewSubmission {
        browser: visitor.crumb().to_owned(),
        key: body.key,
        form_id: body.form_id,
        form: body.form,
        captcha_key: body.captcha_key.unwrap_or_default(),
        page_id: body.page_id,
        page_title: body.page_title,
        page_path: body.page_path,
        content_source: body.content_source,
        language: visitor.language(),
        circumstances: Circumstances { trap: body.website_address, filled_in_ms: body.filled_in_ms },
    };
    let captcha = state.form_captcha.as_ref();
    let id = submissions::save(&visitor.ctx, &visitor.db, &kinds, captcha, new).await?;
    Ok(Json(SubmissionSaved { success: true, submission_id: id.into() }))
}

/// Counts an answer; refuses it beyond the limit.
pub(super) async fn count(state: &AppState, key: &str, limit: u32, window: Duration) -> Result<(), Failure> {
    let limit = limit.saturating_mul(state.settings.rate_limit_factor);
    if limit == 0 {
        return Ok(());
    }
    let Some(wait) = state.rate_limit.hit(key, limit, window).await else { return Ok(()) };
    let message = "Too many tries. Please try again later.";
    Err(Failure::new(ErrorCode::RateLimited, message).with("retryAfterSeconds", wait.as_secs().max(1).into()))
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
