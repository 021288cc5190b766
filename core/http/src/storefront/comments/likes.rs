//! Likes of visitors.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_audience::comments;
use stoa_kernel::Failure;
use stoa_kernel::id::CommentId;
use stoa_site::website_settings;
use utoipa::ToSchema;

use super::discussion_context::{invalidate_pages, place, topic, visitor_identity};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;
use crate::storefront::comments::CommentPath;

/// Number of likes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LikeCount)]
pub struct LikesOut {
    like_count: i64,
}

/// A post, or a page with comments.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LikedPath {
    item_id: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            likes_add: changes(Invalidates::ByHandler).limited(RateLimit::MARK),
            likes_remove: changes(Invalidates::ByHandler).limited(RateLimit::MARK),
        ))
        .routes(routes!(visitor_comments_like: changes(Invalidates::ByHandler).limited(RateLimit::MARK)))
}

/// Like a post
///
/// Counts once for each visitor; repeating it changes nothing. 404 where the site shows no like buttons.
#[utoipa::path(post, path = "/api/likes/{itemId}", operation_id = "likes_add", tag = "likes",
    params(("itemId" = String, Path, description = "The post, or a page with comments")),
    responses((status = 200, body = LikesOut), (status = 409, body = Problem)))]
async fn likes_add(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LikedPath>,
) -> ApiResult<Json<LikesOut>> {
    set(&state, &visitor, &path.item_id, true).await
}

/// Unlike a post
#[utoipa::path(delete, path = "/api/likes/{itemId}", operation_id = "likes_remove", tag = "likes",
    params(("itemId" = String, Path, description = "The post, or a page with comments")),
    responses((status = 200, body = LikesOut)))]
async fn likes_remove(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<LikedPath>,
) -> ApiResult<Json<LikesOut>> {
    set(&state, &visitor, &path.item_id, false).await
}

/// Sets or removes a like of a post, or of a page with comments, and invalidates the pages that show it.
pub(in crate::storefront) async fn set(
    state: &AppState,
    visitor: &Visitor,
    id: &str,
    wanted: bool,
) -> ApiResult<Json<LikesOut>> {
    let place = place(visitor, id).await?;
    if !place.settings.simple_liking_enabled {
        return Err(Failure::not_found().into());
    }
    let (before, topic) = (place.discussion.likes, topic(visitor, place).await?);
    let like_count = comments::like(&visitor.ctx, &visitor.db, &topic, &visitor_identity(visitor), wanted).await?;
    if like_count != before {
        invalidate_pages(state, visitor.ctx.website(), [topic.id]).await;
    }
    Ok(Json(LikesOut { like_count }))
}

/// Like a comment
///
/// Counts once for each visitor; repeating it changes nothing. 404 where the site shows no like buttons.
#[utoipa::path(post, path = "/api/comments/{commentId}/like", operation_id = "visitor_comments_like",
    tag = "visitor-comments", responses((status = 200, body = LikesOut), (status = 409, body = Problem)))]
async fn visitor_comments_like(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<CommentPath>,
) -> ApiResult<Json<LikesOut>> {
    Ok(Json(LikesOut { like_count: set_comment(&state, &visitor, &path.comment_id).await? }))
}

/// Likes a comment, and invalidates the pages that show it.
pub(in crate::storefront) async fn set_comment(state: &AppState, visitor: &Visitor, id: &CommentId) -> ApiResult<i64> {
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    if !website_settings::stored(&tx).await?.simple_liking_enabled {
        return Err(Failure::not_found().into());
    }
    drop(tx);
    let (like_count, target) =
        comments::like_comment(&visitor.ctx, &visitor.db, &visitor_identity(visitor), id).await?;
    invalidate_pages(state, visitor.ctx.website(), [target]).await;
    Ok(like_count)
}
