//! Form submissions.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{self, FormSummary, Submission, SubmissionChange, SubmissionFilter, SubmissionIds};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::forms::SubmissionFolder;
use stoa_kernel::id::SubmissionId;
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing, path_id};
use crate::problem::{ApiResult, ProblemTextOut, contributor_texts_of};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Path parameters of a form.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormPath {
    form_id: String,
}

/// Path parameters of a form submission.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionPath {
    pub(in crate::admin) form_id: String,
    #[serde(deserialize_with = "path_id")]
    pub(in crate::admin) submission_id: SubmissionId,
}

/// Query parameters of the submission list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubmissionsQuery {
    /// Folder; `inbox` by default.
    #[serde(default)]
    #[param(inline)]
    folder: SubmissionFolder,
    /// Search text: words of a submission, or a phrase in quotes.
    #[serde(default)]
    q: String,
    /// Only starred submissions.
    #[serde(default)]
    starred: bool,
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// Value of one form field.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnswerOut {
    /// Key of the field; empty for old submissions.
    field: String,
    /// Kind of the field; empty for old submissions.
    kind: String,
    label: String,
    /// Value as text: addresses and scales over several lines, `N/A` for none.
    value: String,
    /// Chosen options of a multiple choice; empty for other kinds and old submissions.
    choices: Vec<String>,
}

/// A form submission.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionOut {
    id: String,
    form_id: String,
    page_title: String,
    /// Path of the page; empty for old submissions.
    page_path: String,
    values: Vec<AnswerOut>,
    /// UTC milliseconds.
    created_on: i64,
    folder: SubmissionFolder,
    starred: bool,
    /// When a contributor first opened it, UTC milliseconds.
    read_on: Option<i64>,
    /// Whether a captcha was solved.
    captcha: bool,
    /// Why it was classified as spam.
    spam_signs: Vec<String>,
    /// What these signs say, for clients that say it in other words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    spam_sign_texts: BTreeMap<String, ProblemTextOut>,
}

/// Submissions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionsOut {
    submissions: Vec<SubmissionOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// A form of the site with the number of submissions by folder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Form)]
pub struct FormOut {
    /// Block id.
    id: String,
    /// Empty if its block was deleted.
    name: String,
    /// The page that contains, or contained, the form.
    page_title: String,
    /// Whether a page or post still contains the form.
    on_a_page: bool,
    /// Number of submissions in the inbox.
    answers: u64,
    /// Number of those that nobody has opened.
    unread: u64,
    /// Number of submissions classified as spam.
    spam: u64,
}

/// The forms of a site.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Forms)]
pub struct FormsOut {
    forms: Vec<FormOut>,
}

/// Changes of a submission; omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SubmissionChange)]
pub struct ChangeBody {
    #[serde(default)]
    folder: Option<SubmissionFolder>,
    #[serde(default)]
    starred: Option<bool>,
    #[serde(default)]
    read: Option<bool>,
}

impl From<&SubmissionsQuery> for SubmissionFilter {
    fn from(query: &SubmissionsQuery) -> Self {
        Self { folder: query.folder, search: query.q.clone(), starred: query.starred }
    }
}

impl From<Submission> for SubmissionOut {
    fn from(submission: Submission) -> Self {
        let values = submission.values.into_iter().map(|answer| AnswerOut {
            field: answer.field,
            kind: answer.kind,
            label: answer.label,
            value: answer.value,
            choices: answer.choices,
        });
        Self {
            id: submission.id.into(),
            form_id: submission.form_id,
            page_title: submission.page_title,
            page_path: submission.page_path,
            values: values.collect(),
            created_on: submission.created_on.ms(),
            folder: submission.folder,
            starred: submission.starred,
            read_on: submission.read_on.map(Timestamp::ms),
            captcha: submission.captcha,
            spam_sign_texts: contributor_texts_of(&submission.spam_signs),
            spam_signs: submission.spam_signs,
        }
    }
}

impl From<FormSummary> for FormOut {
    fn from(form: FormSummary) -> Self {
        let FormSummary { id, name, page_title, on_a_page, answers, unread, spam } = form;
        Self { id, name, page_title, on_a_page, answers, unread, spam }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(forms_list: reads()))
        .routes(routes!(submissions_list: reads()))
        .routes(routes!(submissions_export: reads()))
        .routes(routes!(
            submissions_get: reads(),
            submissions_change: changes(Invalidates::ByHandler),
            submissions_delete: changes(Invalidates::ByHandler),
        ))
}

/// List the forms of a site
///
/// Forms on pages and posts, drafts included, then deleted forms that still have submissions.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms", operation_id = "forms_list", tag = "submissions",
    security(("contributor" = ["submissions:read"])), responses((status = 200, body = FormsOut)))]
async fn forms_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<FormsOut>> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let forms = submissions::forms(&caller.ctx, &caller.db, &kinds).await?;
    Ok(Json(FormsOut { forms: forms.into_iter().map(FormOut::from).collect() }))
}

/// List the submissions of a form
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions",
    operation_id = "submissions_list", tag = "submissions", params(SubmissionsQuery),
    security(("contributor" = ["submissions:read"])), responses((status = 200, body = SubmissionsOut)))]
async fn submissions_list(
    caller: Contributor,
    ApiPath(path): ApiPath<FormPath>,
    ApiQuery(query): ApiQuery<SubmissionsQuery>,
) -> ApiResult<Json<SubmissionsOut>> {
    let filter = SubmissionFilter::from(&query);
    let request = PageRequest::new(query.cursor, query.limit);
    let page = submissions::list(&caller.ctx, &caller.db, &path.form_id, &filter, &request).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(SubmissionsOut { submissions: page.items.into_iter().map(SubmissionOut::from).collect(), listing }))
}

/// Export the submissions of a form as CSV
///
/// All submissions that match the filter, newest first, streamed. Each field is a column; passwords are excluded.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions.csv",
    operation_id = "submissions_export", tag = "submissions", params(SubmissionsQuery),
    security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn submissions_export(
    caller: Contributor,
    ApiPath(path): ApiPath<FormPath>,
    ApiQuery(query): ApiQuery<SubmissionsQuery>,
) -> ApiResult<Response> {
    let filter = SubmissionFilter::from(&query);
    let export = submissions::export(&caller.ctx, &caller.db, &path.form_id, filter).await?;
    let parts = stream::try_unfold(export, async |mut export| {
        let part = export.part().await?;
        Ok::<_, stoa_audience::AudienceError>(part.map(|part| (part, export)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"submissions.csv\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// Get a submission
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}",
    operation_id = "submissions_get", tag = "submissions", security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = SubmissionOut)))]
async fn submissions_get(
    caller: Contributor,
    ApiPath(path): ApiPath<SubmissionPath>,
) -> ApiResult<Json<SubmissionOut>> {
    let found = submissions::detail(&caller.ctx, &caller.db, &path.form_id, &path.submission_id).await?;
    Ok(Json(found.into()))
}

/// Star, mark as read or move a submission
///
/// A submission moved out of the spam folder is processed as if it had just arrived: its e-mails are sent, and a
/// newsletter sign-up is recorded.
#[utoipa::path(patch, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}",
    operation_id = "submissions_change", tag = "submissions", request_body = ChangeBody,
    security(("contributor" = ["submissions:write"])), responses((status = 200, body = SubmissionOut)))]
async fn submissions_change(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<SubmissionPath>,
    ApiJson(body): ApiJson<ChangeBody>,
) -> ApiResult<Json<SubmissionOut>> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let change = SubmissionChange { folder: body.folder, starred: body.starred, read: body.read };
    let ids = SubmissionIds { form_id: &path.form_id, submission_id: &path.submission_id };
    Ok(Json(submissions::change(&caller.ctx, &caller.db, &kinds, &ids, change).await?.into()))
}

/// Delete a submission permanently
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}",
    operation_id = "submissions_delete", tag = "submissions", security(("contributor" = ["submissions:delete"])),
    responses((status = 204)))]
async fn submissions_delete(caller: Contributor, ApiPath(path): ApiPath<SubmissionPath>) -> ApiResult<StatusCode> {
    submissions::remove(&caller.ctx, &caller.db, &path.form_id, &path.submission_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
