//! JSON types of visitor comments in the admin API.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_audience::comments::{Comment, Counts};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::discussion::CommentState;
use utoipa::ToSchema;

use crate::extract::Listing;
use crate::problem::{ProblemTextOut, contributor_texts_of};

/// A comment on a post or page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentOut {
    id: String,
    /// The post or page commented on.
    target_id: String,
    target_title: String,
    target_path: String,
    /// The comment that it replies to.
    parent_id: Option<String>,
    /// Display name of the author.
    author: String,
    /// E-mail address of the author; empty if not given.
    email: String,
    /// Whether the author has an account on the site.
    is_member: bool,
    /// Whether it was written by a contributor.
    by_site: bool,
    /// Plain text.
    text: String,
    state: CommentState,
    /// Why it was classified as spam.
    spam_signs: Vec<String>,
    /// What these signs say, for clients that say it in other words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    spam_sign_texts: BTreeMap<String, ProblemTextOut>,
    likes: i64,
    /// Number of visitors who reported it since it was last moderated.
    flags: i64,
    /// UTC milliseconds.
    created_on: i64,
    /// When its text was last edited, UTC milliseconds.
    edited_on: Option<i64>,
}

/// Number of comments by state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentCounts)]
pub struct CommentCountsOut {
    waiting: u64,
    approved: u64,
    spam: u64,
    removed: u64,
    /// Visible comments that were reported.
    flagged: u64,
}

/// Comments, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Comments)]
pub struct CommentsOut {
    pub(in crate::admin) comments: Vec<CommentOut>,
    pub(in crate::admin) counts: CommentCountsOut,
    #[serde(flatten)]
    pub(in crate::admin) listing: Listing,
}

/// The changed comments.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedComments)]
pub struct ChangedCommentsOut {
    pub(in crate::admin) comments: Vec<CommentOut>,
}

impl From<Counts> for CommentCountsOut {
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
            state: comment.state,
            spam_sign_texts: contributor_texts_of(&comment.spam_signs),
            spam_signs: comment.spam_signs,
            likes: comment.likes,
            flags: comment.flags,
            created_on: comment.created_on.ms(),
            edited_on: comment.edited_on.map(Timestamp::ms),
        }
    }
}
