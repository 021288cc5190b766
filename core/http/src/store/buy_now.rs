//! Buying one thing at once.

use axum::extract::State;
use axum::response::IntoResponse;
use stoa_commerce::cart;

use super::subscriptions::{CartTokenOut, OneItemBody, begun};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(cart_buy_now))
}

/// Buy one thing at once
///
/// Makes a cart of its own with this line alone; the shopper's cart stays as it is. 400 where the owner of the
/// shop does not offer it.
#[utoipa::path(post, path = "/api/3/commerce/cart/buy-now", operation_id = "cart_buy_now", tag = "cart",
    request_body = OneItemBody,
    responses((status = 200, body = CartTokenOut), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn cart_buy_now(
    State(state): State<AppState>,
    caller: Visitor,
    ApiJson(body): ApiJson<OneItemBody>,
) -> ApiResult<impl IntoResponse> {
    caller.check_may_add(&body.item_id).await?;
    begun(&state, cart::buy_now(&caller.ctx, &caller.db, caller.browser(), body.into()).await?)
}
