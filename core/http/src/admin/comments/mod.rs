//! Moderation of visitor comments.

pub mod comment_out;
pub mod discussions;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_audience::comments::{self, CommentChange, CommentFilter, ModerationResult};
use stoa_kernel::Failure;
use stoa_kernel::discussion::CommentState;
use stoa_kernel::id::CommentId;
use stoa_kernel::page::PageRequest;
use stoa_site::settings::site_row;
use utoipa::{IntoParams, ToSchema};

use crate::admin::comments::comment_out::{ChangedCommentsOut, CommentOut, CommentsOut};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;
use crate::storefront::comments::discussion_context::invalidate_pages;

/// Path parameters of a comment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CommentPath {
    #[serde(deserialize_with = "path_id")]
    comment_id: CommentId,
}

/// Query parameters of the comment list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentListQuery {
    /// Filter by state; all by default.
    #[param(inline)]
    state: Option<CommentState>,
    /// Only visible comments that were reported.
    #[serde(default)]
    flagged: bool,
    /// Search text: comment, author name or e-mail address.
    #[serde(default)]
    q: String,
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// Changes of a comment; omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CommentChange)]
pub struct ChangeBody {
    #[serde(default)]
    state: Option<CommentState>,
    /// Plain text, at most 5000 characters.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 5000)]
    text: Option<String>,
}

/// New state of several comments.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CommentsChange)]
pub struct CommentStatesBody {
    /// At most 200.
    ids: Vec<String>,
    state: CommentState,
}

/// A reply on behalf of the site.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CommentReply)]
pub struct ReplyBody {
    /// Plain text, at most 5000 characters.
    #[schema(min_length = 1, max_length = 5000)]
    text: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(comments_list: reads()))
        .routes(routes!(comments_change_states: changes(Invalidates::ByHandler)))
        .routes(routes!(
            comments_change: changes(Invalidates::ByHandler),
            comments_delete: changes(Invalidates::ByHandler),
        ))
        .routes(routes!(comments_reply: changes(Invalidates::ByHandler)))
        .merge(discussions::routes())
}

/// List comments
///
/// The response includes the number of comments by state.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/comments", operation_id = "comments_list", tag = "comments",
    params(CommentListQuery), security(("contributor" = ["comments:read"])),
    responses((status = 200, body = CommentsOut)))]
async fn comments_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<CommentListQuery>,
) -> ApiResult<Json<CommentsOut>> {
    let filter = CommentFilter { state: query.state, flagged: query.flagged, search: query.q };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = comments::list(&caller.ctx, &caller.db, &filter, &request).await?;
    let counts = comments::counts(&caller.ctx, &caller.db).await?;
    let comments = page.items.into_iter().map(CommentOut::from).collect();
    Ok(Json(CommentsOut { comments, counts: counts.into(), listing: page.next_cursor.into() }))
}

/// Approve, hide or restore comments
///
/// All or nothing: if one of them does not exist, none is changed.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/comments/states", operation_id = "comments_change_states",
    tag = "comments", request_body = CommentStatesBody,
    security(("contributor" = ["comments:write", "comments:publish"])),
    responses((status = 200, body = ChangedCommentsOut)))]
async fn comments_change_states(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<CommentStatesBody>,
) -> ApiResult<Json<ChangedCommentsOut>> {
    let moderated = comments::change_states(&caller.ctx, &caller.db, &body.ids, body.state).await?;
    Ok(Json(ChangedCommentsOut { comments: shown(&state, &caller, moderated).await }))
}

async fn shown(state: &AppState, caller: &Contributor, moderated: ModerationResult) -> Vec<CommentOut> {
    invalidate_pages(state, caller.ctx.website(), moderated.targets).await;
    moderated.comments.into_iter().map(CommentOut::from).collect()
}

/// Edit a comment
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/comments/{commentId}", operation_id = "comments_change",
    tag = "comments", request_body = ChangeBody, security(("contributor" = ["comments:write", "comments:publish"])),
    responses((status = 200, body = CommentOut)))]
async fn comments_change(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
    ApiJson(body): ApiJson<ChangeBody>,
) -> ApiResult<Json<CommentOut>> {
    let (ctx, db) = (&caller.ctx, &caller.db);
    let change = CommentChange { state: body.state, text: body.text };
    let changed = comments::change(ctx, db, &path.comment_id, change).await?;
    invalidate_pages(&state, ctx.website(), [changed.target_id.clone()]).await;
    Ok(Json(changed.into()))
}

/// Delete a comment permanently
///
/// Its replies are deleted too.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/comments/{commentId}", operation_id = "comments_delete",
    tag = "comments", security(("contributor" = ["comments:delete"])), responses((status = 204)))]
async fn comments_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
) -> ApiResult<StatusCode> {
    let target = comments::remove(&caller.ctx, &caller.db, &path.comment_id).await?;
    invalidate_pages(&state, caller.ctx.website(), [target]).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Reply to a comment on behalf of the site
///
/// A comment that awaits moderation is approved by the reply. 409 if it is spam or was removed.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/comments/{commentId}/replies",
    operation_id = "comments_reply", tag = "comments", request_body = ReplyBody,
    security(("contributor" = ["comments:write", "comments:publish"])),
    responses((status = 201, body = CommentOut), (status = 409, body = Problem)))]
async fn comments_reply(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
    ApiJson(body): ApiJson<ReplyBody>,
) -> ApiResult<(StatusCode, Json<CommentOut>)> {
    let tx = caller.db.read().await.map_err(Failure::from)?;
    let author = site_row(&tx).await?.title;
    drop(tx);
    let said = comments::reply(&caller.ctx, &caller.db, &path.comment_id, &author, &body.text).await?;
    invalidate_pages(&state, caller.ctx.website(), [said.target_id.clone()]).await;
    Ok((StatusCode::CREATED, Json(said.into())))
}
