//! History of orders.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderEventId, OrderId, WebsiteId};
use stoa_kernel::order::OrderEventKind;

/// One row of `order_event`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "order_event")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: OrderEventId,
    /// The order.
    pub order_id: OrderId,
    /// Time, UTC milliseconds.
    pub at: Timestamp,
    /// Its kind.
    pub kind: OrderEventKind,
    /// Description for people.
    pub message: String,
    /// The person or job that did it.
    pub actor: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
