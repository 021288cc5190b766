//! Order tags, assigned by contributors.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::orders;
use stoa_kernel::id::OrderId;
use utoipa::ToSchema;

use super::order_out::OrderOut;
use crate::admin::orders::{OrderPath, named};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Tags in use.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderTags)]
pub struct OrderTagsOut {
    /// Sorted alphabetically.
    tags: Vec<String>,
}

/// A tag.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = OrderTagBody)]
pub struct TagBody {
    /// At most 40 characters; stored in lower case.
    #[schema(min_length = 1, max_length = 40)]
    tag: String,
}

/// Path parameters of a tag of an order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TagPath {
    #[serde(deserialize_with = "path_id")]
    order_id: OrderId,
    tag: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(order_tags_list: reads()))
        .routes(routes!(order_tags_add: changes(Invalidates::ByHandler)))
        .routes(routes!(order_tags_remove: changes(Invalidates::ByHandler)))
}

/// List order tags
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/order-tags", operation_id = "order_tags_list",
    tag = "orders", security(("contributor" = ["orders:read"])), responses((status = 200, body = OrderTagsOut)))]
async fn order_tags_list(caller: Contributor) -> ApiResult<Json<OrderTagsOut>> {
    Ok(Json(OrderTagsOut { tags: orders::used_tags(&caller.ctx, &caller.db).await? }))
}

/// Add a tag to an order
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/tags", operation_id = "order_tags_add",
    tag = "orders", request_body = TagBody, security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut)))]
async fn order_tags_add(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<TagBody>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::add_tag(&caller.ctx, &caller.db, &path.order_id, &body.tag).await?).await
}

/// Remove a tag from an order
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/orders/{orderId}/tags/{tag}",
    operation_id = "order_tags_remove", tag = "orders", security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut)))]
async fn order_tags_remove(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<TagPath>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::remove_tag(&caller.ctx, &caller.db, &path.order_id, &path.tag).await?).await
}
