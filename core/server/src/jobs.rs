//! What follows calls: the outbox becomes letters, letters go to the post, which sends them apart from all this, unknown payments are asked
//! for, stock of abandoned checkouts comes back. Everything can be repeated and survives the end of
//! the process: what is due lies in the sites' databases.

mod account_letters;
mod comment_letters;
mod done_events;
mod file_upgrades;
mod form_answers;
mod letters;
mod looks;
mod mail_server;
mod pages;
mod pictures;
mod post;
mod products;
mod publication_letters;
mod site;
mod staff_letters;
mod stock;
mod webhooks;

use std::sync::Arc;
use std::time::{Duration, Instant};

use stoa_commerce::ports::Payments;
use stoa_http::HttpSettings;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{BlobStore, Invalidation, Mailer, Webhooks};
use stoa_render::Renderer;
use stoa_site::media::Media;
use stoa_tenancy::{DueWork, Look, Tenancy};
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::CancellationToken;

use self::looks::Looks;
use self::post::Post;

pub use post::MailRules;
pub use stock::Seen as StockSeen;

/// How often the list of due work is read.
const ROUND: Duration = Duration::from_secs(1);
/// How often trials are looked at.
const TRIALS: Duration = Duration::from_secs(300);

/// How long wake-ups are gathered after those that were just followed: a shop in a rush wakes the worker with every
/// call, and a look at what is due costs a dozen queries.
const BREATH: Duration = Duration::from_millis(100);
/// How many times as long as it has just worked the worker leaves the machine to those who call: in a rush letters
/// come a little later, and shoppers are served.
const REST: u32 = 7;
/// The longest rest, whatever kept the worker.
const LONGEST_REST: Duration = Duration::from_secs(4);

/// What the worker works with.
#[derive(Clone)]
pub struct Jobs {
    /// Finds and opens sites.
    pub tenancy: Arc<Tenancy>,
    /// Asked about unknown payments.
    pub payments: Arc<dyn Payments>,
    /// Where parts of uploads and files of answers lie.
    pub blobs: Arc<dyn BlobStore>,
    /// What works on pictures.
    pub media: Arc<Media>,
    /// Sends letters.
    pub mailer: Arc<dyn Mailer>,
    /// How letters are sent.
    pub mail: MailRules,
    /// Takes answers to forms to other programs.
    pub webhooks: Arc<dyn Webhooks>,
    /// Told when stock comes back.
    pub invalidation: Arc<dyn Invalidation>,
    /// Address that letters come from.
    pub sender: String,
    /// Makes the addresses in letters.
    pub settings: HttpSettings,
    /// Knows which kinds of blocks a site can use.
    pub renderer: Arc<Renderer>,
    /// Until when the stock of each site has been looked at.
    pub stock_seen: Arc<StockSeen>,
    /// Whether sites are removed thirty days after the end of their trial.
    pub erases_ended_trials: bool,
    /// Sites that a call has just changed.
    pub woken: Arc<Mutex<mpsc::UnboundedReceiver<WebsiteId>>>,
}

/// Works until told to stop. The first thing is what the process before may have left.
pub async fn work(jobs: Jobs, stop: CancellationToken) {
    let (post, mut tasks) = Post::open(&jobs, &stop);
    let upgrades = file_upgrades::upgrade_files(&jobs.tenancy.tenants, stop.clone());
    tokio::join!(look_after_sites(&jobs, &post, &stop), upgrades);
    while tasks.join_next().await.is_some() {}
}

async fn look_after_sites(jobs: &Jobs, post: &Arc<Post>, stop: &CancellationToken) {
    let mut woken = jobs.woken.lock().await;
    let mut round = tokio::time::interval(ROUND);
    let mut trials = tokio::time::interval(TRIALS);
    let mut looks = Looks::default();
    let mut list_fails = false;
    if let Err(error) = jobs.due_work().take_over(jobs.tenancy.databases.is_embedded()).await {
        tracing::error!(%error, "what was left to do could not be taken over");
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
            changed = looks.over() => jobs.begin(changed.into_iter().collect()).await,
            _ = round.tick() => jobs.take_due(&mut list_fails).await,
            _ = trials.tick() => {
                jobs.follow_trials().await;
                Vec::new()
            }
        };
        let started = Instant::now();
        for look in due {
            if stop.is_cancelled() {
                break;
            }
            looks.begin(jobs, post, look).await;
        }
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep((started.elapsed() * REST).clamp(BREATH, LONGEST_REST)) => {}
        }
    }
    looks.end().await;
}

impl Jobs {
    /// Public, so that the end of a trial can be seen without waiting for it.
    pub async fn follow_trials(&self) {
        let tenants = &self.tenancy.tenants;
        match tenants.follow_trials(self.tenancy.now_ms()).await {
            Ok(over) => {
                for website in over {
                    if !self.erases_ended_trials {
                        tracing::info!(tenant.id = %website, "the trial of a site ended more than thirty days ago");
                    } else if let Err(error) = tenants.remove_over(&website, self.tenancy.now_ms()).await {
                        tracing::error!(%error, tenant.id = %website, "a site whose trial is over could not be removed");
                    }
                }
                self.tenancy.hosts.forget();
            }
            Err(error) => tracing::error!(%error, "the trials could not be looked at"),
        }
    }

    /// Whether the database is away, which stands in the log once.
    fn is_in_doubt(&self) -> bool {
        self.tenancy.databases.reach().is_in_doubt()
    }

    fn due_work(&self) -> &DueWork {
        self.tenancy.databases.due_work()
    }

    /// Says once that the list cannot be read, as long as that lasts.
    async fn take_due(&self, fails: &mut bool) -> Vec<Look> {
        let taken = self.due_work().take().await;
        if let Err(error) = &taken
            && !*fails
            && !self.is_in_doubt()
        {
            tracing::error!(%error, "the list of due work cannot be read; it is tried again each second");
        }
        *fails = taken.is_err();
        taken.unwrap_or_default()
    }

    async fn begin(&self, sites: Vec<WebsiteId>) -> Vec<Look> {
        let mut looks = Vec::new();
        for website in sites {
            match self.due_work().begin(&website).await {
                Ok(look) => looks.push(look),
                Err(error) if self.is_in_doubt() => tracing::debug!(%error, "a look could not begin"),
                // It stands in the list and is taken from there.
                Err(error) => tracing::error!(%error, tenant.id = %website, "a look at a site could not begin"),
            }
        }
        looks
    }
}
