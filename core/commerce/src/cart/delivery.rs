//! Destination and delivery option of a cart, chosen before the checkout.

use stoa_entity::TenantDb;
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Cart, CartView};
use super::price::{Priced, price};
use super::service::owned;
use super::store;
use crate::CommerceError;
use crate::pricing::ShippingChoice;
use crate::problem_texts::{DELIVERY_OPTION_MISSING, DELIVERY_UNAVAILABLE, NOT_DELIVERED};
use stoa_address::Place;

/// Sets the destination as far as prices depend on it. A previous address at another destination is deleted.
///
/// # Errors
/// Field errors, also when the shop does not deliver there; [`CommerceError::NotFound`] without a cart.
#[boxed]
pub async fn set_location(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    place: Place,
) -> Result<CartView, CommerceError> {
    let place = place.checked()?;
    let tx = db.write().await?;
    let cart = owned(ctx, &tx, token).await?;
    let shipping_address = cart.shipping_address.clone().filter(|address| Place::from(address) == place);
    let mut cart = Cart { shipping_address, location: Some(place), ..cart };
    let priced = price(ctx, &tx, &cart).await?;
    check_deliverable(&priced)?;
    cart.row.shipping_option_id = delivery_option_after_change(&priced);
    store::set_destination(ctx, &tx, &cart.row.id, cart.shipping_address.as_ref(), cart.location.as_ref()).await?;
    store::set_shipping_option(ctx, &tx, &cart.row.id, cart.row.shipping_option_id.clone()).await?;
    let view = price(ctx, &tx, &cart).await?.view(&cart);
    tx.commit().await?;
    Ok(view)
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
    check_offered(&price(ctx, &tx, &cart).await?, option_id)?;
    cart.row.shipping_option_id = Some(option_id.to_owned());
    store::set_shipping_option(ctx, &tx, &cart.row.id, cart.row.shipping_option_id.clone()).await?;
    let view = price(ctx, &tx, &cart).await?.view(&cart);
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
pub(crate) fn delivery_option_after_change(priced: &Priced) -> Option<String> {
    let chosen = priced.inputs.shipping.as_ref().filter(|chosen| is_delivery(chosen));
    let mut ways = priced.shipping_options.iter().filter(|option| is_delivery(option));
    let only = || ways.next().filter(|_| ways.next().is_none());
    chosen.or_else(only).map(|choice| choice.id.clone())
}

fn is_delivery(option: &ShippingChoice) -> bool {
    option.pickup.is_none()
}
