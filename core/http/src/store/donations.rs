//! Giving a donation.

use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::Value;
use stoa_commerce::cart;
use stoa_commerce::donations::NewDonation;
use utoipa::ToSchema;

use super::subscriptions::{CartTokenOut, begun};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// What a donor gives.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DonationBody {
    /// The product that is given for.
    item_id: String,
    /// What is given, a whole number of minor units.
    #[serde(default)]
    #[schema(value_type = i64, minimum = 1)]
    amount_cents: Value,
    /// The donor's name.
    #[serde(default)]
    name: String,
    #[serde(default)]
    email: String,
    /// What the donor wants to say, at most 1,000 characters.
    #[serde(default)]
    comment: String,
}

impl From<DonationBody> for NewDonation {
    fn from(body: DonationBody) -> Self {
        let DonationBody { item_id, amount_cents, name, email, comment } = body;
        Self { item_id, amount_cents, name, email, comment }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(cart_donate))
}

/// Give a donation
///
/// Makes a cart of its own whose amount the terms of the product allow; the shopper's cart stays as it is. 400 with
/// messages beside the fields, and when the product takes no donations.
#[utoipa::path(post, path = "/api/3/commerce/cart/donation", operation_id = "cart_donate", tag = "cart",
    request_body = DonationBody,
    responses((status = 200, body = CartTokenOut), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn cart_donate(
    State(state): State<AppState>,
    caller: Visitor,
    ApiJson(body): ApiJson<DonationBody>,
) -> ApiResult<impl IntoResponse> {
    caller.check_may_add(&body.item_id).await?;
    begun(&state, cart::donate(&caller.ctx, &caller.db, caller.browser(), body.into()).await?)
}
