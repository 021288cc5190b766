use sea_orm::ColumnTrait;
use stoa_entity::tenant::visitor_comment::{Column, Entity, Model};
use stoa_entity::{Find, TenantTx};
use stoa_kernel::id::CommentId;
use stoa_kernel::{Actor, TenantCtx};

use crate::{AudienceError, secret};

/// Where a comment stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentState {
    /// Nobody has looked at it yet.
    #[default]
    Waiting,
    /// Visitors see it.
    Approved,
    /// It looks like spam.
    Spam,
    /// It was taken away.
    Removed,
}

impl CommentState {
    /// All, in the order in which they are shown.
    pub const ALL: [CommentState; 4] =
        [CommentState::Waiting, CommentState::Approved, CommentState::Spam, CommentState::Removed];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            CommentState::Waiting => "waiting",
            CommentState::Approved => "approved",
            CommentState::Spam => "spam",
            CommentState::Removed => "removed",
        }
    }

    pub(super) fn from_name(name: &str) -> Result<Self, AudienceError> {
        let unreadable =
            || AudienceError::Unreadable { column: "visitor_comment.state", reason: format!("unknown state {name}") };
        Self::ALL.into_iter().find(|state| state.name() == name).ok_or_else(unreadable)
    }
}

/// What is talked about, and by which rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// Id of the post or page.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Path on the site.
    pub path: String,
    /// Whether it takes comments.
    pub open: bool,
    /// Whether people without a confirmed account may comment.
    pub guests_allowed: bool,
    /// Whether their comments wait for approval.
    pub guests_wait: bool,
    /// Whether those of people with a confirmed account do.
    pub members_wait: bool,
    /// Whether the owner is told of comments by letter.
    pub tells_owner: bool,
    /// Whether a captcha is solved before a comment is taken.
    pub captcha: bool,
}

/// A comment as those who work on the site see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// The post or page it is about.
    pub target_id: String,
    /// What that was called.
    pub target_title: String,
    /// Where that lay.
    pub target_path: String,
    /// The comment it answers.
    pub parent_id: Option<CommentId>,
    /// Name under which it is shown.
    pub author: String,
    /// Address; empty when it was not told.
    pub email: String,
    /// Whether who wrote it has an account here.
    pub is_member: bool,
    /// Whether those who work on the site wrote it.
    pub by_site: bool,
    /// Plain text.
    pub text: String,
    /// Where it stands.
    pub state: CommentState,
    /// Why it looks like spam.
    pub spam_signs: Vec<String>,
    /// Visitors who like it.
    pub likes: i64,
    /// Visitors who have reported it since it was last looked at.
    pub flags: i64,
    /// When, UTC milliseconds.
    pub created_on: i64,
    /// When its text was changed, UTC milliseconds.
    pub edited_on: Option<i64>,
}

impl Comment {
    pub(super) fn from_row(row: Model) -> Result<Self, AudienceError> {
        Ok(Self {
            state: CommentState::from_name(&row.state)?,
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
        })
    }
}

/// A comment as visitors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its id.
    pub id: CommentId,
    /// Name of who wrote it; empty when it was taken away.
    pub author: String,
    /// Plain text; empty when it was taken away.
    pub text: String,
    /// When, UTC milliseconds.
    pub created_on: i64,
    /// Whether the site itself says it.
    pub by_site: bool,
    /// Whether it was taken away and only holds its answers together.
    pub removed: bool,
    /// Visitors who like it.
    pub likes: i64,
    /// Whether the caller wrote it.
    pub is_own: bool,
}

/// A comment with the answers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// What began it.
    pub first: Said,
    /// Answers, the oldest first.
    pub replies: Vec<Said>,
}

/// What tells a visitor from others, as it is kept: the account, else what the browser carries.
pub(super) fn visitor_hash(ctx: &TenantCtx, carried: &str) -> String {
    match ctx.actor() {
        Actor::SiteUser(id) => secret::token_hash(&format!("user:{id}")),
        _ => secret::token_hash(&format!("browser:{carried}")),
    }
}

pub(super) fn by_id<'t>(tx: &'t TenantTx, id: &str) -> Result<Find<'t, Entity>, AudienceError> {
    let id: CommentId = id.parse().map_err(|_| AudienceError::NotFound)?;
    Ok(tx.find::<Entity>().filter(Column::Id.eq(id)))
}

pub(super) async fn row(tx: &TenantTx, id: &str) -> Result<Model, AudienceError> {
    by_id(tx, id)?.one().await?.ok_or(AudienceError::NotFound)
}
