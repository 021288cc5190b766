//! Orders in the admin API.

pub mod attempt_out;
pub mod order_buyer;
pub mod order_out;
pub mod order_tags;
pub mod payment_out;
pub mod printables;
pub mod refund_out;
pub mod refunds;
pub mod saved_charges;
pub mod test_shoppers;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use stoa_commerce::orders::{
    self, Cancellation, FulfillmentLine, NewFulfillment, OrderFilter, OrderSort, OrderSorting, OrderView,
};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::OrderId;
use stoa_kernel::order::{FulfillmentStatus, OrderEmailKind, OrderPaymentStatus};
use stoa_kernel::payment::DisputeFilter;
use utoipa::{IntoParams, ToSchema};

use crate::admin::orders::order_out::{OrderOut, OrderSummaryOut, OrdersOut, accounts};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, ListQuery, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;
use crate::storefront::address::AddressBody;

/// Filter of orders.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrderFilterQuery {
    /// Filter by fulfilment status.
    #[param(inline)]
    fulfillment_status: Option<FulfillmentStatus>,
    /// Filter by payment status.
    #[param(inline)]
    payment_status: Option<OrderPaymentStatus>,
    /// Search text: order number, e-mail address, name, SKU or product. `#12` is number 12; the code of a gift card
    /// finds the order with which it was bought.
    query: Option<String>,
    /// Only orders placed at this time or later, UTC milliseconds.
    from: Option<i64>,
    /// Only orders placed before this time, UTC milliseconds.
    until: Option<i64>,
    /// Only test orders, or only real ones.
    test_mode: Option<bool>,
    /// Filter by tag.
    tag: Option<String>,
    /// Only donations, or only purchases.
    donations: Option<bool>,
    /// Only orders with such a dispute of a payment.
    #[param(inline)]
    dispute: Option<DisputeFilter>,
}

impl From<OrderFilterQuery> for OrderFilter {
    fn from(query: OrderFilterQuery) -> Self {
        Self {
            fulfillment_status: query.fulfillment_status,
            payment_status: query.payment_status,
            query: query.query,
            from: query.from.map(Timestamp::from_ms),
            until: query.until.map(Timestamp::from_ms),
            test_mode: query.test_mode,
            tag: query.tag,
            donations: query.donations,
            dispute: query.dispute,
        }
    }
}

/// Sort keys of orders.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrderSortDto {
    /// When they were placed.
    Placed,
    /// Their number.
    Number,
    /// Their total.
    Total,
    /// The customer's name.
    Customer,
}

/// Order of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrderSortQuery {
    /// Sort key; newest first by default.
    #[param(inline)]
    sort: Option<OrderSortDto>,
    /// Whether to sort in descending order. Default: true without `sort`, otherwise false.
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

/// A quantity of an order line.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PiecesBody {
    /// The order line.
    pub(super) order_item_id: String,
    /// The quantity.
    #[schema(minimum = 1)]
    pub(super) quantity: i64,
}

/// A fulfilment of an order or a part of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FulfillBody {
    /// Contents of the shipment; empty for everything that is left.
    #[serde(default)]
    items: Vec<PiecesBody>,
    #[serde(default)]
    #[schema(max_length = 100)]
    tracking_number: Option<String>,
    #[serde(default)]
    #[schema(max_length = 100)]
    carrier: Option<String>,
    /// Tracking page of the shipment.
    #[serde(default)]
    #[schema(max_length = 500, pattern = r"^https?://\S+$")]
    tracking_url: Option<String>,
    /// Whether to notify the customer by e-mail.
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

/// Cancellation of an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelBody {
    /// Reason.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: String,
    /// Whether its items are returned to stock.
    #[serde(default)]
    restock: bool,
    /// Whether to notify the customer by e-mail.
    #[serde(default)]
    notify_customer: bool,
}

/// An e-mail to send again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResendBody {
    kind: OrderEmailKind,
}

/// An internal note.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NoteBody {
    /// At most 2,000 characters.
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
}

/// Path parameters of an order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderPath {
    #[serde(deserialize_with = "path_id")]
    pub(super) order_id: OrderId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(orders_list: reads()))
        .routes(routes!(orders_get: reads()))
        .routes(routes!(orders_fulfill: changes(Invalidates::ByHandler)))
        .routes(routes!(orders_cancel: changes(Invalidates::ByHandler)))
        .routes(routes!(orders_resend: changes(Invalidates::ByHandler)))
        .routes(routes!(orders_add_note: changes(Invalidates::ByHandler)))
        .routes(routes!(orders_set_address: changes(Invalidates::ByHandler)))
        .merge(order_buyer::routes())
        .merge(printables::routes())
        .merge(order_tags::routes())
        .merge(refunds::routes())
        .merge(saved_charges::routes())
        .merge(test_shoppers::routes())
}

/// List orders
///
/// Newest first by default.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders", operation_id = "orders_list", tag = "orders",
    params(OrderFilterQuery, OrderSortQuery, ListQuery), security(("contributor" = ["orders:read"])),
    responses((status = 200, body = OrdersOut)))]
async fn orders_list(
    caller: Contributor,
    ApiQuery(filter): ApiQuery<OrderFilterQuery>,
    ApiQuery(sort): ApiQuery<OrderSortQuery>,
    ApiQuery(list): ApiQuery<ListQuery>,
) -> ApiResult<Json<OrdersOut>> {
    let page = orders::list(&caller.ctx, &caller.db, &filter.into(), sort.into(), &list.into()).await?;
    let listing = page.next_cursor.into();
    Ok(Json(OrdersOut { orders: page.items.into_iter().map(OrderSummaryOut::from).collect(), listing }))
}

/// The order with the names of the contributors in its timeline.
pub(super) async fn named(state: &AppState, order: OrderView) -> ApiResult<Json<OrderOut>> {
    let names = state.tenancy.staff.names(accounts(&order)).await?;
    Ok(Json(OrderOut::new(order, &names)))
}

/// Get an order
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders/{orderId}", operation_id = "orders_get",
    tag = "orders", security(("contributor" = ["orders:read"])), responses((status = 200, body = OrderOut)))]
async fn orders_get(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::detail(&caller.ctx, &caller.db, &path.order_id).await?).await
}

/// Fulfill an order or part of it
///
/// Only paid orders can be fulfilled. The order becomes fulfilled when nothing is left to fulfill.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/fulfill", operation_id = "orders_fulfill",
    tag = "orders", request_body = FulfillBody, security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
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
/// Possible before anything of it was fulfilled. Captured payments are refunded, authorizations are released; refunds
/// that do not complete at once are retried until they do.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/cancel", operation_id = "orders_cancel",
    tag = "orders", request_body = CancelBody, security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
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

/// Resend an order e-mail
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/resend", operation_id = "orders_resend",
    tag = "orders", request_body = ResendBody, security(("contributor" = ["orders:publish"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_resend(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<ResendBody>,
) -> ApiResult<Json<OrderOut>> {
    let host = state.tenancy.hosts.primary(caller.ctx.website()).await?.unwrap_or_default();
    let base_url = state.settings.origin(&host);
    named(&state, orders::resend(&caller.ctx, &caller.db, &path.order_id, body.kind, &base_url).await?).await
}

/// Add a note to an order
///
/// An internal note for contributors; customers do not see it.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/notes", operation_id = "orders_add_note",
    tag = "orders", request_body = NoteBody, security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut)))]
async fn orders_add_note(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<NoteBody>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::add_note(&caller.ctx, &caller.db, &path.order_id, &body.text).await?).await
}

/// Change the shipping address of an order
///
/// Possible before anything of it was fulfilled, and within the country for which it was priced.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/orders/{orderId}/shipping-address",
    operation_id = "orders_set_address", tag = "orders", request_body = AddressBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_set_address(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<AddressBody>,
) -> ApiResult<Json<OrderOut>> {
    let address = body.into();
    named(&state, orders::set_shipping_address(&caller.ctx, &caller.db, &path.order_id, address).await?).await
}
