//! Delivers events to the plugins that listen to them. No transaction is open during a call. A delivery is deleted after
//! the call: when the process ends in between, the plugin gets the event again.

use async_trait::async_trait;
use futures::future::join_all;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_site::hooks::{self, FailedAttempt};
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// Deliveries per run. They run concurrently, so that one that hangs delays no other.
const BATCH: usize = 16;
/// For how many sites events are delivered at the same time.
const SITES_AT_ONCE: usize = 4;

/// The job of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&EventDelivery];

struct EventDelivery;

#[async_trait]
impl SiteJob for EventDelivery {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::EventDelivery, 42, SITES_AT_ONCE).without_pause()
    }

    /// What plugins listen to is compared at each plan, so that it is right after an update of the server too.
    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        if worker.jobs.plugins.hooks_differ(ctx.website(), tx).await? {
            return Ok(Some(ctx.now()));
        }
        Ok(hooks::next_due(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let website = tenant.ctx.website();
        let plugins = &worker.jobs.plugins;
        if plugins.hooks_differ(website, &tenant.db.read().await?).await? {
            // Another process may have changed the site: what this one remembers is forgotten first.
            plugins.renew_hooks_anew(website).await?;
        }
        let due = hooks::due(&tenant.ctx, &tenant.db, BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        let outcomes = join_all(due.iter().map(|delivery| plugins.handle_event(website, delivery))).await;
        let now = worker.jobs.tenancy.now();
        let tx = tenant.db.write().await?;
        for (delivery, outcome) in due.iter().zip(outcomes) {
            let Err(failure) = outcome else {
                hooks::mark_delivered(&tx, &delivery.id).await?;
                continue;
            };
            let failed = FailedAttempt {
                reason: failure.reason,
                least_pause_ms: failure.least_pause_ms,
                counts: failure.was_called,
            };
            let is_dead = hooks::mark_failed(&tenant.ctx, &tx, &delivery.id, &failed).await?;
            tracing::info!(
                tenant.id = %website, event.id = delivery.event_id, event.topic = %delivery.topic,
                plugin.id = delivery.subscriber, event.attempt = delivery.attempt, event.dead = is_dead,
                event.took_ms = now - tenant.ctx.now(), "an event was not taken by a plugin"
            );
        }
        Ok(tx.commit().await?)
    }
}
