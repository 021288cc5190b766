//! Blog items: posts, events and portfolio items. Their blocks, status and trash use the page operations.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Deserialize;
use stoa_kernel::id::CollectionId;
use stoa_site::content::items::{self, NewOrder};

use super::item_out::{ItemBody, ItemOrderBody, ItemOut, ItemSummaryOut, ItemsOut, ItemsQuery, NewItemBody};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing, path_id};
use crate::precondition::{named, seen};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Path parameters of a blog.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::admin) struct BlogPath {
    #[serde(deserialize_with = "path_id")]
    pub(in crate::admin) collection_id: CollectionId,
}

/// Path parameters of an item.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ItemPath {
    #[serde(deserialize_with = "path_id")]
    item_id: CollectionId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(items_list: reads(), items_create: changes(Invalidates::ByHandler)))
        .routes(routes!(items_arrange: changes(Invalidates::ByHandler)))
        .routes(routes!(item_get: reads(), item_save: changes(Invalidates::ByHandler)))
}

fn tagged(item: ItemOut) -> impl IntoResponse {
    let etag = format!("\"{}\"", item.revision);
    (AppendHeaders([(header::ETAG, etag)]), Json(item))
}

/// List the items of a blog
///
/// Newest first; portfolio items in manual order, all on one page.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/collections/{collectionId}/items",
    operation_id = "items_list", tag = "items",
    params(("collectionId" = String, Path, description = "The blog"), ItemsQuery),
    security(("contributor" = ["content:read"])), responses((status = 200, body = ItemsOut)))]
async fn items_list(
    caller: Contributor,
    ApiPath(path): ApiPath<BlogPath>,
    ApiQuery(query): ApiQuery<ItemsQuery>,
) -> ApiResult<Json<ItemsOut>> {
    let found = items::list(&caller.ctx, &caller.db, &path.collection_id, &query.into()).await?;
    let items = found.page.items.iter().map(ItemSummaryOut::of).collect();
    Ok(Json(ItemsOut { items, order_version: found.order, listing: Listing::from(found.page.next_cursor) }))
}

/// Create an item
///
/// Visitors see it when it is published. A manually ordered collection can hold 250 items.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/collections/{collectionId}/items",
    operation_id = "items_create", tag = "items", params(("collectionId" = String, Path, description = "The blog")),
    request_body = NewItemBody, security(("contributor" = ["content:write"])),
    responses((status = 201, body = ItemOut), (status = 409, body = Problem)))]
async fn items_create(
    caller: Contributor,
    ApiPath(path): ApiPath<BlogPath>,
    ApiJson(body): ApiJson<NewItemBody>,
) -> ApiResult<(StatusCode, Json<ItemOut>)> {
    let made = items::create(&caller.ctx, &caller.db, &path.collection_id, body.into()).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// Reorder the items of a portfolio
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/collections/{collectionId}/item-order",
    operation_id = "items_arrange", tag = "items",
    params(("collectionId" = String, Path, description = "The portfolio"),
           ("If-Match" = Option<String>, Header, description = "The `orderVersion` of the list, in quotes; a list, or `*` for any")),
    request_body = ItemOrderBody, security(("contributor" = ["content:publish"])),
    responses((status = 204), (status = 409, body = Problem), (status = 412, body = Problem)))]
async fn items_arrange(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<BlogPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ItemOrderBody>,
) -> ApiResult<StatusCode> {
    let invalidation = state.invalidation.as_ref();
    let order = NewOrder { items: body.items, seen: seen(&headers) };
    items::arrange(&caller.ctx, &caller.db, invalidation, &path.collection_id, order).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get an item
///
/// Its blocks are read and edited as a page with the same id.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/items/{itemId}", operation_id = "item_get", tag = "items",
    params(("itemId" = String, Path, description = "The item")), security(("contributor" = ["content:read"])),
    responses((status = 200, body = ItemOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn item_get(caller: Contributor, ApiPath(path): ApiPath<ItemPath>) -> ApiResult<impl IntoResponse> {
    let item = items::item(&caller.ctx, &caller.db, &path.item_id).await?;
    Ok(tagged(item.into()))
}

/// Save an item
///
/// Changes become visible when the item is published, except the URL slug and whether it is private: these change at
/// once and need the permission to publish if the item was ever published. The former address redirects permanently to
/// the new one.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/items/{itemId}", operation_id = "item_save", tag = "items",
    params(("itemId" = String, Path, description = "The item"),
           ("If-Match" = String, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = ItemBody, security(("contributor" = ["content:write"])),
    responses((status = 200, body = ItemOut), (status = 409, body = Problem), (status = 412, body = Problem),
              (status = 428, body = Problem)))]
async fn item_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ItemPath>,
    headers: HeaderMap,
    ApiJson(body): ApiJson<ItemBody>,
) -> ApiResult<impl IntoResponse> {
    let change = body.into_change(named(&headers)?);
    let invalidation = state.invalidation.as_ref();
    let saved = items::save(&caller.ctx, &caller.db, invalidation, &path.item_id, change).await?;
    state.bell().ring(caller.ctx.website(), &path.item_id);
    Ok(tagged(saved.into()))
}
