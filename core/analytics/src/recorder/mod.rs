//! Takes in what visitors do. [`Recorder::record`] only puts it into a queue in memory: no request waits for a database.
//! A task stores the queue every half second, or as soon as a thousand entries wait.
//!
//! What a database refuses stays in the queue and is tried again. Beyond the limit of the queue entries are dropped and
//! counted. A process that is killed loses what it took in during the last half second.

mod flush;
mod memory;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use metrics::{counter, describe_counter, describe_gauge, gauge};
use stoa_entity::TenantDb;
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::id::WebsiteId;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::script_errors::ScriptError;
use crate::speed::SpeedSample;
use crate::{AnalyticsError, Hit};
use memory::Memory;

pub(crate) use memory::SiteMemory;

/// Most entries that wait; further ones are dropped.
const LIMIT: usize = 50_000;
/// As many entries are stored without further delay.
const BATCH: usize = 1_000;
/// How long an entry waits for others.
const DELAY: Duration = Duration::from_millis(500);
/// Pause after a database failed.
const RETRY: Duration = Duration::from_secs(2);

const DROPPED: &str = "stoa_analytics_dropped_total";
const STORED: &str = "stoa_analytics_stored_total";
const WAITING: &str = "stoa_analytics_waiting";

/// Opens the databases that the recorder writes to.
#[async_trait]
pub trait SiteStores: Send + Sync {
    /// The analytics of a site, made when there are none; none when the site does not exist.
    ///
    /// # Errors
    /// When the database cannot be opened.
    async fn open(&self, website: &WebsiteId) -> Result<Option<TenantDb>, AnalyticsError>;

    /// Makes sure that events from these times can be stored.
    ///
    /// # Errors
    /// When the database refuses.
    async fn make_room(&self, from: Timestamp, until: Timestamp) -> Result<(), AnalyticsError>;

    /// Lists a site as due, so that its events are summed up.
    ///
    /// # Errors
    /// When the platform's database refuses.
    async fn wake(&self, website: &WebsiteId, due_on: Timestamp) -> Result<(), AnalyticsError>;
}

/// Something to be stored.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// An event.
    Hit(Box<Hit>),
    /// How fast a page was.
    Speed(SpeedSample),
    /// An error of a script.
    Error(Box<ScriptError>),
}

/// What waits, in the order of arrival.
type Queue = Vec<(WebsiteId, Entry)>;

/// The recorder.
pub struct Recorder {
    queue: Mutex<Queue>,
    /// Rings for the first entry.
    arrived: Notify,
    /// Rings when a batch is full.
    full: Notify,
    stores: Arc<dyn SiteStores>,
    clock: Arc<dyn Clock>,
    /// Held by whoever stores the queue.
    memory: tokio::sync::Mutex<Memory>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Recorder").finish_non_exhaustive()
    }
}

impl Recorder {
    /// A recorder; [`Self::run`] stores what it takes in.
    pub fn new(stores: Arc<dyn SiteStores>, clock: Arc<dyn Clock>) -> Self {
        describe_counter!(DROPPED, "Events of visitors that were dropped because too many waited");
        describe_counter!(STORED, "Events of visitors that were stored");
        describe_gauge!(WAITING, "Events of visitors that wait to be stored");
        Self {
            queue: Mutex::default(),
            arrived: Notify::new(),
            full: Notify::new(),
            stores,
            clock,
            memory: tokio::sync::Mutex::default(),
        }
    }

    /// Takes in an event. Never waits.
    pub fn record(&self, website: &WebsiteId, hit: Hit) {
        self.put(website, Entry::Hit(Box::new(hit)));
    }

    /// Takes in how fast a page was. Never waits.
    pub fn record_speed(&self, website: &WebsiteId, sample: SpeedSample) {
        self.put(website, Entry::Speed(sample));
    }

    /// Takes in an error of a script. Never waits.
    pub fn record_error(&self, website: &WebsiteId, error: ScriptError) {
        self.put(website, Entry::Error(Box::new(error)));
    }

    /// Number of entries that wait.
    pub fn waiting(&self) -> usize {
        self.queue().len()
    }

    fn put(&self, website: &WebsiteId, entry: Entry) {
        let mut queue = self.queue();
        if queue.len() >= LIMIT {
            drop(queue);
            counter!(DROPPED).increment(1);
            return;
        }
        queue.push((website.clone(), entry));
        let waiting = queue.len();
        drop(queue);
        if waiting == 1 {
            self.arrived.notify_one();
        } else if waiting == BATCH {
            self.full.notify_one();
        }
    }

    /// Stores what arrives, until the future is dropped.
    pub async fn run(&self) {
        loop {
            if self.waiting() == 0 {
                self.arrived.notified().await;
            }
            let until = Instant::now() + DELAY;
            tokio::select! {
                () = tokio::time::sleep_until(until) => {}
                () = self.full.notified() => {}
            }
            if !self.flush().await {
                tokio::time::sleep(RETRY).await;
            }
        }
    }

    /// Stores what waits now. False when a database refused some of it, which then waits on.
    #[boxed]
    pub async fn flush(&self) -> bool {
        let mut memory = self.memory.lock().await;
        let taken = std::mem::take(&mut *self.queue());
        #[expect(clippy::cast_precision_loss, reason = "the queue is short")]
        gauge!(WAITING).set(taken.len() as f64);
        let now = self.clock.now();
        memory.forget_old(now);
        let (stored, left) = flush::store(&*self.stores, &mut memory, taken, now).await;
        counter!(STORED).increment(stored);
        let is_done = left.is_empty();
        if !is_done {
            self.put_back(left);
        }
        is_done
    }

    /// Puts entries before those that arrived meanwhile, and drops the latest beyond the limit.
    fn put_back(&self, mut left: Queue) {
        let mut queue = self.queue();
        left.append(&mut queue);
        let dropped = left.len().saturating_sub(LIMIT);
        left.truncate(LIMIT);
        *queue = left;
        drop(queue);
        counter!(DROPPED).increment(u64::try_from(dropped).unwrap_or(u64::MAX));
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
