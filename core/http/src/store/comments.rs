//! What visitors say about posts and pages.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_audience::comments::{self, Comment, CommentState, NewComment, Proof, Said, Thread};
use stoa_audience::submissions::Circumstances;
use stoa_kernel::Failure;
use stoa_kernel::page::PageRequest;
use stoa_site::discussions;
use utoipa::{IntoParams, ToSchema};

use super::forms::count;
use super::talk::{carried, place, redraw, topic};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, CallerNetwork, Listing, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

const MINUTE: Duration = Duration::from_secs(60);
/// Comments that one address may send in a minute.
const A_MINUTE: u32 = 5;

/// Which comments.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    /// The post or page they are about.
    target_id: String,
    /// Where the page before ended.
    cursor: Option<String>,
    /// Threads wanted, at most 200; 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// A comment as visitors see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitorComment)]
pub struct SaidOut {
    id: String,
    /// Empty when it was taken away.
    author: String,
    /// Plain text, lines apart; empty when it was taken away.
    text: String,
    /// UTC milliseconds.
    created_on: i64,
    /// Whether the site itself says it.
    by_site: bool,
    /// Whether it was taken away and only holds its answers together.
    removed: bool,
    likes: i64,
    /// Whether the caller wrote it and can take it away.
    is_own: bool,
}

/// A comment with the answers to it, the oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VisitorCommentThread)]
pub struct ThreadOut {
    #[serde(flatten)]
    first: SaidOut,
    replies: Vec<SaidOut>,
}

/// Comments on a post or page, the newest thread first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitorComments)]
pub struct ThreadsOut {
    comments: Vec<ThreadOut>,
    /// All that visitors see, answers too.
    count: i64,
    /// Whether more can be said.
    open: bool,
    #[serde(flatten)]
    listing: Listing,
}

/// What a visitor says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewVisitorComment)]
pub struct CommentBody {
    /// The post or page it is about.
    target_id: String,
    /// The comment it answers.
    #[serde(default)]
    parent_id: Option<String>,
    /// Name under which it is shown; the first name of the account unless told.
    #[serde(default)]
    author: String,
    /// Address, which nobody sees but those who work on the site.
    #[serde(default)]
    email: String,
    /// Plain text, at most 5000 characters.
    text: String,
    /// What stands in a field that people do not see.
    #[serde(default)]
    website_address: String,
    /// Milliseconds between the first touch of the form and its sending.
    #[serde(default)]
    filled_in_ms: Option<u64>,
    /// Where a captcha stands before comments: a submission key of forms, good for one comment.
    #[serde(default)]
    key: String,
    /// What the captcha gave for that key.
    #[serde(default)]
    captcha_key: String,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VisitorCommentKept)]
pub struct KeptOut {
    /// Whether visitors see it at once; else somebody who works on the site looks at it first.
    approved: bool,
    comment: SaidOut,
}

/// A comment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CommentPath {
    pub(super) comment_id: String,
}

impl From<Said> for SaidOut {
    fn from(said: Said) -> Self {
        let Said { id, author, text, created_on, by_site, removed, likes, is_own } = said;
        Self { id: id.into(), author, text, created_on, by_site, removed, likes, is_own }
    }
}

impl From<Thread> for ThreadOut {
    fn from(thread: Thread) -> Self {
        Self { first: thread.first.into(), replies: thread.replies.into_iter().map(Into::into).collect() }
    }
}

impl From<Comment> for KeptOut {
    fn from(comment: Comment) -> Self {
        let said = SaidOut {
            id: comment.id.into(),
            author: comment.author,
            text: comment.text,
            created_on: comment.created_on,
            by_site: false,
            removed: false,
            likes: comment.likes,
            is_own: true,
        };
        Self { approved: comment.state == CommentState::Approved, comment: said }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(visitor_comments_list, visitor_comments_add))
        .routes(routes!(visitor_comments_remove))
        .routes(routes!(visitor_comments_flag))
}

/// List the comments on a post or page
///
/// Those that wait for approval are shown to nobody.
#[utoipa::path(get, path = "/api/comments", operation_id = "visitor_comments_list", tag = "visitor-comments",
    params(CommentsQuery),
    responses((status = 200, body = ThreadsOut), (status = 400, body = Problem), (status = 404, body = Problem),
              (status = 429, body = Problem)))]
async fn visitor_comments_list(
    visitor: Visitor,
    ApiQuery(query): ApiQuery<CommentsQuery>,
) -> ApiResult<Json<ThreadsOut>> {
    let place = place(&visitor, &query.target_id).await?;
    if !discussions::are_shown(&place.settings) {
        return Err(Failure::not_found().into());
    }
    let request = PageRequest::new(query.cursor, query.limit);
    let carried = carried(&visitor);
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    let page = comments::threads(&visitor.ctx, &tx, &place.id, Some(&carried), &request).await?;
    Ok(Json(ThreadsOut {
        comments: page.items.into_iter().map(ThreadOut::from).collect(),
        count: place.discussion.comments,
        open: place.discussion.open,
        listing: page.next_cursor.into(),
    }))
}

/// Comment on a post or page, or answer a comment
///
/// Five a minute. It is seen at once, or once somebody who works on the site has approved it, as the site has chosen. Where
/// a captcha stands before comments, its solution for a submission key comes along.
#[utoipa::path(post, path = "/api/comments", operation_id = "visitor_comments_add", tag = "visitor-comments",
    request_body = CommentBody,
    responses((status = 201, body = KeptOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
              (status = 429, body = Problem)))]
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
        carried: carried(&visitor),
        circumstances: Circumstances { trap: body.website_address, filled_in_ms: body.filled_in_ms },
        proof: Some(Proof { key: body.key, browser: visitor.crumb().to_owned(), token: body.captcha_key }),
    };
    let (kept, _) = say(&state, &visitor, CallerNetwork(network), (&body.target_id, new)).await?;
    Ok((StatusCode::CREATED, Json(kept.into())))
}

/// Keeps a comment and has pages show it. Gives it with the path of its page.
pub(super) async fn say(
    state: &AppState,
    visitor: &Visitor,
    CallerNetwork(network): CallerNetwork,
    (target, new): (&str, NewComment),
) -> ApiResult<(Comment, String)> {
    let place = place(visitor, target).await?;
    let website = visitor.ctx.website();
    count(state, &format!("comments:{website}:{network}"), A_MINUTE, MINUTE).await?;
    let topic = topic(visitor, place).await?;
    let comment = comments::say(&visitor.ctx, &visitor.db, state.form_captcha.as_ref(), &topic, new).await?;
    if comment.state == CommentState::Approved {
        redraw(state, website, [topic.id]).await;
    }
    Ok((comment, topic.path))
}

/// Take a comment of one's own away
#[utoipa::path(delete, path = "/api/comments/{commentId}", operation_id = "visitor_comments_remove",
    tag = "visitor-comments", params(("commentId" = String, Path, description = "The comment")),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 429, body = Problem)))]
async fn visitor_comments_remove(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<CommentPath>,
) -> ApiResult<StatusCode> {
    let target = comments::remove_own(&visitor.ctx, &visitor.db, &carried(&visitor), &path.comment_id).await?;
    redraw(&state, visitor.ctx.website(), [target]).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Report a comment to those who work on the site
#[utoipa::path(post, path = "/api/comments/{commentId}/flag", operation_id = "visitor_comments_flag",
    tag = "visitor-comments", params(("commentId" = String, Path, description = "The comment")),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn visitor_comments_flag(visitor: Visitor, ApiPath(path): ApiPath<CommentPath>) -> ApiResult<StatusCode> {
    comments::flag(&visitor.ctx, &visitor.db, &carried(&visitor), &path.comment_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
