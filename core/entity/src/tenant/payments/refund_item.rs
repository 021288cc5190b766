//! Items of a refund.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderItemId, RefundId, WebsiteId};
use stoa_kernel::money::Cents;

/// One row of `refund_item`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "refund_item")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The refund.
    #[sea_orm(primary_key, auto_increment = false)]
    pub refund_id: RefundId,
    /// The line of the order.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_item_id: OrderItemId,
    /// Quantity.
    pub quantity: i64,
    /// Amount paid for them, tax included, minor units.
    pub amount_cents: Cents,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
