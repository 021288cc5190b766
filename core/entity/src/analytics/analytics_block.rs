//! Events or visits of a day to which nothing can be added any more, many in a row.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_block`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_block")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// What it has: 1 for events, 2 for visits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: i16,
    /// Days since the Unix epoch in UTC: of the events, or of the beginning of the visits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: i32,
    /// Tells the blocks of a day apart.
    #[sea_orm(primary_key, auto_increment = false)]
    pub part: i32,
    /// The time of the first event, UTC milliseconds, or the smallest id of a visit.
    pub first_key: i64,
    /// The time of the last event, UTC milliseconds, or the largest id of a visit.
    pub last_key: i64,
    /// How many events or visits it has.
    pub length: i32,
    /// Of visits with an identifier, hashes of the visitors.
    pub visitors: Vec<u8>,
    /// The events or visits, packed.
    pub data: Vec<u8>,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
