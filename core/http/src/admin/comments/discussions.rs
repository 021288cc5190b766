//! Whether a page or an item accepts comments.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_site::discussions::{self, OwnDiscussion};
use utoipa::ToSchema;

use crate::admin::pages::page_path::PagePath;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Comment status of a page or item.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Discussion)]
pub struct DiscussionOut {
    /// Whether it can show comments: items always, pages if they have a comment block.
    placed: bool,
    /// Whether comments are closed for this page or item.
    closed: bool,
    /// Whether visitors can comment: closed neither here, nor for the whole site, nor because of age.
    open: bool,
    /// Number of visible comments.
    comments: i64,
    /// Number of likes.
    likes: i64,
}

/// Change of the comment status.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = DiscussionChange)]
pub struct DiscussionBody {
    closed: bool,
}

impl From<OwnDiscussion> for DiscussionOut {
    fn from(own: OwnDiscussion) -> Self {
        let OwnDiscussion { placed, closed, shown } = own;
        Self { placed, closed, open: shown.open, comments: shown.comments, likes: shown.likes }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(discussion_get: reads(), discussion_save: changes(Invalidates::ByHandler)))
}

/// Get whether comments are open on a page or item
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/discussion", operation_id = "discussion_get",
    tag = "comments", params(("pageId" = String, Path, description = "The page or item")),
    security(("contributor" = ["content:read"])), responses((status = 200, body = DiscussionOut)))]
async fn discussion_get(caller: Contributor, ApiPath(path): ApiPath<PagePath>) -> ApiResult<Json<DiscussionOut>> {
    Ok(Json(discussions::own(&caller.ctx, &caller.db, &path.page_id).await?.into()))
}

/// Open or close comments on a page or item
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/discussion", operation_id = "discussion_save",
    tag = "comments", params(("pageId" = String, Path, description = "The page or item")),
    request_body = DiscussionBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = DiscussionOut)))]
async fn discussion_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<PagePath>,
    ApiJson(body): ApiJson<DiscussionBody>,
) -> ApiResult<Json<DiscussionOut>> {
    let (ctx, db) = (&caller.ctx, &caller.db);
    let own = discussions::close(ctx, db, state.invalidation.as_ref(), &path.page_id, body.closed).await?;
    Ok(Json(own.into()))
}
