//! Carts for a donation.

use stoa_entity::tenant::cart;
use stoa_entity::{TenantDb, load_run_items};
use stoa_kernel::{TenantCtx, boxed};

use sea_orm::ColumnTrait;

use super::browser::Browser;
use super::single_item::{BoughtItem, SingleItemLine, StartedCheckout, VALID_MS};
use crate::CommerceError;
use crate::donations::{self, CartDonation, NewDonation};
use crate::pricing_cache::CatalogueSnapshot;
use crate::problem_texts::TAKES_NO_DONATIONS;

/// Creates a cart for a donation and returns the token of its checkout, valid for 24 hours. The shopper's own cart is
/// not changed.
///
/// # Errors
/// Field errors on `amountCents`, `name`, `email` and `comment`; [`CommerceError::Refused`] for a product that takes no
/// donations; [`CommerceError::NotFound`] for one that is not visible.
#[boxed]
pub async fn donate<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    browser: Browser<'a>,
    new: NewDonation,
) -> Result<StartedCheckout, CommerceError> {
    let item_id = new.item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.write().await?;
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    let item = catalogue.item(&item_id).await?;
    let refused = || CommerceError::said(TAKES_NO_DONATIONS);
    let terms = item.donation.as_ref().ok_or_else(refused)?;
    let variant = item.variants.first().ok_or_else(refused)?;
    let settings = &catalogue.terms().await?.settings;
    let language = tx.language().unwrap_or(&settings.site.language);
    let gift = new.checked(terms, |cents| settings.site.print_for(language, cents.of(settings.site.currency)))?;
    ctx.check_address(&gift.email)?;
    load_run_items::note_address(ctx, &tx, &gift.email).await?;
    let bought = BoughtItem { item: &item, variant, buyer: browser.buyer };
    let begun = SingleItemLine::one_of(item_id).open(ctx, &tx, &catalogue, bought).await?;
    tx.update::<cart::Entity>(cart::Column::Id.eq(begun.cart_id.clone()))
        .set(cart::Column::Email, gift.email)
        .exec()
        .await?;
    let donation = CartDonation {
        amount_cents: gift.amount_cents,
        donor_name: gift.name,
        comment: gift.comment,
        expires_on: ctx.now() + VALID_MS,
    };
    donations::keep_with_cart(&tx, &begun.cart_id, donation).await?;
    tx.commit().await?;
    Ok(begun.checkout)
}
