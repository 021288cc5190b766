//! What visitors wrote into forms.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{self, Folder, FormSummary, Submission, SubmissionChange, SubmissionFilter};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A form of a site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormPath {
    form_id: String,
}

/// A submission of a form.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionPath {
    pub(super) form_id: String,
    pub(super) submission_id: String,
}

/// A folder of submissions.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SubmissionFolder)]
pub enum FolderDto {
    /// Answers.
    #[default]
    Inbox,
    /// Answers that look like spam.
    Spam,
}

/// Which submissions of a form.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubmissionsQuery {
    /// Where they lie; `inbox` unless told.
    #[serde(default)]
    #[param(inline)]
    folder: FolderDto,
    /// Words that stand in an answer, or a text in quotes.
    #[serde(default)]
    q: String,
    /// Whether only marked ones are wanted.
    #[serde(default)]
    starred: bool,
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 200; 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// One answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnswerOut {
    /// Key of the field; empty for old answers.
    field: String,
    /// Kind of the field; empty for old answers.
    kind: String,
    label: String,
    /// As it reads: addresses and scales on lines, `N/A` when there is none.
    value: String,
    /// What was chosen of several, one by one; empty for other kinds and old answers.
    choices: Vec<String>,
}

/// What a visitor wrote into a form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionOut {
    id: String,
    form_id: String,
    page_title: String,
    /// Path of the page; empty for old answers.
    page_path: String,
    values: Vec<AnswerOut>,
    /// UTC milliseconds.
    created_on: i64,
    folder: FolderDto,
    starred: bool,
    /// When a contributor opened it first, UTC milliseconds.
    read_on: Option<i64>,
    /// Whether a captcha was solved for it.
    captcha: bool,
    /// Why it looks like spam.
    spam_signs: Vec<String>,
}

/// Submissions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionsOut {
    submissions: Vec<SubmissionOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// A form of the site with what lies in its folders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Form)]
pub struct FormOut {
    /// Block id.
    id: String,
    /// Empty when its block is gone.
    name: String,
    /// The page it stands on, or stood on.
    page_title: String,
    /// Whether a page or post still holds it.
    on_a_page: bool,
    /// Answers that are no spam.
    answers: u64,
    /// Those of them that nobody has opened.
    unread: u64,
    /// Answers that look like spam.
    spam: u64,
}

/// The forms of a site.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Forms)]
pub struct FormsOut {
    forms: Vec<FormOut>,
}

/// What becomes of a submission; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SubmissionChange)]
pub struct ChangeBody {
    #[serde(default)]
    folder: Option<FolderDto>,
    #[serde(default)]
    starred: Option<bool>,
    #[serde(default)]
    read: Option<bool>,
}

impl From<FolderDto> for Folder {
    fn from(folder: FolderDto) -> Self {
        match folder {
            FolderDto::Inbox => Folder::Inbox,
            FolderDto::Spam => Folder::Spam,
        }
    }
}

impl From<Folder> for FolderDto {
    fn from(folder: Folder) -> Self {
        match folder {
            Folder::Inbox => FolderDto::Inbox,
            Folder::Spam => FolderDto::Spam,
        }
    }
}

impl From<&SubmissionsQuery> for SubmissionFilter {
    fn from(query: &SubmissionsQuery) -> Self {
        Self { folder: query.folder.into(), search: query.q.clone(), starred: query.starred }
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
            created_on: submission.created_on,
            folder: submission.folder.into(),
            starred: submission.starred,
            read_on: submission.read_on,
            captcha: submission.captcha,
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

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(forms_list))
        .routes(routes!(submissions_list))
        .routes(routes!(submissions_export))
        .routes(routes!(submissions_get, submissions_change, submissions_delete))
}

/// List the forms of a site
///
/// Those on its pages and posts, drafts too, then those of which only answers are left.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms", operation_id = "forms_list", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = FormsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn forms_list(State(state): State<AppState>, caller: Contributor) -> ApiResult<Json<FormsOut>> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let forms = submissions::forms(&caller.ctx, &caller.db, &kinds).await?;
    Ok(Json(FormsOut { forms: forms.into_iter().map(FormOut::from).collect() }))
}

/// List the submissions of a form
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions",
    operation_id = "submissions_list", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site"),
           ("formId" = String, Path, description = "Block id of the form"), SubmissionsQuery),
    security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = SubmissionsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
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

/// The submissions of a form as CSV
///
/// All that the filter lets through, the latest first, sent while it is read. Each field is a column; passwords are left out.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions.csv",
    operation_id = "submissions_export", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site"),
           ("formId" = String, Path, description = "Block id of the form"), SubmissionsQuery),
    security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
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
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"answers.csv\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// One submission
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}",
    operation_id = "submissions_get", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site"),
           ("formId" = String, Path, description = "Block id of the form"),
           ("submissionId" = String, Path, description = "The submission")),
    security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = SubmissionOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn submissions_get(
    caller: Contributor,
    ApiPath(path): ApiPath<SubmissionPath>,
) -> ApiResult<Json<SubmissionOut>> {
    let found = submissions::detail(&caller.ctx, &caller.db, &path.form_id, &path.submission_id).await?;
    Ok(Json(found.into()))
}

/// Mark a submission, note that it was read, or move it to another folder
///
/// What leaves the folder of spam is followed as if it had just come in: its letters are written, and who asked for news is
/// noted.
#[utoipa::path(patch, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}",
    operation_id = "submissions_change", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site"),
           ("formId" = String, Path, description = "Block id of the form"),
           ("submissionId" = String, Path, description = "The submission")),
    request_body = ChangeBody,
    security(("contributor" = ["submissions:write"])),
    responses((status = 200, body = SubmissionOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn submissions_change(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<SubmissionPath>,
    ApiJson(body): ApiJson<ChangeBody>,
) -> ApiResult<Json<SubmissionOut>> {
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    let change = SubmissionChange { folder: body.folder.map(Folder::from), starred: body.starred, read: body.read };
    let place = (path.form_id.as_str(), path.submission_id.as_str());
    Ok(Json(submissions::change(&caller.ctx, &caller.db, &kinds, place, change).await?.into()))
}

/// Remove a submission for good
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions/{submissionId}",
    operation_id = "submissions_delete", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site"),
           ("formId" = String, Path, description = "Block id of the form"),
           ("submissionId" = String, Path, description = "The submission")),
    security(("contributor" = ["submissions:delete"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn submissions_delete(caller: Contributor, ApiPath(path): ApiPath<SubmissionPath>) -> ApiResult<StatusCode> {
    submissions::remove(&caller.ctx, &caller.db, &path.form_id, &path.submission_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
