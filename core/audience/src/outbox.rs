//! Writes events for other domains to the outbox, in the transaction that caused them.

use sea_orm::ActiveValue::Set;
use stoa_entity::TenantTx;
use stoa_entity::tenant::outbox;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;

use crate::AudienceError;

/// Adds an event to the outbox, due at once.
pub(crate) async fn emit(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> Result<(), AudienceError> {
    let payload = serde_json::to_value(event)
        .map_err(|error| AudienceError::Unreadable { column: "outbox.payload", reason: error.to_string() })?;
    tx.insert(outbox::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OutboxId::generate()),
        topic: Set(event.topic().to_owned()),
        payload: Set(payload),
        due_on: Set(ctx.now_ms()),
        attempts: Set(0),
        last_error: Set(None),
        created_on: Set(ctx.now_ms()),
        done_on: Set(None),
    })
    .await?;
    Ok(())
}
