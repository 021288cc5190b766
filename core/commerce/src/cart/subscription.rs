//! Carts that begin a subscription. They hold one line, stand beside the shopper's cart, and are opened by
//! their token alone.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::Value;
use stoa_entity::tenant::{cart, cart_entry};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::CartId;
use stoa_kernel::{Actor, TenantCtx};

use super::model::Cart;
use super::rules::{self, NewEntry};
use super::service::entry_row;
use super::store;
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, Variant};
use crate::shelf::Shelf;
use crate::subscriptions::{self, SubscriptionPlan};

/// How long such a cart can be bought, milliseconds: 24 hours.
const VALID_MS: i64 = 24 * 60 * 60 * 1_000;

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
pub async fn subscribe(ctx: &TenantCtx, db: &TenantDb, new: NewEntry) -> Result<String, CommerceError> {
    let wanted = if new.quantity.is_null() { Value::from(1) } else { new.quantity };
    let quantity = rules::check_range(rules::read_quantity(&wanted)?)?;
    let fields = rules::check_fields(new.additional_fields)?;
    let item_id = new.item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.write().await?;
    let shelf = Shelf::open(&tx).await?;
    let item = shelf.item(&item_id).await?;
    let plan = item.subscription.as_ref().ok_or_else(|| CommerceError::Refused(NOT_SUBSCRIBABLE.to_owned()))?;
    let variant = rules::choose_variant(&item, new.sku.as_deref())?;
    rules::check_stock(variant, quantity)?;
    let site_user = match ctx.actor() {
        Actor::SiteUser(id) => Some(id.clone()),
        Actor::Visitor | Actor::Contributor(_) | Actor::System => None,
    };
    let (begun, _) = store::create(ctx, &tx, shelf.terms().await?.settings.currency, site_user).await?;
    let row = entry_row(ctx, &begun, &item, variant);
    tx.insert(cart_entry::ActiveModel { quantity: Set(quantity), additional_fields: Set(fields), ..row }).await?;
    subscriptions::keep_with_cart(&tx, &begun.row.id, plan, ctx.now_ms() + VALID_MS).await?;
    tx.commit().await?;
    Ok(begun.row.checkout_token)
}

/// The token of a cart that begins a subscription; none for any other, to which the shopper's cookie leads back.
pub(crate) async fn own_checkout(tx: &TenantTx, id: &CartId) -> Result<Option<String>, CommerceError> {
    if subscriptions::of_cart(tx, id).await?.is_none() {
        return Ok(None);
    }
    let row = tx.find::<cart::Entity>().filter(cart::Column::Id.eq(id.clone())).one().await?;
    Ok(row.map(|row| row.checkout_token))
}

impl Cart {
    /// The plan that buying it begins.
    pub(crate) fn plan(&self) -> Option<&SubscriptionPlan> {
        self.subscription.as_ref().map(|subscription| &subscription.plan)
    }

    /// Whether a product can be bought with it: in a cart that begins a subscription on the terms that
    /// the shopper saw, else a single time.
    pub(super) fn sells(&self, item: &CatalogueItem) -> bool {
        match (self.plan(), &item.subscription) {
            (None, _) => !item.is_subscribable(),
            (Some(seen), Some(plan)) => plan.has_terms_of(seen),
            (Some(_), None) => false,
        }
    }

    /// What one piece costs now, minor units.
    pub(super) fn unit_price_cents(&self, item: &CatalogueItem, variant: &Variant) -> i64 {
        let once = item.effective_price_cents(variant);
        self.plan().map_or(once, |plan| plan.price_cents(once))
    }

    /// Fails when its time is over and nothing was bought.
    pub(super) fn check_valid(&self, ctx: &TenantCtx) -> Result<(), CommerceError> {
        match &self.subscription {
            Some(own) if own.expires_on <= ctx.now_ms() && self.row.order_id.is_none() => Err(CommerceError::NotFound),
            _ => Ok(()),
        }
    }
}
