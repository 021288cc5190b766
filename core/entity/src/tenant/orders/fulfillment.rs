//! Shipments of orders, or hand-overs to the customer.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{FulfillmentId, OrderId, WebsiteId};

/// One row of `fulfillment`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "fulfillment")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: FulfillmentId,
    /// The order.
    pub order_id: OrderId,
    /// Carrier.
    pub carrier: String,
    /// Tracking number.
    pub tracking_number: String,
    /// Tracking URL.
    pub tracking_url: String,
    /// Time, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
