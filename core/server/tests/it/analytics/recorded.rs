//! What was recorded of the visitors of a site.

use anyhow::{Context as _, Result, ensure};
use sea_orm::EntityTrait;
use stoa_analytics::{EventKind, texts};
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{TenantDb, TenantEntity};

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
