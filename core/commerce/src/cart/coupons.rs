//! Discount codes: a shopper enters and removes them.

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::DiscountId;
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Cart, CartView};
use super::price::price;
use super::service::owned;
use super::store;
use crate::CommerceError;
use crate::discounts;
use crate::problem_texts::{CODE_FOR_DONATION, CODE_MISSING, CODES_FULL, UNKNOWN_CODE};

/// Maximum number of codes in a cart.
pub(super) const MAX_CODES: usize = 10;

/// Adds a code to the shopper's cart. A code that does not apply now is kept, with the reason, because it may apply
/// later.
///
/// # Errors
/// A field error on `promoCode` when no discount has the code; [`CommerceError::NotFound`] without a cart.
#[boxed]
pub async fn add_coupon(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    code: &str,
) -> Result<CartView, CommerceError> {
    let tx = db.write().await?;
    let cart = enter(ctx, &tx, owned(ctx, &tx, token).await?, code).await?;
    finish(ctx, tx, &cart).await
}

/// Removes a code from the shopper's cart.
///
/// # Errors
/// [`CommerceError::NotFound`] when the cart does not have the code.
#[boxed]
pub async fn remove_coupon(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    coupon_id: &DiscountId,
) -> Result<CartView, CommerceError> {
    let tx = db.write().await?;
    let cart = take_out(ctx, &tx, owned(ctx, &tx, token).await?, coupon_id).await?;
    finish(ctx, tx, &cart).await
}

async fn finish(ctx: &TenantCtx, tx: TenantTx, cart: &Cart) -> Result<CartView, CommerceError> {
    let view = price(ctx, &tx, cart).await?.view(cart);
    tx.commit().await?;
    Ok(view)
}

pub(crate) async fn enter(ctx: &TenantCtx, tx: &TenantTx, cart: Cart, code: &str) -> Result<Cart, CommerceError> {
    if code.trim().is_empty() {
        return Err(CommerceError::said_field("promoCode", CODE_MISSING));
    }
    if cart.donation.is_some() {
        return Err(CommerceError::said_field("promoCode", CODE_FOR_DONATION));
    }
    let discount = discounts::by_code(tx, code).await?.filter(|discount| discount.enabled);
    let discount = discount.ok_or_else(|| CommerceError::said_field("promoCode", UNKNOWN_CODE))?;
    if cart.coupon_ids.contains(&discount.id) {
        return Ok(cart);
    }
    if cart.coupon_ids.len() >= MAX_CODES {
        return Err(CommerceError::said_field("promoCode", CODES_FULL.with("count", MAX_CODES)));
    }
    let coupon_ids = cart.coupon_ids.iter().cloned().chain([discount.id]).collect();
    keep(ctx, tx, Cart { coupon_ids, ..cart }).await
}

pub(crate) async fn take_out(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: Cart,
    coupon_id: &DiscountId,
) -> Result<Cart, CommerceError> {
    let coupon_ids: Vec<_> = cart.coupon_ids.iter().filter(|id| *id != coupon_id).cloned().collect();
    if coupon_ids.len() == cart.coupon_ids.len() {
        return Err(CommerceError::NotFound);
    }
    keep(ctx, tx, Cart { coupon_ids, ..cart }).await
}

async fn keep(ctx: &TenantCtx, tx: &TenantTx, cart: Cart) -> Result<Cart, CommerceError> {
    store::set_coupons(ctx, tx, &cart.row.id, &cart.coupon_ids).await?;
    Ok(cart)
}
