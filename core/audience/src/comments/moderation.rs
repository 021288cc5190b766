//! Moderation of comments by contributors.

use std::collections::{BTreeSet, HashMap};

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::visitor_comment::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::visitor_mark;
use stoa_entity::{TenantDb, TenantTx, containing};
use stoa_kernel::discussion::{CommentState, MarkKind};
use stoa_kernel::error::Checks;
use stoa_kernel::id::CommentId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::search::folded;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::counts::{recount, recount_all};
use super::model::{Comment, found_by, row};
use super::write::{check_text, plain};
use crate::AudienceError;
use crate::contributor_texts;

/// Maximum length of a search text, characters.
const MAX_SEARCH_LENGTH: usize = 100;
/// Maximum number of comments per change.
const MAX_AT_ONCE: usize = 200;

/// Filter for comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommentFilter {
    /// Moderation state; none for all.
    pub state: Option<CommentState>,
    /// Only comments reported by visitors.
    pub flagged: bool,
    /// Words of the text, the name or the e-mail address; empty for all.
    pub search: String,
}

/// A change of a comment. None leaves a value unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommentChange {
    /// The new moderation state.
    pub state: Option<CommentState>,
    /// The new text.
    pub text: Option<String>,
}

/// Number of comments by moderation state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Not moderated yet.
    pub waiting: u64,
    /// Visible to visitors.
    pub approved: u64,
    /// Classified as spam.
    pub spam: u64,
    /// Removed.
    pub removed: u64,
    /// Visible and reported by visitors.
    pub flagged: u64,
}

/// Changed comments and their posts and pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModerationResult {
    /// The comments after the change.
    pub comments: Vec<Comment>,
    /// Ids of the posts and pages whose comments changed.
    pub targets: BTreeSet<String>,
}

/// Comments, newest first.
///
/// # Errors
/// When the caller may not read comments.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &CommentFilter,
    request: &PageRequest,
) -> Result<Page<Comment>, AudienceError> {
    ctx.authorise(Resource::Comments, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx.find::<Entity>().order_by_desc(Column::Id).limit(request.limit() + 1);
    if let Some(state) = filter.state {
        find = find.filter(Column::State.eq(state));
    }
    if filter.flagged {
        find = find.filter(is_flagged());
    }
    for word in folded(&filter.search.chars().take(MAX_SEARCH_LENGTH).collect::<String>()).split_whitespace() {
        find = find.filter(Expr::col(Column::Searched).like(containing(word)));
    }
    if let Some(cursor) = &request.cursor {
        find = find.filter(Column::Id.lt(cursor.clone()));
    }
    let rows = find.all().await?.into_iter().map(Comment::from).collect();
    Ok(Page::from_rows(rows, request.limit(), |comment: &Comment| comment.id.to_string()))
}

#[derive(FromQueryResult)]
struct StateCount {
    state: CommentState,
    count: i64,
}

/// Number of comments by moderation state.
///
/// # Errors
/// When the caller may not read comments.
#[boxed]
pub async fn counts(ctx: &TenantCtx, db: &TenantDb) -> Result<Counts, AudienceError> {
    ctx.authorise(Resource::Comments, Action::Read)?;
    let tx = db.read().await?;
    let rows: Vec<StateCount> =
        tx.find::<Entity>().aggregate(&[Column::State], vec![(Column::Id.count(), "count")]).await?;
    let mut counts = Counts { flagged: tx.find::<Entity>().filter(is_flagged()).count().await?, ..Counts::default() };
    for row in rows {
        let count = u64::try_from(row.count).unwrap_or(0);
        match row.state {
            CommentState::Waiting => counts.waiting = count,
            CommentState::Approved => counts.approved = count,
            CommentState::Spam => counts.spam = count,
            CommentState::Removed => counts.removed = count,
        }
    }
    Ok(counts)
}

fn is_flagged() -> Condition {
    Condition::all().add(Column::Flags.gt(0)).add(Column::State.eq(CommentState::Approved))
}

/// Changes the moderation state of comments.
///
/// # Errors
/// [`AudienceError::NotFound`] when one of them does not exist: then none is changed.
#[boxed]
pub async fn change_states(
    ctx: &TenantCtx,
    db: &TenantDb,
    ids: &[String],
    state: CommentState,
) -> Result<ModerationResult, AudienceError> {
    authorise_change(ctx)?;
    let mut checks = Checks::default();
    let some = (1..=MAX_AT_ONCE).contains(&ids.len());
    checks.require(some, "ids", contributor_texts::CHOOSE_1_TO_MOST_COMMENTS.with("count", MAX_AT_ONCE).to_string());
    checks.finish()?;
    let tx = db.write().await?;
    let ids = ids.iter().map(|id| id.parse::<CommentId>().map_err(|_| AudienceError::NotFound));
    let ids: Vec<CommentId> = ids.collect::<Result<_, _>>()?;
    let former = locked(&tx, &ids).await?;
    put_all(&tx, &former, state).await?;
    let rows = tx.find::<Entity>().filter(Column::Id.is_in(ids.iter().cloned())).all().await?;
    tx.commit().await?;
    let rows: HashMap<CommentId, Model> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
    Ok(ModerationResult {
        comments: ids.iter().filter_map(|id| rows.get(id).cloned().map(Comment::from)).collect(),
        targets: former.into_iter().map(|row| row.target_id).collect(),
    })
}

/// Comments, locked with the first comments of their threads, whose counters change, in the order of their ids, whatever
/// the order of the call: two people may choose the same ones.
pub(super) async fn locked(tx: &TenantTx, ids: &[CommentId]) -> Result<Vec<Model>, AudienceError> {
    let own = Column::Id.is_in(ids.iter().cloned());
    let first = tx.find::<Entity>().filter(own.clone()).subquery(Column::ParentId);
    let mut rows = tx
        .find::<Entity>()
        .filter(Condition::any().add(own).add(Column::Id.in_subquery(first)))
        .order_by_asc(Column::Id)
        .for_update()
        .all()
        .await?;
    rows.retain(|row| ids.contains(&row.id));
    if ids.iter().all(|id| rows.iter().any(|row| row.id == *id)) { Ok(rows) } else { Err(AudienceError::NotFound) }
}

/// Changes the state of a comment, its text, or both.
///
/// # Errors
/// [`AudienceError::NotFound`]; [`AudienceError::Invalid`] when the text is empty or too long.
#[boxed]
pub async fn change(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &CommentId,
    change: CommentChange,
) -> Result<Comment, AudienceError> {
    authorise_change(ctx)?;
    let CommentChange { state, text } = change;
    let text = text.map(|text| checked(&text)).transpose()?;
    let tx = db.write().await?;
    let former = locked(&tx, std::slice::from_ref(id)).await?.pop().ok_or(AudienceError::NotFound)?;
    if let Some(text) = text {
        tx.update::<Entity>(Column::Id.eq(former.id.clone()))
            .set(Column::Searched, found_by(&text, &former.author, &former.email))
            .set(Column::Body, text)
            .set(Column::EditedOn, ctx.now())
            .exec()
            .await?;
    }
    if let Some(state) = state {
        put(&tx, &former, state).await?;
    }
    let changed = Comment::from(row(&tx, id).await?);
    tx.commit().await?;
    Ok(changed)
}

/// Sets the state of a comment. Approving it clears its reports, as it has been reviewed.
async fn put(tx: &TenantTx, former: &Model, state: CommentState) -> Result<(), AudienceError> {
    put_all(tx, std::slice::from_ref(former), state).await
}

async fn put_all(tx: &TenantTx, former: &[Model], state: CommentState) -> Result<(), AudienceError> {
    let own = Column::Id.is_in(former.iter().map(|row| row.id.clone()));
    let mut change = tx.update::<Entity>(own).set(Column::State, state);
    if state == CommentState::Approved {
        change = change.set(Column::Flags, 0).set(Column::SpamSigns, "");
        let flags = visitor_mark::Column::Subject.is_in(former.iter().map(|row| row.id.as_str()));
        tx.delete::<visitor_mark::Entity>(flags.and(visitor_mark::Column::Kind.eq(MarkKind::Flag))).exec().await?;
    }
    change.exec().await?;
    let targets: BTreeSet<String> = former.iter().map(|row| row.target_id.clone()).collect();
    let firsts = former.iter().map(|row| row.parent_id.as_ref().unwrap_or(&row.id).clone());
    recount_all(tx, &targets, &firsts.collect()).await
}

/// Replies to a comment on behalf of the site, and approves it when it is pending.
///
/// # Errors
/// [`AudienceError::NotFound`]; [`AudienceError::Conflict`] when the comment is spam or removed;
/// [`AudienceError::Invalid`] when the reply is empty or too long.
#[boxed]
pub async fn reply(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &CommentId,
    author: &str,
    text: &str,
) -> Result<Comment, AudienceError> {
    authorise_change(ctx)?;
    let text = checked(text)?;
    let tx = db.write().await?;
    let answered = row(&tx, id).await?;
    match answered.state {
        CommentState::Approved => {}
        CommentState::Waiting => put(&tx, &answered, CommentState::Approved).await?,
        CommentState::Spam | CommentState::Removed => {
            return Err(AudienceError::Conflict(contributor_texts::APPROVE_BEFORE_REPLY.english().to_owned()));
        }
    }
    let said = answer_to(ctx, &answered, author, text);
    let first = answered.parent_id.clone().unwrap_or(answered.id);
    let (website_id, parent_id) = (Set(tx.website().clone()), Set(Some(first.clone())));
    let said = tx.insert(ActiveModel { website_id, parent_id, ..said }).await?;
    recount(&tx, &answered.target_id, &first).await?;
    tx.commit().await?;
    Ok(said.into())
}

fn answer_to(ctx: &TenantCtx, answered: &Model, author: &str, text: String) -> ActiveModel {
    ActiveModel {
        id: Set(CommentId::generate()),
        target_id: Set(answered.target_id.clone()),
        target_title: Set(answered.target_title.clone()),
        target_path: Set(answered.target_path.clone()),
        author: Set(author.to_owned()),
        email: Set(String::new()),
        site_user_id: Set(None),
        by_site: Set(true),
        visitor: Set(String::new()),
        searched: Set(found_by(&text, author, "")),
        body: Set(text),
        state: Set(CommentState::Approved),
        spam_signs: Set(String::new()),
        replies: Set(0),
        likes: Set(0),
        flags: Set(0),
        created_on: Set(ctx.now()),
        edited_on: Set(None),
        ..ActiveModel::default()
    }
}

/// Deletes a comment permanently, with its replies. Returns the id of its post or page.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not delete comments.
#[boxed]
pub async fn remove(ctx: &TenantCtx, db: &TenantDb, id: &CommentId) -> Result<String, AudienceError> {
    ctx.authorise(Resource::Comments, Action::Delete)?;
    let tx = db.write().await?;
    let gone = locked(&tx, std::slice::from_ref(id)).await?.pop().ok_or(AudienceError::NotFound)?;
    let replies = tx.find::<Entity>().filter(Column::ParentId.eq(gone.id.clone()));
    let replies = replies.order_by_asc(Column::Id).for_update().all().await?;
    let mut ids = vec![gone.id.clone()];
    ids.extend(replies.into_iter().map(|row| row.id));
    tx.delete::<visitor_mark::Entity>(visitor_mark::Column::Subject.is_in(ids.clone())).exec().await?;
    tx.delete::<Entity>(Column::Id.is_in(ids)).exec().await?;
    recount(&tx, &gone.target_id, gone.parent_id.as_ref().unwrap_or(&gone.id)).await?;
    tx.commit().await?;
    Ok(gone.target_id)
}

/// Approving requires the permission to publish.
fn authorise_change(ctx: &TenantCtx) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Comments, Action::Write)?;
    Ok(ctx.authorise(Resource::Comments, Action::Publish)?)
}

fn checked(text: &str) -> Result<String, AudienceError> {
    let text = plain(text);
    let mut checks = Checks::default();
    check_text(&text, &mut checks);
    checks.finish()?;
    Ok(text)
}
