//! Packs the events and visits of days that are over.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait as _, Condition};
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::{HOUR_MS, Timestamp};

use super::{start_of, store};
use crate::recorder::OLDEST_MS;
use crate::store::{day_of, lock};
use crate::visits::{began_at, started_from};
use crate::{AnalyticsError, rollups};

/// How long after its end a day is packed, milliseconds: nothing older is recorded, whatever browsers report. The clocks
/// of processes may differ a little.
const WAIT_MS: i64 = OLDEST_MS + HOUR_MS;
/// Rows that one transaction packs: the recorder waits for it.
const ROWS: u64 = 20_000;
/// Transactions of one run.
const STEPS: usize = 40;

/// When the next day is to be packed; none without events that are not.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(db: &TenantDb) -> Result<Option<Timestamp>, AnalyticsError> {
    Ok(next_day(&db.read().await?).await?.map(|next| next.due))
}

/// Packs days, the earliest first, up to a number of events.
///
/// # Errors
/// When the database fails; what was packed until then stays.
#[boxed]
pub async fn run(db: &TenantDb, now: Timestamp) -> Result<(), AnalyticsError> {
    for _ in 0..STEPS {
        let tx = db.write().await?;
        // Nobody erases meanwhile what is about to be packed.
        lock(&tx).await?;
        let Some(next) = next_day(&tx).await?.filter(|next| next.due <= now) else { return Ok(()) };
        tx.refuse_older_programs().await?;
        store::note_packed(&tx, next.end).await?;
        if !pack_visits(&tx, next.end).await? {
            pack_events(&tx, &next).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// A day to be packed.
struct NextDay {
    day: i32,
    end: Timestamp,
    due: Timestamp,
}

/// The day of the first event that is not packed.
async fn next_day(tx: &TenantTx) -> Result<Option<NextDay>, DbError> {
    use analytics_event::{Column, Entity};
    let first = tx.find::<Entity>().order_by_asc(Column::At).select_only().column(Column::At);
    let Some(day) = first.into_tuple::<Timestamp>().one().await?.map(day_of) else { return Ok(None) };
    let end = start_of(day + 1);
    let due = (end + WAIT_MS).max(rollups::state(tx).await?.pack_from);
    Ok(Some(NextDay { day, end, due }))
}

/// Packs visits whose last event was before a time; false when there are none. A longer one is packed with the day of its
/// last event, in a block of the day on which it began.
async fn pack_visits(tx: &TenantTx, end: Timestamp) -> Result<bool, DbError> {
    use analytics_visit::{Column, Entity};
    let over = || Condition::all().add(Column::Id.lt(started_from(end))).add(Column::LastAt.lt(end));
    let visits = tx.find::<Entity>().filter(over()).order_by_asc(Column::Id).limit(ROWS).all().await?;
    let Some(last) = visits.last().map(|visit| visit.id) else { return Ok(false) };
    let mut of_days: BTreeMap<i32, Vec<analytics_visit::Model>> = BTreeMap::new();
    for visit in visits {
        of_days.entry(day_of(began_at(visit.id))).or_default().push(visit);
    }
    for (day, visits) in of_days {
        store::add_visits(tx, day, &visits).await?;
    }
    tx.delete::<Entity>(over()).filter(Column::Id.lte(last)).exec().await?;
    Ok(true)
}

async fn pack_events(tx: &TenantTx, next: &NextDay) -> Result<(), DbError> {
    use analytics_event::{Column, Entity};
    let found = tx.find::<Entity>().filter(Column::At.lt(next.end));
    let events = found.order_by_asc(Column::At).order_by_asc(Column::Id).limit(ROWS).all().await?;
    let Some((at, id)) = events.last().map(|event| (event.at, event.id)) else { return Ok(()) };
    store::add_events(tx, next.day, &events).await?;
    let at_last = Condition::all().add(Column::At.eq(at)).add(Column::Id.lte(id));
    tx.delete::<Entity>(Condition::any().add(Column::At.lt(at)).add(at_last)).exec().await?;
    Ok(())
}
