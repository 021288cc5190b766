//! Orders, as those who work on the site see them.

use axum::Json;
use serde::Deserialize;
use stoa_commerce::orders::{self, NewFulfillment, OrderFilter};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::order_out::{OrderOut, OrderSummaryOut, OrdersOut};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Which orders are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrdersQuery {
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u64>,
    /// Only those with this fulfilment status.
    fulfillment_status: Option<String>,
    /// Only those with this payment status.
    payment_status: Option<String>,
    /// Looked for in number, e-mail address and name.
    query: Option<String>,
}

/// How an order leaves the house.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FulfillBody {
    #[serde(default)]
    tracking_number: Option<String>,
    #[serde(default)]
    carrier: Option<String>,
    /// Page on which the parcel can be followed.
    #[serde(default)]
    tracking_url: Option<String>,
    /// Whether the customer is told by mail.
    #[serde(default)]
    notify_customer: bool,
}

impl From<FulfillBody> for NewFulfillment {
    fn from(body: FulfillBody) -> Self {
        Self {
            tracking_number: body.tracking_number.unwrap_or_default(),
            carrier: body.carrier.unwrap_or_default(),
            tracking_url: body.tracking_url.unwrap_or_default(),
            notify_customer: body.notify_customer,
        }
    }
}

/// Which order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderPath {
    order_id: String,
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(orders_list)).routes(routes!(orders_get)).routes(routes!(orders_fulfill))
}

/// List orders
///
/// The latest first.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders", operation_id = "orders_list", tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), OrdersQuery),
    responses((status = 200, body = OrdersOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn orders_list(caller: Contributor, ApiQuery(query): ApiQuery<OrdersQuery>) -> ApiResult<Json<OrdersOut>> {
    let filter = OrderFilter {
        fulfillment_status: query.fulfillment_status,
        payment_status: query.payment_status,
        query: query.query,
    };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = orders::list(&caller.ctx, &caller.db, &filter, &request).await?;
    let listing = page.next_cursor.into();
    Ok(Json(OrdersOut { orders: page.items.into_iter().map(OrderSummaryOut::from).collect(), listing }))
}

/// One order
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders/{orderId}", operation_id = "orders_get",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    responses((status = 200, body = OrderOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn orders_get(caller: Contributor, ApiPath(path): ApiPath<OrderPath>) -> ApiResult<Json<OrderOut>> {
    Ok(Json(orders::detail(&caller.ctx, &caller.db, &path.order_id).await?.into()))
}

/// Mark an order as fulfilled
///
/// Once, and only when it is paid.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/fulfill", operation_id = "orders_fulfill",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = FulfillBody,
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn orders_fulfill(
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<FulfillBody>,
) -> ApiResult<Json<OrderOut>> {
    Ok(Json(orders::fulfill(&caller.ctx, &caller.db, &path.order_id, body.into()).await?.into()))
}
