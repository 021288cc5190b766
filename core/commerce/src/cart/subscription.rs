//! Carts that begin a subscription.

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;

use super::browser::Browser;
use super::model::Cart;
use super::one_line::{BegunCheckout, OneLine, VALID_MS};
use super::rules::NewEntry;
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, Variant};
use crate::shelf::Shelf;
use crate::subscriptions::{self, SubscriptionPlan};

/// Said when a product without a plan is asked for by subscription.
pub const NOT_SUBSCRIBABLE: &str = "This item is not sold by subscription.";
/// Said when a product is asked for a single time that is sold by subscription only.
pub const SUBSCRIPTION_ONLY: &str = "This item is sold by subscription only.";

/// Makes a cart of one line that begins a subscription, and gives the token that opens its checkout for
/// 24 hours. The shopper's own cart stays as it is.
///
/// # Errors
/// [`CommerceError::Refused`] with the shopper's message; [`CommerceError::NotFound`] for a product
/// that visitors do not see.
pub async fn subscribe(
    ctx: &TenantCtx,
    db: &TenantDb,
    browser: Browser<'_>,
    new: NewEntry,
) -> Result<BegunCheckout, CommerceError> {
    let line = OneLine::read(new)?;
    let tx = db.write().await?;
    let shelf = Shelf::open(&tx).await?;
    let item = shelf.item(&line.item_id).await?;
    let plan = item.subscription.as_ref().ok_or_else(|| CommerceError::Refused(NOT_SUBSCRIBABLE.to_owned()))?;
    let begun = line.begin(ctx, &tx, &shelf, (&item, browser.buyer)).await?;
    subscriptions::keep_with_cart(&tx, &begun.cart_id, plan, ctx.now_ms() + VALID_MS).await?;
    tx.commit().await?;
    Ok(begun.checkout)
}

impl Cart {
    /// The plan that buying it begins.
    pub(crate) fn plan(&self) -> Option<&SubscriptionPlan> {
        self.subscription.as_ref().map(|subscription| &subscription.plan)
    }

    /// Whether a product can be bought with it: in a cart that begins a subscription on the terms that
    /// the shopper saw, in one that gives a donation as long as its amount is taken, else a single time.
    pub(super) fn sells(&self, item: &CatalogueItem) -> bool {
        match (self.plan(), &self.donation) {
            (Some(seen), _) => item.subscription.as_ref().is_some_and(|plan| plan.has_terms_of(seen)),
            (None, Some(gift)) => item.donation.as_ref().is_some_and(|terms| terms.takes(gift.amount_cents)),
            (None, None) => !item.is_subscribable() && item.donation.is_none(),
        }
    }

    /// What one piece costs now, minor units; of a donation, what is given.
    pub(super) fn unit_price_cents(&self, item: &CatalogueItem, variant: &Variant) -> i64 {
        if let Some(gift) = &self.donation {
            return gift.amount_cents;
        }
        let once = item.effective_price_cents(variant);
        self.plan().map_or(once, |plan| plan.price_cents(once))
    }
}
