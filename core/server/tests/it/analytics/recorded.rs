//! What was recorded of the visitors of a site.

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use async_trait::async_trait;
use sea_orm::EntityTrait;
use stoa_analytics::{AnalyticsError, EventKind, Hit, Recorder, SiteStores, texts};
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{TenantDb, TenantEntity};
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::Databases;

use crate::app::App;

/// An event as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    pub(crate) kind: EventKind,
    pub(crate) page: String,
    pub(crate) object: String,
    pub(crate) number: Option<i64>,
    pub(crate) visit: i64,
}

/// A clock that stands still.
struct Stopped(Timestamp);

impl Clock for Stopped {
    fn now(&self) -> Timestamp {
        self.0
    }
}

/// The databases of sites; no job is asked to sum anything up.
struct Stores(Arc<Databases>);

#[async_trait]
impl SiteStores for Stores {
    async fn open(&self, website: &WebsiteId) -> Result<Option<TenantDb>, AnalyticsError> {
        self.0.analytics_for_writing(website).await.map_err(|error| AnalyticsError::Open(Box::new(error)))
    }

    async fn make_room(&self, from: Timestamp, until: Timestamp) -> Result<(), AnalyticsError> {
        self.0.make_analytics_months(from, until).await.map_err(|error| AnalyticsError::Open(Box::new(error)))
    }

    async fn wake(&self, _: &WebsiteId, _: Timestamp) -> Result<(), AnalyticsError> {
        Ok(())
    }
}

/// Records events at the time of the last one: the server leaves out those of other weeks.
pub(crate) async fn record_then(app: &App, site: &str, hits: Vec<Hit>) -> Result<()> {
    let website: WebsiteId = app.website(site).await?.parse()?;
    let now = hits.iter().map(|hit| hit.at).max().context("no events")?;
    let databases = Arc::clone(&app.stoa.foundation.tenancy.databases);
    let recorder = Recorder::start(Arc::new(Stores(databases)), Arc::new(Stopped(now)));
    for hit in hits {
        recorder.record(&website, hit);
    }
    ensure!(recorder.flush().await, "a database refused");
    Ok(())
}

/// The analytics of a site with everything that was taken in; none before the first event.
pub(crate) async fn stored(app: &App, site: &str) -> Result<Option<TenantDb>> {
    ensure!(app.stoa.analytics().flush().await, "a database refused");
    let website = app.website(site).await?.parse()?;
    Ok(app.stoa.foundation.tenancy.databases.analytics(&website).await?)
}

/// All rows of a table.
pub(crate) async fn rows<E: TenantEntity>(app: &App, site: &str) -> Result<Vec<<E as EntityTrait>::Model>>
where
    <E as EntityTrait>::Model: Send + Sync,
{
    let Some(db) = stored(app, site).await? else { return Ok(Vec::new()) };
    let tx = db.read().await?;
    Ok(tx.find::<E>().all().await?)
}

/// The events of a site, in the order of time.
pub(crate) async fn events(app: &App, site: &str) -> Result<Vec<Recorded>> {
    let Some(db) = stored(app, site).await? else { return Ok(Vec::new()) };
    let tx = db.read().await?;
    let found = tx.find::<analytics_event::Entity>();
    let found =
        found.order_by_asc(analytics_event::Column::At).order_by_asc(analytics_event::Column::Kind).all().await?;
    let ids: Vec<i64> = found.iter().flat_map(|event| event.page.into_iter().chain(event.object)).collect();
    let words = texts::read(&tx, &ids).await?;
    let word = |id: Option<i64>| id.and_then(|id| words.get(&id).cloned()).unwrap_or_default();
    let events = found.into_iter().map(|event| {
        Ok(Recorded {
            kind: EventKind::from_number(event.kind).context("no such kind")?,
            page: word(event.page),
            object: word(event.object),
            number: event.number,
            visit: event.visit,
        })
    });
    events.collect()
}

/// The visits of a site.
pub(crate) async fn visits(app: &App, site: &str) -> Result<Vec<analytics_visit::Model>> {
    let mut visits = rows::<analytics_visit::Entity>(app, site).await?;
    visits.sort_by_key(|visit| visit.id);
    Ok(visits)
}

/// A text by its id; empty for none.
pub(crate) async fn text(app: &App, site: &str, id: Option<i64>) -> Result<String> {
    let (Some(db), Some(id)) = (stored(app, site).await?, id) else { return Ok(String::new()) };
    let tx = db.read().await?;
    Ok(texts::read(&tx, &[id]).await?.remove(&id).unwrap_or_default())
}
