//! Background jobs: outbox events become e-mails, e-mails are queued for the sender, which runs separately, payments
//! without a known outcome are reconciled, stock of abandoned checkouts is released. Every job is idempotent and
//! survives the end of the process: due work is stored in the sites' databases.

mod account_emails;
mod comment_emails;
mod contributor_emails;
mod due_emails;
mod email_sender;
mod file_upgrades;
mod form_submissions;
mod image_colors;
mod mail_server;
mod pages;
mod products;
mod publication_emails;
mod purge_events;
mod site;
mod site_passes;
mod stock;
mod webhooks;

use std::sync::Arc;
use std::time::{Duration, Instant};

use stoa_commerce::ports::Payments;
use stoa_http::HttpSettings;
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{BlobStore, Invalidation, Mailer, Webhooks};
use stoa_render::Renderer;
use stoa_site::media::Media;
use stoa_tenancy::{DueWork, SitePass, Tenancy};
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::CancellationToken;

use self::email_sender::Post;
use self::site_passes::SitePasses;

pub use email_sender::MailRules;
pub use stock::HandledChanges as StockSeen;

/// Poll interval of the list of due work.
const ROUND: Duration = Duration::from_secs(1);
/// Interval of checks for ended trials.
const TRIAL_CHECK_INTERVAL: Duration = Duration::from_secs(300);

/// Minimum pause after a round, in which wake-ups are collected: a shop in a rush wakes the worker with every request,
/// and a pass over what is due costs a dozen queries.
const BREATH: Duration = Duration::from_millis(100);
/// Back-off factor: after a round the worker sleeps this many times its duration, so that in a rush requests come first
/// and e-mails a little later.
pub const REST: u32 = 7;
/// Maximum pause after a round.
const MAX_REST: Duration = Duration::from_secs(4);

/// Dependencies of the worker.
#[derive(Clone)]
pub struct Jobs {
    /// Finds and opens sites.
    pub tenancy: Arc<Tenancy>,
    /// Asked about payments without a known outcome.
    pub payments: Arc<dyn Payments>,
    /// Stores parts of uploads and files of form submissions.
    pub blobs: Arc<dyn BlobStore>,
    /// Processes images.
    pub media: Arc<Media>,
    /// Sends e-mails.
    pub mailer: Arc<dyn Mailer>,
    /// Limits for sending e-mails.
    pub mail: MailRules,
    /// Delivers form submissions to webhooks.
    pub webhooks: Arc<dyn Webhooks>,
    /// Invalidates cached pages, for instance when stock is released.
    pub invalidation: Arc<dyn Invalidation>,
    /// Sender address of e-mails.
    pub sender: String,
    /// Makes the links in e-mails.
    pub settings: HttpSettings,
    /// Knows which block kinds a site can use.
    pub renderer: Arc<Renderer>,
    /// Stock changes of each site that were handled already.
    pub stock_seen: Arc<StockSeen>,
    /// Whether sites are deleted thirty days after the end of their trial.
    pub erases_ended_trials: bool,
    /// After a round the worker sleeps this many times its duration: [`REST`], or less in tests, which wait for it.
    pub rest: u32,
    /// Sites that a request has just changed.
    pub woken: Arc<Mutex<mpsc::UnboundedReceiver<WebsiteId>>>,
}

/// Runs the jobs until `stop`, beginning with work that the previous process may have left.
#[boxed]
pub async fn work(jobs: Jobs, stop: CancellationToken) {
    let (post, mut tasks) = Post::open(&jobs, &stop);
    let upgrades = file_upgrades::migrate_site_files(&jobs.tenancy.tenants, stop.clone());
    tokio::join!(run_site_jobs(&jobs, &post, &stop), upgrades);
    while tasks.join_next().await.is_some() {}
}

async fn run_site_jobs(jobs: &Jobs, post: &Arc<Post>, stop: &CancellationToken) {
    let mut woken = jobs.woken.lock().await;
    let mut round = tokio::time::interval(ROUND);
    let mut trials = tokio::time::interval(TRIAL_CHECK_INTERVAL);
    let mut passes = SitePasses::default();
    let mut list_fails = false;
    if let Err(error) = jobs.due_work().take_over(jobs.tenancy.databases.is_embedded()).await {
        tracing::error!(%error, "due work of the previous process could not be taken over");
    }
    let reach = jobs.tenancy.databases.reach();
    loop {
        if stop.run_until_cancelled(reach.here()).await.is_none() {
            break;
        }
        let due = tokio::select! {
            () = stop.cancelled() => break,
            Some(website) = woken.recv() => {
                let mut due = vec![website];
                while let Ok(next) = woken.try_recv() {
                    due.push(next);
                }
                due.sort();
                due.dedup();
                jobs.begin(due).await
            }
            changed = passes.over() => jobs.begin(changed.into_iter().collect()).await,
            _ = round.tick() => jobs.take_due(&mut list_fails).await,
            _ = trials.tick() => {
                jobs.follow_trials().await;
                Vec::new()
            }
        };
        let started = Instant::now();
        for pass in due {
            if stop.is_cancelled() {
                break;
            }
            passes.begin(jobs, post, pass).await;
        }
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep((started.elapsed() * jobs.rest).clamp(BREATH, MAX_REST)) => {}
        }
    }
    passes.end().await;
}

impl Jobs {
    /// Public, so that tests need not wait for the interval.
    #[boxed]
    pub async fn follow_trials(&self) {
        let tenants = &self.tenancy.tenants;
        match tenants.follow_trials(self.tenancy.now_ms()).await {
            Ok(over) => {
                for website in over {
                    if !self.erases_ended_trials {
                        tracing::info!(tenant.id = %website, "the trial of a site ended more than thirty days ago");
                    } else if let Err(error) = tenants.delete_after_retention(&website, self.tenancy.now_ms()).await {
                        tracing::error!(%error, tenant.id = %website, "a site with an expired trial was not removed");
                    }
                }
                self.tenancy.hosts.clear_cache();
            }
            Err(error) => tracing::error!(%error, "the trial periods of the sites could not be checked"),
        }
    }

    /// Whether the database is or may be unreachable; that is logged only once.
    fn is_in_doubt(&self) -> bool {
        self.tenancy.databases.reach().is_in_doubt()
    }

    fn due_work(&self) -> &DueWork {
        self.tenancy.databases.due_work()
    }

    /// Takes due sites. Logs once when the list cannot be read, as long as that lasts.
    async fn take_due(&self, fails: &mut bool) -> Vec<SitePass> {
        let taken = self.due_work().take().await;
        if let Err(error) = &taken
            && !*fails
            && !self.is_in_doubt()
        {
            tracing::error!(%error, "the list of due work cannot be read; trying again every second");
        }
        *fails = taken.is_err();
        taken.unwrap_or_default()
    }

    async fn begin(&self, sites: Vec<WebsiteId>) -> Vec<SitePass> {
        let mut passes = Vec::new();
        for website in sites {
            match self.due_work().begin(&website).await {
                Ok(pass) => passes.push(pass),
                Err(error) if self.is_in_doubt() => tracing::debug!(%error, "a pass over a site could not be started"),
                // The site stays in the list and is taken from there.
                Err(error) => tracing::error!(%error, tenant.id = %website, "a pass over a site could not be started"),
            }
        }
        passes
    }
}
