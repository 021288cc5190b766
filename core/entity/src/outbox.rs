//! Writes events for other domains in the transaction that caused them, and deletes those that contain personal data.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;
use stoa_kernel::{TenantCtx, boxed};

use crate::tenant::outbox;
use crate::{DbError, TenantTx, json_column};

/// Topics of events that contain an e-mail address.
const TOPICS_WITH_EMAIL: [&str; 2] = ["news-wanted", "email-changed"];

/// Adds an event to the outbox, due immediately.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn emit(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> Result<(), DbError> {
    emit_at(ctx, tx, event, ctx.now()).await
}

/// Adds an event to the outbox, due at `due_on`, UTC milliseconds. A load test causes none that concern people outside
/// of it.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn emit_at(ctx: &TenantCtx, tx: &TenantTx, event: &Event, due_on: Timestamp) -> Result<(), DbError> {
    if ctx.load_run().is_some() && event.concerns_others() {
        return Ok(());
    }
    let row = outbox::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OutboxId::generate()),
        topic: Set(event.topic().to_owned()),
        payload: Set(json_column::write("outbox.payload", event)?),
        due_on: Set(due_on),
        attempts: Set(0),
        last_error: Set(None),
        created_on: Set(ctx.now()),
        done_on: Set(None),
        handled: Set(String::new()),
        dead_on: Set(None),
    };
    tx.insert_many(vec![row]).await
}

/// Deletes events that contain one of these e-mail addresses (lower case), whether processed or not.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn erase_person_events(tx: &TenantTx, addresses: &[String]) -> Result<(), DbError> {
    let naming = tx.find::<outbox::Entity>().filter(outbox::Column::Topic.is_in(TOPICS_WITH_EMAIL)).all().await?;
    // By name, so that an event that cannot be read is found as well.
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
