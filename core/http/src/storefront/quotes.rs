//! Asks plugins what the price of a cart leaves open: before a checkout or cart is shown, and before an order is placed.

use stoa_address::Place;
use stoa_commerce::CommerceError;
use stoa_commerce::cart::{self, CartView};
use stoa_commerce::checkout::{self, CheckoutView};
use stoa_commerce::quotes::{self, Quoted};

use crate::extract::Visitor;
use crate::state::AppState;

/// Asks what is not known yet. Returns whether the cart has to be priced again.
pub(super) async fn ask_plugins(state: &AppState, caller: &Visitor, whose: Quoted<'_>) -> Result<bool, CommerceError> {
    quotes::prepare(&caller.ctx, &caller.db, &*state.quotes, whose, None).await
}

/// Asks what is not known yet if the shopper's own cart were sent to a place.
pub(super) async fn ask_for_cart_place(state: &AppState, caller: &Visitor, place: &Place) -> Result<(), CommerceError> {
    let whose = Quoted::Cart(caller.cart_token());
    quotes::prepare(&caller.ctx, &caller.db, &*state.quotes, whose, Some(place)).await?;
    Ok(())
}

/// Asks what is not known yet if the checkout were sent to a place.
pub(super) async fn ask_for_place(
    state: &AppState,
    caller: &Visitor,
    token: &str,
    place: &Place,
) -> Result<(), CommerceError> {
    let whose = Quoted::Checkout(caller.checkout(token));
    quotes::prepare(&caller.ctx, &caller.db, &*state.quotes, whose, Some(place)).await?;
    Ok(())
}

/// The checkout with what plugins say.
pub(super) async fn quoted_checkout(
    state: &AppState,
    caller: &Visitor,
    view: CheckoutView,
) -> Result<CheckoutView, CommerceError> {
    let key = caller.checkout(&view.cart_token);
    if view.cart.is_purchased || !ask_plugins(state, caller, Quoted::Checkout(key)).await? {
        return Ok(view);
    }
    checkout::view(&caller.ctx, &caller.db, &*state.payments, key).await
}

/// The shopper's own cart with what plugins say. `token` is that of its cookie.
pub(super) async fn quoted_cart(
    state: &AppState,
    caller: &Visitor,
    token: Option<&str>,
    view: CartView,
) -> Result<CartView, CommerceError> {
    if view.entries.is_empty() || !ask_plugins(state, caller, Quoted::Cart(token)).await? {
        return Ok(view);
    }
    cart::view(&caller.ctx, &caller.db, token).await
}
