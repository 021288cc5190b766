//! Hours with events that were not sent to a database for analysis yet.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_export`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_export")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Beginning of the hour, UTC milliseconds.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hour: Timestamp,
    /// Grows with each batch of events that is stored.
    pub version: i64,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
