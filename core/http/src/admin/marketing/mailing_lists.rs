//! Mailing lists of a site.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_audience::submissions;
use stoa_audience::subscribers::{self, ListSummary, MailingList};
use stoa_kernel::id::MailingListId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A mailing list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingList)]
pub struct MailingListOut {
    id: String,
    /// Name; blocks refer to the list by it.
    name: String,
    /// Former names; blocks that refer to one of them still add subscribers to this list.
    former_names: Vec<String>,
    /// When it was created, UTC milliseconds.
    created_on: i64,
}

impl From<MailingList> for MailingListOut {
    fn from(list: MailingList) -> Self {
        let MailingList { id, name, former_names, created_on } = list;
        Self { id: id.into(), name, former_names, created_on: created_on.ms() }
    }
}

/// All mailing lists of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingLists)]
pub struct MailingListsOut {
    /// Sorted by name.
    mailing_lists: Vec<MailingListOut>,
}

/// A mailing list with its number of subscribers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingListSummary)]
pub struct MailingListSummaryOut {
    #[serde(flatten)]
    list: MailingListOut,
    /// Whether it is the list of the store, joined by everyone who agrees to the newsletter there; it cannot be
    /// deleted.
    is_of_store: bool,
    /// Number of subscribers, counted up to 100,000.
    subscribers: u64,
    /// Number of subscribers who have not confirmed their address yet, counted up to 100,000.
    pending: u64,
}

impl From<ListSummary> for MailingListSummaryOut {
    fn from(summary: ListSummary) -> Self {
        let ListSummary { list, is_of_shop, subscribers, pending } = summary;
        Self { list: list.into(), is_of_store: is_of_shop, subscribers, pending }
    }
}

/// All mailing lists of a site with their numbers of subscribers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingListSummaries)]
pub struct MailingListSummariesOut {
    /// Sorted by name.
    mailing_lists: Vec<MailingListSummaryOut>,
}

/// Name of a mailing list.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = MailingListBody)]
pub struct MailingListBody {
    /// At most 80 characters; must differ from all present and former names of the site's lists.
    #[schema(min_length = 1, max_length = 80)]
    name: String,
}

/// Path parameters of a mailing list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::admin) struct ListPath {
    #[serde(deserialize_with = "path_id")]
    pub(in crate::admin) list_id: MailingListId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(mailing_lists_list: reads(), mailing_list_create: changes(Invalidates::ByHandler)))
        .routes(routes!(mailing_lists_summaries: reads()))
        .routes(routes!(
            mailing_list_get: reads(),
            mailing_list_rename: changes(Invalidates::ByHandler),
            mailing_list_delete: changes(Invalidates::ByHandler),
        ))
}

/// List mailing lists
///
/// Names only, for the settings of blocks.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists", operation_id = "mailing_lists_list",
    tag = "mailing-lists", security(("contributor" = ["content:read"])),
    responses((status = 200, body = MailingListsOut)))]
async fn mailing_lists_list(caller: Contributor) -> ApiResult<Json<MailingListsOut>> {
    let lists = subscribers::lists(&caller.ctx, &caller.db).await?;
    Ok(Json(MailingListsOut { mailing_lists: lists.into_iter().map(MailingListOut::from).collect() }))
}

/// Create a mailing list
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mailing-lists", operation_id = "mailing_list_create",
    tag = "mailing-lists", request_body = MailingListBody, security(("contributor" = ["campaigns:write"])),
    responses((status = 201, body = MailingListOut)))]
async fn mailing_list_create(
    caller: Contributor,
    ApiJson(body): ApiJson<MailingListBody>,
) -> ApiResult<(StatusCode, Json<MailingListOut>)> {
    let made = subscribers::create(&caller.ctx, &caller.db, &body.name).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// List mailing lists with subscriber counts
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/summaries",
    operation_id = "mailing_lists_summaries", tag = "mailing-lists", security(("contributor" = ["campaigns:read"])),
    responses((status = 200, body = MailingListSummariesOut)))]
async fn mailing_lists_summaries(caller: Contributor) -> ApiResult<Json<MailingListSummariesOut>> {
    let found = subscribers::summaries(&caller.ctx, &caller.db).await?;
    let mailing_lists = found.into_iter().map(MailingListSummaryOut::from).collect();
    Ok(Json(MailingListSummariesOut { mailing_lists }))
}

/// Get a mailing list
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}", operation_id = "mailing_list_get",
    tag = "mailing-lists", security(("contributor" = ["campaigns:read"])),
    responses((status = 200, body = MailingListSummaryOut)))]
async fn mailing_list_get(
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
) -> ApiResult<Json<MailingListSummaryOut>> {
    Ok(Json(subscribers::detail(&caller.ctx, &caller.db, &path.list_id).await?.into()))
}

/// Rename a mailing list
///
/// Blocks that refer to the former name still add subscribers to it.
#[utoipa::path(patch, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}",
    operation_id = "mailing_list_rename", tag = "mailing-lists", request_body = MailingListBody,
    security(("contributor" = ["campaigns:write"])), responses((status = 200, body = MailingListSummaryOut)))]
async fn mailing_list_rename(
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
    ApiJson(body): ApiJson<MailingListBody>,
) -> ApiResult<Json<MailingListSummaryOut>> {
    Ok(Json(subscribers::rename(&caller.ctx, &caller.db, &path.list_id, &body.name).await?.into()))
}

/// Delete a mailing list with its subscribers
///
/// 409 while a form, a newsletter sign-up or the popup refers to it, and for the list of the store.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}",
    operation_id = "mailing_list_delete", tag = "mailing-lists", security(("contributor" = ["campaigns:delete"])),
    responses((status = 204), (status = 409, body = Problem)))]
async fn mailing_list_delete(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
) -> ApiResult<StatusCode> {
    let list = subscribers::detail(&caller.ctx, &caller.db, &path.list_id).await?.list;
    let kinds = state.renderer.kinds(&caller.ctx, &caller.db).await;
    submissions::check_unused(&caller.ctx, &caller.db, &kinds, &list.names()).await?;
    subscribers::remove_list(&caller.ctx, &caller.db, &path.list_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
