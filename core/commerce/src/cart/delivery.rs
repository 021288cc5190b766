//! Destination and delivery option of a cart, chosen before the checkout.

use stoa_address::Place;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Cart, CartView};
use super::price::{Priced, price, price_at_new_place};
use super::service::owned;
use super::store;
use crate::CommerceError;
use crate::ports::QuotePlugins;
use crate::pricing::ShippingChoice;
use crate::problem_texts::{DELIVERY_OPTION_MISSING, DELIVERY_UNAVAILABLE, NOT_DELIVERED};
use crate::quotes::{self, Quoted};

/// Sets the destination as far as prices depend on it. A previous address at another destination is deleted.
///
/// # Errors
/// Field errors, including when the shop does not deliver there; [`CommerceError::NotFound`] without a cart.
#[boxed]
pub async fn set_location(
    ctx: &TenantCtx,
    db: &TenantDb,
    plugins: &dyn QuotePlugins,
    token: Option<&str>,
    place: Place,
) -> Result<CartView, CommerceError> {
    let place = place.checked()?;
    quotes::learn_sources(ctx, db, plugins).await?;
    let mut moved = MovedCart::to(ctx, db, token, &place).await?;
    if quotes::may_ask(ctx, db, &moved.priced.questions) {
        // Plugins are asked without an open transaction.
        drop(moved);
        quotes::prepare(ctx, db, plugins, Quoted::Cart(token), Some(&place)).await?;
        moved = MovedCart::to(ctx, db, token, &place).await?;
    }
    let MovedCart { tx, cart, priced } = moved;
    check_deliverable(&priced)?;
    store::set_destination(ctx, &tx, &cart).await?;
    let view = priced.view(&cart);
    tx.commit().await?;
    Ok(view)
}

/// The shopper's cart at a new destination, which is not stored yet.
struct MovedCart {
    tx: TenantTx,
    cart: Cart,
    priced: Priced,
}

impl MovedCart {
    async fn to(ctx: &TenantCtx, db: &TenantDb, token: Option<&str>, place: &Place) -> Result<Self, CommerceError> {
        let tx = db.write().await?;
        let cart = owned(ctx, &tx, token).await?;
        let shipping_address = cart.shipping_address.clone().filter(|address| Place::from(address) == *place);
        let mut cart = Cart { shipping_address, location: Some(place.clone()), ..cart };
        let priced = price_at_new_place(ctx, &tx, &mut cart).await?;
        Ok(Self { tx, cart, priced })
    }
}

/// Chooses the delivery option.
///
/// # Errors
/// A field error on `optionId` when the option is not available at the destination.
#[boxed]
pub async fn set_option(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    option_id: &str,
) -> Result<CartView, CommerceError> {
    let tx = db.write().await?;
    let mut cart = owned(ctx, &tx, token).await?;
    cart.row.shipping_option_id = Some(option_id.to_owned());
    let priced = price(ctx, &tx, &cart).await?;
    check_offered(&priced, option_id)?;
    store::set_shipping_option(ctx, &tx, &cart.row.id, cart.row.shipping_option_id.clone()).await?;
    let view = priced.view(&cart);
    tx.commit().await?;
    Ok(view)
}

/// Fails when the cart needs shipping and no delivery option reaches the destination.
pub(crate) fn check_deliverable(priced: &Priced) -> Result<(), CommerceError> {
    if priced.requires_shipping && !priced.shipping_options.iter().any(is_delivery) {
        if priced.gaps.delivery {
            return Err(CommerceError::said_field("country", DELIVERY_UNAVAILABLE));
        }
        return Err(CommerceError::said_field("country", NOT_DELIVERED));
    }
    Ok(())
}

/// Fails when the option is not available at the destination.
pub(crate) fn check_offered(priced: &Priced, option_id: &str) -> Result<(), CommerceError> {
    if priced.shipping_options.iter().any(|option| option.id == option_id) {
        return Ok(());
    }
    Err(CommerceError::said_field("optionId", DELIVERY_OPTION_MISSING))
}

/// Delivery option after the destination has changed: the previous one if it is available there, otherwise the only
/// available one. Pickup is no longer selected once a destination is set.
pub(super) fn option_at_new_place<'a>(
    available: &'a [ShippingChoice],
    chosen: Option<&'a ShippingChoice>,
) -> Option<&'a ShippingChoice> {
    let mut ways = available.iter().filter(|option| is_delivery(option));
    let only = || ways.next().filter(|_| ways.next().is_none());
    chosen.filter(|chosen| is_delivery(chosen)).or_else(only)
}

fn is_delivery(option: &ShippingChoice) -> bool {
    option.pickup.is_none()
}
