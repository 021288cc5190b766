//! Visitors' comments on posts and pages.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::discussion::CommentState;
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
    /// The post or page.
    pub target_id: String,
    /// Its title at that time.
    pub target_title: String,
    /// Its path at that time.
    pub target_path: String,
    /// The parent comment; none for the first of a thread.
    pub parent_id: Option<CommentId>,
    /// Display name.
    pub author: String,
    /// The author's e-mail address, lower case; empty if not given. Never shown.
    pub email: String,
    /// The author's account.
    pub site_user_id: Option<SiteUserId>,
    /// Whether the author is a contributor.
    pub by_site: bool,
    /// Hash that identifies the author's browser.
    pub visitor: String,
    /// Plain text, as entered.
    pub body: String,
    /// Its moderation state.
    pub state: CommentState,
    /// Reasons for spam, a sentence on each line.
    pub spam_signs: String,
    /// Number of approved replies.
    pub replies: i64,
    /// Number of likes.
    pub likes: i64,
    /// Number of reports since it was last reviewed.
    pub flags: i64,
    /// Time, UTC milliseconds.
    pub created_on: Timestamp,
    /// When a contributor edited its text, UTC milliseconds.
    pub edited_on: Option<Timestamp>,
    /// Search text, folded (`stoa_kernel::search`): text, name and e-mail address, a line each.
    pub searched: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
