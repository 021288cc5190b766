//! How the sums of a site were made: one row, which whatever writes the analytics of the site locks.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_state`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_state")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Time zone of the days and hours of the sums; empty before the first ones.
    pub time_zone: String,
    /// The end of the last day of which something is packed (`analytics_block`), UTC milliseconds.
    pub packed_until: Timestamp,
    /// Before this time nothing is packed, UTC milliseconds.
    pub pack_from: Timestamp,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
