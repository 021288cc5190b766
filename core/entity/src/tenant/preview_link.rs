//! Links to drafts for people without an account.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CollectionId, PreviewLinkId, WebsiteId};

/// One row of `preview_link`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "preview_link")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PreviewLinkId,
    /// The page whose draft it shows.
    pub page_id: CollectionId,
    /// What its address is signed with.
    pub secret: String,
    /// Who made it.
    pub author: String,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it ends, UTC milliseconds.
    pub expires_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
