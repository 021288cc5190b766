//! Items of a shipment.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{FulfillmentId, FulfillmentItemId, OrderItemId, WebsiteId};

/// One row of `fulfillment_item`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "fulfillment_item")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: FulfillmentItemId,
    /// The shipment.
    pub fulfillment_id: FulfillmentId,
    /// The line of the order.
    pub order_item_id: OrderItemId,
    /// Quantity.
    pub quantity: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
