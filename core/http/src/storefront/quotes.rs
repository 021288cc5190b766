//! Asks plugins what the price of a cart leaves open: before a checkout or cart is shown.

use stoa_commerce::CommerceError;
use stoa_commerce::cart::{self, CartView};
use stoa_commerce::checkout::{self, CheckoutView};
use stoa_commerce::quotes::{self, QuoteState, Quoted};

use crate::extract::Visitor;
use crate::state::AppState;

/// Asks what is not known yet. Returns whether the cart has to be priced again.
async fn ask_plugins(
    state: &AppState,
    caller: &Visitor,
    priced: &QuoteState,
    whose: Quoted<'_>,
) -> Result<bool, CommerceError> {
    let (ctx, db) = (&caller.ctx, &caller.db);
    if quotes::are_settled(ctx, db, &*state.quotes, priced).await? {
        return Ok(false);
    }
    // Another request may have asked meanwhile, and then this one learns nothing that it did not know already.
    quotes::prepare(ctx, db, &*state.quotes, whose, None).await?;
    Ok(true)
}

/// The checkout with what plugins say.
pub(super) async fn quoted_checkout(
    state: &AppState,
    caller: &Visitor,
    view: CheckoutView,
) -> Result<CheckoutView, CommerceError> {
    let key = caller.checkout(&view.cart_token);
    let asks = !view.cart.is_purchased;
    if !asks || !ask_plugins(state, caller, &view.cart.quotes, Quoted::Checkout(key)).await? {
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
    if view.entries.is_empty() || !ask_plugins(state, caller, &view.quotes, Quoted::Cart(token)).await? {
        return Ok(view);
    }
    cart::view(&caller.ctx, &caller.db, token).await
}
