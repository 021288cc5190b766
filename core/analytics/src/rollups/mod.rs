//! Sums by hour and day in the time zone of the site. They are made from the events of whole days, again for each day
//! with new events, so that making them twice changes nothing and a day can be made again at any time. The columns of the
//! day (`segments`) are made with them.

mod days;
mod dimension;
mod dirty;
mod sums;

use std::collections::{BTreeSet, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait as _, Condition};
use stoa_entity::analytics::{analytics_dirty, analytics_rollup, analytics_state, analytics_visit};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::{HOUR_MS, Timestamp};

use crate::AnalyticsError;
use crate::blocks::{self, Events, Visits, visits_with};
use crate::segments::{self, DayColumns};
use crate::store;
use crate::texts;
use sums::DaySums;

pub use days::{bounds, day_of, hour_of, zone};
pub use dimension::{Dimension, Grain, objects_of};
pub use sums::OTHER;

pub(crate) use dimension::PRODUCT_SEEN;
pub(crate) use dirty::note_hours;

/// How long new events wait until they are summed up, milliseconds.
const DELAY_MS: i64 = 3 * 60_000;
/// Most days that are summed up in one run.
const DAYS: usize = 20;
/// Rows read or written by one statement.
const BATCH: usize = 1_000;
/// Visits of a day that are remembered while its events are read; others are read again.
const REMEMBERED: usize = 100_000;

/// When new events are to be summed up, or now when days have no columns; none when all is done.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(db: &TenantDb, now: Timestamp) -> Result<Option<Timestamp>, AnalyticsError> {
    use analytics_dirty::{Column, Entity};
    let tx = db.read().await?;
    let first = tx.find::<Entity>().order_by_asc(Column::NotedAt).one().await?;
    let of_events = first.map(|row| row.noted_at + DELAY_MS);
    if of_events.is_some_and(|due| due <= now) {
        return Ok(of_events);
    }
    Ok(if segments::has_old_forms(&tx).await? { Some(now) } else { of_events })
}

/// Sums up the days with new events, the earliest first, then those without columns, the latest first, up to a number
/// of days. After a change of the site's time zone all days are made again.
///
/// # Errors
/// When the database fails; what was summed up until then stays.
#[boxed]
pub async fn run(db: &TenantDb, time_zone: &str, now: Timestamp) -> Result<(), AnalyticsError> {
    follow_time_zone(db, time_zone).await?;
    let zone = zone(time_zone);
    let noted = db.read().await?.find::<analytics_dirty::Entity>().all().await?;
    let mut days: BTreeSet<Date> = BTreeSet::new();
    for row in &noted {
        // An hour of UTC may belong to two days.
        days.insert(day_of(row.hour, &zone)?);
        days.insert(day_of(row.hour + (HOUR_MS - 1), &zone)?);
    }
    let mut chosen: Vec<Date> = days.iter().copied().take(DAYS).collect();
    for start in delete_old_columns(db).await? {
        let day = day_of(start, &zone)?;
        if chosen.len() < DAYS && !days.contains(&day) {
            chosen.push(day);
        }
    }
    for day in &chosen {
        sum_up(db, *day, &zone, now).await?;
    }
    let tx = db.write().await?;
    store::lock(&tx).await?;
    for row in noted {
        let of_both = [day_of(row.hour, &zone)?, day_of(row.hour + (HOUR_MS - 1), &zone)?];
        if of_both.iter().all(|day| chosen.contains(day)) {
            use analytics_dirty::{Column, Entity};
            // Unless more events of the hour were stored meanwhile.
            let own = Condition::all().add(Column::Hour.eq(row.hour)).add(Column::Version.eq(row.version));
            tx.delete::<Entity>(own).exec().await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Deletes columns that are not of this form, and returns the days that are to get others.
async fn delete_old_columns(db: &TenantDb) -> Result<Vec<Timestamp>, AnalyticsError> {
    let tx = db.write().await?;
    store::lock(&tx).await?;
    let starts = segments::delete_old_forms(&tx).await?;
    tx.commit().await?;
    Ok(starts)
}

/// Makes the sums of all days from one on again. Returns the number of days.
///
/// # Errors
/// When the database fails; days that were summed up until then stay.
#[boxed]
pub async fn repeat(db: &TenantDb, time_zone: &str, from: Date, now: Timestamp) -> Result<usize, AnalyticsError> {
    follow_time_zone(db, time_zone).await?;
    let zone = zone(time_zone);
    let last = day_of(now, &zone)?;
    let oldest = oldest_visit(&db.read().await?).await?;
    let Some(oldest) = oldest else { return Ok(0) };
    let mut day = day_of(oldest, &zone)?.max(from);
    let mut count = 0;
    while day <= last {
        sum_up(db, day, &zone, now).await?;
        count += 1;
        day = day.tomorrow()?;
    }
    Ok(count)
}

/// When the oldest visit began, or the day of the oldest packed one.
///
/// # Errors
/// When the database fails.
pub(crate) async fn oldest_visit(tx: &TenantTx) -> Result<Option<Timestamp>, AnalyticsError> {
    use analytics_visit::{Column, Entity};
    let oldest = tx.find::<Entity>().order_by_asc(Column::Id).one().await?.map(|visit| visit.started_at);
    // A block does not tell, but its day does.
    Ok(oldest.into_iter().chain(blocks::oldest_day(tx).await?).min())
}

/// When the latest visit had its last event.
async fn last_event(tx: &TenantTx) -> Result<Option<Timestamp>, DbError> {
    use analytics_visit::{Column, Entity};
    let newest = tx.find::<Entity>().order_by_desc(Column::Id).one().await?.map(|visit| visit.last_at);
    Ok(newest.into_iter().chain(blocks::newest_event(tx).await?).max())
}

/// How the sums of a site were made.
#[derive(Default)]
pub(crate) struct State {
    /// The time zone of their days; none when there are no sums yet.
    pub(crate) time_zone: Option<String>,
    /// The end of the last day of which something is packed.
    pub(crate) packed_until: Timestamp,
    /// Before this time nothing is packed.
    pub(crate) pack_from: Timestamp,
}

/// How the sums were made.
///
/// # Errors
/// When the database fails.
pub(crate) async fn state(tx: &TenantTx) -> Result<State, DbError> {
    let Some(row) = tx.find::<analytics_state::Entity>().one().await? else { return Ok(State::default()) };
    let time_zone = Some(row.time_zone).filter(|name| !name.is_empty());
    Ok(State { time_zone, packed_until: row.packed_until, pack_from: row.pack_from })
}

/// Notes all days as to be made again when the sums were made in another time zone.
async fn follow_time_zone(db: &TenantDb, time_zone: &str) -> Result<(), AnalyticsError> {
    use analytics_state::{ActiveModel, Column};
    let tx = db.read().await?;
    let known = state(&tx).await?.time_zone;
    if known.as_deref() == Some(time_zone) {
        return Ok(());
    }
    let oldest = if known.is_some() { oldest_visit(&tx).await? } else { None };
    let newest = last_event(&tx).await?;
    drop(tx);
    let tx = db.write().await?;
    store::lock(&tx).await?;
    if let (Some(oldest), Some(newest)) = (oldest, newest) {
        let hours = oldest.ms().div_euclid(HOUR_MS)..=newest.ms().div_euclid(HOUR_MS);
        let last = *hours.end();
        // Each day has such an hour, whatever the zone.
        let hours: BTreeSet<i64> = hours.step_by(12).chain([last]).collect();
        let mut rows: Vec<analytics_dirty::ActiveModel> = hours.into_iter().map(noted).collect();
        for grain in Grain::ALL {
            use analytics_rollup::{Column, Entity};
            tx.delete::<Entity>(Column::Grain.eq(grain.number())).exec().await?;
        }
        segments::delete(&tx, None).await?;
        while !rows.is_empty() {
            use analytics_dirty::Column;
            let rest = rows.split_off(rows.len().min(BATCH));
            let conflict =
                OnConflict::columns([Column::WebsiteId, Column::Hour]).update_column(Column::NotedAt).to_owned();
            tx.upsert_many(std::mem::replace(&mut rows, rest), conflict).await?;
        }
    }
    let row = ActiveModel { time_zone: Set(time_zone.to_owned()), ..Default::default() };
    let conflict = OnConflict::column(Column::WebsiteId).update_column(Column::TimeZone).to_owned();
    tx.upsert_many(vec![row], conflict).await?;
    Ok(tx.commit().await?)
}

/// An hour to be summed up as soon as possible.
fn noted(hour: i64) -> analytics_dirty::ActiveModel {
    analytics_dirty::ActiveModel {
        hour: Set(Timestamp::from_ms(hour * HOUR_MS)),
        noted_at: Set(Timestamp::default()),
        version: Set(1),
        ..Default::default()
    }
}

/// Makes the sums of a day, and its columns.
async fn sum_up(db: &TenantDb, day: Date, zone: &TimeZone, now: Timestamp) -> Result<(), AnalyticsError> {
    let (start, end) = bounds(day, zone)?;
    let hour = |at: Timestamp| hour_of(at, zone);
    let (mut sums, mut columns) = (DaySums::new(start, &hour), DayColumns::new(start, end, zone.clone()));
    let tx = db.snapshot().await?;
    let mut visits = add_visits(&tx, start, end, &mut sums, &mut columns).await?;
    let mut all = Events::between(&tx, start, end).await?;
    while let Some(events) = all.next().await? {
        let wanted: BTreeSet<i64> = events.iter().map(|event| event.visit).collect();
        if visits.len() > REMEMBERED {
            visits.retain(|id, _| wanted.contains(id));
        }
        let missing = wanted.into_iter().filter(|id| !visits.contains_key(id)).collect::<Vec<_>>();
        visits.extend(visits_with(&tx, missing).await?);
        for event in &events {
            let visit = visits.get(&event.visit);
            sums.add_event(event, visit);
            columns.add_event(event, visit);
        }
    }
    segments::add_views_of_other_days(&tx, &mut columns).await?;
    drop(tx);
    let (mut rows, words) = sums.rows();
    let mut columns = segments::rows_of(columns).await?;
    let tx = db.write().await?;
    store::lock(&tx).await?;
    // Visits that were deleted since they were read do not come back as sums.
    if oldest_visit(&tx).await?.is_none_or(|oldest| oldest >= end) {
        rows.clear();
        columns.clear();
    }
    {
        use analytics_rollup::{Column, Entity};
        for grain in Grain::ALL {
            let own = Condition::all().add(Column::Grain.eq(grain.number()));
            tx.delete::<Entity>(own).filter(Column::Start.gte(start)).filter(Column::Start.lt(end)).exec().await?;
        }
    }
    segments::write(&tx, start, end, columns).await?;
    texts::write(&tx, words, crate::store::day_of(now)).await?;
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(BATCH));
        tx.insert_many(std::mem::replace(&mut rows, rest)).await?;
    }
    Ok(tx.commit().await?)
}

/// Adds the visits that began in a range of time. Returns those that are remembered.
async fn add_visits(
    tx: &TenantTx,
    start: Timestamp,
    end: Timestamp,
    sums: &mut DaySums<'_>,
    columns: &mut DayColumns,
) -> Result<HashMap<i64, analytics_visit::Model>, AnalyticsError> {
    let mut visits = HashMap::new();
    let mut began = Visits::between(tx, start, end).await?;
    while let Some(found) = began.next().await? {
        for visit in found {
            sums.add_visit(&visit);
            columns.add_visit(&visit);
            if visits.len() < REMEMBERED {
                visits.insert(visit.id, visit);
            }
        }
    }
    Ok(visits)
}
