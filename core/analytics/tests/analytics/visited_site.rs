//! A site whose visitors are recorded, for the tests and the benchmark.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::Result;
use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use stoa_analytics::{AnalyticsError, Recorder, SiteStores};
use stoa_entity::TenantDb;
use stoa_entity::platform::website;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::WebsiteStatus;
use stoa_testkit::TestSite;

/// A clock that is set: the recorder takes in only what has just happened.
pub(crate) struct SetClock(AtomicI64);

impl SetClock {
    pub(crate) fn at(now: Timestamp) -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(now.ms())))
    }

    pub(crate) fn set(&self, now: Timestamp) {
        self.0.store(now.ms(), Ordering::Relaxed);
    }
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.0.load(Ordering::Relaxed))
    }
}

/// The databases of the site.
pub(crate) struct Stores(pub(crate) Arc<TestSite>);

pub(crate) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> AnalyticsError {
    AnalyticsError::Open(Box::new(error))
}

#[async_trait]
impl SiteStores for Stores {
    async fn open(&self, website: &WebsiteId) -> Result<Option<TenantDb>, AnalyticsError> {
        self.0.databases.analytics_for_writing(website).await.map_err(failed)
    }

    async fn make_room(&self, from: Timestamp, until: Timestamp) -> Result<(), AnalyticsError> {
        self.0.databases.make_analytics_months(from, until).await.map_err(failed)
    }

    async fn wake(&self, website: &WebsiteId, due_on: Timestamp) -> Result<(), AnalyticsError> {
        self.0.databases.due_work().wake(website, due_on).await.map_err(failed)
    }
}

/// Enters the site into the list of sites: events are recorded only for sites that exist.
pub(crate) async fn register(site: &TestSite, now: Timestamp) -> Result<()> {
    register_as(site, site.db.website(), "visited", now).await
}

/// The same for another site in its databases.
pub(crate) async fn register_as(site: &TestSite, website: &WebsiteId, name: &str, now: Timestamp) -> Result<()> {
    let tx = site.databases.platform().write().await?;
    tx.insert(website::ActiveModel {
        id: Set(website.clone()),
        identifier: Set(name.to_owned()),
        title: Set("Visited".to_owned()),
        status: Set(WebsiteStatus::Paid),
        plan: Set(None),
        requires_second_factor: Set(false),
        created_on: Set(now),
        file_version: Set(0),
    })
    .await?;
    Ok(tx.commit().await?)
}

/// The recorder of a process.
pub(crate) fn recorder(site: &Arc<TestSite>, clock: &Arc<SetClock>) -> Arc<Recorder> {
    Recorder::start(Arc::new(Stores(Arc::clone(site))), Arc::clone(clock) as _)
}
