//! Languages of e-mails about orders.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{OrderId, WebsiteId};

/// One row of `order_language`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "order_language")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// BCP 47 tag of the language shown to the shopper when the order was placed.
    pub language: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
