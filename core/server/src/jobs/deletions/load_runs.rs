//! Removes what runs of load tests made.

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_site::{cache_tags, load_tests};
use stoa_tenancy::Tenant;

use crate::jobs::site_job::{JobRules, SiteJob};
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

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(load_tests::next_removal(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let jobs = &worker.jobs;
        let tenancy = &jobs.tenancy;
        let stores = Stores { tenancy, databases: &tenancy.databases, blobs: jobs.blobs.as_ref() };
        let tx = tenant.db.read().await?;
        let runs = load_tests::runs_to_remove(&tx, tenant.ctx.now()).await?;
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
