//! Languages of a site besides its primary one.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::{LanguageState, UntranslatedPages};

/// One row of `site_language`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_language")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// BCP 47 tag.
    #[sea_orm(primary_key, auto_increment = false)]
    pub language: String,
    /// Place in the list, from 0.
    pub position: i32,
    /// Who sees it.
    pub state: LanguageState,
    /// What visitors get from pages that are not translated into it.
    pub untranslated: UntranslatedPages,
    /// Whether e-mails are never in it.
    pub custom: bool,
    /// Since when visitors see it, UTC milliseconds; none for a draft.
    pub public_on: Option<Timestamp>,
    /// When it was added, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
