//! A site whose visitors are recorded.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use stoa_analytics::{AnalyticsError, EventKind, Hit, Recorder, SiteStores, VisitFacts};
use stoa_entity::TenantDb;
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_testkit::{Postgres, TestSite};

use crate::visited_site::{SetClock, Stores, failed, recorder, register};

/// Stores of which those of all sites but one fail.
pub(crate) struct FailingStores {
    stores: Stores,
    attempts: Arc<AtomicI64>,
}

#[async_trait]
impl SiteStores for FailingStores {
    async fn open(&self, website: &WebsiteId) -> Result<Option<TenantDb>, AnalyticsError> {
        if website == self.stores.0.db.website() {
            return self.stores.open(website).await;
        }
        self.attempts.fetch_add(1, Ordering::Relaxed);
        Err(failed(std::io::Error::other("the disk is full")))
    }

    async fn make_room(&self, from: Timestamp, until: Timestamp) -> Result<(), AnalyticsError> {
        self.stores.make_room(from, until).await
    }

    async fn wake(&self, website: &WebsiteId, due_on: Timestamp) -> Result<(), AnalyticsError> {
        self.stores.wake(website, due_on).await
    }
}

/// The site and its recorder.
pub(crate) struct RecordedSite {
    pub(crate) site: Arc<TestSite>,
    pub(crate) clock: Arc<SetClock>,
    pub(crate) recorder: Arc<Recorder>,
}

/// A time, as in `2026-10-25T00:30:00Z`.
pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::from_ms(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

/// An event of a visitor.
pub(crate) fn hit(id: i64, at: Timestamp, kind: EventKind, visitor: i64) -> Hit {
    let facts = VisitFacts { source: Some("example.com".to_owned()), ..VisitFacts::default() };
    let page = Some(if id % 3 == 0 { "/".to_owned() } else { format!("/page-{}", id % 3) });
    let (title, object, text) = (None, None, None);
    Hit { id, at, kind, visitor, is_identified: false, page, title, object, number: None, text, facts: Arc::new(facts) }
}

impl RecordedSite {
    /// Runs a test on both databases.
    pub(crate) async fn each(now: Timestamp, test: impl AsyncFn(&Self)) {
        test(&Self::of(TestSite::new().await.unwrap(), now).await).await;
        let server = Postgres::start().unwrap();
        test(&Self::of(TestSite::on_postgres(&server).await.unwrap(), now).await).await;
    }

    async fn of(site: TestSite, now: Timestamp) -> Self {
        register(&site, now).await.unwrap();
        let (site, clock) = (Arc::new(site), SetClock::at(now));
        let recorder = recorder(&site, &clock);
        Self { site, clock, recorder }
    }

    pub(crate) fn set_time(&self, now: Timestamp) {
        self.clock.set(now);
    }

    /// The recorder of another process.
    pub(crate) fn of_another_process(&self) -> Arc<Recorder> {
        recorder(&self.site, &self.clock)
    }

    /// A recorder to which only this site's database answers, and how often it tried others.
    pub(crate) fn where_others_fail(&self) -> (Arc<Recorder>, Arc<AtomicI64>) {
        let attempts = Arc::new(AtomicI64::new(0));
        let stores = FailingStores { stores: Stores(Arc::clone(&self.site)), attempts: Arc::clone(&attempts) };
        (Recorder::start(Arc::new(stores), Arc::clone(&self.clock) as _), attempts)
    }

    /// Records events and waits until they are stored.
    pub(crate) async fn store(&self, hits: impl IntoIterator<Item = Hit>) {
        for hit in hits {
            self.recorder.record(self.site.db.website(), hit);
        }
        assert!(self.recorder.flush().await);
    }

    pub(crate) async fn db(&self) -> TenantDb {
        self.site.databases.analytics(self.site.db.website()).await.unwrap().unwrap()
    }

    pub(crate) async fn visits(&self) -> Vec<analytics_visit::Model> {
        let tx = self.db().await.read().await.unwrap();
        tx.find::<analytics_visit::Entity>().order_by_asc(analytics_visit::Column::Id).all().await.unwrap()
    }

    pub(crate) async fn events(&self) -> Vec<analytics_event::Model> {
        let tx = self.db().await.read().await.unwrap();
        tx.find::<analytics_event::Entity>().order_by_asc(analytics_event::Column::At).all().await.unwrap()
    }
}
