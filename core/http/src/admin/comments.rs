//! Those who work on a site look through what visitors have said.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use stoa_audience::comments::{self, CommentFilter, Moderated};
use stoa_kernel::Failure;
use stoa_kernel::page::PageRequest;
use stoa_site::settings::site_row;
use utoipa::{IntoParams, ToSchema};

use super::comment_out::{ChangedOut, CommentOut, CommentStateDto, CommentsOut};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::store::talk::redraw;

/// A comment of a site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CommentPath {
    comment_id: String,
}

/// Which comments.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentListQuery {
    /// Where they stand; all unless told.
    #[param(inline)]
    state: Option<CommentStateDto>,
    /// Whether only those are wanted that visitors see and have reported.
    #[serde(default)]
    flagged: bool,
    /// Words of the text, the name or the address.
    #[serde(default)]
    q: String,
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 200; 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// What becomes of a comment; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CommentChange)]
pub struct ChangeBody {
    #[serde(default)]
    state: Option<CommentStateDto>,
    /// Plain text, at most 5000 characters.
    #[serde(default)]
    text: Option<String>,
}

/// What becomes of some comments.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CommentsChange)]
pub struct StatesBody {
    /// At most 200.
    ids: Vec<String>,
    state: CommentStateDto,
}

/// An answer in the name of the site.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CommentReply)]
pub struct ReplyBody {
    /// Plain text, at most 5000 characters.
    text: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(comments_list))
        .routes(routes!(comments_change_states))
        .routes(routes!(comments_change, comments_delete))
        .routes(routes!(comments_reply))
}

/// List what visitors have said
///
/// With how many comments stand where.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/comments", operation_id = "comments_list", tag = "comments",
    params(("websiteId" = String, Path, description = "The site"), CommentListQuery),
    security(("contributor" = ["comments:read"])),
    responses((status = 200, body = CommentsOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn comments_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<CommentListQuery>,
) -> ApiResult<Json<CommentsOut>> {
    let filter = CommentFilter { state: query.state.map(Into::into), flagged: query.flagged, search: query.q };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = comments::list(&caller.ctx, &caller.db, &filter, &request).await?;
    let counts = comments::counts(&caller.ctx, &caller.db).await?;
    let comments = page.items.into_iter().map(CommentOut::from).collect();
    Ok(Json(CommentsOut { comments, counts: counts.into(), listing: page.next_cursor.into() }))
}

/// Approve, hide or restore comments
///
/// All of them, or none when one is not there.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/comments/states", operation_id = "comments_change_states",
    tag = "comments", params(("websiteId" = String, Path, description = "The site")), request_body = StatesBody,
    security(("contributor" = ["comments:write", "comments:publish"])),
    responses((status = 200, body = ChangedOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn comments_change_states(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<StatesBody>,
) -> ApiResult<Json<ChangedOut>> {
    let moderated = comments::change_states(&caller.ctx, &caller.db, &body.ids, body.state.into()).await?;
    Ok(Json(ChangedOut { comments: shown(&state, &caller, moderated).await }))
}

async fn shown(state: &AppState, caller: &Contributor, moderated: Moderated) -> Vec<CommentOut> {
    redraw(state, caller.ctx.website(), moderated.targets).await;
    moderated.comments.into_iter().map(CommentOut::from).collect()
}

/// Change a comment
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/comments/{commentId}", operation_id = "comments_change",
    tag = "comments",
    params(("websiteId" = String, Path, description = "The site"),
           ("commentId" = String, Path, description = "The comment")),
    request_body = ChangeBody,
    security(("contributor" = ["comments:write", "comments:publish"])),
    responses((status = 200, body = CommentOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn comments_change(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
    ApiJson(body): ApiJson<ChangeBody>,
) -> ApiResult<Json<CommentOut>> {
    let (ctx, db) = (&caller.ctx, &caller.db);
    let changed = comments::change(ctx, db, &path.comment_id, (body.state.map(Into::into), body.text)).await?;
    redraw(&state, ctx.website(), [changed.target_id.clone()]).await;
    Ok(Json(changed.into()))
}

/// Remove a comment for good
///
/// With the answers to it.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/comments/{commentId}", operation_id = "comments_delete",
    tag = "comments",
    params(("websiteId" = String, Path, description = "The site"),
           ("commentId" = String, Path, description = "The comment")),
    security(("contributor" = ["comments:delete"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn comments_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
) -> ApiResult<StatusCode> {
    let target = comments::remove(&caller.ctx, &caller.db, &path.comment_id).await?;
    redraw(&state, caller.ctx.website(), [target]).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Answer a comment in the name of the site
///
/// A comment that waits is approved with it. 409 when it is spam or was taken away.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/comments/{commentId}/replies",
    operation_id = "comments_reply", tag = "comments",
    params(("websiteId" = String, Path, description = "The site"),
           ("commentId" = String, Path, description = "The comment")),
    request_body = ReplyBody,
    security(("contributor" = ["comments:write", "comments:publish"])),
    responses((status = 201, body = CommentOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn comments_reply(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CommentPath>,
    ApiJson(body): ApiJson<ReplyBody>,
) -> ApiResult<(StatusCode, Json<CommentOut>)> {
    let tx = caller.db.read().await.map_err(Failure::from)?;
    let author = site_row(&tx).await?.title;
    drop(tx);
    let said = comments::reply(&caller.ctx, &caller.db, &path.comment_id, (&author, &body.text)).await?;
    redraw(&state, caller.ctx.website(), [said.target_id.clone()]).await;
    Ok((StatusCode::CREATED, Json(said.into())))
}
