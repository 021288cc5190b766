//! Orders, as those who work on the site see them.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use stoa_commerce::orders::{
    self, Cancellation, FulfillmentLine, NewFulfillment, OrderFilter, OrderSort, OrderSorting, OrderView,
};
use utoipa::{IntoParams, ToSchema};

use super::order_out::{OrderOut, OrderSummaryOut, OrdersOut, accounts};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, ListQuery};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::store::address::AddressBody;

/// Which orders are meant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FilterQuery {
    /// Only those with this fulfilment status.
    fulfillment_status: Option<String>,
    /// Only those with this payment status.
    payment_status: Option<String>,
    /// Looked for in number, e-mail address, name, stock keeping units and products. `#12` is number 12; the code of a
    /// gift card finds the order that it was bought with.
    query: Option<String>,
    /// Only those placed at this time or later, UTC milliseconds.
    from: Option<i64>,
    /// Only those placed before this time, UTC milliseconds.
    until: Option<i64>,
    /// Only test orders, or only real ones.
    test_mode: Option<bool>,
    /// Only those marked with this tag.
    tag: Option<String>,
    /// Only donations, or only purchases.
    donations: Option<bool>,
}

impl From<FilterQuery> for OrderFilter {
    fn from(query: FilterQuery) -> Self {
        Self {
            fulfillment_status: query.fulfillment_status,
            payment_status: query.payment_status,
            query: query.query,
            from: query.from,
            until: query.until,
            test_mode: query.test_mode,
            tag: query.tag,
            donations: query.donations,
        }
    }
}

/// By what orders are put in order.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrderSortDto {
    /// When they were placed.
    Placed,
    /// Their number.
    Number,
    /// What they cost.
    Total,
    /// The customer's name.
    Customer,
}

/// How orders are put in order.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrderSortQuery {
    /// By what; unless told, the latest come first.
    #[param(inline)]
    sort: Option<OrderSortDto>,
    /// Whether the largest comes first; unless told, only without `sort`.
    descending: Option<bool>,
}

impl From<OrderSortQuery> for OrderSorting {
    fn from(query: OrderSortQuery) -> Self {
        let by = match query.sort {
            None | Some(OrderSortDto::Placed) => OrderSort::Placed,
            Some(OrderSortDto::Number) => OrderSort::Number,
            Some(OrderSortDto::Total) => OrderSort::Total,
            Some(OrderSortDto::Customer) => OrderSort::Customer,
        };
        Self { by, descending: query.descending.unwrap_or(query.sort.is_none()) }
    }
}

/// Pieces of a line of the order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PiecesBody {
    /// The line.
    pub(super) order_item_id: String,
    /// How many.
    #[schema(minimum = 1)]
    pub(super) quantity: i64,
}

/// How an order, or a part of it, leaves the house.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FulfillBody {
    /// What is in the parcel; empty for everything that is left.
    #[serde(default)]
    items: Vec<PiecesBody>,
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
        let line =
            |pieces: PiecesBody| FulfillmentLine { order_item_id: pieces.order_item_id, quantity: pieces.quantity };
        Self {
            items: body.items.into_iter().map(line).collect(),
            tracking_number: body.tracking_number.unwrap_or_default(),
            carrier: body.carrier.unwrap_or_default(),
            tracking_url: body.tracking_url.unwrap_or_default(),
            notify_customer: body.notify_customer,
        }
    }
}

/// How an order is called off.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelBody {
    /// Why.
    #[serde(default)]
    reason: String,
    /// Whether its pieces go back into stock.
    #[serde(default)]
    restock: bool,
    /// Whether the customer is told by mail.
    #[serde(default)]
    notify_customer: bool,
}

/// A letter to be sent once more.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResendBody {
    /// `order-confirmed`, `order-fulfilled`, `order-refunded` or `order-canceled`.
    kind: String,
}

/// A note for those who work on the site.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NoteBody {
    /// At most 2,000 characters.
    text: String,
}

/// Which order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderPath {
    pub(super) order_id: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(orders_list))
        .routes(routes!(orders_get))
        .routes(routes!(orders_fulfill))
        .routes(routes!(orders_cancel))
        .routes(routes!(orders_resend))
        .routes(routes!(orders_add_note))
        .routes(routes!(orders_set_address))
}

/// List orders
///
/// The latest first, unless told.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders", operation_id = "orders_list", tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), FilterQuery, OrderSortQuery, ListQuery),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = OrdersOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn orders_list(
    caller: Contributor,
    ApiQuery(filter): ApiQuery<FilterQuery>,
    ApiQuery(sort): ApiQuery<OrderSortQuery>,
    ApiQuery(list): ApiQuery<ListQuery>,
) -> ApiResult<Json<OrdersOut>> {
    let page = orders::list(&caller.ctx, &caller.db, &filter.into(), sort.into(), &list.into()).await?;
    let listing = page.next_cursor.into();
    Ok(Json(OrdersOut { orders: page.items.into_iter().map(OrderSummaryOut::from).collect(), listing }))
}

/// An order with the names of those who worked on it.
pub(super) async fn named(state: &AppState, order: OrderView) -> ApiResult<Json<OrderOut>> {
    let names = state.tenancy.staff.names(accounts(&order)).await?;
    Ok(Json(OrderOut::new(order, &names)))
}

/// One order
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders/{orderId}", operation_id = "orders_get",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = OrderOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)),
    )]
async fn orders_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::detail(&caller.ctx, &caller.db, &path.order_id).await?).await
}

/// Send an order or a part of it
///
/// Only when it is paid. With the last piece the order is fulfilled.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/fulfill", operation_id = "orders_fulfill",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = FulfillBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn orders_fulfill(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<FulfillBody>,
) -> ApiResult<Json<OrderOut>> {
    let payments = state.payments.as_ref();
    named(&state, orders::fulfill(&caller.ctx, &caller.db, payments, &path.order_id, body.into()).await?).await
}

/// Cancel an order
///
/// Before anything of it was sent. Money that was taken is given back, money that was set aside is let
/// go; refunds that are not settled at once are asked for until they are.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/cancel", operation_id = "orders_cancel",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = CancelBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn orders_cancel(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<CancelBody>,
) -> ApiResult<Json<OrderOut>> {
    let CancelBody { reason, restock, notify_customer } = body;
    let cancellation = Cancellation { reason, restock, notify_customer };
    let payments = state.payments.as_ref();
    named(&state, orders::cancel(&caller.ctx, &caller.db, payments, &path.order_id, cancellation).await?).await
}

/// Send a letter about an order once more
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/resend", operation_id = "orders_resend",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = ResendBody,
    security(("contributor" = ["orders:publish"])),
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn orders_resend(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<ResendBody>,
) -> ApiResult<Json<OrderOut>> {
    let host = state.tenancy.hosts.primary(caller.ctx.website()).await?.unwrap_or_default();
    let base_url = state.settings.origin(&host);
    named(&state, orders::resend(&caller.ctx, &caller.db, &path.order_id, &body.kind, &base_url).await?).await
}

/// Note something about an order
///
/// For those who work on the site; customers do not see it.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/notes", operation_id = "orders_add_note",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = NoteBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)),
    )]
async fn orders_add_note(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<NoteBody>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::add_note(&caller.ctx, &caller.db, &path.order_id, &body.text).await?).await
}

/// Change where an order goes
///
/// Before anything of it was sent, and within the country it was priced for.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/orders/{orderId}/shipping-address",
    operation_id = "orders_set_address", tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = AddressBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)),
    )]
async fn orders_set_address(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<AddressBody>,
) -> ApiResult<Json<OrderOut>> {
    let address = body.into();
    named(&state, orders::set_shipping_address(&caller.ctx, &caller.db, &path.order_id, address).await?).await
}
