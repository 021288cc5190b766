//! Buying a single item now.

use axum::extract::State;
use axum::response::IntoResponse;
use stoa_commerce::cart;

use super::subscriptions::{CartTokenOut, OneItemBody, begun};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Shopper};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(cart_buy_now: changes(Invalidates::ByHandler).limited(RateLimit::CART)))
}

/// Buy a single item now
///
/// Creates a separate cart with this line only; the visitor's cart is not changed. 400 if the shop does not offer it.
#[utoipa::path(post, path = "/api/3/commerce/cart/buy-now", operation_id = "cart_buy_now", tag = "cart",
    request_body = OneItemBody, responses((status = 200, body = CartTokenOut)))]
async fn cart_buy_now(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiJson(body): ApiJson<OneItemBody>,
) -> ApiResult<impl IntoResponse> {
    caller.check_can_add(&body.item_id).await?;
    begun(&state, cart::buy_now(&caller.ctx, &caller.db, caller.browser(), body.into()).await?)
}
