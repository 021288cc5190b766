//! Whether a page or an item takes comments.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_site::discussions::{self, OwnDiscussion};
use utoipa::ToSchema;

use super::page_path::PagePath;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The comments on a page or an item.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Discussion)]
pub struct DiscussionOut {
    /// Whether it has a place for comments: items do, and pages with a block for them.
    placed: bool,
    /// Whether they were closed here.
    closed: bool,
    /// Whether visitors can comment: not closed here, nor for the whole site or by age.
    open: bool,
    /// Comments that visitors see.
    comments: i64,
    /// Visitors who like it.
    likes: i64,
}

/// What is wanted.
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

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(discussion_get, discussion_save))
}

/// Whether a page or an item takes comments
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/pages/{pageId}/discussion", operation_id = "discussion_get",
    tag = "comments",
    params(("websiteId" = String, Path, description = "The site"),
           ("pageId" = String, Path, description = "The page or item")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = DiscussionOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn discussion_get(caller: Contributor, ApiPath(path): ApiPath<PagePath>) -> ApiResult<Json<DiscussionOut>> {
    Ok(Json(discussions::own(&caller.ctx, &caller.db, &path.page_id).await?.into()))
}

/// Close the comments on a page or an item, or open them again
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/pages/{pageId}/discussion", operation_id = "discussion_save",
    tag = "comments",
    params(("websiteId" = String, Path, description = "The site"),
           ("pageId" = String, Path, description = "The page or item")),
    request_body = DiscussionBody,
    security(("contributor" = ["content:write"])),
    responses((status = 200, body = DiscussionOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
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
