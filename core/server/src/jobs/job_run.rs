//! Runs one claimed job and records how it ended.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{EndedJob, JobClaim, JobOutcome, MAX_ATTEMPTS};

use super::error_text::without_personal_data;
use super::registry::{job_of, rules_of};
use super::worker::{RunningJob, Worker};
use crate::site_removal;

/// Interval in which the claim on a running job is renewed.
const RENEWAL: Duration = Duration::from_secs(5);
/// Pause before an interrupted job is given back.
const BREATH: Duration = Duration::from_secs(1);
/// Error of a job that panicked; the panic itself is in the log.
const PANICKED: &str = "the job panicked";

/// A job that this process has claimed.
#[derive(Clone)]
pub(super) struct ClaimedJob {
    pub(super) kind: JobKind,
    /// The claim as it was renewed last.
    pub(super) claim: Arc<Mutex<JobClaim>>,
}

/// How a run ended.
enum Ran {
    /// It has done its work; after the removal of a site with the time of the next search for remains.
    Done(Option<Timestamp>),
    Failed(anyhow::Error),
    /// The database was away or the disk could not be written, which is no failure of the job.
    Interrupted(anyhow::Error),
    /// Another process has taken the job over.
    Lost,
}

impl Ran {
    fn name(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::Failed(_) => "failed",
            Self::Interrupted(_) => "interrupted",
            Self::Lost => "lost",
        }
    }
}

/// Runs a job; `running` is dropped when it has ended.
pub(super) async fn run(worker: Arc<Worker>, job: ClaimedJob, running: RunningJob) {
    let (website, attempts) = {
        let claim = job.claim.lock().unwrap_or_else(PoisonError::into_inner);
        (claim.website.clone(), claim.attempts)
    };
    let began = Instant::now();
    let ran = renewed(&worker, &job, worker.run_job(&website, job.kind), began).await;
    drop(running);
    let kind = job.kind.as_str();
    metrics::counter!("stoa_jobs_total", "kind" => kind, "outcome" => ran.name()).increment(1);
    metrics::histogram!("stoa_job_seconds", "kind" => kind).record(began.elapsed().as_secs_f64());
    let claim = job.claim.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (outcome, next) = match ran {
        Ran::Done(next) => {
            let pause_ms = rules_of(job.kind).map_or(0, |rules| rules.pause_ms);
            (JobOutcome::Done { pause_ms }, next)
        }
        Ran::Failed(error) => {
            report_failure(&website, job.kind, attempts.saturating_add(1), &error);
            (JobOutcome::Failed { error: without_personal_data(&error) }, None)
        }
        Ran::Interrupted(error) => {
            tracing::debug!(tenant.id = %website, job.kind = kind, %error, "a job was interrupted");
            return give_back(&worker, claim).await;
        }
        Ran::Lost => {
            tracing::warn!(tenant.id = %website, job.kind = kind, "a job took so long that another process has it");
            return;
        }
    };
    if let Err(error) = worker.end_job(&EndedJob { claim, outcome }, next).await {
        worker.report(&website, &error, began, "the end of a job could not be recorded");
    }
}

/// Runs a job and renews its claim meanwhile.
async fn renewed(
    worker: &Worker,
    job: &ClaimedJob,
    work: impl Future<Output = anyhow::Result<Option<Timestamp>>>,
    began: Instant,
) -> Ran {
    let work = AssertUnwindSafe(work).catch_unwind();
    tokio::pin!(work);
    loop {
        tokio::select! {
            ran = &mut work => return match ran {
                Ok(Ok(next)) => Ran::Done(next),
                Ok(Err(error)) if worker.jobs.was_disturbed_since(began) => Ran::Interrupted(error),
                Ok(Err(error)) => Ran::Failed(error),
                Err(_) => Ran::Failed(anyhow::anyhow!(PANICKED)),
            },
            () = tokio::time::sleep(RENEWAL) => {}
        }
        let mut claim = job.claim.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match worker.queue().extend(&mut claim).await {
            Ok(true) => *job.claim.lock().unwrap_or_else(PoisonError::into_inner) = claim,
            Ok(false) => return Ran::Lost,
            Err(error) if worker.jobs.is_disturbed() => tracing::debug!(%error, "a claim could not be renewed"),
            Err(error) => tracing::warn!(%error, job.kind = job.kind.as_str(), "a claim could not be renewed"),
        }
    }
}

fn report_failure(website: &WebsiteId, kind: JobKind, attempt: i32, error: &anyhow::Error) {
    let error = format!("{error:#}");
    if attempt >= MAX_ATTEMPTS {
        let message = "a job was given up; `stoa jobs retry` repeats it";
        tracing::error!(tenant.id = %website, job.kind = %kind, job.attempt = attempt, error, "{message}");
    } else {
        tracing::error!(tenant.id = %website, job.kind = %kind, job.attempt = attempt, error, "a job failed");
    }
}

/// Gives a job back as soon as the database is there again.
async fn give_back(worker: &Worker, claim: JobClaim) {
    let reach = worker.jobs.tenancy.databases.reach();
    tokio::time::sleep(BREATH).await;
    reach.here().await;
    if let Err(error) = worker.queue().release(&[claim]).await {
        tracing::debug!(%error, "a job could not be given back; its claim ends by itself");
    }
}

impl Worker {
    /// Runs a job of a site, if it is still due.
    async fn run_job(&self, website: &WebsiteId, kind: JobKind) -> anyhow::Result<Option<Timestamp>> {
        let tenants = &self.jobs.tenancy.tenants;
        let Some(job) = job_of(kind) else {
            let (blobs, providers) = (self.jobs.blobs.as_ref(), self.jobs.payments.as_ref());
            return site_removal::go_on(&self.jobs.tenancy, blobs, providers, website).await;
        };
        if !tenants.is_known(website).await? {
            return Ok(None);
        }
        let mut tenant = self.open(website).await?;
        // The site stays in the list of due work while the job runs, so writes need no note.
        tenant.db = tenant.db.without_notice();
        let due_on = job.next_due(self, &tenant.ctx, &tenant.db.read().await?).await?;
        if due_on.is_some_and(|due_on| due_on <= tenant.ctx.now()) {
            job.run(self, &tenant).await?;
        }
        Ok(None)
    }

    /// Logs the error of something that began then, unless the database was away.
    pub(super) fn report(&self, website: &WebsiteId, error: &anyhow::Error, began: Instant, message: &str) {
        let error = format!("{error:#}");
        if self.jobs.tenancy.databases.reach().was_in_doubt_since(began) {
            tracing::debug!(tenant.id = %website, error, "{message}");
        } else {
            tracing::error!(tenant.id = %website, error, "{message}");
        }
    }
}
