//! Shipping zones.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_address::PickupPlace;
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ShippingZoneId, WebsiteId};
use stoa_kernel::money::Cents;

use crate::json_column::JsonOf;

/// One row of `shipping_zone`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "shipping_zone")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ShippingZoneId,
    /// Name shown to contributors.
    pub name: String,
    /// Its countries and regions.
    pub places: JsonOf<Vec<ZonePlace>>,
    /// Delivery options, in display order.
    pub options: JsonOf<Vec<ShippingOption>>,
    /// Position in the list.
    pub position: i32,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
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
    pub price_cents: Cents,
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
    pub price_cents: Cents,
    /// Price bands by weight or subtotal, smallest first.
    #[serde(default)]
    pub bands: Vec<Band>,
    /// Prefixes of the nearby postal codes.
    #[serde(default)]
    pub postal_codes: Vec<String>,
    /// Subtotal from which it is free, minor units.
    #[serde(default)]
    pub free_over_cents: Option<Cents>,
    /// The pickup location, for [`ShippingKind::Pickup`]. Options created before locations were required have none and
    /// are offered like a delivery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<PickupPlace>,
    /// The plugin that names options and prices, for [`ShippingKind::Plugin`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plugin: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
