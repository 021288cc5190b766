//! Shipping zones.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{ShippingZoneId, WebsiteId};

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
    /// List of countries, each with its regions.
    pub places: Json,
    /// List of delivery methods with their prices.
    pub options: Json,
    /// Position in the list.
    pub position: i32,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
