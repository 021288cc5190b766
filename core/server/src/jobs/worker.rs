//! The worker's view of sites: which jobs a site has, and whether it is kept in the list of due work while they run.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use stoa_entity::DbError;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;
use stoa_tenancy::{Agenda, DueWork, EndedJob, JobQueue, JobRules, PlannedJob, SitePass, TenancyError, Tenant};

use super::email_sender::Post;
use super::registry::{SITE_REMOVAL, rules_of, site_jobs};
use super::{Jobs, stock};

/// Plans and runs the jobs of sites.
pub(super) struct Worker {
    pub(super) jobs: Jobs,
    pub(super) post: Arc<Post>,
    sites: Mutex<HashMap<WebsiteId, SiteState>>,
}

/// A site that is being worked on.
#[derive(Default)]
struct SiteState {
    /// Plans of a site are made one after another.
    planning: Arc<tokio::sync::Mutex<()>>,
    /// Number of its jobs that run in this process.
    running: usize,
    /// The pass that keeps the site in the list of due work meanwhile.
    lease: Option<SitePass>,
    /// Whether the worker has opened the site, so that it closes it again.
    is_opened: bool,
}

/// A job of the site runs in this process as long as this exists.
pub(super) struct RunningJob {
    worker: Arc<Worker>,
    website: WebsiteId,
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        if let Some(state) = self.worker.states().get_mut(&self.website) {
            state.running = state.running.saturating_sub(1);
        }
    }
}

/// A site to be planned.
#[derive(Clone, Debug)]
pub(super) enum DueSite {
    /// Taken from the list of due work.
    Taken(SitePass),
    /// Changed by a request.
    Changed(WebsiteId),
}

impl DueSite {
    pub(super) fn website(&self) -> &WebsiteId {
        match self {
            Self::Taken(pass) => &pass.website,
            Self::Changed(website) => website,
        }
    }
}

impl Worker {
    pub(super) fn new(jobs: Jobs, post: Arc<Post>) -> Self {
        Self { jobs, post, sites: Mutex::default() }
    }

    pub(super) fn due_work(&self) -> &DueWork {
        self.jobs.tenancy.databases.due_work()
    }

    pub(super) fn queue(&self) -> &JobQueue {
        self.jobs.tenancy.databases.jobs()
    }

    /// The URL of a site, without a trailing slash.
    pub(super) async fn base_url(&self, website: &WebsiteId) -> anyhow::Result<String> {
        let host = self.jobs.tenancy.hosts.primary(website).await?.unwrap_or_default();
        Ok(self.jobs.settings.origin(&host))
    }

    /// Opens a site.
    pub(super) async fn open(&self, website: &WebsiteId) -> anyhow::Result<Tenant> {
        if !self.jobs.tenancy.databases.is_open(website) {
            self.states().entry(website.clone()).or_default().is_opened = true;
        }
        Ok(self.jobs.tenancy.for_system(website, "worker").await?)
    }

    /// Notes that a job of a site runs in this process.
    pub(super) fn begin_job(self: &Arc<Self>, website: &WebsiteId) -> RunningJob {
        self.states().entry(website.clone()).or_default().running += 1;
        RunningJob { worker: Arc::clone(self), website: website.clone() }
    }

    /// Forgets sites that other processes have taken over.
    pub(super) fn forget_lost_sites(&self) {
        let now = self.jobs.tenancy.now();
        self.states().retain(|_, state| state.running > 0 || state.is_planned() || state.has_lease(now));
    }

    fn states(&self) -> MutexGuard<'_, HashMap<WebsiteId, SiteState>> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn planning(&self, website: &WebsiteId) -> Arc<tokio::sync::Mutex<()>> {
        Arc::clone(&self.states().entry(website.clone()).or_default().planning)
    }

    /// Determines the jobs of a site that is due or has changed.
    pub(super) async fn plan_site(&self, due: DueSite) -> anyhow::Result<()> {
        let planning = self.planning(due.website());
        let _alone = planning.lock().await;
        let pass = match due {
            DueSite::Taken(pass) => {
                self.states().entry(pass.website.clone()).or_default().lease = Some(pass.clone());
                pass
            }
            DueSite::Changed(website) => self.due_work().begin(&website).await?,
        };
        let began_on = self.jobs.tenancy.now();
        let planned = self.planned_jobs(&pass.website).await?;
        let agenda = self.queue().apply(&pass.website, began_on, &planned, None).await?;
        self.settle(pass, agenda).await
    }

    /// Records the end of a job, and determines the jobs of its site again: it may have written something. After the
    /// removal of a site, `next` is when its remains are searched for once more.
    pub(super) async fn end_job(&self, ended: &EndedJob, next: Option<Timestamp>) -> anyhow::Result<()> {
        let kind = ended.claim.kind;
        let planning = self.planning(&ended.claim.website);
        let _alone = planning.lock().await;
        let pass = self.due_work().begin(&ended.claim.website).await?;
        let began_on = self.jobs.tenancy.now();
        match self.planned_jobs(&pass.website).await {
            Ok(mut planned) => {
                for job in planned.iter_mut().filter(|job| job.kind == kind && kind == JobKind::SiteRemoval) {
                    job.due_on = next;
                }
                let agenda = self.queue().apply(&pass.website, began_on, &planned, Some(ended)).await?;
                self.settle(pass, agenda).await
            }
            Err(error) => {
                // Only the job itself is recorded; the site stays in the list of due work.
                let priority = rules_of(kind).map_or(0, |rules| rules.priority);
                let again = PlannedJob { kind, priority, due_on: Some(began_on) };
                self.queue().apply(&pass.website, began_on, &[again], Some(ended)).await?;
                Err(error)
            }
        }
    }

    /// When each kind of work is due. A site that is not registered is not opened: it is being created, or was deleted,
    /// and then its remains are deleted.
    async fn planned_jobs(&self, website: &WebsiteId) -> anyhow::Result<Vec<PlannedJob>> {
        let tenants = &self.jobs.tenancy.tenants;
        let is_known = tenants.is_known(website).await?;
        let is_removed = !is_known && tenants.is_removal_open(website).await?;
        let removal = PlannedJob {
            kind: SITE_REMOVAL.kind,
            priority: SITE_REMOVAL.priority,
            due_on: is_removed.then(|| self.jobs.tenancy.now()),
        };
        let mut planned = if is_known {
            self.due_times(&self.open(website).await?).await?
        } else {
            let nothing = |rules: JobRules| PlannedJob { kind: rules.kind, priority: rules.priority, due_on: None };
            site_jobs().map(|job| nothing(job.rules())).collect()
        };
        planned.push(removal);
        Ok(planned)
    }

    /// Asks each job of a registered site when it is due.
    async fn due_times(&self, tenant: &Tenant) -> anyhow::Result<Vec<PlannedJob>> {
        self.invalidate_stock(tenant).await;
        let mut tx = tenant.db.read().await?;
        let mut planned = Vec::new();
        for job in site_jobs() {
            let rules = job.rules();
            let due_on = job.next_due(self, &tenant.ctx, &tx).await;
            let due_on = match due_on {
                Ok(due_on) => due_on,
                Err(error) if self.is_about_storage(&error) => return Err(error),
                Err(error) => {
                    // Running the job fails for the same reason, and that is recorded. Others are planned in another
                    // transaction, since a failed statement has ended this one.
                    let website = tenant.ctx.website();
                    tracing::debug!(tenant.id = %website, job.kind = %rules.kind, %error, "a job was not planned");
                    tx = tenant.db.read().await?;
                    Some(tenant.ctx.now())
                }
            };
            planned.push(PlannedJob { kind: rules.kind, priority: rules.priority, due_on });
        }
        Ok(planned)
    }

    /// The pages that this process has cached are invalidated here and not in a job, which any process may run.
    async fn invalidate_stock(&self, tenant: &Tenant) {
        let began = Instant::now();
        if let Err(error) = stock::invalidate_pages(&self.jobs, tenant).await
            && !self.jobs.was_disturbed_since(began)
        {
            let error = format!("{error:#}");
            tracing::error!(tenant.id = %tenant.ctx.website(), error, "pages with changed stock were not invalidated");
        }
    }

    /// Whether an error concerns the whole site: its database is away, damaged or cannot be written.
    fn is_about_storage(&self, error: &anyhow::Error) -> bool {
        error.chain().any(is_storage_failure) || self.jobs.is_disturbed()
    }

    /// Keeps the site in the list of due work as long as jobs are due or running; otherwise settles its pass.
    async fn settle(&self, pass: SitePass, agenda: Agenda) -> anyhow::Result<()> {
        let website = pass.website.clone();
        let now = self.jobs.tenancy.now();
        let (is_running, lease) = {
            let mut states = self.states();
            let state = states.entry(website.clone()).or_default();
            (state.running > 0, state.lease.clone().filter(|_| state.has_lease(now)))
        };
        if agenda.has_due || is_running {
            if lease.is_none() {
                let held = self.due_work().hold(&pass).await?;
                self.states().entry(website).or_default().lease = Some(held);
            }
            return Ok(());
        }
        self.due_work().settle(lease.as_ref().unwrap_or(&pass), agenda.next).await?;
        let is_opened = {
            let mut states = self.states();
            let is_opened = states.get(&website).is_some_and(|state| state.is_opened);
            match states.get_mut(&website).filter(|state| state.is_wanted()) {
                // Someone else is waiting to plan the site, or a job has just begun.
                Some(state) => (state.lease, state.is_opened) = (None, false),
                None => drop(states.remove(&website)),
            }
            is_opened
        };
        if is_opened {
            // Nobody visits the site: it is closed until it is due again.
            self.jobs.tenancy.databases.close_site(&website).await;
        }
        Ok(())
    }
}

fn is_storage_failure(cause: &(dyn Error + 'static)) -> bool {
    let error = match cause.downcast_ref::<TenancyError>() {
        Some(TenancyError::Database(error)) => Some(error),
        _ => cause.downcast_ref::<DbError>(),
    };
    matches!(error, Some(DbError::Unavailable(_) | DbError::CannotWrite(..) | DbError::Damaged(_)))
}

impl SiteState {
    /// Whether the site is kept in the list of due work for this process.
    fn has_lease(&self, now: Timestamp) -> bool {
        self.lease.as_ref().is_some_and(|lease| !lease.is_over(now))
    }

    /// Whether a plan is being made or waited for.
    fn is_planned(&self) -> bool {
        Arc::strong_count(&self.planning) > 1
    }

    /// Whether others than the plan that is being made need the state.
    fn is_wanted(&self) -> bool {
        self.running > 0 || Arc::strong_count(&self.planning) > 2
    }
}
