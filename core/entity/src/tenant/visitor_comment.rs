//! What visitors say about posts and pages.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CommentId, SiteUserId, WebsiteId};

/// One row of `visitor_comment`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "visitor_comment")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CommentId,
    /// The post or page it is about.
    pub target_id: String,
    /// What that was called.
    pub target_title: String,
    /// Where that lay.
    pub target_path: String,
    /// The comment it answers; none when it begins a thread.
    pub parent_id: Option<CommentId>,
    /// Name under which it is shown.
    pub author: String,
    /// Address of who wrote it, lower case; empty when it was not told. Never shown.
    pub email: String,
    /// The account of who wrote it.
    pub site_user_id: Option<SiteUserId>,
    /// Whether those who work on the site wrote it.
    pub by_site: bool,
    /// What tells the browser that sent it from others, as a hash.
    pub visitor: String,
    /// Plain text, as it was written.
    pub body: String,
    /// `waiting`, `approved`, `spam` or `removed`.
    pub state: String,
    /// Why it looks like spam, a sentence on each line.
    pub spam_signs: String,
    /// Approved answers to it.
    pub replies: i64,
    /// Visitors who like it.
    pub likes: i64,
    /// Visitors who have reported it since it was last looked at.
    pub flags: i64,
    /// When, UTC milliseconds.
    pub created_on: i64,
    /// When those who work on the site changed its text, UTC milliseconds.
    pub edited_on: Option<i64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
