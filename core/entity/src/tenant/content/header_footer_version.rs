//! Versions of header and footer: former, published and draft.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `header_footer_version`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "header_footer_version")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Number, from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    /// The version it was derived from; none for the first.
    pub made_from: Option<i64>,
    /// The objects `header` and `footer`; JSON for templates.
    pub settings: Json,
    /// Its author.
    pub author: String,
    /// Time, UTC milliseconds.
    pub made_on: Timestamp,
    /// Last publication, UTC milliseconds.
    pub published_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
