//! E-mail notifications of comments to the owner: at most one per hour, with all comments since the last one.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::outbox;
use stoa_entity::tenant::visitor_comment::{Column, Entity};
use stoa_kernel::discussion::CommentState;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;
use stoa_kernel::{TenantCtx, boxed};

use super::model::Comment;
use crate::AudienceError;

const HOUR_MS: i64 = 3_600_000;
/// Maximum number of comments quoted in a notification.
const TOLD: u64 = 10;

/// Adds a notification to the outbox: due at once when none was sent within the last hour.
pub(super) async fn announce(ctx: &TenantCtx, tx: &TenantTx) -> Result<(), AudienceError> {
    let topic = Event::CommentsArrived.topic();
    let last = tx.find::<outbox::Entity>().filter(outbox::Column::Topic.eq(topic));
    let last = last.order_by_desc(outbox::Column::CreatedOn).order_by_desc(outbox::Column::Id).one().await?;
    let due_on = match last {
        Some(outbox::Model { done_on: None, .. }) => return Ok(()),
        Some(outbox::Model { done_on: Some(told_on), .. }) => ctx.now_ms().max(told_on.saturating_add(HOUR_MS)),
        None => ctx.now_ms(),
    };
    let payload = serde_json::to_value(Event::CommentsArrived)
        .map_err(|error| AudienceError::Unreadable { column: "outbox.payload", reason: error.to_string() })?;
    tx.insert(outbox::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OutboxId::generate()),
        topic: Set(topic.to_owned()),
        payload: Set(payload),
        due_on: Set(due_on),
        attempts: Set(0),
        last_error: Set(None),
        created_on: Set(ctx.now_ms()),
        done_on: Set(None),
    })
    .await?;
    Ok(())
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
    let since = before.one().await?.and_then(|row| row.done_on).unwrap_or(0);
    let shown = [CommentState::Waiting, CommentState::Approved];
    let latest = tx
        .find::<Entity>()
        .filter(Column::CreatedOn.gte(since))
        .filter(Column::BySite.eq(false))
        .filter(Column::State.is_in(shown))
        .order_by_desc(Column::Id)
        .limit(TOLD)
        .all()
        .await?;
    Ok(latest.into_iter().map(Comment::from).collect())
}
