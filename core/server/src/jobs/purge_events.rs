//! Purges processed outbox events. They are kept for a while for troubleshooting, and then deleted, since they may
//! contain names.

use async_trait::async_trait;
use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::tenant::outbox;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::event::Event;
use stoa_kernel::id::OutboxId;
use stoa_kernel::job::JobKind;
use stoa_site::hooks;
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// Retention: a week.
const KEPT_MS: i64 = 7 * DAY_MS;
/// Maximum number of events deleted per run, so that no run takes long.
const BATCH: u64 = 500;

/// The job of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&EventDeletion];

/// Deletes handled events of the outbox, and those for plugins that were given up.
struct EventDeletion;

#[async_trait]
impl SiteJob for EventDeletion {
    fn rules(&self) -> JobRules {
        JobRules::short(JobKind::EventDeletion, 62)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let oldest = done(tx, Timestamp::from_ms(i64::MAX), 2).await?;
        let handled = oldest.first().and_then(|row| row.done_on).map(|done_on| done_on + KEPT_MS + 1);
        Ok(handled.into_iter().chain(hooks::next_deletion(tx).await?).min())
    }

    async fn run(&self, _: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        hooks::delete_dead(&tenant.ctx, &tenant.db).await?;
        let tx = tenant.db.read().await?;
        let old = old(&tx, tenant.ctx.now() - KEPT_MS).await?;
        drop(tx);
        if old.is_empty() {
            return Ok(());
        }
        let tx = tenant.db.write().await?;
        tx.delete::<outbox::Entity>(outbox::Column::Id.is_in(old)).exec().await?;
        Ok(tx.commit().await?)
    }
}

async fn old(tx: &TenantTx, before: Timestamp) -> anyhow::Result<Vec<OutboxId>> {
    Ok(done(tx, before, BATCH).await?.into_iter().map(|row| row.id).collect())
}

/// Processed events, except the latest comment notification: its time is the start of the period that the next one
/// covers.
async fn done(tx: &TenantTx, before: Timestamp, most: u64) -> anyhow::Result<Vec<outbox::Model>> {
    let done = tx.find::<outbox::Entity>().filter(outbox::Column::DoneOn.lt(before));
    let mut done = done.order_by_asc(outbox::Column::DoneOn).limit(most).all().await?;
    let comments = Event::CommentsArrived.topic();
    if done.iter().any(|row| row.topic == comments) {
        let notices = tx.find::<outbox::Entity>().filter(outbox::Column::Topic.eq(comments));
        let notices = notices.filter(outbox::Column::DoneOn.is_not_null()).order_by_desc(outbox::Column::DoneOn);
        let last = notices.one().await?;
        done.retain(|row| Some(&row.id) != last.as_ref().map(|last| &last.id));
    }
    Ok(done)
}
