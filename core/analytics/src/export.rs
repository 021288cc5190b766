//! Sends events to a database that is made for analysis. Each hour is sent as a whole once it is over, and again when
//! events of it arrive later: the receiver replaces rows by site, time and id. So nothing is lost or counted twice, however
//! often a process is killed.

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait as _, Condition};
use serde::Serialize;
use stoa_entity::analytics::{analytics_event, analytics_export, analytics_visit};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::ports::PortError;

use crate::blocks::{events_after, visits_with};
use crate::{AnalyticsError, Device, EventKind, Medium, texts};

/// How long after its end an hour is sent, milliseconds: most late events have arrived by then.
const DELAY_MS: i64 = 5 * 60_000;
/// Most hours that are sent in one run.
const HOURS: u64 = 24;

/// Where events are sent to.
#[async_trait]
pub trait EventSink: Send + Sync {
    /// Stores rows: lines of JSON.
    ///
    /// # Errors
    /// When they were not stored; they are sent again.
    async fn store(&self, rows: String) -> Result<(), PortError>;
}

/// An event as it is sent.
#[derive(Serialize)]
struct ExportedEvent<'a> {
    website_id: &'a str,
    /// UTC, to the millisecond. ClickHouse takes a whole number for seconds.
    at: String,
    id: i64,
    kind: Option<&'static str>,
    visit: i64,
    visitor: Option<i64>,
    is_identified: bool,
    is_first_visit: bool,
    page: Option<&'a str>,
    object: Option<&'a str>,
    number: Option<i64>,
    detail: Option<&'a str>,
    referrer: Option<&'a str>,
    source: Option<&'a str>,
    medium: Option<&'static str>,
    campaign: Option<&'a str>,
    term: Option<&'a str>,
    content: Option<&'a str>,
    country: Option<&'a str>,
    language: Option<&'a str>,
    device: Option<&'static str>,
    browser: Option<&'a str>,
    os: Option<&'a str>,
    host: Option<&'a str>,
}

/// When the next hour is to be sent; none when all were.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(db: &TenantDb) -> Result<Option<Timestamp>, AnalyticsError> {
    use analytics_export::{Column, Entity};
    let first = db.read().await?.find::<Entity>().order_by_asc(Column::Hour).one().await?;
    Ok(first.map(|row| row.hour + HOUR_MS + DELAY_MS))
}

/// Sends hours that are over, the earliest first, up to a number of hours.
///
/// # Errors
/// When the receiver or the database fails; hours that were sent until then are not sent again.
#[boxed]
pub async fn run(db: &TenantDb, sink: &dyn EventSink, now: Timestamp) -> Result<(), AnalyticsError> {
    use analytics_export::{Column, Entity};
    let over = Column::Hour.lte(now - HOUR_MS - DELAY_MS);
    let hours = db.read().await?.find::<Entity>().filter(over).order_by_asc(Column::Hour).limit(HOURS).all().await?;
    for row in hours {
        send(db, sink, row.hour).await?;
        let tx = db.write().await?;
        // Unless more events of the hour were stored meanwhile.
        let own = Condition::all().add(Column::Hour.eq(row.hour)).add(Column::Version.eq(row.version));
        tx.delete::<Entity>(own).exec().await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn send(db: &TenantDb, sink: &dyn EventSink, hour: Timestamp) -> Result<(), AnalyticsError> {
    let mut last: Option<(Timestamp, i64)> = None;
    loop {
        let tx = db.snapshot().await?;
        let events = events_after(&tx, hour, hour + HOUR_MS, last).await?;
        let Some(newest) = events.last() else { return Ok(()) };
        last = Some((newest.at, newest.id));
        let lines = lines(&tx, &events).await?;
        drop(tx);
        sink.store(lines).await.map_err(AnalyticsError::Sent)?;
    }
}

async fn lines(tx: &TenantTx, events: &[analytics_event::Model]) -> Result<String, AnalyticsError> {
    let visits = visits_with(tx, events.iter().map(|event| event.visit)).await?;
    let of_events = events.iter().flat_map(|event| [event.page, event.object, event.detail]);
    let of_visits = visits.values().flat_map(|visit| {
        let origin = [visit.referrer, visit.source, visit.campaign, visit.term, visit.content];
        origin.into_iter().chain([visit.language, visit.browser, visit.os, visit.host])
    });
    let ids: BTreeSet<i64> = of_events.chain(of_visits).flatten().collect();
    let words = texts::read(tx, &Vec::from_iter(ids)).await?;
    let word = |id: Option<i64>| id.and_then(|id| words.get(&id)).map(String::as_str);
    let mut lines = String::new();
    for event in events {
        let visit = visits.get(&event.visit);
        let of_visit = |id: fn(&analytics_visit::Model) -> Option<i64>| word(visit.and_then(id));
        let row = ExportedEvent {
            website_id: tx.website().as_str(),
            at: utc(event.at),
            id: event.id,
            kind: EventKind::from_number(event.kind).map(EventKind::name),
            visit: event.visit,
            visitor: visit.map(|visit| visit.visitor),
            is_identified: visit.is_some_and(|visit| visit.is_identified),
            is_first_visit: visit.is_some_and(|visit| visit.is_first),
            page: word(event.page),
            object: word(event.object),
            number: event.number,
            detail: word(event.detail),
            referrer: of_visit(|visit| visit.referrer),
            source: of_visit(|visit| visit.source),
            medium: visit.and_then(|visit| Medium::from_number(visit.medium)).map(Medium::name),
            campaign: of_visit(|visit| visit.campaign),
            term: of_visit(|visit| visit.term),
            content: of_visit(|visit| visit.content),
            country: visit.and_then(|visit| visit.country.as_deref()),
            language: of_visit(|visit| visit.language),
            device: visit.and_then(|visit| Device::from_number(visit.device)).map(Device::name),
            browser: of_visit(|visit| visit.browser),
            os: of_visit(|visit| visit.os),
            host: of_visit(|visit| visit.host),
        };
        lines.push_str(&serde_json::to_string(&row)?);
        lines.push('\n');
    }
    Ok(lines)
}

/// A time such as `2026-11-29 10:10:00.000`.
fn utc(at: Timestamp) -> String {
    let at = jiff::Timestamp::from_millisecond(at.ms()).unwrap_or_default();
    at.strftime("%Y-%m-%d %H:%M:%S%.3f").to_string()
}

/// Notes hours that are to be sent: each as its number since the Unix epoch, with the number of its events.
pub(crate) async fn note_hours(tx: &TenantTx, hours: HashMap<i64, i64>) -> Result<(), DbError> {
    use analytics_export::{ActiveModel, Column};
    let rows = hours.into_iter().map(|(hour, events)| ActiveModel {
        hour: Set(Timestamp::from_ms(hour * HOUR_MS)),
        version: Set(events),
        ..Default::default()
    });
    let conflict = OnConflict::columns([Column::WebsiteId, Column::Hour]).value(Column::Version, version()).to_owned();
    tx.upsert_many(rows.collect(), conflict).await
}

fn version() -> Expr {
    use analytics_export::{Column, Entity};
    use sea_orm::sea_query::ExprTrait as _;
    Expr::col((Entity, Column::Version)).add(Expr::col(("excluded", Column::Version)))
}
