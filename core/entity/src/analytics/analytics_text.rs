//! Texts of events and visits, each stored once.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `analytics_text`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "analytics_text")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Hash of the text, 47 bits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The text.
    pub text: String,
    /// Last day on which it was used, days since the Unix epoch in UTC.
    pub day: i32,
}

/// Relations are declared in `relations.rs`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
