//! The mailing lists of a site.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_audience::submissions;
use stoa_commerce::subscribers::{self, ListSummary, MailingList};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// A mailing list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingList)]
pub struct MailingListOut {
    id: String,
    /// What it is called; blocks name it by this.
    name: String,
    /// What it was called before; blocks that name it so go on putting people onto it.
    former_names: Vec<String>,
    /// When it was made, UTC milliseconds.
    created_on: i64,
}

impl From<MailingList> for MailingListOut {
    fn from(list: MailingList) -> Self {
        let MailingList { id, name, former_names, created_on } = list;
        Self { id: id.into(), name, former_names, created_on }
    }
}

/// All mailing lists of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingLists)]
pub struct MailingListsOut {
    /// By alphabet.
    mailing_lists: Vec<MailingListOut>,
}

/// A mailing list with how many are on it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingListSummary)]
pub struct MailingListSummaryOut {
    #[serde(flatten)]
    list: MailingListOut,
    /// Whether everybody joins it who agrees to news in the store; then it cannot be deleted.
    is_of_store: bool,
    /// Who is on it, counted up to 100 000.
    subscribers: u64,
    /// Who has not opened the link of the letter yet, counted likewise.
    pending: u64,
}

impl From<ListSummary> for MailingListSummaryOut {
    fn from(summary: ListSummary) -> Self {
        let ListSummary { list, is_of_shop, subscribers, pending } = summary;
        Self { list: list.into(), is_of_store: is_of_shop, subscribers, pending }
    }
}

/// All mailing lists of a site with how many are on each.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailingListSummaries)]
pub struct MailingListSummariesOut {
    /// By alphabet.
    mailing_lists: Vec<MailingListSummaryOut>,
}

/// What a list is to be called.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = MailingListBody)]
pub struct MailingListBody {
    /// At most 80 characters; no two lists of a site are called alike, or were.
    name: String,
}

/// Which list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListPath {
    pub(super) list_id: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(mailing_lists_list, mailing_list_create))
        .routes(routes!(mailing_lists_summaries))
        .routes(routes!(mailing_list_get, mailing_list_rename, mailing_list_delete))
}

/// Mailing lists of the site
///
/// Their names, for those who choose one in the settings of a block.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists", operation_id = "mailing_lists_list",
    tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["content:read"])),
    responses((status = 200, body = MailingListsOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn mailing_lists_list(caller: Contributor) -> ApiResult<Json<MailingListsOut>> {
    let lists = subscribers::lists(&caller.ctx, &caller.db).await?;
    Ok(Json(MailingListsOut { mailing_lists: lists.into_iter().map(MailingListOut::from).collect() }))
}

/// Make a mailing list
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mailing-lists", operation_id = "mailing_list_create",
    tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = MailingListBody,
    security(("contributor" = ["campaigns:write"])),
    responses((status = 201, body = MailingListOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mailing_list_create(
    caller: Contributor,
    ApiJson(body): ApiJson<MailingListBody>,
) -> ApiResult<(StatusCode, Json<MailingListOut>)> {
    let made = subscribers::create(&caller.ctx, &caller.db, &body.name).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Mailing lists of the site with how many are on each
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/summaries",
    operation_id = "mailing_lists_summaries", tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["campaigns:read"])),
    responses((status = 200, body = MailingListSummariesOut), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mailing_lists_summaries(caller: Contributor) -> ApiResult<Json<MailingListSummariesOut>> {
    let found = subscribers::summaries(&caller.ctx, &caller.db).await?;
    let mailing_lists = found.into_iter().map(MailingListSummaryOut::from).collect();
    Ok(Json(MailingListSummariesOut { mailing_lists }))
}

/// One mailing list
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}", operation_id = "mailing_list_get",
    tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site"), ("listId" = String, Path, description = "The list")),
    security(("contributor" = ["campaigns:read"])),
    responses((status = 200, body = MailingListSummaryOut), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mailing_list_get(
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
) -> ApiResult<Json<MailingListSummaryOut>> {
    Ok(Json(subscribers::detail(&caller.ctx, &caller.db, &path.list_id).await?.into()))
}

/// Rename a mailing list
///
/// Pages that name it as before go on putting people onto it.
#[utoipa::path(patch, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}",
    operation_id = "mailing_list_rename", tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site"), ("listId" = String, Path, description = "The list")),
    request_body = MailingListBody,
    security(("contributor" = ["campaigns:write"])),
    responses((status = 200, body = MailingListSummaryOut), (status = 400, body = Problem),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn mailing_list_rename(
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
    ApiJson(body): ApiJson<MailingListBody>,
) -> ApiResult<Json<MailingListSummaryOut>> {
    Ok(Json(subscribers::rename(&caller.ctx, &caller.db, &path.list_id, &body.name).await?.into()))
}

/// Delete a mailing list with everybody on it
///
/// 409 while a form, a sign-up for news or the popup names it, and for the list of the store.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}",
    operation_id = "mailing_list_delete", tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site"), ("listId" = String, Path, description = "The list")),
    security(("contributor" = ["campaigns:delete"])),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem)))]
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
