//! Saved sections that can be added to pages.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SavedSectionId, WebsiteId};

/// One row of `saved_section`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_section")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SavedSectionId,
    /// Name, unique on the site.
    pub name: String,
    /// The section with its rows and blocks; JSON of `stoa_document`, whose blocks have settings of their own.
    pub section: Json,
    /// Its author.
    pub author: String,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last renamed, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
