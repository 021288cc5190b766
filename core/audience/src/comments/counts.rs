//! Counters of comments: replies per comment, and visible comments per post or page.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{discussion, visitor_comment};
use stoa_kernel::discussion::CommentState;
use stoa_kernel::id::CommentId;

use crate::AudienceError;

/// Recomputes the counters after a change to the first comment of a thread or to one of its replies. Replies to a
/// removed comment are still counted; replies to one that is pending or spam are not.
pub(super) async fn recount(tx: &TenantTx, target: &str, first: &CommentId) -> Result<(), AudienceError> {
    let approved = || {
        tx.find::<visitor_comment::Entity>()
            .filter(visitor_comment::Column::TargetId.eq(target))
            .filter(visitor_comment::Column::State.eq(CommentState::Approved))
    };
    let replies = approved().filter(visitor_comment::Column::ParentId.eq(first.clone())).count().await?;
    tx.update::<visitor_comment::Entity>(visitor_comment::Column::Id.eq(first.clone()))
        .set(visitor_comment::Column::Replies, i64::try_from(replies).unwrap_or(i64::MAX))
        .exec()
        .await?;
    let firsts = approved().filter(visitor_comment::Column::ParentId.is_null()).count().await?;
    let shown = [CommentState::Approved, CommentState::Removed];
    let holders = tx
        .find::<visitor_comment::Entity>()
        .filter(visitor_comment::Column::TargetId.eq(target))
        .filter(visitor_comment::Column::ParentId.is_null())
        .filter(visitor_comment::Column::State.is_in(shown))
        .subquery(visitor_comment::Column::Id);
    let answers = approved().filter(visitor_comment::Column::ParentId.in_subquery(holders)).count().await?;
    tx.update::<discussion::Entity>(discussion::Column::TargetId.eq(target))
        .set(discussion::Column::Comments, i64::try_from(firsts + answers).unwrap_or(i64::MAX))
        .exec()
        .await?;
    Ok(())
}
