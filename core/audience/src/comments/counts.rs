//! Counters of comments: replies per comment, and visible comments per post or page.

use std::collections::{BTreeSet, HashMap};

use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait as _;
use stoa_entity::tenant::{discussion, visitor_comment};
use stoa_entity::{Find, TenantTx, by_key};
use stoa_kernel::discussion::CommentState;
use stoa_kernel::id::CommentId;

use crate::AudienceError;

/// Recomputes the counters after a change to the first comment of a thread or to one of its replies. Replies to a
/// removed comment are still counted; replies to one that is pending or spam are not.
pub(super) async fn recount(tx: &TenantTx, target: &str, first: &CommentId) -> Result<(), AudienceError> {
    recount_all(tx, &BTreeSet::from([target.to_owned()]), &BTreeSet::from([first.clone()])).await
}

/// The same for several posts and pages, and threads.
pub(super) async fn recount_all(
    tx: &TenantTx,
    targets: &BTreeSet<String>,
    firsts: &BTreeSet<CommentId>,
) -> Result<(), AudienceError> {
    use visitor_comment::Column;
    // Locked before anything is counted: a count made while another transaction is open would be stored when it is old.
    let own = discussion::Column::TargetId.is_in(targets.iter().cloned());
    tx.find::<visitor_comment::Entity>()
        .filter(Column::Id.is_in(firsts.iter().cloned()))
        .order_by_asc(Column::Id)
        .for_update()
        .all()
        .await?;
    tx.find::<discussion::Entity>()
        .filter(own.clone())
        .order_by_asc(discussion::Column::TargetId)
        .for_update()
        .all()
        .await?;
    let replies = approved_replies(tx, targets, firsts).await?;
    let counted = firsts.iter().map(|first| (first.clone(), replies.get(first).copied().unwrap_or(0)));
    tx.update::<visitor_comment::Entity>(Column::Id.is_in(firsts.iter().cloned()))
        .set(Column::Replies, by_key(Column::Id, counted))
        .exec()
        .await?;
    let comments = visible_comments(tx, targets).await?;
    let counted = targets.iter().map(|target| (target.clone(), comments.get(target).copied().unwrap_or(0)));
    tx.update::<discussion::Entity>(own)
        .set(discussion::Column::Comments, by_key(discussion::Column::TargetId, counted))
        .exec()
        .await?;
    Ok(())
}

fn comments_on<'t>(tx: &'t TenantTx, targets: &BTreeSet<String>) -> Find<'t, visitor_comment::Entity> {
    tx.find::<visitor_comment::Entity>().filter(visitor_comment::Column::TargetId.is_in(targets.iter().cloned()))
}

/// The number of approved replies to each of the first comments that has any.
async fn approved_replies(
    tx: &TenantTx,
    targets: &BTreeSet<String>,
    firsts: &BTreeSet<CommentId>,
) -> Result<HashMap<CommentId, i64>, AudienceError> {
    use visitor_comment::Column;
    let replies = comments_on(tx, targets)
        .filter(Column::State.eq(CommentState::Approved))
        .filter(Column::ParentId.is_in(firsts.iter().cloned()))
        .select_only()
        .column(Column::ParentId)
        .column_as(Column::Id.count(), "replies")
        .group_by(Column::ParentId)
        .into_tuple::<(CommentId, i64)>()
        .all()
        .await?;
    Ok(replies.into_iter().collect())
}

/// The number of comments that visitors see on each post and page that has any.
async fn visible_comments(tx: &TenantTx, targets: &BTreeSet<String>) -> Result<HashMap<String, i64>, AudienceError> {
    use visitor_comment::Column;
    let shown = [CommentState::Approved, CommentState::Removed];
    let holders = comments_on(tx, targets).filter(Column::ParentId.is_null()).filter(Column::State.is_in(shown));
    let visible = Column::ParentId.is_null().or(Column::ParentId.in_subquery(holders.subquery(Column::Id)));
    let comments = comments_on(tx, targets)
        .filter(Column::State.eq(CommentState::Approved))
        .filter(visible)
        .select_only()
        .column(Column::TargetId)
        .column_as(Column::Id.count(), "comments")
        .group_by(Column::TargetId)
        .into_tuple::<(String, i64)>()
        .all()
        .await?;
    Ok(comments.into_iter().collect())
}
