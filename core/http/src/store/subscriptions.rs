//! Beginning a subscription.

use axum::Json;
use axum::extract::State;
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_commerce::cart::{self, BegunCheckout, NewEntry};
use utoipa::ToSchema;

use super::cart::own_checkouts;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// One product for a cart of its own.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneItemBody {
    /// The product.
    pub(super) item_id: String,
    /// The variant; may be left out when the product has one alone.
    #[serde(default)]
    sku: Option<String>,
    /// Pieces, a whole number from 1 to 9999; 1 when left out.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 9999)]
    qty: Value,
    /// Answers to the product's form, JSON text.
    #[serde(default)]
    additional_fields: Option<String>,
}

/// The way to the checkout of a cart of its own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartTokenOut {
    /// Opens the checkout for 24 hours, in this browser or for the account that is signed in.
    cart_token: String,
}

impl From<OneItemBody> for NewEntry {
    fn from(body: OneItemBody) -> Self {
        Self { item_id: body.item_id, sku: body.sku, quantity: body.qty, additional_fields: body.additional_fields }
    }
}

/// The answer to who begins a checkout beside the cart: it belongs to their browser.
pub(super) fn begun(state: &AppState, checkout: BegunCheckout) -> ApiResult<impl IntoResponse + use<>> {
    let cookies = checkout.buyer.as_deref().map(|token| own_checkouts(state, Some(token))).transpose()?;
    Ok((AppendHeaders(cookies), Json(CartTokenOut { cart_token: checkout.cart_token })))
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(cart_subscribe))
}

/// Begin a subscription
///
/// Makes a cart of its own with this line alone; the shopper's cart stays as it is. 400 when the product
/// is not sold by subscription.
#[utoipa::path(post, path = "/api/3/commerce/cart/subscription", operation_id = "cart_subscribe", tag = "cart",
    request_body = OneItemBody,
    responses((status = 200, body = CartTokenOut), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn cart_subscribe(
    State(state): State<AppState>,
    caller: Visitor,
    ApiJson(body): ApiJson<OneItemBody>,
) -> ApiResult<impl IntoResponse> {
    caller.check_may_add(&body.item_id).await?;
    begun(&state, cart::subscribe(&caller.ctx, &caller.db, caller.browser(), body.into()).await?)
}
