//! Comments of visitors on posts and pages.

pub mod comment_form;
pub(crate) mod discussion_context;
pub mod like_form;
pub mod likes;

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_audience::comments::{self, Comment, NewComment, Proof, Thread, VisibleComment};
use stoa_audience::submissions::SubmissionSignals;
use stoa_kernel::Failure;
use stoa_kernel::discussion::CommentState;
use stoa_kernel::id::CommentId;
use stoa_kernel::page::PageRequest;
use stoa_site::discussions;
use utoipa::{IntoParams, ToSchema};

use super::forms::count;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, CallerNetwork, Listing, Visitor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;
use crate::storefront::comments::discussion_context::{invalidate_pages, place, topic, visitor_identity};

const MINUTE: Duration = Duration::from_secs(60);
/// Comments per minute from one address.
const A_MINUTE: u32 = 5;

/// Filter and position of a list of comments.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    /// The post or page they are about.
    target_id: String,
    /// Cursor of the page before.
    cursor: Option<String>,
    /// Number of threads, at most 200; default 50.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// A comment as visitors see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitorComment)]
pub struct VisitorCommentOut {
    id: String,
    /// Empty when the comment was deleted.
    author: String,
    /// Plain text with line breaks; empty when the comment was deleted.
    text: String,
    /// UTC milliseconds.
    created_on: i64,
    /// Whether it is by the site itself.
    by_site: bool,
    /// Whether it was deleted and is shown only because it has replies.
    removed: bool,
    likes: i64,
    /// Whether the caller wrote it and can delete it.
    is_own: bool,
}

/// A comment with its replies, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VisitorCommentThread)]
pub struct ThreadOut {
    #[serde(flatten)]
    first: VisitorCommentOut,
    replies: Vec<VisitorCommentOut>,
}

/// Comments on a post or page, newest thread first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitorComments)]
pub struct ThreadsOut {
    comments: Vec<ThreadOut>,
    /// Number of visible comments, including replies.
    count: i64,
    /// Whether new comments are accepted.
    open: bool,
    #[serde(flatten)]
    listing: Listing,
}

/// A new comment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewVisitorComment)]
pub struct CommentBody {
    /// The post or page.
    target_id: String,
    /// The comment it replies to.
    #[serde(default)]
    parent_id: Option<String>,
    /// Displayed name; defaults to the first name of the account.
    #[serde(default)]
    author: String,
    /// E-mail address, visible to contributors only.
    #[serde(default)]
    email: String,
    /// Plain text, at most 5000 characters.
    text: String,
    /// Value of the hidden honeypot field.
    #[serde(default)]
    website_address: String,
    /// Milliseconds from the first input in the form to its submission.
    #[serde(default)]
    filled_in_ms: Option<u64>,
    /// Where comments need a captcha: a form submission key, valid for one comment.
    #[serde(default)]
    key: String,
    /// Solution of the captcha for that key.
    #[serde(default)]
    captcha_key: String,
}

/// Result of a new comment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VisitorCommentKept)]
pub struct KeptOut {
    /// Whether it is visible at once; otherwise a contributor has to approve it.
    approved: bool,
    comment: VisitorCommentOut,
}

/// A comment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CommentPath {
    #[serde(deserialize_with = "path_id")]
    pub(in crate::storefront) comment_id: CommentId,
}

impl From<VisibleComment> for VisitorCommentOut {
    fn from(said: VisibleComment) -> Self {
        let VisibleComment { id, author, text, created_on, by_site, removed, likes, is_own } = said;
        Self { id: id.into(), author, text, created_on: created_on.ms(), by_site, removed, likes, is_own }
    }
}

impl From<Thread> for ThreadOut {
    fn from(thread: Thread) -> Self {
        Self { first: thread.first.into(), replies: thread.replies.into_iter().map(Into::into).collect() }
    }
}

impl From<Comment> for KeptOut {
    fn from(comment: Comment) -> Self {
        let said = VisitorCommentOut {
            id: comment.id.into(),
            author: comment.author,
            text: comment.text,
            created_on: comment.created_on.ms(),
            by_site: false,
            removed: false,
            likes: comment.likes,
            is_own: true,
        };
        Self { approved: comment.state == CommentState::Approved, comment: said }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            visitor_comments_list: reads(),
            visitor_comments_add: changes(Invalidates::ByHandler).limited(RateLimit::MARK),
        ))
        .routes(routes!(visitor_comments_remove: changes(Invalidates::ByHandler).limited(RateLimit::MARK)))
        .routes(routes!(visitor_comments_flag: changes(Invalidates::ByHandler).limited(RateLimit::MARK)))
        .merge(comment_form::routes())
        .merge(like_form::routes())
        .merge(likes::routes())
}

/// List the comments on a post or page
///
/// Comments that await approval are not included.
#[utoipa::path(get, path = "/api/comments", operation_id = "visitor_comments_list", tag = "visitor-comments",
    params(CommentsQuery), responses((status = 200, body = ThreadsOut)))]
async fn visitor_comments_list(
    visitor: Visitor,
    ApiQuery(query): ApiQuery<CommentsQuery>,
) -> ApiResult<Json<ThreadsOut>> {
    let place = place(&visitor, &query.target_id).await?;
    if !discussions::are_shown(&place.settings) {
        return Err(Failure::not_found().into());
    }
    let request = PageRequest::new(query.cursor, query.limit);
    let carried = visitor_identity(&visitor);
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    let page = comments::threads(&visitor.ctx, &tx, &place.id, Some(&carried), &request).await?;
    Ok(Json(ThreadsOut {
        comments: page.items.into_iter().map(ThreadOut::from).collect(),
        count: place.discussion.comments,
        open: place.discussion.open,
        listing: page.next_cursor.into(),
    }))
}

/// Comment on a post or page, or reply to a comment
///
/// Five a minute. Depending on the site's settings the comment is visible at once or after a contributor has approved
/// it. Where comments need a captcha, send a submission key and the solution for it.
#[utoipa::path(post, path = "/api/comments", operation_id = "visitor_comments_add", tag = "visitor-comments",
    request_body = CommentBody,
    responses((status = 201, body = KeptOut), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn visitor_comments_add(
    State(state): State<AppState>,
    visitor: Visitor,
    CallerNetwork(network): CallerNetwork,
    ApiJson(body): ApiJson<CommentBody>,
) -> ApiResult<(StatusCode, Json<KeptOut>)> {
    let new = NewComment {
        parent: body.parent_id.filter(|parent| !parent.is_empty()),
        author: body.author,
        email: body.email,
        text: body.text,
        carried: visitor_identity(&visitor),
        circumstances: SubmissionSignals { trap: body.website_address, filled_in_ms: body.filled_in_ms },
        proof: Some(Proof { key: body.key, browser: visitor.crumb().to_owned(), token: body.captcha_key }),
    };
    let (kept, _) = add_comment(&state, &visitor, CallerNetwork(network), &body.target_id, new).await?;
    Ok((StatusCode::CREATED, Json(kept.into())))
}

/// Saves a comment and invalidates the pages that show it. Returns it with the path of its page.
pub(in crate::storefront) async fn add_comment(
    state: &AppState,
    visitor: &Visitor,
    CallerNetwork(network): CallerNetwork,
    target: &str,
    new: NewComment,
) -> ApiResult<(Comment, String)> {
    let place = place(visitor, target).await?;
    let website = visitor.ctx.website();
    count(state, &visitor.ctx, &format!("comments:{website}:{network}"), A_MINUTE, MINUTE).await?;
    let topic = topic(visitor, place).await?;
    let comment = comments::create(&visitor.ctx, &visitor.db, state.form_captcha.as_ref(), &topic, new).await?;
    if comment.state == CommentState::Approved {
        invalidate_pages(state, website, [topic.id]).await;
    }
    Ok((comment, topic.path))
}

/// Delete one's own comment
#[utoipa::path(delete, path = "/api/comments/{commentId}", operation_id = "visitor_comments_remove",
    tag = "visitor-comments", responses((status = 204)))]
async fn visitor_comments_remove(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<CommentPath>,
) -> ApiResult<StatusCode> {
    let target = comments::remove_own(&visitor.ctx, &visitor.db, &visitor_identity(&visitor), &path.comment_id).await?;
    invalidate_pages(&state, visitor.ctx.website(), [target]).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Report a comment to the site's contributors
#[utoipa::path(post, path = "/api/comments/{commentId}/flag", operation_id = "visitor_comments_flag",
    tag = "visitor-comments", responses((status = 204), (status = 409, body = Problem)))]
async fn visitor_comments_flag(visitor: Visitor, ApiPath(path): ApiPath<CommentPath>) -> ApiResult<StatusCode> {
    comments::flag(&visitor.ctx, &visitor.db, &visitor_identity(&visitor), &path.comment_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
