//! Texts of a site in place of those of the message catalogues.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `site_text`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_text")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// BCP 47 tag of the language, as its catalogue is named.
    #[sea_orm(primary_key, auto_increment = false)]
    pub language: String,
    /// Key of the text in the catalogues.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// The text, ICU MessageFormat.
    pub text: String,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
