//! Carts that give a donation.

use stoa_entity::TenantDb;
use stoa_entity::tenant::cart;
use stoa_kernel::TenantCtx;
use stoa_kernel::money::Money;

use sea_orm::ColumnTrait;

use super::browser::Browser;
use super::one_line::{BegunCheckout, OneLine, VALID_MS};
use crate::CommerceError;
use crate::donations::{self, CartDonation, NewDonation};
use crate::shelf::Shelf;

/// Said when a product that is sold is given for.
pub const TAKES_NO_DONATIONS: &str = "This item takes no donations.";
/// Said when a product that takes donations is put into the cart.
pub const DONATIONS_ONLY: &str = "This item takes donations only.";

/// Makes a cart that gives a donation, and gives the token that opens its checkout for 24 hours. The shopper's
/// own cart stays as it is.
///
/// # Errors
/// Messages beside `amountCents`, `name`, `email` and `comment`; [`CommerceError::Refused`] for a product that takes
/// no donations; [`CommerceError::NotFound`] for one that visitors do not see.
pub async fn donate(
    ctx: &TenantCtx,
    db: &TenantDb,
    browser: Browser<'_>,
    new: NewDonation,
) -> Result<BegunCheckout, CommerceError> {
    let item_id = new.item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.write().await?;
    let shelf = Shelf::open(&tx).await?;
    let item = shelf.item(&item_id).await?;
    let refused = || CommerceError::Refused(TAKES_NO_DONATIONS.to_owned());
    let terms = item.donation.as_ref().ok_or_else(refused)?;
    let variant = item.variants.first().ok_or_else(refused)?;
    let settings = &shelf.terms().await?.settings;
    let gift = new.checked(terms, |cents| settings.print(Money::new(cents, settings.currency)))?;
    let begun = OneLine::one_of(item_id).open(ctx, &tx, &shelf, (&item, variant, browser.buyer)).await?;
    tx.update::<cart::Entity>(cart::Column::Id.eq(begun.cart_id.clone()))
        .set(cart::Column::Email, gift.email)
        .exec()
        .await?;
    let donation = CartDonation {
        amount_cents: gift.amount_cents,
        donor_name: gift.name,
        comment: gift.comment,
        expires_on: ctx.now_ms() + VALID_MS,
    };
    donations::keep_with_cart(&tx, &begun.cart_id, donation).await?;
    tx.commit().await?;
    Ok(begun.checkout)
}
