//! What happens now, from the stored events of the last half hour.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{MINUTE_MS, Timestamp};
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::Filters;
use crate::segments::LONGEST_VISIT_MS;
use crate::{Device, EventKind, texts};

const MINUTES: i64 = 30;
/// Minutes after which a visitor is no longer counted as present.
const PRESENT: i64 = 5;
/// Maximum number of events that are looked at.
const MOST_EVENTS: u64 = 20_000;
/// Ids of one statement.
const BATCH: usize = 1_000;
const MOST_VALUES: usize = 10;
const MOST_LATEST: usize = 20;
/// How far clocks of browsers may be ahead, milliseconds, and a little more.
const AHEAD_MS: i64 = 5 * MINUTE_MS;

/// A minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minute {
    /// Its beginning.
    pub start: Timestamp,
    /// Page views.
    pub views: i64,
    /// Visitors.
    pub visitors: i64,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatestEvent {
    /// When.
    pub at: Timestamp,
    /// Its kind.
    pub kind: EventKind,
    /// Path of the page.
    pub page: Option<String>,
    /// Country of the visitor.
    pub country: Option<String>,
    /// Device of the visitor.
    pub device: Device,
}

/// A value with its visitors.
pub type Counted = (String, i64);

/// What happens now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Visitors of the last 5 minutes.
    pub visitors: i64,
    /// Visitors of the last 30 minutes.
    pub visitors30: i64,
    /// The last 30 minutes in order.
    pub minutes: Vec<Minute>,
    /// Pages with the most visitors.
    pub pages: Vec<Counted>,
    /// Sources with the most visitors.
    pub sources: Vec<Counted>,
    /// Countries with the most visitors.
    pub countries: Vec<Counted>,
    /// Devices with the most visitors.
    pub devices: Vec<Counted>,
    /// The latest events, newest first.
    pub latest: Vec<LatestEvent>,
}

#[derive(FromQueryResult)]
struct Event {
    at: Timestamp,
    kind: i16,
    visit: i64,
    page: Option<i64>,
}

#[derive(FromQueryResult)]
struct Visit {
    id: i64,
    visitor: i64,
    source: Option<i64>,
    country: Option<String>,
    device: i16,
}

/// What happened in the last half hour, in all visits or those that are meant.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn live(ctx: &TenantCtx, db: Option<&TenantDb>, filters: &Filters) -> Result<Live, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let now = ctx.now();
    let first = Timestamp::from_ms(now.ms().div_euclid(MINUTE_MS) * MINUTE_MS - (MINUTES - 1) * MINUTE_MS);
    let starts = (0..MINUTES).map(|minute| first + minute * MINUTE_MS);
    let mut live =
        Live { minutes: starts.map(|start| Minute { start, views: 0, visitors: 0 }).collect(), ..Live::default() };
    let Some(db) = db else { return Ok(live) };
    let tx = db.read().await?;
    let mut events = events(&tx, first).await?;
    let visits = visits(&tx, &events, filters, now).await?;
    if !filters.is_empty() {
        events.retain(|event| visits.contains_key(&event.visit));
    }
    let present = now - PRESENT * MINUTE_MS;
    let (mut all, mut few) = (BTreeSet::new(), BTreeSet::new());
    let mut of_minute: BTreeMap<i64, (i64, BTreeSet<i64>)> = BTreeMap::new();
    let mut of_page: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    // Of visits with a page, the views of that page count.
    let page = filters.page();
    for event in &events {
        let visitor = visits.get(&event.visit).map_or(event.visit, |visit| visit.visitor);
        all.insert(visitor);
        if event.at >= present {
            few.insert(visitor);
        }
        let (views, visitors) = of_minute.entry((event.at - first) / MINUTE_MS).or_default();
        visitors.insert(visitor);
        if event.kind == EventKind::PageView.number() && page.is_none_or(|page| event.page == Some(page)) {
            *views += 1;
            of_page.entry(event.page.unwrap_or(0)).or_default().insert(visitor);
        }
    }
    for (place, minute) in (0_i64..).zip(live.minutes.iter_mut()) {
        if let Some((views, visitors)) = of_minute.get(&place) {
            (minute.views, minute.visitors) = (*views, length(visitors));
        }
    }
    (live.visitors, live.visitors30) = (length(&few), length(&all));
    fill_values(&tx, &mut live, of_page, &visits).await?;
    live.latest = latest(&tx, &events, &visits).await?;
    Ok(live)
}

fn length(set: &BTreeSet<i64>) -> i64 {
    i64::try_from(set.len()).unwrap_or(i64::MAX)
}

async fn events(tx: &TenantTx, first: Timestamp) -> Result<Vec<Event>, Failure> {
    use analytics_event::Column;
    let find = tx.find::<analytics_event::Entity>().filter(Column::At.gte(first));
    let find = find.order_by_desc(Column::At).limit(MOST_EVENTS);
    Ok(find.select_columns(&[Column::At, Column::Kind, Column::Visit, Column::Page]).await?)
}

/// The visits of some events of the last half hour, as far as they are meant.
async fn visits(
    tx: &TenantTx,
    events: &[Event],
    filters: &Filters,
    now: Timestamp,
) -> Result<HashMap<i64, Visit>, Failure> {
    use analytics_visit::Column;
    let mut ids: Vec<i64> = events.iter().map(|event| event.visit).collect();
    ids.sort_unstable();
    ids.dedup();
    let columns = [Column::Id, Column::Visitor, Column::Source, Column::Country, Column::Device];
    let mut visits = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let mut find = tx.find::<analytics_visit::Entity>().filter(Column::Id.is_in(ids.iter().copied()));
        if !filters.is_empty() {
            let began = now.ms() - MINUTES * MINUTE_MS - LONGEST_VISIT_MS;
            find = find.filter(filters.visits(tx, began, now.ms() + AHEAD_MS));
        }
        let rows: Vec<Visit> = find.select_columns(&columns).await?;
        visits.extend(rows.into_iter().map(|row| (row.id, row)));
    }
    Ok(visits)
}

async fn fill_values(
    tx: &TenantTx,
    live: &mut Live,
    of_page: BTreeMap<i64, BTreeSet<i64>>,
    visits: &HashMap<i64, Visit>,
) -> Result<(), Failure> {
    let mut of_source: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    let mut of_country: BTreeMap<String, BTreeSet<i64>> = BTreeMap::new();
    let mut of_device: BTreeMap<String, BTreeSet<i64>> = BTreeMap::new();
    for visit in visits.values() {
        of_source.entry(visit.source.unwrap_or(0)).or_default().insert(visit.visitor);
        of_country.entry(visit.country.clone().unwrap_or_default()).or_default().insert(visit.visitor);
        let device = Device::from_number(visit.device).unwrap_or_default().name();
        of_device.entry(device.to_owned()).or_default().insert(visit.visitor);
    }
    let (pages, sources) = (most(of_page), most(of_source));
    let ids: Vec<i64> = pages.iter().chain(&sources).map(|(id, _)| *id).collect();
    let words = texts::read(tx, &ids).await?;
    let named = |counted: Vec<(i64, i64)>| -> Vec<Counted> {
        counted.into_iter().map(|(id, count)| (words.get(&id).cloned().unwrap_or_default(), count)).collect()
    };
    (live.pages, live.sources) = (named(pages), named(sources));
    (live.countries, live.devices) = (most(of_country), most(of_device));
    Ok(())
}

fn most<K: Ord + Clone>(of_value: BTreeMap<K, BTreeSet<i64>>) -> Vec<(K, i64)> {
    let mut counted: Vec<(K, i64)> = of_value.into_iter().map(|(value, visitors)| (value, length(&visitors))).collect();
    counted.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    counted.truncate(MOST_VALUES);
    counted
}

async fn latest(tx: &TenantTx, events: &[Event], visits: &HashMap<i64, Visit>) -> Result<Vec<LatestEvent>, Failure> {
    let seen = events.iter().filter(|event| event.kind != EventKind::Heartbeat.number());
    let seen: Vec<&Event> = seen.take(MOST_LATEST).collect();
    let ids: Vec<i64> = seen.iter().filter_map(|event| event.page).collect();
    let words = texts::read(tx, &ids).await?;
    let event = |event: &Event| {
        let visit = visits.get(&event.visit);
        Some(LatestEvent {
            at: event.at,
            kind: EventKind::from_number(event.kind)?,
            page: event.page.and_then(|page| words.get(&page).cloned()),
            country: visit.and_then(|visit| visit.country.clone()),
            device: visit.and_then(|visit| Device::from_number(visit.device)).unwrap_or_default(),
        })
    };
    Ok(seen.into_iter().filter_map(event).collect())
}
