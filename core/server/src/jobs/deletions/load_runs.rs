//! Removes what runs of load tests made.

use async_trait::async_trait;
use stoa_analytics::load_runs;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::job::JobKind;
use stoa_site::{cache_tags, load_tests};
use stoa_tenancy::{JobRules, Tenant};

use crate::jobs::site_job::SiteJob;
use crate::jobs::worker::Worker;
use crate::load_run_removal::{self, Stores};

/// For how many sites runs are removed at the same time.
const SITES_AT_ONCE: usize = 2;
/// Most batches that are removed of each run before others have their turn.
const BATCHES: usize = 100;

/// Removes what runs of load tests made.
pub(super) struct LoadRunRemoval;

#[async_trait]
impl SiteJob for LoadRunRemoval {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::LoadRunRemoval, 68, SITES_AT_ONCE).without_pause()
    }

    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        let next = load_tests::next_removal(tx).await?;
        if next.is_some_and(|next| next <= ctx.now()) || late_run(worker, ctx, tx).await?.is_none() {
            return Ok(next);
        }
        Ok(Some(ctx.now()))
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let jobs = &worker.jobs;
        let tenancy = &jobs.tenancy;
        let stores = Stores { tenancy, databases: &tenancy.databases, blobs: jobs.blobs.as_ref() };
        let tx = tenant.db.read().await?;
        let mut runs = load_tests::runs_to_remove(&tx, tenant.ctx.now()).await?;
        runs.extend(late_run(worker, &tenant.ctx, &tx).await?);
        drop(tx);
        for run in runs {
            load_run_removal::remove(stores, tenant, &run, BATCHES).await?;
            // Pages showed its pages and pictures, and stock without the units that came back.
            let tags = [cache_tags::SITE.to_owned()];
            jobs.invalidation.invalidate_tags(tenant.ctx.website(), &tags).await;
        }
        Ok(())
    }
}

/// A removed run of which events arrived later: a process keeps them while the database of the analytics is away.
async fn late_run(worker: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<LoadRunId>> {
    let removed = load_tests::removed_runs(tx).await?;
    if removed.is_empty() {
        return Ok(None);
    }
    let Some(analytics) = worker.jobs.tenancy.databases.analytics(ctx.website()).await? else { return Ok(None) };
    Ok(load_runs::one_with_events(&analytics.read().await?, removed).await?)
}
