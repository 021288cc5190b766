//! The visits of a visitor who is known by an identifier: for the export of personal data and its deletion. Visits are
//! linked to no account; who has the identifier, in a cookie of the browser, is the visitor.

use std::collections::HashSet;

use sea_orm::ColumnTrait as _;
use serde::Serialize;
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::{HOUR_MS, Timestamp};

use crate::blocks::Span;
use crate::visits::PAUSE_MS;
use crate::{AnalyticsError, Device, EventKind, Medium, blocks, rollups, segments, store, texts, unpaid_orders};

/// Most visits and events of an export. No person comes near; a program can report any number under one identifier.
const MAX_VISITS: u64 = 5_000;
const MAX_EVENTS: u64 = 50_000;
/// Visits that are deleted at a time.
const BATCH: u64 = 1_000;

/// A visit, as the visitor may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonalVisit {
    /// Time of the first event, UTC milliseconds.
    pub started_on: Timestamp,
    /// Time of the last event, UTC milliseconds.
    pub ended_on: Timestamp,
    /// The kind of source.
    pub medium: Option<&'static str>,
    /// Where the visitor came from.
    pub source: Option<String>,
    /// Host of the page that led here.
    pub referrer: Option<String>,
    /// `utm_campaign`.
    pub campaign: Option<String>,
    /// Code of the country.
    pub country: Option<String>,
    /// Language of the browser.
    pub language: Option<String>,
    /// The kind of device.
    pub device: Option<&'static str>,
    /// Name of the browser.
    pub browser: Option<String>,
    /// Name of the operating system.
    pub os: Option<String>,
    /// What the visitor did.
    pub events: Vec<PersonalEvent>,
}

/// An event of a visit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonalEvent {
    /// When, UTC milliseconds.
    pub on: Timestamp,
    /// What it was.
    pub kind: Option<&'static str>,
    /// Path of the page.
    pub page: Option<String>,
    /// What it was about.
    pub object: Option<String>,
    /// A number, such as the cents of a purchase.
    pub number: Option<i64>,
    /// Further data.
    pub detail: Option<String>,
}

/// The visits of an identified visitor, the earliest first.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn visits_of(db: &TenantDb, visitor: i64) -> Result<Vec<PersonalVisit>, AnalyticsError> {
    let tx = db.snapshot().await?;
    let (mut visits, mut room) = (Vec::new(), MAX_EVENTS);
    let packed = blocks::visits_of(&tx, visitor).await?;
    let all = packed.into_iter().chain(identified(&tx, visitor, MAX_VISITS).await?);
    let all: Vec<_> = all.take(usize::try_from(MAX_VISITS).unwrap_or(usize::MAX)).collect();
    let spans: Vec<Span> = all.iter().map(Span::from).collect();
    let mut of_blocks = blocks::events_of_visits(&tx, &spans, MAX_EVENTS).await?;
    for visit in all {
        let packed = of_blocks.remove(&visit.id).unwrap_or_default();
        let events = events_of(&tx, &visit, packed, room).await?;
        room = room.saturating_sub(u64::try_from(events.len()).unwrap_or(u64::MAX));
        let of_visit = [visit.source, visit.referrer, visit.campaign, visit.language, visit.browser, visit.os];
        let of_events = events.iter().flat_map(|event| [event.page, event.object, event.detail]);
        let ids: HashSet<i64> = of_visit.into_iter().chain(of_events).flatten().collect();
        let words = texts::read(&tx, &Vec::from_iter(ids)).await?;
        let word = |id: Option<i64>| id.and_then(|id| words.get(&id).cloned());
        let event = |event: analytics_event::Model| PersonalEvent {
            on: event.at,
            kind: EventKind::from_number(event.kind).map(EventKind::name),
            page: word(event.page),
            object: word(event.object),
            number: event.number,
            detail: word(event.detail),
        };
        visits.push(PersonalVisit {
            started_on: visit.started_at,
            ended_on: visit.last_at,
            medium: Medium::from_number(visit.medium).map(Medium::name),
            source: word(visit.source),
            referrer: word(visit.referrer),
            campaign: word(visit.campaign),
            country: visit.country,
            language: word(visit.language),
            device: Device::from_number(visit.device).map(Device::name),
            browser: word(visit.browser),
            os: word(visit.os),
            events: events.into_iter().map(event).collect(),
        });
    }
    Ok(visits)
}

/// Deletes the visits of an identified visitor; the sums of their days are made again.
///
/// # Errors
/// When the database fails; then nothing is deleted.
#[boxed]
pub async fn erase(db: &TenantDb, visitor: i64, now: Timestamp) -> Result<(), AnalyticsError> {
    let tx = db.write().await?;
    store::lock(&tx).await?;
    unpaid_orders::erase(&tx, visitor).await?;
    let mut hours = HashSet::new();
    let mut visits = blocks::take_visits(&tx, visitor).await?;
    visits.extend(identified(&tx, visitor, BATCH).await?);
    while !visits.is_empty() {
        // Some of the events of a visit may be packed already, and others not.
        blocks::delete_events(&tx, &visits.iter().map(Span::from).collect::<Vec<_>>()).await?;
        for visit in visits {
            let Span { visit, from, until } = Span::from(&visit);
            hours.extend(from.ms().div_euclid(HOUR_MS)..=until.ms().div_euclid(HOUR_MS));
            let days = segments::forget(&tx, from, until).await?;
            hours.extend(days.iter().map(|start| start.ms().div_euclid(HOUR_MS)));
            tx.delete::<analytics_event::Entity>(analytics_event::Column::Visit.eq(visit))
                .filter(analytics_event::Column::At.gte(from))
                .filter(analytics_event::Column::At.lte(until))
                .exec()
                .await?;
            tx.delete::<analytics_visit::Entity>(analytics_visit::Column::Id.eq(visit)).exec().await?;
        }
        visits = identified(&tx, visitor, BATCH).await?;
    }
    rollups::note_hours(&tx, hours.into_iter().map(|hour| (hour, 1)), now).await?;
    Ok(tx.commit().await?)
}

async fn identified(tx: &TenantTx, visitor: i64, most: u64) -> Result<Vec<analytics_visit::Model>, AnalyticsError> {
    use analytics_visit::{Column, Entity};
    let own = tx.find::<Entity>().filter(Column::Visitor.eq(visitor)).filter(Column::IsIdentified.eq(true));
    Ok(own.order_by_asc(Column::Id).limit(most).all().await?)
}

impl From<&analytics_visit::Model> for Span {
    /// Events may be a little older than the beginning of their visit: they arrive in any order.
    fn from(visit: &analytics_visit::Model) -> Self {
        Self { visit: visit.id, from: visit.started_at - PAUSE_MS, until: visit.last_at }
    }
}

/// Adds those events of a visit that are not packed to those that are.
async fn events_of(
    tx: &TenantTx,
    visit: &analytics_visit::Model,
    packed: Vec<analytics_event::Model>,
    most: u64,
) -> Result<Vec<analytics_event::Model>, AnalyticsError> {
    use analytics_event::{Column, Entity};
    let Span { from, until, .. } = Span::from(visit);
    let mut events = packed;
    let own = tx.find::<Entity>().filter(Column::At.gte(from)).filter(Column::At.lte(until));
    events.extend(own.filter(Column::Visit.eq(visit.id)).order_by_asc(Column::At).limit(most).all().await?);
    events.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(events)
}
