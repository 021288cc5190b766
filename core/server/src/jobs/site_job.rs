//! What a kind of background work consists of.

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_tenancy::{JobRules, Tenant};

use super::worker::Worker;

/// A kind of background work. A run is idempotent: after a kill it is repeated.
#[async_trait]
pub(super) trait SiteJob: Send + Sync {
    /// How it is run.
    fn rules(&self) -> JobRules;

    /// When there is something to do for a site, UTC milliseconds; a time in the past means now.
    ///
    /// # Errors
    /// When that cannot be determined; then the job counts as failed.
    async fn next_due(&self, worker: &Worker, ctx: &TenantCtx, tx: &TenantTx) -> anyhow::Result<Option<Timestamp>>;

    /// Does what is due, up to a limit that keeps a run short.
    ///
    /// # Errors
    /// When it is to be repeated later.
    async fn run(&self, worker: &Worker, tenant: &Tenant) -> anyhow::Result<()>;
}
