//! Starting a subscription.

use axum::Json;
use axum::extract::State;
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_commerce::cart::{self, NewEntry, StartedCheckout};
use utoipa::ToSchema;

use super::cart::checkouts_cookie;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Shopper};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// One product for a separate cart.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneItemBody {
    /// The product.
    pub(in crate::storefront) item_id: String,
    /// The variant; optional when the product has only one.
    #[serde(default)]
    sku: Option<String>,
    /// Quantity, a whole number from 1 to 9999; default 1.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 9999)]
    qty: Value,
    /// Values of the product's form, as JSON text.
    #[serde(default)]
    additional_fields: Option<String>,
}

/// Token of a separate cart.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartTokenOut {
    /// Token of its checkout, valid for 24 hours in this browser or for the signed-in account.
    cart_token: String,
}

impl From<OneItemBody> for NewEntry {
    fn from(body: OneItemBody) -> Self {
        Self { item_id: body.item_id, sku: body.sku, quantity: body.qty, additional_fields: body.additional_fields }
    }
}

/// The response to a separate checkout: its cookie ties it to the browser.
pub(in crate::storefront) fn begun(
    state: &AppState,
    checkout: StartedCheckout,
) -> ApiResult<impl IntoResponse + use<>> {
    let cookies = checkout.buyer.as_deref().map(|token| checkouts_cookie(state, Some(token))).transpose()?;
    Ok((AppendHeaders(cookies), Json(CartTokenOut { cart_token: checkout.cart_token })))
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(cart_subscribe: changes(Invalidates::ByHandler).limited(RateLimit::CART)))
}

/// Start a subscription
///
/// Creates a separate cart with this line only; the visitor's cart is not changed. 400 when the product is not sold by
/// subscription.
#[utoipa::path(post, path = "/api/3/commerce/cart/subscription", operation_id = "cart_subscribe", tag = "cart",
    request_body = OneItemBody, responses((status = 200, body = CartTokenOut)))]
async fn cart_subscribe(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiJson(body): ApiJson<OneItemBody>,
) -> ApiResult<impl IntoResponse> {
    caller.check_can_add(&body.item_id).await?;
    begun(&state, cart::subscribe(&caller.ctx, &caller.db, caller.browser(), body.into()).await?)
}
