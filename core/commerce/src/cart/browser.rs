//! Cart cookies of a browser, and the checkouts it owns.

use stoa_entity::TenantTx;
use stoa_kernel::id::CartId;
use stoa_kernel::token::token_hash_hex;
use stoa_kernel::{Actor, TenantCtx};
use subtle::ConstantTimeEq as _;

use super::model::Cart;

use super::store::{self, buyer_hash};
use crate::CommerceError;

/// Tokens from the cookies of a browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Browser<'a> {
    /// Token of its cart.
    pub cart: Option<&'a str>,
    /// Token of its single-item carts (buy now, subscription, donation).
    pub buyer: Option<&'a str>,
}

/// Identifies a checkout in a request: the token, which can be shared in a link, and the cookies of the browser, which
/// must have started it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckoutKey<'a> {
    /// Token of the checkout.
    pub token: &'a str,
    /// Cookies of the requesting browser.
    pub browser: Browser<'a>,
}

impl Cart {
    /// Whether the checkout belongs to the caller: to the account that owns the cart, on every device; otherwise to the
    /// browser that started it.
    pub(crate) fn opens_to(&self, ctx: &TenantCtx, browser: Browser<'_>) -> bool {
        if let Some(owner) = &self.row.site_user_id {
            return matches!(ctx.actor(), Actor::SiteUser(caller) if caller == owner);
        }
        let is_stored = |hash: String| bool::from(hash.as_bytes().ct_eq(self.row.token_hash.as_bytes()));
        let by_cart = || browser.cart.is_some_and(|token| is_stored(token_hash_hex(token)));
        let by_buyer = || browser.buyer.is_some_and(|token| is_stored(buyer_hash(token, &self.row.id)));
        match self.row.of_one_line {
            Some(false) => by_cart(),
            Some(true) => by_buyer(),
            None => by_cart() || by_buyer(),
        }
    }
}

/// Whether the checkout of a cart belongs to the caller.
pub(crate) async fn opens(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &CartId,
    browser: Browser<'_>,
) -> Result<bool, CommerceError> {
    Ok(store::by_id(tx, id).await?.is_some_and(|cart| cart.opens_to(ctx, browser)))
}
