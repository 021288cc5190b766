//! Buying one thing at once, without the cart.

use sea_orm::ActiveValue::Set;
use stoa_entity::TenantDb;
use stoa_entity::tenant::cart_buy_now;
use stoa_kernel::TenantCtx;

use super::browser::Browser;
use super::donation::DONATIONS_ONLY;
use super::one_line::{BegunCheckout, OneLine, VALID_MS};
use super::rules::NewEntry;
use super::subscription::SUBSCRIPTION_ONLY;
use crate::CommerceError;
use crate::catalogue::ProductType;
use crate::shelf::Shelf;

/// Said where the owner does not offer it.
pub const NOT_OFFERED: &str = "This store sells by the cart. Add the item to your cart to buy it.";

/// Makes a cart of one line and gives the token that opens its checkout for 24 hours. The shopper's own cart
/// stays as it is.
///
/// # Errors
/// [`CommerceError::Refused`] with the shopper's message, also where the owner does not offer it;
/// [`CommerceError::NotFound`] for a product that visitors do not see.
pub async fn buy_now(
    ctx: &TenantCtx,
    db: &TenantDb,
    browser: Browser<'_>,
    new: NewEntry,
) -> Result<BegunCheckout, CommerceError> {
    let line = OneLine::read(new)?;
    let tx = db.write().await?;
    let shelf = Shelf::open(&tx).await?;
    if !shelf.terms().await?.settings.choices.buy_now_button {
        return Err(CommerceError::Refused(NOT_OFFERED.to_owned()));
    }
    let item = shelf.item(&line.item_id).await?;
    if item.is_subscribable() {
        return Err(CommerceError::Refused(SUBSCRIPTION_ONLY.to_owned()));
    }
    if item.donation.is_some() {
        return Err(CommerceError::Refused(DONATIONS_ONLY.to_owned()));
    }
    if item.kind() == Some(ProductType::GiftCard) {
        return Err(CommerceError::Refused(NOT_OFFERED.to_owned()));
    }
    let begun = line.begin(ctx, &tx, &shelf, (&item, browser.buyer)).await?;
    tx.insert(cart_buy_now::ActiveModel {
        website_id: Set(tx.website().clone()),
        cart_id: Set(begun.cart_id),
        expires_on: Set(ctx.now_ms() + VALID_MS),
    })
    .await?;
    tx.commit().await?;
    Ok(begun.checkout)
}
