//! Review comments: contributors discuss the draft of a page.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ReviewCommentId};
use stoa_kernel::{ErrorCode, Failure};
use stoa_site::content::review_comments::{self, About, ReviewComment, ReviewThread};
use utoipa::ToSchema;

use super::page_operation_out::{Names, name_of};
use super::page_operations::names;
use super::page_path::PagePath;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A review comment on a draft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReviewComment)]
pub struct ReviewCommentOut {
    id: String,
    body: String,
    /// Name of its author.
    author_name: Option<String>,
    /// Whether the caller wrote it.
    is_own: bool,
    /// UTC milliseconds.
    created_on: i64,
    /// When it was last edited, UTC milliseconds.
    edited_on: Option<i64>,
}

/// A review comment with its replies.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReviewThread)]
pub struct ReviewThreadOut {
    /// Id of its first comment.
    id: String,
    /// The block it refers to, which may have been deleted; null for the whole page.
    block_id: Option<String>,
    /// The kind of that block.
    block_kind: Option<String>,
    /// When it was resolved, UTC milliseconds.
    resolved_on: Option<i64>,
    /// Name of the contributor who resolved it.
    resolved_by_name: Option<String>,
    /// The first comment and its replies, in order.
    comments: Vec<ReviewCommentOut>,
}

/// The review threads of a page, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewThreads)]
pub struct ReviewThreadsOut {
    threads: Vec<ReviewThreadOut>,
}

/// A review comment to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewReviewComment)]
pub struct ReviewCommentBody {
    /// Plain text.
    #[schema(max_length = 2000)]
    body: String,
    /// The block it refers to; omitted for the whole page.
    block_id: Option<String>,
    /// The thread to reply to, instead of a block.
    thread_id: Option<String>,
}

/// New text of a comment.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReviewCommentText)]
pub struct ReviewCommentTextBody {
    /// Plain text.
    #[schema(max_length = 2000)]
    body: String,
}

/// Whether a thread is resolved.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReviewThreadState)]
pub struct ReviewThreadStateBody {
    resolved: bool,
}

/// Path parameters of a review comment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CommentPath {
    #[serde(deserialize_with = "path_id")]
    page_id: CollectionId,
    #[serde(deserialize_with = "path_id")]
    comment_id: ReviewCommentId,
}

impl ReviewCommentBody {
    fn into_comment_target(self) -> Result<(About, String), Failure> {
        let about = match (self.block_id, self.thread_id) {
            (Some(_), Some(_)) => {
                let message = "Send either a block or the thread to reply to, not both.";
                return Err(Failure::new(ErrorCode::ValidationFailed, message));
            }
            (Some(block), None) => About::Block(block),
            (None, Some(thread)) => About::Thread(thread),
            (None, None) => About::Page,
        };
        Ok((about, self.body))
    }
}

/// The reader: their actor label, and the names of contributors.
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
            created_on: comment.created_on.ms(),
            edited_on: comment.edited_on.map(Timestamp::ms),
        }
    }

    fn thread(&self, thread: ReviewThread) -> ReviewThreadOut {
        ReviewThreadOut {
            id: thread.first.id.as_str().to_owned(),
            block_id: thread.block_id,
            block_kind: thread.block_kind,
            resolved_on: thread.resolved_on.map(Timestamp::ms),
            resolved_by_name: thread.resolved_by.and_then(|account| name_of(self.names, &account)),
            comments: std::iter::once(thread.first).chain(thread.replies).map(|said| self.comment(said)).collect(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(review_comments_list: reads(), review_comments_create: changes(Invalidates::ByHandler)))
        .routes(routes!(
            review_comments_reword: changes(Invalidates::ByHandler),
            review_comments_delete: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(review_comments_resolve: changes(Invalidates::ByHandler)))
}

async fn thread_responses(
    state: &AppState,
    caller: &Contributor,
    threads: Vec<ReviewThread>,
) -> ApiResult<Vec<ReviewThreadOut>> {
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
    let thread_responses = thread_responses(state, caller, vec![thread]).await?;
    Ok(Json(thread_responses.into_iter().next().ok_or_else(Failure::not_found)?))
}

/// List the review comments of a page
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments",
    operation_id = "review_comments_list", tag = "pages", security(("contributor" = ["review-comments:read"])),
    responses((status = 200, body = ReviewThreadsOut)))]
async fn review_comments_list(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
) -> ApiResult<Json<ReviewThreadsOut>> {
    let threads = review_comments::list(&caller.ctx, &caller.db, &path.page_id).await?;
    Ok(Json(ReviewThreadsOut { threads: thread_responses(&state, &caller, threads).await? }))
}

/// Add a review comment
///
/// On the whole page or one of its blocks, or as a reply in a thread. A reply reopens a resolved thread.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments",
    operation_id = "review_comments_create", tag = "pages", request_body = ReviewCommentBody,
    security(("contributor" = ["review-comments:write"])),
    responses((status = 201, body = ReviewThreadOut), (status = 409, body = Problem)))]
async fn review_comments_create(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiJson(body): ApiJson<ReviewCommentBody>,
) -> ApiResult<(StatusCode, Json<ReviewThreadOut>)> {
    let (about, body) = body.into_comment_target()?;
    let thread = review_comments::add(&caller.ctx, &caller.db, &path.page_id, about, &body).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok((StatusCode::CREATED, one(&state, &caller, thread).await?))
}

/// Edit a review comment
///
/// Only its author can.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}",
    operation_id = "review_comments_reword", tag = "pages", request_body = ReviewCommentTextBody,
    security(("contributor" = ["review-comments:write"])), responses((status = 200, body = ReviewThreadOut)))]
async fn review_comments_reword(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
    ApiJson(body): ApiJson<ReviewCommentTextBody>,
) -> ApiResult<Json<ReviewThreadOut>> {
    let CommentPath { page_id, comment_id } = path;
    let thread = review_comments::edit_comment(&caller.ctx, &caller.db, &page_id, &comment_id, &body.body).await?;
    state.bell().ring(caller.ctx.website(), &page_id);
    one(&state, &caller, thread).await
}

/// Delete a review comment
///
/// Deleting the first comment of a thread deletes its replies too. Comments of others need the permission to delete.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}",
    operation_id = "review_comments_delete", tag = "pages", security(("contributor" = ["review-comments:write"])),
    responses((status = 204)))]
async fn review_comments_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
) -> ApiResult<StatusCode> {
    review_comments::remove(&caller.ctx, &caller.db, &path.page_id, &path.comment_id).await?;
    state.bell().ring(caller.ctx.website(), &path.page_id);
    Ok(StatusCode::NO_CONTENT)
}

/// Resolve or reopen a review thread
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments/{commentId}/resolve",
    operation_id = "review_comments_resolve", tag = "pages",
    params(("commentId" = String, Path, description = "The first comment of the thread")),
    request_body = ReviewThreadStateBody, security(("contributor" = ["review-comments:write"])),
    responses((status = 200, body = ReviewThreadOut)))]
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
