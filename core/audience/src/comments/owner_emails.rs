//! E-mail notifications of comments to the owner: at most one per hour, with all comments since the last one.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::outbox::emit_at;
use stoa_entity::tenant::outbox;
use stoa_entity::tenant::visitor_comment::{Column, Entity};
use stoa_kernel::clock::HOUR_MS;
use stoa_kernel::discussion::CommentState;
use stoa_kernel::event::Event;
use stoa_kernel::{TenantCtx, boxed};

use super::model::Comment;
use crate::AudienceError;

/// Maximum number of comments quoted in a notification.
const MAX_QUOTED: u64 = 10;

/// Adds a notification to the outbox: due at once when none was sent within the last hour.
pub(super) async fn announce(ctx: &TenantCtx, tx: &TenantTx) -> Result<(), AudienceError> {
    let topic = Event::CommentsArrived.topic();
    let last = tx.find::<outbox::Entity>().filter(outbox::Column::Topic.eq(topic));
    let last = last.order_by_desc(outbox::Column::CreatedOn).order_by_desc(outbox::Column::Id).one().await?;
    let due_on = match last {
        Some(outbox::Model { done_on: None, dead_on: None, .. }) => return Ok(()),
        Some(outbox::Model { done_on: Some(told_on), .. }) => ctx.now().max(told_on.saturating_add_ms(HOUR_MS)),
        // The notification before this one was given up.
        Some(_) | None => ctx.now(),
    };
    Ok(emit_at(ctx, tx, &Event::CommentsArrived, due_on).await?)
}

/// The comments for a notification: the latest ones since the previous notification.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn unread(tx: &TenantTx) -> Result<Vec<Comment>, AudienceError> {
    let before = tx
        .find::<outbox::Entity>()
        .filter(outbox::Column::Topic.eq(Event::CommentsArrived.topic()))
        .filter(outbox::Column::DoneOn.is_not_null())
        .order_by_desc(outbox::Column::DoneOn);
    let since = before.one().await?.and_then(|row| row.done_on).unwrap_or_default();
    let shown = [CommentState::Waiting, CommentState::Approved];
    let latest = tx
        .find::<Entity>()
        .filter(Column::CreatedOn.gte(since))
        .filter(Column::BySite.eq(false))
        .filter(Column::State.is_in(shown))
        .order_by_desc(Column::Id)
        .limit(MAX_QUOTED)
        .all()
        .await?;
    Ok(latest.into_iter().map(Comment::from).collect())
}
