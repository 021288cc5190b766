//! Takes in what visitors do. [`Recorder::record`] only puts it into a queue in memory: no request waits for a database.
//! A task stores the queue every half second, or as soon as a thousand entries wait.
//!
//! What a database refuses stays in the queue and is tried again after two seconds, without delay for other sites. Beyond
//! the limit of the queue entries are dropped and counted. A process that is killed loses what it took in during the last
//! half second.

mod flush;
mod memory;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use metrics::{counter, describe_counter, describe_gauge, gauge};
use stoa_entity::TenantDb;
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::id::{LoadRunId, WebsiteId};
use stoa_kernel::token::random_number;
use tokio::sync::Notify;

use crate::script_errors::ScriptError;
use crate::speed::SpeedSample;
use crate::unpaid_orders::UnpaidOrder;
use crate::{AnalyticsError, Hit};
use memory::Memory;

pub(crate) use flush::OLDEST_MS;
pub(crate) use memory::{Noted, SiteMemory};

/// Most entries that wait; further ones are dropped.
const LIMIT: usize = 50_000;
/// Most entries of one site that wait: its visitors, or its database that fails, must not keep those of others out.
const SITE_LIMIT: usize = 10_000;
/// As many entries are stored without further delay.
const BATCH: usize = 1_000;
/// How long an entry waits for others.
const DELAY: Duration = Duration::from_millis(500);
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
    /// An event of a load test.
    OfRun(LoadRunId, Box<Hit>),
    /// How fast a page was, and the try that may have stored it.
    Speed(SpeedSample, Option<i64>),
    /// An error of a script, and the same.
    Error(Box<ScriptError>, Option<i64>),
    /// An order that is not paid yet.
    Unpaid(UnpaidOrder),
}

impl Entry {
    /// Whether a try that was stored has stored it.
    fn is_stored_by(&self, number: Option<i64>) -> bool {
        match self {
            Self::Speed(_, attempt) | Self::Error(_, attempt) => attempt.is_some() && *attempt == number,
            Self::Hit(_) | Self::OfRun(..) | Self::Unpaid(_) => false,
        }
    }

    /// Notes a try whose outcome is unknown. Events have ids, by which they count once however often they are stored.
    fn may_be_stored_by(&mut self, number: i64) {
        match self {
            Self::Speed(_, attempt) | Self::Error(_, attempt) => *attempt = Some(number),
            Self::Hit(_) | Self::OfRun(..) | Self::Unpaid(_) => {}
        }
    }
}

/// What waits, in the order of arrival.
type Queue = Vec<(WebsiteId, Entry)>;

/// What waits, and how many entries each site has in it.
#[derive(Debug, Default)]
struct Waiting {
    entries: Queue,
    of_sites: HashMap<WebsiteId, usize>,
}

impl Waiting {
    /// Adds an entry. False when too many wait.
    fn add(&mut self, website: &WebsiteId, entry: Entry) -> bool {
        let own = self.of_sites.get(website).copied().unwrap_or(0);
        if self.entries.len() >= LIMIT || own >= SITE_LIMIT {
            return false;
        }
        match self.of_sites.get_mut(website) {
            Some(own) => *own += 1,
            None => {
                self.of_sites.insert(website.clone(), 1);
            }
        }
        self.entries.push((website.clone(), entry));
        true
    }
}

/// What wakes the task that stores the queue.
#[derive(Debug, Default)]
struct Bells {
    /// Rings for the first entry.
    arrived: Notify,
    /// Rings when a batch is full.
    full: Notify,
}

/// The recorder.
pub struct Recorder {
    queue: Mutex<Waiting>,
    bells: Arc<Bells>,
    stores: Arc<dyn SiteStores>,
    clock: Arc<dyn Clock>,
    /// Held while the queue is stored.
    memory: tokio::sync::Mutex<Memory>,
    /// Number of this process.
    writer: i64,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Recorder").finish_non_exhaustive()
    }
}

impl Recorder {
    /// A recorder, and the task that stores what it takes in until the recorder is dropped.
    pub fn start(stores: Arc<dyn SiteStores>, clock: Arc<dyn Clock>) -> Arc<Self> {
        describe_counter!(DROPPED, "Events of visitors that were dropped because too many waited");
        describe_counter!(STORED, "Events of visitors that were stored");
        describe_gauge!(WAITING, "Events of visitors that waited when they were stored last");
        let bells = Arc::new(Bells::default());
        let memory = tokio::sync::Mutex::default();
        let (queue, own_bells, writer) = (Mutex::default(), Arc::clone(&bells), random_number());
        let recorder = Arc::new(Self { queue, bells: own_bells, stores, clock, memory, writer });
        tokio::spawn(run(Arc::downgrade(&recorder), bells));
        recorder
    }

    /// Takes in an event. Never waits.
    pub fn record(&self, website: &WebsiteId, hit: Hit) {
        self.put(website, Entry::Hit(Box::new(hit.bounded())));
    }

    /// Takes in an event of a load test, which no sum or report contains. Never waits.
    pub fn record_of_run(&self, website: &WebsiteId, run: LoadRunId, hit: Hit) {
        self.put(website, Entry::OfRun(run, Box::new(hit.bounded())));
    }

    /// Takes in how fast a page was. Never waits.
    pub fn record_speed(&self, website: &WebsiteId, sample: SpeedSample) {
        self.put(website, Entry::Speed(sample, None));
    }

    /// Takes in an error of a script. Never waits.
    pub fn record_error(&self, website: &WebsiteId, error: ScriptError) {
        self.put(website, Entry::Error(Box::new(error), None));
    }

    /// Takes in an order that is not paid yet. Never waits.
    pub fn record_unpaid(&self, website: &WebsiteId, order: UnpaidOrder) {
        self.put(website, Entry::Unpaid(order));
    }

    /// Number of entries that wait.
    pub fn waiting(&self) -> usize {
        self.queue().entries.len()
    }

    fn put(&self, website: &WebsiteId, entry: Entry) {
        let mut queue = self.queue();
        let is_added = queue.add(website, entry);
        let waiting = queue.entries.len();
        drop(queue);
        if !is_added {
            counter!(DROPPED).increment(1);
            return;
        }
        if waiting == 1 {
            self.bells.arrived.notify_one();
        } else if waiting == BATCH {
            self.bells.full.notify_one();
        }
    }

    /// Stores what waits now. False when a database refused some of it, which then waits on.
    #[boxed]
    pub async fn flush(&self) -> bool {
        let mut memory = self.memory.lock().await;
        memory.end_pauses();
        self.store(&mut memory).await
    }

    /// Stores what waits now, except of sites whose database failed a moment ago.
    #[boxed]
    async fn flush_due(&self) {
        let mut memory = self.memory.lock().await;
        self.store(&mut memory).await;
    }

    async fn store(&self, memory: &mut Memory) -> bool {
        let taken = std::mem::take(&mut *self.queue()).entries;
        #[expect(clippy::cast_precision_loss, reason = "the queue is short")]
        gauge!(WAITING).set(taken.len() as f64);
        let now = self.clock.now();
        memory.forget_old(now);
        let (stored, left) = flush::store(&*self.stores, memory, taken, self.writer, now).await;
        counter!(STORED).increment(stored);
        let is_done = left.is_empty();
        if !is_done {
            self.put_back(left);
        }
        is_done
    }

    /// Puts entries before those that arrived meanwhile, and drops the latest beyond the limits.
    fn put_back(&self, left: Queue) {
        let mut dropped = 0_u64;
        let mut queue = self.queue();
        let later = std::mem::take(&mut *queue).entries;
        for (website, entry) in left.into_iter().chain(later) {
            if !queue.add(&website, entry) {
                dropped += 1;
            }
        }
        drop(queue);
        counter!(DROPPED).increment(dropped);
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.bells.arrived.notify_one();
    }
}

async fn run(recorder: Weak<Recorder>, bells: Arc<Bells>) {
    loop {
        bells.arrived.notified().await;
        loop {
            tokio::select! {
                () = tokio::time::sleep(DELAY) => {}
                () = bells.full.notified() => {}
            }
            let Some(recorder) = recorder.upgrade() else { return };
            recorder.flush_due().await;
            if recorder.waiting() == 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_does_not_take_the_place_of_others() {
        let entry = || {
            let (message, stack) = ("x is not defined".to_owned(), String::new());
            let at = Timestamp::from_ms(0);
            Entry::Error(Box::new(ScriptError { at, message, stack, page: None, browser: None }), None)
        };
        let (one, other) = (WebsiteId::generate(), WebsiteId::generate());
        let mut waiting = Waiting::default();
        assert!((0..SITE_LIMIT).all(|_| waiting.add(&one, entry())));
        assert!(!waiting.add(&one, entry()));
        assert!(waiting.add(&other, entry()));
        for _ in 0..LIMIT {
            waiting.add(&WebsiteId::generate(), entry());
        }
        assert_eq!(waiting.entries.len(), LIMIT);
        assert!(!waiting.add(&other, entry()));
    }
}
