//! Charges of the saved payment methods of an order's customer.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::payments::{self, SavedCharge, SavedPaymentMethod};
use stoa_kernel::clock::Timestamp;
use utoipa::ToSchema;

use super::order_out::{OrderOut, accounts};
use crate::admin::orders::OrderPath;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A charge of a saved payment method.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedChargeBody {
    /// Idempotency key, 8 to 200 characters; the same for retries of this charge.
    #[schema(min_length = 8, max_length = 200)]
    idempotency_key: String,
    /// The saved method of the order's customer.
    saved_method_id: String,
}

/// A saved payment method that can be charged for an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChargeableMethod)]
pub struct ChargeableMethodOut {
    id: String,
    /// The payment plugin.
    provider: String,
    /// What the customer knows it by, such as `Visa ending in 4242`.
    label: String,
    /// When it expires, UTC milliseconds; none when unknown.
    expires_on: Option<i64>,
    /// Whether it was saved in test mode, without real money.
    test_mode: bool,
}

/// The saved payment methods that can be charged for an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChargeableMethods)]
pub struct ChargeableMethodsOut {
    /// The latest first.
    methods: Vec<ChargeableMethodOut>,
}

impl From<SavedPaymentMethod> for ChargeableMethodOut {
    fn from(saved: SavedPaymentMethod) -> Self {
        Self {
            id: saved.id.into(),
            provider: saved.provider,
            label: saved.label,
            expires_on: saved.expires_on.map(Timestamp::ms),
            test_mode: saved.test_mode,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(orders_chargeable_methods: reads()))
        .routes(routes!(orders_charge_saved_method: changes(Invalidates::ByHandler)))
}

/// List the saved payment methods that can be charged for an order
///
/// The latest first. None for orders of guests, for paid and canceled ones, and while a payment is in progress.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/orders/{orderId}/saved-payment-methods",
    operation_id = "orders_chargeable_methods", tag = "orders", security(("contributor" = ["orders:read"])),
    responses((status = 200, body = ChargeableMethodsOut)))]
async fn orders_chargeable_methods(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
) -> ApiResult<Json<ChargeableMethodsOut>> {
    let (ctx, db) = (&caller.ctx, &caller.db);
    let saved = payments::chargeable_methods(ctx, db, &*state.payments, &path.order_id).await?;
    Ok(Json(ChargeableMethodsOut { methods: saved.into_iter().map(ChargeableMethodOut::from).collect() }))
}

/// Charge a saved payment method for an order
///
/// The customer is not asked. A retry with the same idempotency key charges nothing again. 409 when the provider
/// declines, with its reason; without a definite response the payment has the status `unknown` or `pending`, and the
/// provider is asked until the outcome is known.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/orders/{orderId}/charge",
    operation_id = "orders_charge_saved_method", tag = "orders", request_body = SavedChargeBody,
    security(("contributor" = ["orders:write"])),
    responses((status = 200, body = OrderOut), (status = 409, body = Problem)))]
async fn orders_charge_saved_method(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<OrderPath>,
    ApiJson(body): ApiJson<SavedChargeBody>,
) -> ApiResult<Json<OrderOut>> {
    let charge = SavedCharge { idempotency_key: body.idempotency_key, saved_method: body.saved_method_id };
    let (ctx, db) = (&caller.ctx, &caller.db);
    let order = payments::charge_saved_method(ctx, db, &*state.payments, &path.order_id, &charge).await?;
    let names = state.tenancy.staff.names(accounts(&order)).await?;
    Ok(Json(OrderOut::new(order, &names)))
}
