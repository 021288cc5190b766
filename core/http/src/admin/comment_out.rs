//! Visitors' comments on the wire, for those who work on the site.

use serde::{Deserialize, Serialize};
use stoa_audience::comments::{Comment, CommentState, Counts};
use utoipa::ToSchema;

use crate::extract::Listing;

/// Where a comment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = CommentState)]
pub enum CommentStateDto {
    /// Nobody has looked at it yet.
    Waiting,
    /// Visitors see it.
    Approved,
    /// It looks like spam.
    Spam,
    /// It was taken away.
    Removed,
}

/// What a visitor said about a post or page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentOut {
    id: String,
    /// The post or page it is about.
    target_id: String,
    target_title: String,
    target_path: String,
    /// The comment it answers.
    parent_id: Option<String>,
    /// Name under which it is shown.
    author: String,
    /// Address; empty when it was not told.
    email: String,
    /// Whether who wrote it has an account here.
    is_member: bool,
    /// Whether those who work on the site wrote it.
    by_site: bool,
    /// Plain text.
    text: String,
    state: CommentStateDto,
    /// Why it looks like spam.
    spam_signs: Vec<String>,
    likes: i64,
    /// Visitors who have reported it since it was last looked at.
    flags: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// When its text was changed, UTC milliseconds.
    edited_on: Option<i64>,
}

/// How many comments stand where.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentCounts)]
pub struct CountsOut {
    waiting: u64,
    approved: u64,
    spam: u64,
    removed: u64,
    /// Visitors see them and have reported them.
    flagged: u64,
}

/// Comments, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Comments)]
pub struct CommentsOut {
    pub(super) comments: Vec<CommentOut>,
    pub(super) counts: CountsOut,
    #[serde(flatten)]
    pub(super) listing: Listing,
}

/// Comments as they are after a change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedComments)]
pub struct ChangedOut {
    pub(super) comments: Vec<CommentOut>,
}

impl From<CommentStateDto> for CommentState {
    fn from(state: CommentStateDto) -> Self {
        match state {
            CommentStateDto::Waiting => CommentState::Waiting,
            CommentStateDto::Approved => CommentState::Approved,
            CommentStateDto::Spam => CommentState::Spam,
            CommentStateDto::Removed => CommentState::Removed,
        }
    }
}

impl From<CommentState> for CommentStateDto {
    fn from(state: CommentState) -> Self {
        match state {
            CommentState::Waiting => CommentStateDto::Waiting,
            CommentState::Approved => CommentStateDto::Approved,
            CommentState::Spam => CommentStateDto::Spam,
            CommentState::Removed => CommentStateDto::Removed,
        }
    }
}

impl From<Counts> for CountsOut {
    fn from(counts: Counts) -> Self {
        let Counts { waiting, approved, spam, removed, flagged } = counts;
        Self { waiting, approved, spam, removed, flagged }
    }
}

impl From<Comment> for CommentOut {
    fn from(comment: Comment) -> Self {
        Self {
            id: comment.id.into(),
            target_id: comment.target_id,
            target_title: comment.target_title,
            target_path: comment.target_path,
            parent_id: comment.parent_id.map(Into::into),
            author: comment.author,
            email: comment.email,
            is_member: comment.is_member,
            by_site: comment.by_site,
            text: comment.text,
            state: comment.state.into(),
            spam_signs: comment.spam_signs,
            likes: comment.likes,
            flags: comment.flags,
            created_on: comment.created_on,
            edited_on: comment.edited_on,
        }
    }
}
