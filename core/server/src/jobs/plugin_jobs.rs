//! Runs the scheduled jobs of plugins. No transaction is open during a run. Its next time is written after it: when the
//! process ends in between, it is repeated.

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_site::hooks::{self, RunEnd};
use stoa_tenancy::{JobRules, Tenant};

use super::site_job::SiteJob;
use super::worker::Worker;

/// For how many sites jobs run at the same time.
const SITES_AT_ONCE: usize = 2;

/// The job of this module.
pub(super) const JOBS: &[&dyn SiteJob] = &[&PluginJobs];

/// Runs the jobs of plugins.
struct PluginJobs;

#[async_trait]
impl SiteJob for PluginJobs {
    fn rules(&self) -> JobRules {
        JobRules::long(JobKind::PluginJobs, 55, SITES_AT_ONCE)
    }

    async fn next_due(&self, _: &Worker, _: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>> {
        Ok(hooks::next_run_due(tx).await?)
    }

    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()> {
        let website = tenant.ctx.website();
        let plugins = &worker.jobs.plugins;
        let due = hooks::due_runs(&tenant.ctx, &tenant.db.read().await?).await?;
        for run in due {
            let tx = tenant.db.write().await?;
            let id = hooks::begin_run(&tenant.ctx, &tx, &run).await?;
            tx.commit().await?;
            let outcome = plugins.run_job(website, &run).await;
            if outcome.is_err() {
                tracing::info!(
                    tenant.id = %website, plugin.id = run.plugin_id, plugin.job = run.name, "a job of a plugin failed"
                );
            }
            let now = worker.jobs.tenancy.now();
            // A run besides the schedule does not move it.
            let next_on = if run.due_on > now { run.due_on } else { plugins.next_run_of(website, &run).await? };
            let end = RunEnd { ended_on: now, next_on, error: outcome.err().map(|failure| failure.reason) };
            let tx = tenant.db.write().await?;
            hooks::end_run(&tx, &run, &id, &end).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
