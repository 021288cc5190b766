//! Writes facts for other domains in the transaction that made them true.

use sea_orm::ActiveValue::Set;
use stoa_entity::TenantTx;
use stoa_entity::tenant::outbox;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;

use crate::{CommerceError, columns};

/// Puts an event into the outbox, due at once.
pub(crate) async fn emit(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> Result<(), CommerceError> {
    tx.insert(outbox::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OutboxId::generate()),
        topic: Set(event.topic().to_owned()),
        payload: Set(columns::write("outbox.payload", event)?),
        due_on: Set(ctx.now_ms()),
        attempts: Set(0),
        last_error: Set(None),
        created_on: Set(ctx.now_ms()),
        done_on: Set(None),
    })
    .await?;
    Ok(())
}
