//! Where the cart goes and how, as far as a shopper says so before the checkout.

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;

use super::model::{Cart, CartView};
use super::price::{Priced, price};
use super::service::owned;
use super::store;
use crate::CommerceError;
use crate::address::Address;
use crate::place::Place;
use crate::pricing::ShippingChoice;

/// Said of an address outside all zones.
pub(crate) const NOT_DELIVERED: &str = "We do not deliver to this address.";

/// Says where the cart goes, as far as prices need to know. An address in another place, given before,
/// is forgotten.
///
/// # Errors
/// Messages beside the fields, also when nothing is delivered there; [`CommerceError::NotFound`]
/// without a cart.
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
    check_reached(&priced)?;
    cart.row.shipping_option_id = settled_option(&priced);
    store::set_destination(ctx, &tx, &cart.row.id, cart.shipping_address.as_ref(), cart.location.as_ref()).await?;
    store::set_shipping_option(ctx, &tx, &cart.row.id, cart.row.shipping_option_id.clone()).await?;
    let view = price(ctx, &tx, &cart).await?.view(&cart);
    tx.commit().await?;
    Ok(view)
}

/// Chooses the way of delivery.
///
/// # Errors
/// A message beside `optionId` when it is none of those that reach the place.
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

/// Something is to be sent, so there must be a way.
pub(crate) fn check_reached(priced: &Priced) -> Result<(), CommerceError> {
    if priced.requires_shipping && !priced.shipping_options.iter().any(is_delivery) {
        return Err(CommerceError::field("country", NOT_DELIVERED));
    }
    Ok(())
}

/// It must be one of the ways that reach the place.
pub(crate) fn check_offered(priced: &Priced, option_id: &str) -> Result<(), CommerceError> {
    if priced.shipping_options.iter().any(|option| option.id == option_id) {
        return Ok(());
    }
    Err(CommerceError::field("optionId", "Choose one of the delivery options."))
}

/// The way of delivery at a new place: the one chosen before when it reaches there, else the only one. Who says where
/// it goes does not come for it any more.
pub(crate) fn settled_option(priced: &Priced) -> Option<String> {
    let chosen = priced.inputs.shipping.as_ref().filter(|chosen| is_delivery(chosen));
    let mut ways = priced.shipping_options.iter().filter(|option| is_delivery(option));
    let only = || ways.next().filter(|_| ways.next().is_none());
    chosen.or_else(only).map(|choice| choice.id.clone())
}

fn is_delivery(option: &ShippingChoice) -> bool {
    option.pickup.is_none()
}

impl From<Place> for Address {
    fn from(place: Place) -> Self {
        Self { country: place.country, region: place.region, postal_code: place.postal_code, ..Self::default() }
    }
}
