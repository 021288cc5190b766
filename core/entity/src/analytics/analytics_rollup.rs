//! Sums by hour and day in the time zone of the site.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_rollup`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_rollup")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Number of the grain: hours or days.
    #[sea_orm(primary_key, auto_increment = false)]
    pub grain: i16,
    /// Number of the dimension.
    #[sea_orm(primary_key, auto_increment = false)]
    pub dimension: i16,
    /// Beginning of the hour or day, UTC milliseconds.
    #[sea_orm(primary_key, auto_increment = false)]
    pub start: Timestamp,
    /// Text: the value of the dimension; 0 for none.
    #[sea_orm(primary_key, auto_increment = false)]
    pub value: i64,
    /// Visits that began.
    pub visits: i64,
    /// Different visitors.
    pub visitors: i64,
    /// Page views.
    pub views: i64,
    /// Visits of one page view that were engaged for less than ten seconds.
    pub bounces: i64,
    /// How long a page was visible, milliseconds.
    pub engaged_ms: i64,
    /// Events, without heartbeats.
    pub events: i64,
    /// Purchases.
    pub orders: i64,
    /// Sum of the purchases, cents.
    pub revenue: i64,
    /// The form of the columns of the day that were made with it; 0 when the program made none.
    pub columns_form: i16,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
