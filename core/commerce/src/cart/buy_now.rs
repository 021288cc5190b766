//! "Buy now": buys one product without the cart.

use sea_orm::ActiveValue::Set;
use stoa_entity::TenantDb;
use stoa_entity::tenant::cart_buy_now;
use stoa_kernel::{TenantCtx, boxed};

use super::browser::Browser;
use super::rules::NewEntry;
use super::single_item::{BoughtItem, SingleItemLine, StartedCheckout, VALID_MS};
use crate::CommerceError;
use crate::catalogue::ProductType;
use crate::pricing_cache::CatalogueSnapshot;
use crate::problem_texts::{DONATIONS_ONLY, NOT_OFFERED, SUBSCRIPTION_ONLY};

/// Creates a cart with one line and returns the token of its checkout, valid for 24 hours. The shopper's own cart is
/// not changed.
///
/// # Errors
/// [`CommerceError::Refused`] with a message for the shopper, including when the site owner has not enabled it;
/// [`CommerceError::NotFound`] for a product that is not visible.
#[boxed]
pub async fn buy_now<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    browser: Browser<'a>,
    new: NewEntry,
) -> Result<StartedCheckout, CommerceError> {
    let mut line = SingleItemLine::read(new)?;
    let tx = db.write().await?;
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    if !catalogue.terms().await?.settings.choices.buy_now_button {
        return Err(CommerceError::said(NOT_OFFERED));
    }
    let item = catalogue.item(&line.item_id).await?;
    if item.is_subscribable() {
        return Err(CommerceError::said(SUBSCRIPTION_ONLY));
    }
    if item.donation.is_some() {
        return Err(CommerceError::said(DONATIONS_ONLY));
    }
    if item.kind() == Some(ProductType::GiftCard) {
        return Err(CommerceError::said(NOT_OFFERED));
    }
    let variant = line.variant_of(&tx, &item).await?;
    let bought = BoughtItem { item: &item, variant, buyer: browser.buyer };
    let begun = line.open(ctx, &tx, &catalogue, bought).await?;
    tx.insert(cart_buy_now::ActiveModel {
        website_id: Set(tx.website().clone()),
        cart_id: Set(begun.cart_id),
        expires_on: Set(ctx.now() + VALID_MS),
    })
    .await?;
    tx.commit().await?;
    Ok(begun.checkout)
}
