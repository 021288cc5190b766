//! What those who work on a site say about its drafts.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CollectionId, ReviewCommentId, WebsiteId};

/// One row of `review_comment`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "review_comment")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ReviewCommentId,
    /// The page.
    pub page_id: CollectionId,
    /// The first comment of its thread; its own id when it began one.
    pub thread_id: ReviewCommentId,
    /// The block that the thread is about; none for the page.
    pub block_id: Option<String>,
    /// The kind of that block, which is known when the block is gone.
    pub block_kind: Option<String>,
    /// What is said.
    pub body: String,
    /// Who says it.
    pub author: String,
    /// When, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub edited_on: Option<i64>,
    /// When the thread was settled, UTC milliseconds; of first comments alone.
    pub resolved_on: Option<i64>,
    /// Who settled it.
    pub resolved_by: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
