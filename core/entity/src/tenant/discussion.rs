//! What posts and pages show of their comments and likes.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

/// One row of `discussion`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "discussion")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The post or page.
    #[sea_orm(primary_key, auto_increment = false)]
    pub target_id: String,
    /// Whether its owner takes no more comments.
    pub closed: bool,
    /// Comments that visitors see.
    pub comments: i64,
    /// Visitors who like it.
    pub likes: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
