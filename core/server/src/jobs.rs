//! Background jobs. A site that has changed or is due is planned: each kind of work says when it has something to do
//! there (`site_job.rs`, all of them in `registry.rs`). What is due runs as a job of its own, claimed in the platform's
//! database, so that one that fails or hangs delays neither the others of its site nor other sites. Every job is
//! idempotent and survives the end of the process: due work is stored in the sites' databases.

mod account_emails;
mod analytics;
mod comment_emails;
mod contributor_emails;
mod deletions;
mod due_emails;
mod email_sender;
mod error_text;
mod event_deliveries;
mod event_handlers;
mod figures;
mod file_upgrades;
mod form_submissions;
mod image_colors;
mod job_run;
mod outbox;
mod payments;
mod plugin_jobs;
mod publication_emails;
mod publications;
mod purge_events;
mod registry;
mod runner;
mod site_job;
mod stock;
mod store;
mod webhooks;
mod worker;

use std::sync::Arc;
use std::time::{Duration, Instant};

use stoa_analytics::Recorder;
use stoa_analytics::export::EventSink;
use stoa_commerce::ports::Payments;
use stoa_http::HttpSettings;
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{BlobStore, Invalidation, Mailer, Webhooks};
use stoa_render::Renderer;
use stoa_site::media::Media;
use stoa_tenancy::{SitePass, Tenancy};
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::CancellationToken;

use self::email_sender::Post;
use self::figures::JobMetrics;
use self::runner::Runner;
use self::worker::{DueSite, Worker};
use crate::plugin_ports::PluginSites;

pub use analytics::AnalyticsRetention;
pub use email_sender::MailRules;
pub use error_text::without_personal_data;
pub use registry::{all_rules, rules_of};
pub use stock::HandledChanges as StockSeen;

pub(crate) use outbox::{discard_event, repeat_event};

/// Poll interval of the list of due work.
const ROUND: Duration = Duration::from_secs(1);
/// Interval of checks for ended trials.
const TRIAL_CHECK_INTERVAL: Duration = Duration::from_secs(300);

/// Minimum pause after a round, in which wake-ups are collected: a shop in a rush wakes the worker with every request,
/// and a plan costs two dozen queries.
const BREATH: Duration = Duration::from_millis(100);
/// Maximum pause after a round.
const MAX_REST: Duration = Duration::from_secs(4);

/// Dependencies of the worker.
#[derive(Clone)]
pub struct Jobs {
    /// Finds and opens sites.
    pub tenancy: Arc<Tenancy>,
    /// Receives events and runs jobs: the plugins of sites.
    pub plugins: Arc<PluginSites>,
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
    /// Receives what visitors did, to be analysed elsewhere.
    pub event_sink: Option<Arc<dyn EventSink>>,
    /// Takes in what visitors did.
    pub recorder: Arc<Recorder>,
    /// How long analytics are kept.
    pub analytics: AnalyticsRetention,
    /// Whether sites are deleted thirty days after the end of their trial.
    pub erases_ended_trials: bool,
    /// After a round the worker sleeps this many times its duration (`jobs.rest` of the settings).
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
    let worker = Arc::new(Worker::new(jobs.clone(), Arc::clone(post)));
    let mut runner = Runner::new(Arc::clone(&worker));
    let mut job_metrics = JobMetrics::default();
    let mut list_fails = false;
    jobs.take_over(&worker).await;
    let reach = jobs.tenancy.databases.reach();
    loop {
        if stop.run_until_cancelled(reach.here()).await.is_none() {
            break;
        }
        let has_backlog = runner.has_backlog();
        tokio::select! {
            () = stop.cancelled() => break,
            Some(website) = woken.recv() => {
                let mut changed = vec![website];
                while let Ok(next) = woken.try_recv() {
                    changed.push(next);
                }
                changed.sort();
                changed.dedup();
                runner.add(changed.into_iter().map(DueSite::Changed));
            }
            () = runner.wait() => {}
            () = std::future::ready(()), if has_backlog => {}
            _ = round.tick() => {
                let taken = jobs.take_due(&worker, &mut list_fails).await;
                runner.add(taken.into_iter().map(DueSite::Taken));
                runner.tick();
                job_metrics.tick(worker.queue(), worker.due_work(), jobs.tenancy.now()).await;
            }
            _ = trials.tick() => jobs.follow_trials().await,
        }
        let started = Instant::now();
        runner.run_round(stop).await;
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep((started.elapsed() * jobs.rest).clamp(BREATH, MAX_REST)) => {}
        }
    }
    runner.end().await;
}

impl Jobs {
    /// Public, so that tests need not wait for the interval.
    #[boxed]
    pub async fn follow_trials(&self) {
        let tenants = &self.tenancy.tenants;
        match tenants.follow_trials(self.tenancy.now()).await {
            Ok(over) => {
                for website in over {
                    if !self.erases_ended_trials {
                        tracing::info!(tenant.id = %website, "the trial of a site ended more than thirty days ago");
                    } else if let Err(error) = tenants.delete_after_retention(&website, self.tenancy.now()).await {
                        tracing::error!(%error, tenant.id = %website, "a site with an expired trial was not removed");
                    }
                }
                self.tenancy.hosts.clear_cache();
            }
            Err(error) => tracing::error!(%error, "the trial periods of the sites could not be checked"),
        }
    }

    /// Takes over what the previous process has left.
    async fn take_over(&self, worker: &Worker) {
        let alone = self.tenancy.databases.is_embedded();
        let taken_over = async {
            if alone {
                worker.queue().take_over().await?;
            }
            worker.due_work().take_over(alone).await
        };
        if let Err(error) = taken_over.await {
            tracing::error!(%error, "due work of the previous process could not be taken over");
        }
    }

    /// Whether the database is or may be unreachable; that is logged only once.
    fn is_in_doubt(&self) -> bool {
        self.tenancy.databases.reach().is_in_doubt()
    }

    /// Whether no job can work now: the database is or may be unreachable, or nothing can be written.
    fn is_disturbed(&self) -> bool {
        self.is_in_doubt() || self.tenancy.databases.health().problem().is_some()
    }

    /// Whether no job could work at some time since then.
    fn was_disturbed_since(&self, began: Instant) -> bool {
        self.tenancy.databases.reach().was_in_doubt_since(began) || self.is_disturbed()
    }

    /// Takes due sites. Logs once when the list cannot be read, as long as that lasts.
    async fn take_due(&self, worker: &Worker, fails: &mut bool) -> Vec<SitePass> {
        let taken = worker.due_work().take().await;
        if let Err(error) = &taken
            && !*fails
            && !self.is_in_doubt()
        {
            tracing::error!(%error, "the list of due work cannot be read; trying again every second");
        }
        *fails = taken.is_err();
        taken.unwrap_or_default()
    }
}
