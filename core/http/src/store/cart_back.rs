//! The link of a letter about a cart that was left behind.

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Deserialize;
use stoa_commerce::CommerceError;
use stoa_commerce::cart_reminders::{self, Back};
use utoipa::IntoParams;

use super::cart::{hint, own_cart};
use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::state::AppState;

/// Where the cart is shown.
const CART: &str = "/cart";
/// Where people sign in whose account has the cart.
const ACCOUNT: &str = "/account";

/// Token of the letter.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CartBackQuery {
    #[serde(default)]
    token: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(cart_back))
}

/// Bring a cart back by the link of a letter
///
/// Leads to the cart, or to the account when it belongs to one that is not signed in here.
#[utoipa::path(get, path = "/cart/back", operation_id = "cart_back", tag = "cart", params(CartBackQuery),
    responses((status = 303, description = "To the cart, or to where people sign in")))]
async fn cart_back(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<CartBackQuery>,
) -> ApiResult<Response> {
    let back = cart_reminders::bring_back(&visitor.ctx, &visitor.db, &query.token, visitor.cart_token()).await;
    let (place, cookies) = match back {
        Ok(Back::InCart(Some(token))) => (CART, vec![own_cart(&state, Some(&token))?, hint(&state, true)?]),
        Ok(Back::InCart(None)) => (CART, vec![hint(&state, true)?]),
        Ok(Back::AfterSignIn) => (ACCOUNT, Vec::new()),
        // What is left of it shows in the cart; there is nothing to repair.
        Err(CommerceError::NotFound | CommerceError::PaymentUnderWay) => (CART, Vec::new()),
        Err(other) => return Err(other.into()),
    };
    Ok(lead_to(place, cookies))
}

fn lead_to(place: &'static str, cookies: Vec<(HeaderName, HeaderValue)>) -> Response {
    let headers = [
        (header::LOCATION, HeaderValue::from_static(place)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (StatusCode::SEE_OTHER, headers, AppendHeaders(cookies)).into_response()
}
