//! Delivery data for machine-readable descriptions of products.

use stoa_address::EVERYWHERE;
use stoa_entity::TenantTx;
use stoa_kernel::boxed;
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::money::{Currency, Money};

use super::model::{Zone, ZonePlace};
use super::rules::{Load, offer};
use super::store;
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, ProductType, Variant};
use crate::translations::{ShopWords, Translated};

/// A delivery option for a single piece, and its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Name shown to shoppers.
    pub label: String,
    /// Countries and regions that it reaches.
    pub places: Vec<ZonePlace>,
    /// Price for one piece.
    pub price: Money,
}

/// The delivery options of each variant of a product, for the places named in zones; empty for products that are not
/// shipped.
///
/// # Errors
/// When the zones cannot be read.
#[boxed]
pub async fn deliveries(tx: &TenantTx, item: &CatalogueItem) -> Result<Vec<Vec<Delivery>>, CommerceError> {
    if item.kind() != Some(ProductType::Physical) || item.donation.is_some() {
        return Ok(Vec::new());
    }
    let mut zones = store::all(tx).await?;
    let ids = zones.iter().flat_map(|zone| &zone.options).map(|option| option.id.clone()).collect();
    let words = ShopWords::load(tx, Translated { shipping_options: ids, ..Translated::default() }).await?;
    for option in zones.iter_mut().flat_map(|zone| &mut zone.options) {
        words.shipping_option(&option.id, &mut option.label, option.pickup.as_mut());
    }
    let of = |variant: &Variant| {
        let subtotal_cents = item.effective_price_cents(variant);
        options_for_named_places(&zones, Load { subtotal_cents, grams: variant.weight_grams, pieces: 1 }, item.currency)
    };
    Ok(item.variants.iter().map(of).collect())
}

fn options_for_named_places(zones: &[Zone], load: Load, currency: Currency) -> Vec<Delivery> {
    let mut found = Vec::new();
    for zone in zones {
        let places: Vec<ZonePlace> = zone.places.iter().filter(|place| place.country != EVERYWHERE).cloned().collect();
        if places.is_empty() {
            continue;
        }
        let sent = zone.options.iter().filter(|option| option.kind != ShippingKind::Pickup && option.pickup.is_none());
        found.extend(sent.filter_map(|option| offer(option, None, load)).map(|choice| Delivery {
            label: choice.label,
            places: places.clone(),
            price: choice.price_cents.of(currency),
        }));
    }
    found
}
