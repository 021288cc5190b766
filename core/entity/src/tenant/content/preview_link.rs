//! Preview links to drafts for people without an account.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
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
    /// Secret with which its URL is signed.
    pub secret: String,
    /// Its author.
    pub author: String,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
