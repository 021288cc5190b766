//! The owner is told of comments by one letter an hour at most, which tells of all that came since the last.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::outbox;
use stoa_entity::tenant::visitor_comment::{Column, Entity};
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;

use super::model::{Comment, CommentState};
use crate::AudienceError;

const HOUR_MS: i64 = 3_600_000;
/// Comments that a letter tells of by their words.
const TOLD: u64 = 10;

/// Puts word of comments into the outbox: at once when no letter went out within the hour.
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

/// What the letter of an event tells of: the latest comments that came since the one before was written.
///
/// # Errors
/// When the database refuses.
pub async fn unread(tx: &TenantTx) -> Result<Vec<Comment>, AudienceError> {
    let before = tx
        .find::<outbox::Entity>()
        .filter(outbox::Column::Topic.eq(Event::CommentsArrived.topic()))
        .filter(outbox::Column::DoneOn.is_not_null())
        .order_by_desc(outbox::Column::DoneOn);
    let since = before.one().await?.and_then(|row| row.done_on).unwrap_or(0);
    let shown = [CommentState::Waiting.name(), CommentState::Approved.name()];
    let latest = tx
        .find::<Entity>()
        .filter(Column::CreatedOn.gte(since))
        .filter(Column::BySite.eq(false))
        .filter(Column::State.is_in(shown))
        .order_by_desc(Column::Id)
        .limit(TOLD)
        .all()
        .await?;
    latest.into_iter().map(Comment::from_row).collect()
}
