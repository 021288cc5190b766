//! Shipping zones with their delivery options.

use stoa_entity::tenant::shipping_zone;
pub use stoa_entity::tenant::shipping_zone::{Band, ShippingOption, ZonePlace};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::ShippingZoneId;

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
    /// When it was created.
    pub created_on: Timestamp,
    /// When it was last changed.
    pub updated_on: Timestamp,
}

impl From<shipping_zone::Model> for Zone {
    fn from(row: shipping_zone::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            places: row.places.0,
            options: row.options.0,
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        }
    }
}
