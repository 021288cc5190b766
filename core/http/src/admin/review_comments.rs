//! What those who work on a site say to each other about the draft of a page.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::{ErrorCode, Failure};
use stoa_site::content::review_comments::{self, About, ReviewComment, ReviewThread};
use utoipa::ToSchema;

use super::page_operation_out::{Names, name_of};
use super::page_operations::names;
use super::page_path::PagePath;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// What somebody said about a draft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReviewComment)]
pub struct ReviewCommentOut {
    id: String,
    body: String,
    /// Name of who said it.
    author_name: Option<String>,
    /// Whether the caller said it.
    is_own: bool,
    /// UTC milliseconds.
    created_on: i64,
    /// When it was last changed, UTC milliseconds.
    edited_on: Option<i64>,
}

/// A comment on a draft with its answers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReviewThread)]
pub struct ReviewThreadOut {
    /// Id of its first comment.
    id: String,
    /// The block that it is about, which may be gone; none for the page.
    block_id: Option<String>,
    /// The kind of that block.
    block_kind: Option<String>,
    /// When it was settled, UTC milliseconds.
    resolved_on: Option<i64>,
    /// Name of who settled it.
    resolved_by_name: Option<String>,
    /// The first one and its answers, in their order.
    comments: Vec<ReviewCommentOut>,
}

/// What is said about the draft of a page, the oldest thread first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewThreads)]
pub struct ReviewThreadsOut {
    threads: Vec<ReviewThreadOut>,
}

/// Something to say about a draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewReviewComment)]
pub struct ReviewCommentBody {
    /// Plain text.
    #[schema(max_length = 2000)]
    body: String,
    /// The block that it is about; the page without one.
    block_id: Option<String>,
    /// The thread that it answers, instead of a block.
    thread_id: Option<String>,
}

/// A comment in other words.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReviewCommentText)]
pub struct ReviewCommentTextBody {
    /// Plain text.
    #[schema(max_length = 2000)]
    body: String,
}

/// Whether a thread is settled.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReviewThreadState)]
pub struct ReviewThreadStateBody {
    resolved: bool,
}

/// A comment on a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CommentPath {
    page_id: String,
    comment_id: String,
}

impl ReviewCommentBody {
    fn into_about(self) -> Result<(About, String), Failure> {
        let about = match (self.block_id, self.thread_id) {
            (Some(_), Some(_)) => {
                let message = "Name a block or the thread that is answered, not both.";
                return Err(Failure::new(ErrorCode::ValidationFailed, message));
            }
            (Some(block), None) => About::Block(block),
            (None, Some(thread)) => About::Thread(thread),
            (None, None) => About::Page,
        };
        Ok((about, self.body))
    }
}

/// Who reads it: their label and the names of people.
struct Reader<'a> {
    label: &'a str,
    names: &'a Names,
}

impl Reader<'_> {
    fn comment(&self, comment: ReviewComment) -> ReviewCommentOut {
        ReviewCommentOut {
            id: comment.id.into(),
            body: comment.body,
            author_name: name_of(self.names, &comment.author),
            is_own: comment.author == self.label,
            created_on: comment.created_on,
            edited_on: comment.edited_on,
        }
    }

    fn thread(&self, thread: ReviewThread) -> ReviewThreadOut {
        ReviewThreadOut {
            id: thread.first.id.as_str().to_owned(),
            block_id: thread.block_id,
            block_kind: thread.block_kind,
            resolved_on: thread.resolved_on,
            resolved_by_name: thread.resolved_by.and_then(|account| name_of(self.names, &account)),
            comments: std::iter::once(thread.first).chain(thread.replies).map(|said| self.comment(said)).collect(),
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(review_comments_list, review_comments_create))
        .routes(routes!(review_comments_reword, review_comments_delete))
        .routes(routes!(review_comments_resolve))
}

async fn told(state: &AppState, caller: &Contributor, threads: Vec<ReviewThread>) -> ApiResult<Vec<ReviewThreadOut>> {
    let mut people = Vec::new();
    for thread in &threads {
        people.push(thread.first.author.as_str());
        people.extend(thread.replies.iter().map(|reply| reply.author.as_str()));
        people.extend(thread.resolved_by.as_deref());
    }
    let names = names(state, people.into_iter()).await?;
    let label = caller.ctx.actor().label();
    let reader = Reader { label: &label, names: &names };
    Ok(threads.into_iter().map(|thread| reader.thread(thread)).collect())
}

async fn one(state: &AppState, caller: &Contributor, thread: ReviewThread) -> ApiResult<Json<ReviewThreadOut>> {
    let told = told(state, caller, vec![thread]).await?;
    Ok(Json(told.into_iter().next().ok_or_else(Failure::not_found)?))
}

/// List what is said about the draft of a page
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments",
    operation_id = "review_comments_list", tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page")),
    security(("contributor" = ["review-comments:read"])),
    responses((status = 200, body = ReviewThreadsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn review_comments_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
) -> ApiResult<Json<ReviewThreadsOut>> {
    let threads = review_comments::list(&caller.ctx, &caller.db, &path.page_id).await?;
    Ok(Json(ReviewThreadsOut { threads: told(&state, &caller, threads).await? }))
}

/// Say something about the draft of a page
///
/// About the whole page, one of its blocks, or what was said before. An answer opens a settled thread again.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments",
    operation_id = "review_comments_create", tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page")),
    request_body = ReviewCommentBody,
    security(("contributor" = ["review-comments:write"])),
    responses((status = 201, body = ReviewThreadOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn review_comments_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiJson(body): ApiJson<ReviewCommentBody>,
) -> ApiResult<(StatusCode, Json<ReviewThreadOut>)> {
    let (about, body) = body.into_about()?;
    let thread = review_comments::say(&caller.ctx, &caller.db, &path.page_id, about, &body).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok((StatusCode::CREATED, one(&state, &caller, thread).await?))
}

/// Say something in other words
///
/// Only who said it can.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}",
    operation_id = "review_comments_reword", tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page"),
           ("commentId" = String, Path, description = "The comment")),
    request_body = ReviewCommentTextBody,
    security(("contributor" = ["review-comments:write"])),
    responses((status = 200, body = ReviewThreadOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn review_comments_reword(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
    ApiJson(body): ApiJson<ReviewCommentTextBody>,
) -> ApiResult<Json<ReviewThreadOut>> {
    let CommentPath { page_id, comment_id } = path;
    let thread = review_comments::reword(&caller.ctx, &caller.db, &page_id, &comment_id, &body.body).await?;
    state.bell().ring(caller.ctx.website(), &page_id);
    one(&state, &caller, thread).await
}

/// Delete a comment on a draft
///
/// With the first one of a thread its answers go too. Comments of others need the right to delete them.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}",
    operation_id = "review_comments_delete", tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page"),
           ("commentId" = String, Path, description = "The comment")),
    security(("contributor" = ["review-comments:write"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn review_comments_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
) -> ApiResult<StatusCode> {
    review_comments::remove(&caller.ctx, &caller.db, &path.page_id, &path.comment_id).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok(StatusCode::NO_CONTENT)
}

/// Settle a thread, or open it again
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}/resolve",
    operation_id = "review_comments_resolve", tag = "pages",
    params(("websiteId" = String, Path, description = "The site"), ("pageId" = String, Path, description = "The page"),
           ("commentId" = String, Path, description = "The first comment of the thread")),
    request_body = ReviewThreadStateBody,
    security(("contributor" = ["review-comments:write"])),
    responses((status = 200, body = ReviewThreadOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn review_comments_resolve(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
    ApiJson(body): ApiJson<ReviewThreadStateBody>,
) -> ApiResult<Json<ReviewThreadOut>> {
    let CommentPath { page_id, comment_id } = path;
    let thread = review_comments::resolve(&caller.ctx, &caller.db, &page_id, &comment_id, body.resolved).await?;
    state.bell().ring(caller.ctx.website(), &page_id);
    one(&state, &caller, thread).await
}
