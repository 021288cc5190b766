//! Why an order cannot be placed.

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::money::Cents;
use stoa_kernel::{ErrorCode, Failure, ProblemText, Said, TenantCtx};

use super::details::{self, CheckoutChoices, Details};
use super::model::Steps;
use super::steps::steps;
use crate::CommerceError;
use crate::cart::{self, Cart, CheckoutKey, Priced};
use crate::pricing::minimum_subtotal_text;
use crate::problem_texts::{
    BILLING_ADDRESS_MISSING, CART_EMPTY, CHECKOUT_CHANGED, CHECKOUT_EMAIL_MISSING, COLLECTOR_MISSING,
    DELIVERY_ADDRESS_MISSING, DELIVERY_OPTION_MISSING, DELIVERY_UNAVAILABLE, ITEMS_GONE, OUT_OF_STOCK, QUESTIONS_OPEN,
    SIGN_IN_TO_BUY, TAXES_UNAVAILABLE, TOTAL_CHANGED,
};
use crate::quotes::Silence;

/// Seconds until a retry when the server was too busy to ask a plugin.
const BUSY_RETRY_SECONDS: u64 = 5;

/// Checks that all steps are complete, and that the cart is worth enough.
pub(super) fn check_steps(
    ctx: &TenantCtx,
    cart: &Cart,
    priced: &Priced,
    choices: &CheckoutChoices,
    details: &Details,
) -> Result<(), CommerceError> {
    if priced.lines.is_empty() && priced.gone.is_empty() {
        return Err(CommerceError::said(CART_EMPTY));
    }
    let subtotal = priced.totals.subtotal_cents.of(priced.settings.site.currency);
    let minimum = if cart.donation.is_some() { Cents::ZERO } else { priced.settings.choices.minimum_subtotal_cents };
    if let Some(said) =
        minimum_subtotal_text(subtotal, minimum, |money| priced.settings.site.print_for(&priced.language, money))
    {
        return Err(CommerceError::said(said));
    }
    let done = steps(cart, priced, choices, details);
    let may_buy = choices.guest_checkout || cart.owner(ctx).is_some();
    let mut checks = Checks::default();
    for (is_done, field, said) in [
        (may_buy, "signIn", SIGN_IN_TO_BUY),
        (done.customer, "email", CHECKOUT_EMAIL_MISSING),
        destination_check(&done, priced),
        (done.shipping_option, "shippingOption", delivery_option_text(priced)),
        (details::is_complete(choices, details), "details", QUESTIONS_OPEN),
        (done.billing, "billingAddress", BILLING_ADDRESS_MISSING),
    ] {
        checks.require_said(is_done, field, said);
    }
    Ok(checks.finish()?)
}

/// What is said when no delivery option is chosen.
fn delivery_option_text(priced: &Priced) -> ProblemText {
    if priced.gaps.delivery { DELIVERY_UNAVAILABLE } else { DELIVERY_OPTION_MISSING }
}

/// Step check for the delivery address, or for the collector's name with pickup: completed, field, message.
fn destination_check(done: &Steps, priced: &Priced) -> (bool, &'static str, ProblemText) {
    match priced.pickup() {
        Some(_) => (done.shipping, "collector", COLLECTOR_MISSING),
        None => (done.shipping, "shippingAddress", DELIVERY_ADDRESS_MISSING),
    }
}

/// Error for a cart that differs from what the shopper saw. Products that are no longer sold are removed from it.
pub(super) async fn changed(tx: TenantTx, cart: &Cart, priced: Priced) -> Result<CommerceError, CommerceError> {
    let said = if priced.gone.is_empty() && priced.in_stock() {
        TOTAL_CHANGED
    } else if priced.gone.is_empty() {
        OUT_OF_STOCK
    } else {
        ITEMS_GONE
    };
    let view = Box::new(priced.view(cart));
    if !priced.gone.is_empty() {
        cart::delete_entries(&tx, &priced.gone).await?;
        tx.commit().await?;
    }
    Ok(CommerceError::CartChanged { said: said.into(), cart: view })
}

/// Another order took the stock or discount first: rolls back, and returns an error with the current cart.
pub(super) async fn too_late(
    ctx: &TenantCtx,
    db: &TenantDb,
    tx: TenantTx,
    key: CheckoutKey<'_>,
    said: Said,
) -> Result<CommerceError, CommerceError> {
    drop(tx);
    let tx = db.read().await?;
    let cart = cart::by_checkout_key(ctx, &tx, key, false).await?.ok_or(CommerceError::NotFound)?;
    let view = Box::new(cart::price(ctx, &tx, &cart).await?.view(&cart));
    Ok(CommerceError::CartChanged { said, cart: view })
}

/// Checks that the price is final, and that the address may get e-mails.
pub(super) fn check_settled(
    ctx: &TenantCtx,
    silence: Silence,
    cart: &Cart,
    priced: &Priced,
) -> Result<(), CommerceError> {
    check_silence(silence, cart, priced)?;
    ctx.check_address(&cart.row.email)?;
    if priced.gaps.taxes {
        return Err(CommerceError::said(TAXES_UNAVAILABLE));
    }
    Ok(())
}

/// Refuses an order while plugins may still answer. What they were asked in vain is left out.
fn check_silence(silence: Silence, cart: &Cart, priced: &Priced) -> Result<(), CommerceError> {
    match silence {
        Silence::InVain => Ok(()),
        Silence::Busy => {
            let busy = Failure::plain(ErrorCode::Unavailable).with("retryAfterSeconds", BUSY_RETRY_SECONDS.into());
            Err(CommerceError::Said(busy))
        }
        Silence::Unasked => {
            Err(CommerceError::CartChanged { said: CHECKOUT_CHANGED.into(), cart: Box::new(priced.view(cart)) })
        }
    }
}
