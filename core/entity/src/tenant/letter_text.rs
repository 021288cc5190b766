//! Texts of letters that an owner has worded, by kind and language.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `letter_text`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "letter_text")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// What kind of letter, such as `order-confirmed`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// First part of the tag of its language.
    #[sea_orm(primary_key, auto_increment = false)]
    pub language: String,
    /// Subject line.
    pub subject: String,
    /// Above everything.
    pub heading: String,
    /// Below the heading.
    pub opening: String,
    /// Below everything.
    pub closing: String,
    /// Raised by each change.
    pub revision: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
