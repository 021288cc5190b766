//! Titles of pages, as the visitors' browsers saw them last.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_page`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_page")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Text: path of the page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub page: i64,
    /// Its title.
    pub title: String,
    /// Last day on which it was used, days since the Unix epoch in UTC.
    pub day: i32,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
