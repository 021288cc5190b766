use serde::{Deserialize, Serialize};
use stoa_entity::tenant::shipping_zone;
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::id::ShippingZoneId;

use crate::CommerceError;
use crate::pickup::PickupPlace;
use stoa_entity::json_column;

/// Destinations with the same delivery options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its id.
    pub id: ShippingZoneId,
    /// Name for contributors.
    pub name: String,
    /// Its countries and regions.
    pub places: Vec<ZonePlace>,
    /// Delivery options, in display order.
    pub options: Vec<ShippingOption>,
    /// Increased by each change.
    pub revision: i64,
    /// When it was created, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// A country of a zone, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZonePlace {
    /// ISO 3166 code of two letters; `*` for every country that no other zone names.
    pub country: String,
    /// Its states, provinces or prefectures; empty for all.
    #[serde(default)]
    pub regions: Vec<String>,
}

/// A price band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Band {
    /// Maximum weight in grams or subtotal in minor units; none for no limit.
    pub up_to: Option<i64>,
    /// Price, minor units.
    pub price_cents: i64,
}

/// A delivery option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingOption {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// How its price is computed.
    pub kind: ShippingKind,
    /// Price per order or per piece, minor units.
    #[serde(default)]
    pub price_cents: i64,
    /// Price bands by weight or subtotal, smallest first.
    #[serde(default)]
    pub bands: Vec<Band>,
    /// Prefixes of the nearby postal codes.
    #[serde(default)]
    pub postal_codes: Vec<String>,
    /// Subtotal from which it is free, minor units.
    #[serde(default)]
    pub free_over_cents: Option<i64>,
    /// The pickup location, for [`ShippingKind::Pickup`]. Options created before locations were required have none and
    /// are offered like a delivery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<PickupPlace>,
}

impl Zone {
    pub(super) fn from_row(row: shipping_zone::Model) -> Result<Self, CommerceError> {
        Ok(Self {
            places: json_column::read("shipping_zone.places", &row.places)?,
            options: json_column::read("shipping_zone.options", &row.options)?,
            id: row.id,
            name: row.name,
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        })
    }
}
