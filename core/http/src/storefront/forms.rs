//! Form submissions of visitors.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_audience::submissions::{self, NewSubmission, SubmissionSignals};
use stoa_kernel::forms::ContentSource;
use stoa_kernel::ports::Guarded;
use stoa_kernel::shared_problem_texts::TOO_MANY_ATTEMPTS;
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, CallerNetwork, Shopper, Visitor};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

const TEN_MINUTES: Duration = Duration::from_secs(600);
const HOUR: Duration = Duration::from_secs(3600);
/// Submissions to one form in ten minutes from one address.
const SUBMISSIONS_PER_ADDRESS: u32 = 10;
/// Submissions to one form in an hour from all addresses.
const SUBMISSIONS_PER_FORM: u32 = 100;
/// Number of characters of a form's id that are part of the counter's key.
const COUNTED_ID: usize = 64;

/// The key once more, for clients that read `data.key`.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyData {
    key: String,
}

/// A key that allows one submission within 30 minutes.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionKey {
    key: String,
    data: KeyData,
    /// Challenge of the built-in captcha (proof of work): find a number so that the SHA-256 of `<challenge>.<number>`
    /// begins with as many zero bits as the first part of the challenge says. `<challenge>.<number>` is the
    /// `captchaKey`.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<String>,
}

/// A form submission.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionBody {
    key: String,
    /// JSON text that maps field ids to values.
    form: String,
    /// Block id of the form. If omitted, the form of the page that the values fit is used.
    #[serde(default)]
    form_id: Option<String>,
    /// Solution of the captcha, if the form has one.
    #[serde(default)]
    captcha_key: Option<String>,
    #[serde(default)]
    page_title: String,
    #[serde(default)]
    page_id: String,
    #[serde(default)]
    page_path: String,
    /// `i` for an item of a collection, `c` for any other page.
    #[serde(default)]
    content_source: ContentSource,
    /// Access to the page. Ignored: the server knows it.
    #[serde(default)]
    #[allow(dead_code, reason = "part of the specified payload")]
    page_permission_type_value: Option<i64>,
    /// Value of the hidden honeypot field.
    #[serde(default)]
    website_address: String,
    /// Milliseconds from the first input in the form to its submission.
    #[serde(default)]
    filled_in_ms: Option<u64>,
}

/// The submission was saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionSaved {
    success: bool,
    submission_id: String,
}

/// The values are valid.
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

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(form_key_create: changes(Invalidates::ByHandler).limited(RateLimit::FORM_KEY)))
        .routes(routes!(form_submit: changes(Invalidates::ByHandler).limited(RateLimit::FORM)))
        .routes(routes!(form_validate: changes(Invalidates::ByHandler)))
}

/// Get a form submission key
#[utoipa::path(post, path = "/api/form/FormSubmissionKey", operation_id = "form_key_create", tag = "forms",
    responses((status = 200, body = SubmissionKey)))]
async fn form_key_create(State(state): State<AppState>, visitor: Visitor) -> ApiResult<Json<SubmissionKey>> {
    let key = submissions::issue_key(&visitor.ctx, &visitor.db, visitor.crumb()).await?;
    let guarded = Guarded { website: visitor.ctx.website(), key: &key, now: visitor.ctx.now() };
    let challenge = state.form_captcha.challenge(guarded);
    Ok(Json(SubmissionKey { data: KeyData { key: key.clone() }, key, challenge }))
}

/// Submit a form
#[utoipa::path(post, path = "/api/form/SaveFormSubmission", operation_id = "form_submit", tag = "forms",
    request_body = SubmissionBody, responses((status = 200, body = SubmissionSaved)))]
async fn form_submit(
    State(state): State<AppState>,
    Shopper(visitor): Shopper,
    CallerNetwork(network): CallerNetwork,
    ApiJson(body): ApiJson<SubmissionBody>,
) -> ApiResult<Json<SubmissionSaved>> {
    let form: String = body.form_id.as_deref().unwrap_or(&body.page_id).chars().take(COUNTED_ID).collect();
    let form = format!("answers:{}:{form}", visitor.ctx.website());
    count(&state, &visitor.ctx, &format!("{form}:{network}"), SUBMISSIONS_PER_ADDRESS, TEN_MINUTES).await?;
    count(&state, &visitor.ctx, &form, SUBMISSIONS_PER_FORM, HOUR).await?;
    let db = visitor.db.in_language(None);
    let kinds = state.renderer.kinds(&visitor.ctx, &db).await;
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
        circumstances: SubmissionSignals { trap: body.website_address, filled_in_ms: body.filled_in_ms },
    };
    let captcha = state.form_captcha.as_ref();
    let id = submissions::save(&visitor.ctx, &db, &kinds, captcha, new).await?;
    Ok(Json(SubmissionSaved { success: true, submission_id: id.into() }))
}

/// Counts a submission; refuses it beyond the limit. Those of load tests have the limit of their run.
pub(in crate::storefront) async fn count(
    state: &AppState,
    ctx: &TenantCtx,
    key: &str,
    limit: u32,
    window: Duration,
) -> Result<(), Failure> {
    let limit = limit.saturating_mul(state.settings.rate_limit_factor);
    if limit == 0 || ctx.load_run().is_some() {
        return Ok(());
    }
    let Some(wait) = state.rate_limit.hit(key, limit, window).await else { return Ok(()) };
    Err(Failure::said(ErrorCode::RateLimited, TOO_MANY_ATTEMPTS)
        .with("retryAfterSeconds", wait.as_secs().max(1).into()))
}

/// Validate form values without submitting
#[utoipa::path(post, path = "/api/rest/forms/validate/{formId}", operation_id = "form_validate", tag = "forms",
    request_body(content = Object, description = "Values by field id"),
    responses((status = 200, body = AnswersValid)))]
async fn form_validate(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<FormPath>,
    ApiJson(answers): ApiJson<Map<String, Value>>,
) -> ApiResult<Json<AnswersValid>> {
    let kinds = state.renderer.kinds(&visitor.ctx, &visitor.db).await;
    match submissions::validate(&visitor.db, &kinds, &path.form_id, &answers).await.map_err(Failure::from) {
        Ok(()) => Ok(Json(AnswersValid { valid: true })),
        Err(wrong) if wrong.code == ErrorCode::ValidationFailed => Err(wrong.with("valid", false.into()).into()),
        Err(failure) => Err(failure.into()),
    }
}
