//! Handles the events of the outbox.

use std::time::Instant;

use anyhow::Context as _;
use async_trait::async_trait;
use sea_orm::ActiveValue::{Set, Unchanged};
use sea_orm::{ColumnTrait as _, Condition};
use stoa_entity::tenant::outbox;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobRules, MAX_ATTEMPTS, Tenant};

use super::analytics::purchases;
use super::error_text::without_personal_data;
use super::event_handlers::{EventHandler, HandledEvent, handlers_of};
use super::site_job::SiteJob;
use super::worker::Worker;

/// Events handled per run.
const BATCH: u64 = 50;
/// Maximum pause before a failed event is repeated: one hour.
const MAX_PAUSE_MS: i64 = HOUR_MS;

/// The job of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&Outbox];

/// Handles the events of the outbox.
struct Outbox;

#[async_trait]
impl SiteJob for Outbox {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::Outbox, 30).without_pause()
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let open = tx.find::<outbox::Entity>().filter(is_open());
        Ok(open.order_by_asc(outbox::Column::DueOn).one().await?.map(|row| row.due_on))
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let base_url = worker.base_url(tenant.ctx.website()).await?;
        let tx = tenant.db.read().await?;
        let due = tx.find::<outbox::Entity>().filter(is_open().add(outbox::Column::DueOn.lte(tenant.ctx.now())));
        let due = due.order_by_asc(outbox::Column::DueOn).limit(BATCH).all().await?;
        drop(tx);
        let began = Instant::now();
        for row in due {
            let error = match handle(tenant, &row, &base_url).await {
                Ok(event) => {
                    if row.attempts >= MAX_ATTEMPTS - 1 {
                        // It may be listed as failed: its process ended before it was given up.
                        worker.jobs.tenancy.databases.jobs().forget_event(tenant.ctx.website(), &row.id).await?;
                    }
                    if let Err(error) = purchases::record(worker, tenant, &event).await {
                        let website = tenant.ctx.website();
                        tracing::warn!(tenant.id = %website, %error, "an order was not recorded in its visit");
                    }
                    continue;
                }
                Err(error) => error,
            };
            if worker.jobs.was_disturbed_since(began) {
                return Err(error);
            }
            let message = format!("{error:#}");
            tracing::error!(
                tenant.id = %tenant.ctx.website(), outbox.id = %row.id, outbox.topic = row.topic,
                outbox.attempt = row.attempts.saturating_add(1), error = message, "handling an event failed"
            );
            postpone(worker, tenant, &row, &error).await?;
        }
        Ok(())
    }
}

/// Events that are neither done nor given up.
fn is_open() -> Condition {
    Condition::all().add(outbox::Column::DoneOn.is_null()).add(outbox::Column::DeadOn.is_null())
}

fn own(id: &OutboxId) -> Condition {
    Condition::all().add(outbox::Column::Id.eq(id.clone()))
}

/// Runs the handlers of an event that have not succeeded yet, and returns it.
///
/// # Errors
/// The first failure; the others have run nevertheless.
async fn handle(tenant: &Tenant, row: &outbox::Model, base_url: &str) -> anyhow::Result<Event> {
    let event: Event = serde_json::from_value(row.payload.clone()).context("the event cannot be read")?;
    let handled = HandledEvent { ctx: &tenant.ctx, id: &row.id, event: &event, base_url };
    let mut failure = None;
    for handler in handlers_of(&event) {
        let done = run_handler(tenant, &handled, *handler).await.context(handler.name());
        failure = failure.or(done.err());
    }
    match failure {
        Some(error) => Err(error),
        None => Ok(event),
    }
}

/// The effects of a handler and the record that it has succeeded are one transaction. With the last handler the event
/// is done.
async fn run_handler(tenant: &Tenant, handled: &HandledEvent<'_>, handler: EventHandler) -> anyhow::Result<()> {
    let tx = tenant.db.write().await?;
    let row = tx.find::<outbox::Entity>().filter(is_open().add(own(handled.id))).for_update().one().await?;
    // Done by another process, or deleted with a person's data.
    let Some(row) = row else { return Ok(()) };
    let mut names: Vec<&str> = row.handled.split(',').filter(|name| !name.is_empty()).collect();
    let is_handled = names.contains(&handler.name());
    if !is_handled {
        handler.handle(&tx, handled).await?;
        names.push(handler.name());
    }
    let is_done = handlers_of(handled.event).iter().all(|handler| names.contains(&handler.name()));
    if is_handled && !is_done {
        return Ok(());
    }
    tx.save(outbox::ActiveModel {
        website_id: Unchanged(tenant.ctx.website().clone()),
        id: Unchanged(handled.id.clone()),
        handled: Set(names.join(",")),
        done_on: Set(is_done.then(|| tenant.ctx.now())),
        ..Default::default()
    })
    .await?;
    Ok(tx.commit().await?)
}

/// Schedules the next attempt of a failed event, or gives it up.
async fn postpone(worker: &Worker, tenant: &Tenant, row: &outbox::Model, error: &anyhow::Error) -> anyhow::Result<()> {
    let attempts = row.attempts.saturating_add(1);
    let pause = 1_000_i64.saturating_mul(1 << attempts.clamp(1, 12)).min(MAX_PAUSE_MS);
    let is_dead = attempts >= MAX_ATTEMPTS;
    if is_dead {
        let text = without_personal_data(error);
        let jobs = worker.jobs.tenancy.databases.jobs();
        jobs.list_failed_event(tenant.ctx.website(), &row.id, attempts, &text).await?;
        tracing::error!(
            tenant.id = %tenant.ctx.website(), outbox.id = %row.id, outbox.topic = row.topic,
            "an event was given up; `stoa jobs retry` repeats it"
        );
    }
    let tx = tenant.db.write().await?;
    tx.update::<outbox::Entity>(own(&row.id))
        .set(outbox::Column::Attempts, attempts)
        .set(outbox::Column::DueOn, tenant.ctx.now().saturating_add_ms(pause))
        .set(outbox::Column::LastError, Some(format!("{error:#}")))
        .set(outbox::Column::DeadOn, is_dead.then(|| tenant.ctx.now()))
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// Makes an event that was given up due again. False when it does not exist any more.
///
/// # Errors
/// When the database fails.
pub(crate) async fn repeat_event(ctx: &TenantCtx, db: &TenantDb, id: &OutboxId) -> anyhow::Result<bool> {
    let tx = db.write().await?;
    let repeated = tx
        .update::<outbox::Entity>(own(id).add(outbox::Column::DoneOn.is_null()))
        .set(outbox::Column::Attempts, 0)
        .set(outbox::Column::DueOn, ctx.now())
        .set(outbox::Column::DeadOn, None::<Timestamp>)
        .exec()
        .await?;
    tx.commit().await?;
    Ok(repeated > 0)
}

/// Ends an event that was given up, without handling it. False when it does not exist any more.
///
/// # Errors
/// When the database fails.
pub(crate) async fn discard_event(ctx: &TenantCtx, db: &TenantDb, id: &OutboxId) -> anyhow::Result<bool> {
    let tx = db.write().await?;
    let discarded = tx
        .update::<outbox::Entity>(own(id).add(outbox::Column::DeadOn.is_not_null()))
        .filter(outbox::Column::DoneOn.is_null())
        .set(outbox::Column::DoneOn, Some(ctx.now()))
        .exec()
        .await?;
    tx.commit().await?;
    Ok(discarded > 0)
}
