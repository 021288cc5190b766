//! Translations of what owners wrote.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::translation::TranslatedKind;

/// One row of `translation`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "translation")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// BCP 47 tag of the language of the translation.
    #[sea_orm(primary_key, auto_increment = false)]
    pub language: String,
    /// Kind of the resource.
    #[sea_orm(primary_key, auto_increment = false)]
    pub resource_kind: TranslatedKind,
    /// Id of the resource.
    #[sea_orm(primary_key, auto_increment = false)]
    pub resource_id: String,
    /// Which text of the resource it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub text_key: String,
    /// The translation; HTML is sanitised.
    pub text: String,
    /// Digest of the original that was translated.
    pub source_digest: String,
    /// That original; empty if it is not known.
    pub source_text: String,
    /// When it was saved, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
