//! Contributors' comments on drafts.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
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
    /// The first comment of its thread; its own id if it is the first.
    pub thread_id: ReviewCommentId,
    /// The block that the thread is about; none for the whole page.
    pub block_id: Option<String>,
    /// The kind of that block, kept in case the block is deleted.
    pub block_kind: Option<String>,
    /// Text.
    pub body: String,
    /// Author.
    pub author: String,
    /// Time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub edited_on: Option<Timestamp>,
    /// When the thread was resolved, UTC milliseconds; only on first comments.
    pub resolved_on: Option<Timestamp>,
    /// Who resolved it.
    pub resolved_by: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
