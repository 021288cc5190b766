//! What visitors wrote into forms.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{self, Submission};
use stoa_kernel::page::PageRequest;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::extract::{ApiPath, ApiQuery, Contributor, ListQuery, Listing};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A form of a site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FormPath {
    form_id: String,
}

/// One answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnswerOut {
    label: String,
    value: String,
}

/// What a visitor wrote into a form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionOut {
    id: String,
    form_id: String,
    page_title: String,
    values: Vec<AnswerOut>,
    /// UTC milliseconds.
    created_on: i64,
}

/// Submissions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionsOut {
    submissions: Vec<SubmissionOut>,
    #[serde(flatten)]
    listing: Listing,
}

impl From<Submission> for SubmissionOut {
    fn from(submission: Submission) -> Self {
        let values = submission.values.into_iter();
        Self {
            id: submission.id.into(),
            form_id: submission.form_id,
            page_title: submission.page_title,
            values: values.map(|answer| AnswerOut { label: answer.label, value: answer.value }).collect(),
            created_on: submission.created_on,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(submissions_list))
}

/// List the submissions of a form
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/forms/{formId}/submissions",
    operation_id = "submissions_list", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site"),
           ("formId" = String, Path, description = "Block id of the form"), ListQuery),
    security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = SubmissionsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn submissions_list(
    caller: Contributor,
    ApiPath(path): ApiPath<FormPath>,
    ApiQuery(query): ApiQuery<ListQuery>,
) -> ApiResult<Json<SubmissionsOut>> {
    let request = PageRequest::from(query);
    let page = submissions::list(&caller.ctx, &caller.db, &path.form_id, &request).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(SubmissionsOut { submissions: page.items.into_iter().map(SubmissionOut::from).collect(), listing }))
}
