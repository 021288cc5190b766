use serde::{Deserialize, Serialize};
use stoa_entity::tenant::shipping_zone;
use stoa_kernel::id::ShippingZoneId;

use crate::pickup::PickupPlace;
use crate::{CommerceError, columns};

/// Places that are delivered to on the same terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its id.
    pub id: ShippingZoneId,
    /// Name for contributors.
    pub name: String,
    /// Its countries and regions.
    pub places: Vec<ZonePlace>,
    /// Ways of delivery, in the order in which they are offered.
    pub options: Vec<ShippingOption>,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// A country of a zone, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZonePlace {
    /// ISO 3166 code of two letters; `*` for everywhere that no other zone names.
    pub country: String,
    /// Its states, provinces or prefectures; empty for all.
    #[serde(default)]
    pub regions: Vec<String>,
}

/// How the price of a way of delivery is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// One price for an order.
    Flat,
    /// A price for each piece that is sent.
    PerItem,
    /// By the weight of what is sent.
    ByWeight,
    /// By the subtotal.
    BySubtotal,
    /// The customer comes for it.
    Pickup,
    /// To postal codes nearby.
    LocalDelivery,
}

/// A step of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Band {
    /// Largest weight in grams or subtotal in minor units it counts for; none for all above.
    pub up_to: Option<i64>,
    /// Price, minor units.
    pub price_cents: i64,
}

/// A way of delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingOption {
    /// Its id within the site.
    pub id: String,
    /// Name shown to shoppers.
    pub label: String,
    /// How its price is found.
    pub kind: OptionKind,
    /// Price of an order or a piece, minor units.
    #[serde(default)]
    pub price_cents: i64,
    /// Steps by weight or subtotal, the smallest first.
    #[serde(default)]
    pub bands: Vec<Band>,
    /// Beginnings of the postal codes nearby.
    #[serde(default)]
    pub postal_codes: Vec<String>,
    /// Subtotal from which it costs nothing, minor units.
    #[serde(default)]
    pub free_over_cents: Option<i64>,
    /// Where the customer comes for it, for [`OptionKind::Pickup`]. One that was set up before places were asked for has
    /// none, and is offered like a delivery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<PickupPlace>,
}

impl Zone {
    pub(super) fn from_row(row: shipping_zone::Model) -> Result<Self, CommerceError> {
        Ok(Self {
            places: columns::read("shipping_zone.places", &row.places)?,
            options: columns::read("shipping_zone.options", &row.options)?,
            id: row.id,
            name: row.name,
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        })
    }
}
