//! Comments as contributors and visitors see them, and the pages that can be commented on.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::visitor_comment::{Column, Entity, Model};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::discussion::CommentState;
use stoa_kernel::id::CommentId;
use stoa_kernel::search::folded;
use stoa_kernel::token::token_hash;
use stoa_kernel::{Actor, TenantCtx};

use crate::AudienceError;

/// The search text of a comment.
pub(super) fn found_by(text: &str, author: &str, email: &str) -> String {
    folded(&[text, author, email].join("\n"))
}

/// A commentable post or page, with its comment settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// Id of the post or page.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Path on the site.
    pub path: String,
    /// Whether comments are open.
    pub open: bool,
    /// Whether visitors without a confirmed account may comment.
    pub guests_allowed: bool,
    /// Whether comments of visitors without a confirmed account need approval.
    pub guests_wait: bool,
    /// Whether comments of members with a confirmed account need approval.
    pub members_wait: bool,
    /// Whether the owner is notified of comments by e-mail.
    pub tells_owner: bool,
    /// Whether comments require a captcha.
    pub captcha: bool,
}

/// A comment as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// Id of the post or page.
    pub target_id: String,
    /// Title of the post or page at that time.
    pub target_title: String,
    /// Path of the post or page at that time.
    pub target_path: String,
    /// The comment it replies to.
    pub parent_id: Option<CommentId>,
    /// Name under which it is shown.
    pub author: String,
    /// E-mail address; empty when not given.
    pub email: String,
    /// Whether the author is a member.
    pub is_member: bool,
    /// Whether a contributor wrote it.
    pub by_site: bool,
    /// Plain text.
    pub text: String,
    /// Its moderation state.
    pub state: CommentState,
    /// Reasons why it was classified as spam.
    pub spam_signs: Vec<String>,
    /// Number of likes.
    pub likes: i64,
    /// Number of reports since it was last moderated.
    pub flags: i64,
    /// When it was written, UTC milliseconds.
    pub created_on: Timestamp,
    /// When its text was last changed, UTC milliseconds.
    pub edited_on: Option<Timestamp>,
}

impl From<Model> for Comment {
    fn from(row: Model) -> Self {
        Self {
            state: row.state,
            id: row.id,
            target_id: row.target_id,
            target_title: row.target_title,
            target_path: row.target_path,
            parent_id: row.parent_id,
            author: row.author,
            email: row.email,
            is_member: row.site_user_id.is_some(),
            by_site: row.by_site,
            text: row.body,
            spam_signs: row.spam_signs.lines().map(str::to_owned).collect(),
            likes: row.likes,
            flags: row.flags,
            created_on: row.created_on,
            edited_on: row.edited_on,
        }
    }
}

/// A comment as visitors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleComment {
    /// Its id.
    pub id: CommentId,
    /// Name of the author; empty when the comment was removed.
    pub author: String,
    /// Plain text; empty when the comment was removed.
    pub text: String,
    /// When it was written, UTC milliseconds.
    pub created_on: Timestamp,
    /// Whether a contributor wrote it.
    pub by_site: bool,
    /// Whether it was removed and is a placeholder for its replies.
    pub removed: bool,
    /// Number of likes.
    pub likes: i64,
    /// Whether the caller wrote it.
    pub is_own: bool,
}

/// A comment with its replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The first comment.
    pub first: VisibleComment,
    /// Replies, oldest first.
    pub replies: Vec<VisibleComment>,
}

/// Stored identifier of a visitor: hash of the account, else of the browser identifier.
pub(super) fn visitor_hash(ctx: &TenantCtx, carried: &str) -> String {
    match ctx.actor() {
        Actor::SiteUser(id) => token_hash(&format!("user:{id}")),
        _ => token_hash(&format!("browser:{carried}")),
    }
}

pub(super) async fn row(tx: &TenantTx, id: &CommentId) -> Result<Model, AudienceError> {
    let found = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?;
    found.ok_or(AudienceError::NotFound)
}
