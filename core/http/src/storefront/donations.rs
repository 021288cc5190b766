//! Making a donation.

use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::Value;
use stoa_commerce::cart;
use stoa_commerce::donations::NewDonation;
use utoipa::ToSchema;

use super::subscriptions::{CartTokenOut, begun};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Shopper};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// A donation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DonationBody {
    /// The donation product.
    item_id: String,
    /// Amount, a whole number of minor units.
    #[serde(default)]
    #[schema(value_type = i64, minimum = 1)]
    amount_cents: Value,
    /// The donor's name.
    #[serde(default)]
    name: String,
    #[serde(default)]
    email: String,
    /// Message of the donor, at most 1,000 characters.
    #[serde(default)]
    comment: String,
}

impl From<DonationBody> for NewDonation {
    fn from(body: DonationBody) -> Self {
        let DonationBody { item_id, amount_cents, name, email, comment } = body;
        Self { item_id, amount_cents, name, email, comment }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(cart_donate: changes(Invalidates::ByHandler).limited(RateLimit::CART)))
}

/// Make a donation
///
/// Creates a separate cart; the visitor's cart is not changed. The settings of the product limit the amount. 400 with
/// messages for the fields, and when the product accepts no donations.
#[utoipa::path(post, path = "/api/3/commerce/cart/donation", operation_id = "cart_donate", tag = "cart",
    request_body = DonationBody, responses((status = 200, body = CartTokenOut)))]
async fn cart_donate(
    State(state): State<AppState>,
    Shopper(caller): Shopper,
    ApiJson(body): ApiJson<DonationBody>,
) -> ApiResult<impl IntoResponse> {
    caller.check_can_add(&body.item_id).await?;
    begun(&state, cart::donate(&caller.ctx, &caller.db, caller.browser(), body.into()).await?)
}
