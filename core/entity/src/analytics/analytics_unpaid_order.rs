//! Orders that were placed and not paid yet, with the visitor.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_unpaid_order`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_unpaid_order")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The id of the event that records the order.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// Number of the visitor.
    pub visitor: i64,
    /// Whether the number is from an identifier.
    pub is_identified: bool,
    /// When it was placed, UTC milliseconds.
    pub at: Timestamp,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
