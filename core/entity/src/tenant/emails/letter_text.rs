//! E-mail texts customized by the owner, by kind and language.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `letter_text`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "letter_text")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Kind of e-mail, such as `order-confirmed`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// BCP 47 tag of the language, as its catalogue is named.
    #[sea_orm(primary_key, auto_increment = false)]
    pub language: String,
    /// Subject line.
    pub subject: String,
    /// Heading.
    pub heading: String,
    /// Text below the heading.
    pub opening: String,
    /// Text at the end.
    pub closing: String,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
