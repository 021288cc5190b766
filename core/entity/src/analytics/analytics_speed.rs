//! How fast pages were: a histogram of each vital.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_speed`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_speed")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Beginning of the day in UTC, milliseconds.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Timestamp,
    /// Text: path of the page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub page: i64,
    /// Number of the kind of device.
    #[sea_orm(primary_key, auto_increment = false)]
    pub device: i16,
    /// Number of the vital.
    #[sea_orm(primary_key, auto_increment = false)]
    pub vital: i16,
    /// Number of the bucket of values.
    #[sea_orm(primary_key, auto_increment = false)]
    pub bucket: i16,
    /// Number of values.
    pub count: i64,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
