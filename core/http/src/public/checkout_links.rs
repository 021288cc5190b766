//! Links to checkouts: in the browser that began a checkout the link continues it; in any other browser it copies the
//! items to a new cart.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use stoa_commerce::cart::{self, SharedCheckout};
use stoa_kernel::Failure;
use stoa_render::PageCall;

use crate::extract::Visitor;
use crate::problem::ApiResult;
use crate::state::AppState;
use crate::storefront::cart::{cart_cookie, checkouts_cookie, hint};

/// The redirect of a link to the checkout of another browser; none for any other request.
pub(super) async fn shared_checkout_redirect(
    state: &AppState,
    visitor: &Visitor,
    call: &PageCall,
) -> ApiResult<Option<Response>> {
    let Some(token) = call.checkout_link() else { return Ok(None) };
    let opened = cart::open_link(&visitor.ctx, &visitor.db, visitor.checkout(&token)).await?;
    let (place, cookies) = match opened {
        SharedCheckout::Itself => return Ok(None),
        SharedCheckout::InCart(Some(token)) => {
            ("/cart".to_owned(), vec![cart_cookie(state, Some(&token))?, hint(state, true)?])
        }
        SharedCheckout::InCart(None) => ("/cart".to_owned(), vec![hint(state, true)?]),
        SharedCheckout::Begun(begun) => {
            let cookies = begun.buyer.as_deref().map(|token| checkouts_cookie(state, Some(token))).transpose()?;
            (format!("/checkout?cartToken={}", begun.cart_token), cookies.into_iter().collect())
        }
        SharedCheckout::Donation(item) => (format!("/checkout/donate?donatePageId={item}"), Vec::new()),
        SharedCheckout::Product(address) => (address, Vec::new()),
    };
    let headers = [
        (header::LOCATION, HeaderValue::try_from(call.address(&place)).map_err(Failure::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    Ok(Some((StatusCode::SEE_OTHER, headers, AppendHeaders(cookies)).into_response()))
}
