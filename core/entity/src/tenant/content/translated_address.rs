//! Address words of pages, items, products and categories in other languages than the primary one.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::translation::TranslatedKind;

use crate::json_column::JsonOf;

/// One row of `translated_address`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "translated_address")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// BCP 47 tag of the language.
    #[sea_orm(primary_key, auto_increment = false)]
    pub language: String,
    /// Kind of the resource.
    #[sea_orm(primary_key, auto_increment = false)]
    pub resource_kind: TranslatedKind,
    /// Id of the resource.
    #[sea_orm(primary_key, auto_increment = false)]
    pub resource_id: String,
    /// Where the word is unique: id of the blog or store that it is in, followed by `?category` for the categories of the
    /// store; empty for the first part of addresses.
    pub folder: String,
    /// Its part of the address.
    pub word: String,
    /// When it was saved, UTC milliseconds.
    pub updated_on: Timestamp,
    /// Words that a category had before, which still lead to it.
    pub former_words: Option<JsonOf<Vec<String>>>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
