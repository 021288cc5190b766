//! The recovery link in abandoned cart e-mails.

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Deserialize;
use stoa_commerce::CommerceError;
use stoa_commerce::cart_reminders::{self, RestoredCart};
use stoa_kernel::Failure;
use utoipa::IntoParams;

use super::cart::{cart_cookie, hint};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::public::page_calls::FormLanguage;
use crate::rate_limit::RateLimit;
use crate::route_policy::reads;
use crate::state::AppState;

/// The cart page.
const CART: &str = "/cart";
/// The sign-in page, for carts that belong to an account.
const ACCOUNT: &str = "/account";

/// Token from the e-mail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CartBackQuery {
    #[serde(default)]
    token: String,
    /// BCP 47 tag of the language of the page to show; the primary one by default.
    language: Option<String>,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(cart_back: reads().limited(RateLimit::NEWS).without_site_password()))
}

/// Restore a cart with the link from an email
///
/// Redirects to the cart, or to the sign-in page when the cart belongs to an account that is not signed in.
#[utoipa::path(get, path = "/cart/back", operation_id = "cart_back", tag = "cart", params(CartBackQuery),
    responses((status = 303, description = "Redirects to the cart or to the sign-in page")))]
async fn cart_back(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<CartBackQuery>,
) -> ApiResult<Response> {
    let language = FormLanguage::named(&state, &visitor, query.language.as_deref()).await?;
    let back =
        cart_reminders::restore_from_reminder(&visitor.ctx, &visitor.db, &query.token, visitor.cart_token()).await;
    let (place, cookies) = match back {
        Ok(RestoredCart::InCart(Some(token))) => (CART, vec![cart_cookie(&state, Some(&token))?, hint(&state, true)?]),
        Ok(RestoredCart::InCart(None)) => (CART, vec![hint(&state, true)?]),
        Ok(RestoredCart::AfterSignIn) => (ACCOUNT, Vec::new()),
        // The cart page shows what is left; there is nothing more to do.
        Err(CommerceError::NotFound | CommerceError::PaymentUnderWay) => (CART, Vec::new()),
        Err(other) => return Err(other.into()),
    };
    redirect_to_page(&language.address(place), cookies)
}

fn redirect_to_page(place: &str, cookies: Vec<(HeaderName, HeaderValue)>) -> ApiResult<Response> {
    let headers = [
        (header::LOCATION, HeaderValue::from_str(place).map_err(Failure::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    Ok((StatusCode::SEE_OTHER, headers, AppendHeaders(cookies)).into_response())
}
