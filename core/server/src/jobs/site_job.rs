//! What a kind of background work consists of.

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::job::JobKind;
use stoa_tenancy::Tenant;

use super::worker::Worker;

/// Pause before a job runs again for which there is still something to do, milliseconds.
const PAUSE_MS: i64 = 1_000;
/// Number of sites for which a short job of one kind runs at the same time: one place is left for other kinds.
const SHORT_AT_ONCE: usize = 3;

/// How long a job usually takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// It only reads and writes the site's database.
    Short,
    /// It waits for other services or computes for long: others do not wait for it.
    Long,
}

/// How the jobs of a kind are run.
#[derive(Clone, Copy, Debug)]
pub(super) struct JobRules {
    /// The kind.
    pub(super) kind: JobKind,
    /// Of several due jobs, those with lower numbers run first.
    pub(super) priority: i32,
    /// How long it takes.
    pub(super) lane: Lane,
    /// For how many sites it runs at the same time in one process.
    pub(super) at_once: usize,
    /// Pause before it runs again when there is still something to do, milliseconds.
    pub(super) pause_ms: i64,
}

impl JobRules {
    pub(super) const fn short(kind: JobKind, priority: i32) -> Self {
        Self { kind, priority, lane: Lane::Short, at_once: SHORT_AT_ONCE, pause_ms: PAUSE_MS }
    }

    pub(super) const fn long(kind: JobKind, priority: i32, at_once: usize) -> Self {
        Self { kind, priority, lane: Lane::Long, at_once, pause_ms: PAUSE_MS }
    }

    /// For jobs of which each run makes progress.
    pub(super) const fn without_pause(self) -> Self {
        Self { pause_ms: 0, ..self }
    }
}

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
