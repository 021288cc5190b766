//! Runs plans and jobs as tasks of their own.

use std::collections::{HashMap, HashSet, VecDeque};
use std::future::pending;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{JobClaim, JobLane, JobSlots};
use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use super::job_run::{self, ClaimedJob};
use super::registry::{all_rules, rules_of};
use super::worker::{DueSite, Worker};

/// Number of plans and short jobs at the same time, so that in a rush requests come first.
const FOREGROUND: usize = 4;
/// Number of sites planned at the same time: jobs do not wait until all sites are planned.
const PLANS: usize = 2;
/// How long one plan or short job delays others. A longer one continues concurrently.
const MAX_DELAY: Duration = Duration::from_secs(2);
/// A round starts nothing after this time.
const ROUND: Duration = Duration::from_secs(2);
/// How long running jobs may continue when the program stops. An interrupted one is repeated.
const GRACE: Duration = Duration::from_secs(5);
/// How long aborted jobs have to end.
const ABORT: Duration = Duration::from_secs(1);

/// At most one plan of a site, and at most one job of a site and kind, at a time.
pub(super) struct Runner {
    worker: Arc<Worker>,
    tasks: JoinSet<()>,
    under_way: HashMap<Id, Task>,
    /// Sites to be planned.
    sites: VecDeque<DueSite>,
    /// Sites that changed while they were planned.
    changed: HashSet<WebsiteId>,
    /// Whether there may be due jobs that were not claimed.
    may_claim: bool,
    /// Whether the last claim failed; it is repeated with the next tick.
    claim_failed: bool,
}

struct Task {
    website: WebsiteId,
    began: Instant,
    /// None for plans.
    job: Option<ClaimedJob>,
}

impl Task {
    fn kind(&self) -> Option<JobKind> {
        self.job.as_ref().map(|job| job.kind)
    }

    fn is_short(&self) -> bool {
        self.kind().is_none_or(|kind| rules_of(kind).is_some_and(|rules| rules.lane == JobLane::Short))
    }

    /// When others do not wait for it any more.
    fn deadline(&self) -> Instant {
        self.began + MAX_DELAY
    }
}

impl Runner {
    pub(super) fn new(worker: Arc<Worker>) -> Self {
        Self {
            worker,
            tasks: JoinSet::new(),
            under_way: HashMap::new(),
            sites: VecDeque::new(),
            changed: HashSet::new(),
            may_claim: false,
            claim_failed: false,
        }
    }

    /// Queues sites to be planned.
    pub(super) fn add(&mut self, sites: impl Iterator<Item = DueSite>) {
        for site in sites {
            if self.is_planned(site.website()) {
                self.changed.insert(site.website().clone());
                continue;
            }
            match self.sites.iter_mut().find(|queued| queued.website() == site.website()) {
                None => self.sites.push_back(site),
                // Its pass is settled in the end.
                Some(queued) if matches!(site, DueSite::Taken(_)) => *queued = site,
                Some(_) => {}
            }
        }
    }

    /// Called once a second.
    pub(super) fn tick(&mut self) {
        self.may_claim |= std::mem::take(&mut self.claim_failed);
        self.worker.forget_lost_sites();
    }

    /// Whether a round has something to start.
    pub(super) fn has_backlog(&self) -> bool {
        self.may_claim || !self.sites.is_empty()
    }

    /// Waits until a plan or job ends.
    pub(super) async fn wait(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(ended) => self.ended(ended),
            None => pending().await,
        }
    }

    /// Plans sites and runs due jobs until there are none, or the round is over. Short jobs are waited for.
    pub(super) async fn run_round(&mut self, stop: &CancellationToken) {
        let began = Instant::now();
        while !stop.is_cancelled() {
            if began.elapsed() < ROUND {
                self.start_plans();
                self.start_jobs().await;
            }
            let now = Instant::now();
            let Some(patience) = self.foreground(now).map(Task::deadline).min() else { return };
            tokio::select! {
                () = stop.cancelled() => return,
                ended = self.tasks.join_next_with_id() => {
                    if let Some(ended) = ended {
                        self.ended(ended);
                    }
                }
                () = tokio::time::sleep(patience.saturating_duration_since(now)) => {}
            }
        }
    }

    /// Waits for running jobs for a limited time, and gives back those that have not ended.
    pub(super) async fn end(mut self) {
        let all = async {
            while let Some(ended) = self.tasks.join_next_with_id().await {
                self.ended(ended);
            }
        };
        if tokio::time::timeout(GRACE, all).await.is_ok() {
            return;
        }
        tracing::info!("long-running jobs are aborted; they run again after the next start");
        self.tasks.abort_all();
        // A task that does not end ends with the process.
        let _ = tokio::time::timeout(ABORT, async { while self.tasks.join_next().await.is_some() {} }).await;
        let jobs = self.under_way.values().filter_map(|task| task.job.as_ref());
        let claims: Vec<JobClaim> = jobs.map(ClaimedJob::claim).collect();
        if let Err(error) = self.worker.queue().release(&claims).await {
            tracing::debug!(%error, "jobs could not be given back; their claims end by themselves");
        }
    }

    fn is_planned(&self, website: &WebsiteId) -> bool {
        self.under_way.values().any(|task| task.job.is_none() && task.website == *website)
    }

    /// Plans and short jobs that others wait for.
    fn foreground(&self, now: Instant) -> impl Iterator<Item = &Task> {
        self.under_way.values().filter(move |task| task.is_short() && task.deadline() > now)
    }

    fn start_plans(&mut self) {
        let now = Instant::now();
        let is_plan = |task: &&Task| task.job.is_none();
        let room = FOREGROUND.saturating_sub(self.foreground(now).count());
        let plans = self.foreground(now).filter(is_plan).count();
        for _ in 0..room.min(PLANS.saturating_sub(plans)) {
            let Some(site) = self.sites.pop_front() else { return };
            let (worker, website) = (Arc::clone(&self.worker), site.website().clone());
            let planned = website.clone();
            self.spawn(website, None, async move {
                let began = Instant::now();
                if let Err(error) = worker.plan_site(site).await {
                    worker.report(&planned, &error, began, "the jobs of a site could not be planned");
                }
            });
        }
    }

    async fn start_jobs(&mut self) {
        if !self.may_claim {
            return;
        }
        let began = Instant::now();
        let room = FOREGROUND.saturating_sub(self.foreground(began).count());
        let running = self.under_way.values().filter_map(|task| Some((&task.website, task.kind()?)));
        let mut slots = JobSlots::beside(all_rules().collect(), running, room);
        let scopes = slots.scopes();
        let mut accept = |website: &WebsiteId, kind: JobKind| slots.take(website, kind);
        let claimed = self.worker.queue().claim(&scopes, &mut accept).await;
        let claims = match claimed {
            Ok(claims) => claims,
            Err(error) => {
                if !self.worker.jobs.was_disturbed_since(began) {
                    tracing::error!(%error, "due jobs could not be claimed; trying again in a second");
                }
                (self.may_claim, self.claim_failed) = (false, true);
                return;
            }
        };
        // There may be more that has a place.
        self.may_claim = !claims.is_empty();
        for claim in claims {
            let (worker, website) = (Arc::clone(&self.worker), claim.website.clone());
            let job = ClaimedJob { kind: claim.kind, claim: Arc::new(Mutex::new(claim)) };
            let running = worker.begin_job(&website);
            let run = job_run::run(worker, job.clone(), running);
            self.spawn(website, Some(job), run);
        }
    }

    fn spawn(&mut self, website: WebsiteId, job: Option<ClaimedJob>, work: impl Future<Output = ()> + Send + 'static) {
        let task = self.tasks.spawn(work);
        self.under_way.insert(task.id(), Task { website, began: Instant::now(), job });
    }

    fn ended(&mut self, ended: Result<(Id, ()), JoinError>) {
        let id = match ended {
            Ok((id, ())) => id,
            Err(error) => {
                if error.is_panic() {
                    tracing::error!(%error, "a task of the worker panicked");
                }
                error.id()
            }
        };
        self.may_claim = true;
        let Some(task) = self.under_way.remove(&id) else { return };
        if task.job.is_none() && self.changed.remove(&task.website) {
            self.sites.push_back(DueSite::Changed(task.website));
        }
    }
}

impl ClaimedJob {
    fn claim(&self) -> JobClaim {
        self.claim.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
