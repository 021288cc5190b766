//! The visits and events of a day, in the time zone of the site, by columns: what filtered reports read.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_segment`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_segment")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Beginning of the day, UTC milliseconds.
    #[sea_orm(primary_key, auto_increment = false)]
    pub start: Timestamp,
    /// Number of the column; 0 for all columns of a day with few visits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub part: i16,
    /// The columns, packed.
    pub data: Vec<u8>,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
