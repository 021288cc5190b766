//! Counters of comments and likes of posts and pages.

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
    /// Whether comments are closed.
    pub closed: bool,
    /// Number of visible comments.
    pub comments: i64,
    /// Number of likes.
    pub likes: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
