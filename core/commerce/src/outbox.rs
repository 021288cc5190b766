//! Writes facts for other domains in the transaction that made them true, and takes out those that name people.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::outbox;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;

use crate::{CommerceError, columns};

/// Events that name an address.
const NAMING: [&str; 2] = ["news-wanted", "email-changed"];

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

/// Takes out events that name one of these addresses, lower case, whether they were followed or not.
pub(crate) async fn forget_person(tx: &TenantTx, addresses: &[String]) -> Result<(), CommerceError> {
    let naming = tx.find::<outbox::Entity>().filter(outbox::Column::Topic.is_in(NAMING)).all().await?;
    let names = |row: &outbox::Model| {
        let email = row.payload.get("email").and_then(|email| email.as_str());
        email.is_some_and(|email| addresses.contains(&email.to_lowercase()))
    };
    let ids: Vec<OutboxId> = naming.into_iter().filter(names).map(|row| row.id).collect();
    if !ids.is_empty() {
        tx.delete::<outbox::Entity>(outbox::Column::Id.is_in(ids)).exec().await?;
    }
    Ok(())
}
