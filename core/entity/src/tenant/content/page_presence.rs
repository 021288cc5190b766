//! Editors that have a page open.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, WebsiteId};

/// One row of `page_presence`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "page_presence")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub page_id: CollectionId,
    /// Id of the editor session.
    #[sea_orm(primary_key, auto_increment = false)]
    pub client: String,
    /// The contributor.
    pub account: String,
    /// Last heartbeat, UTC milliseconds.
    pub seen_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
