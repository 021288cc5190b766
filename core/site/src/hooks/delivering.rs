//! What the worker delivers. Of the events of one object, a subscriber gets one after another: while the first is
//! repeated, those behind it wait.

use std::collections::BTreeSet;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use serde_json::Value;
use stoa_entity::tenant::event_delivery::{Column, Entity, Model};
use stoa_entity::tenant::event_outbox;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::{HOUR_MS, MINUTE_MS, Timestamp};
use stoa_kernel::id::EventDeliveryId;
use stoa_kernel::site_event::{EventDeliveryStatus, EventTopic};
use stoa_kernel::{TenantCtx, boxed};

use crate::SiteError;

/// Pauses after failed attempts; the last one is repeated.
const PAUSES_MS: [i64; 9] = [
    MINUTE_MS,
    2 * MINUTE_MS,
    5 * MINUTE_MS,
    15 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
    4 * HOUR_MS,
    6 * HOUR_MS,
];
/// How long after the first attempt the last one is made: three days.
const RETRY_PERIOD_MS: i64 = 72 * HOUR_MS;
/// How long events that were given up are kept: thirty days.
const DEAD_KEPT_MS: i64 = 30 * 24 * HOUR_MS;
/// Pause when the subscriber could not be asked.
const BREATH_MS: i64 = 30_000;
/// A subscriber that is suspended for no longer is being tried again at this moment.
const TRIAL_MS: i64 = 1_000;
/// Due rows read per run.
const READ: u64 = 200;
const MAX_ERROR_LENGTH: usize = 500;

/// A delivery to be tried now.
#[derive(Clone, Debug, PartialEq)]
pub struct DueDelivery {
    /// Its id.
    pub id: EventDeliveryId,
    /// Id of the subscriber, such as that of a plugin.
    pub subscriber: String,
    /// Id of the event.
    pub event_id: String,
    /// What happened.
    pub topic: EventTopic,
    /// The object it happened to.
    pub object_id: String,
    /// Grows with the events of the object.
    pub sequence: i64,
    /// When it happened, UTC milliseconds.
    pub occurred_on: Timestamp,
    /// Number of this attempt, from 1.
    pub attempt: i32,
    /// What the topic tells.
    pub payload: Value,
}

/// A failed attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedAttempt {
    /// Why, for contributors.
    pub reason: String,
    /// The shortest pause before the next one, milliseconds.
    pub least_pause_ms: i64,
    /// Whether the subscriber was asked; otherwise it does not count as an attempt. With a pause, the subscriber is
    /// suspended because it keeps failing.
    pub counts: bool,
}

/// When the next delivery is due, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    let waiting = tx.find::<Entity>().filter(is_waiting()).order_by_asc(Column::DueOn);
    Ok(waiting.one().await?.map(|row| row.due_on))
}

/// Deliveries to be tried now, at most `most`: for each subscriber and object the first that waits.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn due(ctx: &TenantCtx, db: &TenantDb, most: usize) -> Result<Vec<DueDelivery>, SiteError> {
    let tx = db.read().await?;
    let rows = tx.find::<Entity>().filter(is_waiting().add(Column::DueOn.lte(ctx.now())));
    let rows = rows.order_by_asc(Column::DueOn).order_by_asc(Column::Sequence).limit(READ).all().await?;
    let (mut seen, mut ready, mut behind) = (BTreeSet::new(), Vec::new(), Vec::new());
    for row in rows {
        if ready.len() == most || !seen.insert((row.subscriber.clone(), row.object_id.clone())) {
            continue;
        }
        let Some(first) = first_of(&tx, &row).await? else { continue };
        if first.due_on > ctx.now() {
            behind.push(first);
        } else {
            ready.push(first);
        }
    }
    let mut found = Vec::new();
    for row in ready {
        let event = event_outbox::Column::Id.eq(row.event_id.clone());
        let event = tx.find::<event_outbox::Entity>().filter(event).one().await?;
        found.extend(event.map(|event| described(row, event)));
    }
    drop(tx);
    hold_back(ctx, db, &behind).await?;
    Ok(found)
}

/// Those behind a delivery that is repeated later are due with it.
async fn hold_back(ctx: &TenantCtx, db: &TenantDb, first: &[Model]) -> Result<(), SiteError> {
    if first.is_empty() {
        return Ok(());
    }
    let tx = db.write().await?;
    for row in first {
        tx.update::<Entity>(beside(row).add(Column::DueOn.lte(ctx.now())))
            .set(Column::DueOn, row.due_on)
            .exec()
            .await?;
    }
    Ok(tx.commit().await?)
}

fn is_waiting() -> Condition {
    Condition::all().add(Column::Status.eq(EventDeliveryStatus::Waiting))
}

/// The deliveries that wait to the same subscriber about the same object.
fn beside(row: &Model) -> Condition {
    is_waiting()
        .add(Column::Kind.eq(row.kind))
        .add(Column::Subscriber.eq(row.subscriber.as_str()))
        .add(Column::ObjectId.eq(row.object_id.as_str()))
}

async fn first_of(tx: &TenantTx, row: &Model) -> Result<Option<Model>, DbError> {
    let waiting = tx.find::<Entity>().filter(beside(row));
    waiting.order_by_asc(Column::Sequence).order_by_asc(Column::Id).one().await
}

fn described(row: Model, event: event_outbox::Model) -> DueDelivery {
    DueDelivery {
        id: row.id,
        subscriber: row.subscriber,
        event_id: row.event_id.into(),
        topic: row.topic,
        object_id: row.object_id,
        sequence: row.sequence,
        occurred_on: event.created_on,
        attempt: row.attempts.saturating_add(1),
        payload: event.payload,
    }
}

/// Records that a subscriber has taken an event. The event is deleted with its last delivery.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn mark_delivered(tx: &TenantTx, id: &EventDeliveryId) -> Result<(), SiteError> {
    if let Some(row) = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await? {
        delete(tx, &row).await?;
    }
    Ok(())
}

/// When events that were given up are deleted next, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_deletion(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    let dead = tx.find::<Entity>().filter(Column::DeadOn.is_not_null()).order_by_asc(Column::DeadOn);
    Ok(dead.one().await?.and_then(|row| row.dead_on).map(|dead_on| dead_on + DEAD_KEPT_MS))
}

/// Deletes events that were given up a month ago, since they may contain names.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn delete_dead(ctx: &TenantCtx, db: &TenantDb) -> Result<(), SiteError> {
    let old = Column::DeadOn.lte(ctx.now() - DEAD_KEPT_MS);
    let rows = db.read().await?.find::<Entity>().filter(old).limit(READ).all().await?;
    if rows.is_empty() {
        return Ok(());
    }
    let tx = db.write().await?;
    for row in &rows {
        delete(&tx, row).await?;
    }
    Ok(tx.commit().await?)
}

/// Deletes a delivery, and its event if nobody else waits for it.
pub(super) async fn delete(tx: &TenantTx, row: &Model) -> Result<(), SiteError> {
    // Of two that delete the last two deliveries at the same time, the later one sees that there is no other.
    let event = event_outbox::Column::Id.eq(row.event_id.clone());
    tx.find::<event_outbox::Entity>().filter(event).for_update().one().await?;
    tx.delete::<Entity>(Column::Id.eq(row.id.clone())).exec().await?;
    let others = tx.find::<Entity>().filter(Column::EventId.eq(row.event_id.clone())).count().await?;
    if others == 0 {
        tx.delete::<event_outbox::Entity>(event_outbox::Column::Id.eq(row.event_id.clone())).exec().await?;
    }
    Ok(())
}

/// Records a failed attempt: the delivery is repeated, or given up three days after its first attempt. While the
/// subscriber is suspended, everything that waits for it waits as long. Returns whether it was given up.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn mark_failed(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &EventDeliveryId,
    failed: &FailedAttempt,
) -> Result<bool, SiteError> {
    let own = is_waiting().add(Column::Id.eq(id.clone()));
    let Some(row) = tx.find::<Entity>().filter(own.clone()).for_update().one().await? else { return Ok(false) };
    let reason: String = failed.reason.chars().take(MAX_ERROR_LENGTH).collect();
    let again = tx.update::<Entity>(own).set(Column::LastError, Some(reason));
    let first_tried_on = row.first_tried_on.unwrap_or(ctx.now());
    let last_try_on = first_tried_on.saturating_add_ms(RETRY_PERIOD_MS);
    let is_suspended = !failed.counts && failed.least_pause_ms > 0;
    let is_dead = match failed.counts {
        true => ctx.now() >= last_try_on,
        // By then the suspension has ended at least once, and it was tried.
        false => is_suspended && ctx.now() >= last_try_on.saturating_add_ms(HOUR_MS),
    };
    if !failed.counts && !is_dead {
        let due_on = ctx.now().saturating_add_ms(failed.least_pause_ms.max(BREATH_MS));
        let again = again.set(Column::DueOn, due_on);
        if !is_suspended {
            again.exec().await?;
            return Ok(false);
        }
        again.set(Column::FirstTriedOn, Some(first_tried_on)).exec().await?;
        if failed.least_pause_ms > TRIAL_MS {
            // Whatever else waits for it would be refused as well.
            let to_it = is_waiting()
                .add(Column::Kind.eq(row.kind))
                .add(Column::Subscriber.eq(row.subscriber.as_str()))
                .add(Column::DueOn.lte(ctx.now()));
            tx.update::<Entity>(to_it).set(Column::DueOn, due_on).exec().await?;
        }
        return Ok(false);
    }
    let due_on = ctx.now().saturating_add_ms(pause(row.attempts).max(failed.least_pause_ms)).min(last_try_on);
    let status = if is_dead { EventDeliveryStatus::Dead } else { EventDeliveryStatus::Waiting };
    again
        .set(Column::Attempts, row.attempts.saturating_add(i32::from(failed.counts)))
        .set(Column::DueOn, due_on)
        .set(Column::Status, status)
        .set(Column::FirstTriedOn, Some(first_tried_on))
        .set(Column::LastTriedOn, if failed.counts { Some(ctx.now()) } else { row.last_tried_on })
        .set(Column::DeadOn, is_dead.then(|| ctx.now()))
        .exec()
        .await?;
    if !is_dead {
        // Those behind it wait as long.
        let behind = beside(&row).add(Column::DueOn.lt(due_on));
        tx.update::<Entity>(behind).set(Column::DueOn, due_on).exec().await?;
    }
    Ok(is_dead)
}

fn pause(attempts: i32) -> i64 {
    let longest = PAUSES_MS.last().copied().unwrap_or(HOUR_MS);
    usize::try_from(attempts).ok().and_then(|tried| PAUSES_MS.get(tried)).copied().unwrap_or(longest)
}
