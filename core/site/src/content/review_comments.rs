//! Review comments: discussions of contributors about a draft, in threads about a block or the whole page.
//!
//! They are not part of the document, so a thread outlives its block, and publishing does not affect them.

use std::fmt;

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::review_comment::{ActiveModel, Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ReviewCommentId};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::operations::draft_of;
use super::service::row;
use crate::SiteError;
use crate::contributor_texts;

/// Maximum length of a comment, in characters.
const MAX_BODY_LENGTH: usize = 2_000;
/// Maximum number of comments on a page, replies included.
const MAX_COMMENTS: u64 = 1_000;

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewComment {
    /// Its id.
    pub id: ReviewCommentId,
    /// Its text.
    pub body: String,
    /// Account of the author.
    pub author: String,
    /// When, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was last changed, UTC milliseconds.
    pub edited_on: Option<Timestamp>,
}

/// A thread: a comment with its replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewThread {
    /// The first comment; its id is the id of the thread.
    pub first: ReviewComment,
    /// The block it refers to; none for the whole page.
    pub block_id: Option<String>,
    /// Kind of that block, known even after the block was deleted.
    pub block_kind: Option<String>,
    /// When it was resolved, UTC milliseconds.
    pub resolved_on: Option<Timestamp>,
    /// Account that resolved it.
    pub resolved_by: Option<String>,
    /// The replies, oldest first.
    pub replies: Vec<ReviewComment>,
}

/// What a new comment refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The whole page.
    Page,
    /// A block of the draft.
    Block(String),
    /// A thread, as a reply.
    Thread(String),
}

/// Values that change with each change to the comments on a page. Ids increase with time.
#[derive(FromQueryResult)]
struct State {
    comments: i64,
    last: Option<String>,
    edited_on: Option<Timestamp>,
    resolved: i64,
    resolved_on: Option<Timestamp>,
}

impl fmt::Display for State {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { comments, last, edited_on, resolved, resolved_on } = self;
        let (last, edited_on) = (last.as_deref().unwrap_or_default(), edited_on.unwrap_or_default());
        write!(to, "{comments}-{last}-{edited_on}-{resolved}-{}", resolved_on.unwrap_or_default())
    }
}

impl From<Model> for ReviewComment {
    fn from(row: Model) -> Self {
        Self { id: row.id, body: row.body, author: row.author, created_on: row.created_on, edited_on: row.edited_on }
    }
}

/// Threads on a page, oldest first.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId) -> Result<Vec<ReviewThread>, SiteError> {
    ctx.authorise(Resource::ReviewComments, Action::Read)?;
    let tx = db.read().await?;
    row(&tx, id).await?;
    let rows = tx.find::<Entity>().filter(Column::PageId.eq(id.clone())).order_by_asc(Column::Id).all().await?;
    Ok(threads(rows))
}

/// Change marker of the comments on a page: another value means that a comment was added, changed or resolved. None for
/// callers who may not read comments.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn state(ctx: &TenantCtx, db: &TenantDb, page: &CollectionId) -> Result<Option<String>, SiteError> {
    if ctx.authorise(Resource::ReviewComments, Action::Read).is_err() {
        return Ok(None);
    }
    let tx = db.read().await?;
    let aggregates = vec![
        (Column::Id.count(), "comments"),
        (Column::Id.max(), "last"),
        (Column::EditedOn.max(), "edited_on"),
        (Column::ResolvedOn.count(), "resolved"),
        (Column::ResolvedOn.max(), "resolved_on"),
    ];
    let states =
        tx.find::<Entity>().filter(Column::PageId.eq(page.clone())).aggregate::<State>(&[], aggregates).await?;
    Ok(states.first().map(ToString::to_string))
}

fn threads(rows: Vec<Model>) -> Vec<ReviewThread> {
    let (firsts, replies): (Vec<Model>, Vec<Model>) = rows.into_iter().partition(|row| row.thread_id == row.id);
    let thread = |first: Model| ReviewThread {
        replies: replies.iter().filter(|reply| reply.thread_id == first.id).cloned().map(Into::into).collect(),
        block_id: first.block_id.clone(),
        block_kind: first.block_kind.clone(),
        resolved_on: first.resolved_on,
        resolved_by: first.resolved_by.clone(),
        first: first.into(),
    };
    firsts.into_iter().map(thread).collect()
}

/// Adds a comment on a page or block, or a reply to a thread. A reply reopens a resolved thread.
///
/// # Errors
/// [`SiteError::Invalid`] when the text is empty or too long, or the block does not exist; [`SiteError::NotFound`] when
/// there is no such page or thread; [`SiteError::Conflict`] when the page has the maximum number of comments.
#[boxed]
pub async fn add(
    ctx: &TenantCtx,
    db: &TenantDb,
    page: &CollectionId,
    about: About,
    body: &str,
) -> Result<ReviewThread, SiteError> {
    ctx.authorise(Resource::ReviewComments, Action::Write)?;
    let body = checked(body)?;
    let tx = db.write().await?;
    let draft = draft_of(&row(&tx, page).await?)?;
    if tx.find::<Entity>().filter(Column::PageId.eq(page.clone())).count().await? >= MAX_COMMENTS {
        let message = contributor_texts::PAGE_CAN_HAVE_COMMENTS.with("count", MAX_COMMENTS).to_string();
        return Err(SiteError::Conflict(message));
    }
    let id = ReviewCommentId::generate();
    let (thread_id, block) = match about {
        About::Page => (id.clone(), None),
        About::Thread(thread) => {
            let thread: ReviewCommentId = thread.parse().map_err(|_| SiteError::NotFound)?;
            (first_of(&tx, page, &thread).await?.id, None)
        }
        About::Block(block) => {
            let gone = || SiteError::field("blockId", contributor_texts::BLOCK_GONE.english());
            (id.clone(), Some(draft.document.block(&block).ok_or_else(gone)?))
        }
    };
    let new = ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id),
        page_id: Set(page.clone()),
        thread_id: Set(thread_id.clone()),
        block_id: Set(block.map(|block| block.id.clone())),
        block_kind: Set(block.map(|block| block.kind.clone())),
        body: Set(body),
        author: Set(ctx.actor().label()),
        created_on: Set(ctx.now()),
        edited_on: Set(None),
        resolved_on: Set(None),
        resolved_by: Set(None),
    };
    tx.insert(new).await?;
    set_resolved(&tx, &thread_id, None).await?;
    let thread = thread(&tx, &thread_id).await?;
    tx.commit().await?;
    Ok(thread)
}

/// Edits a comment. Only its author can.
///
/// # Errors
/// [`SiteError::NotFound`] when the caller has no such comment; [`SiteError::Invalid`] when the text is empty or too
/// long.
#[boxed]
pub async fn edit_comment(
    ctx: &TenantCtx,
    db: &TenantDb,
    page: &CollectionId,
    comment: &ReviewCommentId,
    body: &str,
) -> Result<ReviewThread, SiteError> {
    ctx.authorise(Resource::ReviewComments, Action::Write)?;
    let body = checked(body)?;
    let tx = db.write().await?;
    let found = one(&tx, page, comment).await?;
    if found.author != ctx.actor().label() {
        return Err(SiteError::NotFound);
    }
    tx.update::<Entity>(Column::Id.eq(found.id))
        .set(Column::Body, body)
        .set(Column::EditedOn, ctx.now())
        .exec()
        .await?;
    let thread = thread(&tx, &found.thread_id).await?;
    tx.commit().await?;
    Ok(thread)
}

/// Resolves or reopens a thread.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such thread.
#[boxed]
pub async fn resolve(
    ctx: &TenantCtx,
    db: &TenantDb,
    page: &CollectionId,
    thread_id: &ReviewCommentId,
    resolved: bool,
) -> Result<ReviewThread, SiteError> {
    ctx.authorise(Resource::ReviewComments, Action::Write)?;
    let tx = db.write().await?;
    let first = first_of(&tx, page, thread_id).await?;
    set_resolved(&tx, &first.id, resolved.then(|| (ctx.now(), ctx.actor().label()))).await?;
    let thread = thread(&tx, &first.id).await?;
    tx.commit().await?;
    Ok(thread)
}

/// Deletes a comment; deleting the first comment of a thread deletes the replies too. Own comments need permission to
/// comment, those of others permission to delete comments.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such comment, [`SiteError::Denied`] when it is someone else's.
#[boxed]
pub async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    page: &CollectionId,
    comment: &ReviewCommentId,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::ReviewComments, Action::Write)?;
    let tx = db.write().await?;
    let found = one(&tx, page, comment).await?;
    if found.author != ctx.actor().label() {
        ctx.authorise(Resource::ReviewComments, Action::Delete)?;
    }
    tx.delete::<Entity>(Column::ThreadId.eq(found.id.clone())).exec().await?;
    tx.delete::<Entity>(Column::Id.eq(found.id)).exec().await?;
    tx.commit().await?;
    Ok(())
}

async fn one(tx: &TenantTx, page: &CollectionId, comment: &ReviewCommentId) -> Result<Model, SiteError> {
    row(tx, page).await?;
    let own = tx.find::<Entity>().filter(Column::Id.eq(comment.clone())).filter(Column::PageId.eq(page.clone()));
    own.for_update().one().await?.ok_or(SiteError::NotFound)
}

async fn first_of(tx: &TenantTx, page: &CollectionId, thread: &ReviewCommentId) -> Result<Model, SiteError> {
    let found = one(tx, page, thread).await?;
    if found.thread_id == found.id { Ok(found) } else { Err(SiteError::NotFound) }
}

async fn set_resolved(
    tx: &TenantTx,
    thread: &ReviewCommentId,
    by: Option<(Timestamp, String)>,
) -> Result<(), SiteError> {
    let (on, by) = by.unzip();
    tx.update::<Entity>(Column::Id.eq(thread.clone()))
        .set(Column::ResolvedOn, on)
        .set(Column::ResolvedBy, by)
        .exec()
        .await?;
    Ok(())
}

async fn thread(tx: &TenantTx, thread: &ReviewCommentId) -> Result<ReviewThread, SiteError> {
    let rows = tx.find::<Entity>().filter(Column::ThreadId.eq(thread.clone())).order_by_asc(Column::Id).all().await?;
    threads(rows).into_iter().next().ok_or(SiteError::NotFound)
}

fn checked(body: &str) -> Result<String, SiteError> {
    let body = body.trim();
    if body.is_empty() {
        return Err(SiteError::field("body", stoa_kernel::shared_problem_texts::TEXT_MISSING));
    }
    if body.chars().count() > MAX_BODY_LENGTH {
        return Err(SiteError::field(
            "body",
            stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_BODY_LENGTH).to_string(),
        ));
    }
    Ok(body.to_owned())
}
