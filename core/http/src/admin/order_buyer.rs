//! What can be put right about who buys.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use stoa_commerce::orders;
use utoipa::ToSchema;

use super::order_out::OrderOut;
use super::orders::{OrderPath, named};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::store::address::AddressBody;

/// Who letters about an order are written to.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrderEmailBody {
    /// The e-mail address.
    email: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(orders_set_billing_address)).routes(routes!(orders_set_email))
}

/// Change where the bill of an order goes
///
/// An order of which nothing is sent or handed over was taxed by this address: its new one has to be taxed alike. 409
/// when the customer was erased.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/orders/{orderId}/billing-address",
    operation_id = "orders_set_billing_address", tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = AddressBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn orders_set_billing_address(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<AddressBody>,
) -> ApiResult<Json<OrderOut>> {
    let address = body.into();
    named(&state, orders::set_billing_address(&caller.ctx, &caller.db, &path.order_id, address).await?).await
}

/// Change who letters about an order are written to
///
/// From then on; links that were sent before still open the order. 409 when the customer was erased.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/orders/{orderId}/email", operation_id = "orders_set_email",
    tag = "orders",
    params(("websiteId" = String, Path, description = "The site"), ("orderId" = String, Path, description = "The order")),
    request_body = OrderEmailBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn orders_set_email(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<OrderEmailBody>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::set_email(&caller.ctx, &caller.db, &path.order_id, &body.email).await?).await
}
