//! Corrections of the billing address and e-mail address of an order.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use stoa_commerce::orders;
use utoipa::ToSchema;

use super::order_out::OrderOut;
use crate::admin::orders::{OrderPath, named};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;
use crate::storefront::address::AddressBody;

/// Recipient of the e-mails about an order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OrderEmailBody {
    /// The e-mail address.
    email: String,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(orders_set_billing_address: changes(Invalidates::ByHandler)))
        .routes(routes!(orders_set_email: changes(Invalidates::ByHandler)))
}

/// Change the billing address of an order
///
/// An order with nothing to ship or pick up is taxed by its billing address: the new address must have the same taxes.
/// 409 if the personal data of the customer was deleted.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/orders/{orderId}/billing-address",
    operation_id = "orders_set_billing_address", tag = "orders", request_body = AddressBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_set_billing_address(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<AddressBody>,
) -> ApiResult<Json<OrderOut>> {
    let address = body.into();
    named(&state, orders::set_billing_address(&caller.ctx, &caller.db, &path.order_id, address).await?).await
}

/// Change the e-mail address of an order
///
/// Applies to later e-mails; links in earlier e-mails still open the order. 409 if the personal data of the customer
/// was deleted.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/orders/{orderId}/email", operation_id = "orders_set_email",
    tag = "orders", request_body = OrderEmailBody, security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_set_email(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<OrderEmailBody>,
) -> ApiResult<Json<OrderOut>> {
    named(&state, orders::set_email(&caller.ctx, &caller.db, &path.order_id, &body.email).await?).await
}
