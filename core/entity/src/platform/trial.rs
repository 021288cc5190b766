//! Trial periods of sites.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `trial`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "trial")]
pub struct Model {
    /// The site.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Start, UTC milliseconds.
    pub began_on: Timestamp,
    /// End, UTC milliseconds.
    pub ends_on: Timestamp,
    /// When it was extended, UTC milliseconds; possible once.
    pub extended_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
