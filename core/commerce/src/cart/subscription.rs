//! Carts that start a subscription.

use stoa_entity::TenantDb;
use stoa_kernel::money::Cents;
use stoa_kernel::{TenantCtx, boxed};

use super::browser::Browser;
use super::model::Cart;
use super::rules::NewEntry;
use super::single_item::{BoughtItem, SingleItemLine, StartedCheckout, VALID_MS};
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, Variant};
use crate::pricing_cache::CatalogueSnapshot;
use crate::problem_texts::NOT_SUBSCRIBABLE;
use crate::subscriptions::{self, SubscriptionPlan};

/// Creates a cart with one line that starts a subscription, and returns the token of its checkout, valid for 24 hours.
/// The shopper's own cart is not changed.
///
/// # Errors
/// [`CommerceError::Refused`] with a message for the shopper; [`CommerceError::NotFound`] for a product that is not
/// visible.
#[boxed]
pub async fn subscribe<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    browser: Browser<'a>,
    new: NewEntry,
) -> Result<StartedCheckout, CommerceError> {
    let mut line = SingleItemLine::read(new)?;
    let tx = db.write().await?;
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    let item = catalogue.item(&line.item_id).await?;
    let plan = item.subscription.as_ref().ok_or_else(|| CommerceError::said(NOT_SUBSCRIBABLE))?;
    let variant = line.variant_of(&tx, &item).await?;
    let bought = BoughtItem { item: &item, variant, buyer: browser.buyer };
    let begun = line.open(ctx, &tx, &catalogue, bought).await?;
    subscriptions::keep_with_cart(&tx, &begun.cart_id, plan, ctx.now() + VALID_MS).await?;
    tx.commit().await?;
    Ok(begun.checkout)
}

impl Cart {
    /// The plan that the purchase starts.
    pub(crate) fn plan(&self) -> Option<&SubscriptionPlan> {
        self.subscription.as_ref().map(|subscription| &subscription.plan)
    }

    /// Whether the product can be bought with this cart. Subscription: its plan must have the terms that the shopper
    /// saw. Donation: the amount must still be accepted. Otherwise the product must be sold once.
    pub(super) fn sells(&self, item: &CatalogueItem) -> bool {
        match (self.plan(), &self.donation) {
            (Some(seen), _) => item.subscription.as_ref().is_some_and(|plan| plan.has_same_terms(seen)),
            (None, Some(gift)) => item.donation.as_ref().is_some_and(|terms| terms.takes(gift.amount_cents)),
            (None, None) => !item.is_subscribable() && item.donation.is_none(),
        }
    }

    /// Current unit price, minor units; the donated amount for a donation.
    pub(super) fn unit_price_cents(&self, item: &CatalogueItem, variant: &Variant) -> Cents {
        if let Some(gift) = &self.donation {
            return gift.amount_cents;
        }
        let once = item.effective_price_cents(variant);
        self.plan().map_or(once, |plan| plan.price_cents(once))
    }
}
