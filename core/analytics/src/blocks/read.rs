//! Events and visits of any time, from blocks and tables.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use sea_orm::{ColumnTrait as _, Condition};
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;

use super::Kind;
use super::store::{self, Head};
use crate::store::day_of;
use crate::visits::{began_at, started_from};

/// Rows of tables that are read at once.
const ROWS: usize = 10_000;
/// Ids of one statement.
const BATCH: usize = 1_000;

/// The events of a stretch of time, some thousands at a time: those of blocks, then those of the table, each in the order
/// of time.
pub(crate) struct Events<'a> {
    tx: &'a TenantTx,
    start: Timestamp,
    end: Timestamp,
    blocks: VecDeque<Head>,
    /// The last one of the table that was read.
    last: Option<(Timestamp, i64)>,
}

impl<'a> Events<'a> {
    /// Those at or after a time and before another.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn between(tx: &'a TenantTx, start: Timestamp, end: Timestamp) -> Result<Self, DbError> {
        let heads = store::heads(tx, Kind::Events, day_of(start), day_of(end - 1)).await?;
        let blocks = heads.into_iter().filter(|head| head.overlaps(start.ms(), end.ms())).collect();
        Ok(Self { tx, start, end, blocks, last: None })
    }

    /// How many events the blocks have.
    pub(crate) fn packed(&self) -> i64 {
        self.blocks.iter().map(|head| i64::from(head.length)).sum()
    }

    /// The next ones; none at the end.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<analytics_event::Model>>, DbError> {
        while let Some(head) = self.blocks.pop_front() {
            let mut events = store::events(self.tx, &head).await?;
            events.retain(|event| (self.start..self.end).contains(&event.at));
            if !events.is_empty() {
                return Ok(Some(events));
            }
        }
        let events = of_table(self.tx, self.start, self.end, self.last).await?;
        self.last = events.last().map(|event| (event.at, event.id));
        Ok((!events.is_empty()).then_some(events))
    }
}

/// The visits that began in a stretch of time, some thousands at a time, likewise.
pub(crate) struct Visits<'a> {
    tx: &'a TenantTx,
    from: i64,
    until: i64,
    blocks: VecDeque<Head>,
    /// The smallest id of the table that was not read.
    next: i64,
}

impl<'a> Visits<'a> {
    /// Those that began at or after a time and before another.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn between(tx: &'a TenantTx, start: Timestamp, end: Timestamp) -> Result<Self, DbError> {
        let (from, until) = (started_from(start), started_from(end));
        let heads = store::heads(tx, Kind::Visits, day_of(start), day_of(end - 1)).await?;
        let blocks = heads.into_iter().filter(|head| head.overlaps(from, until)).collect();
        Ok(Self { tx, from, until, blocks, next: from })
    }

    /// The next ones; none at the end.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<analytics_visit::Model>>, DbError> {
        while let Some(head) = self.blocks.pop_front() {
            let mut visits = store::visits(self.tx, &head).await?;
            visits.retain(|visit| (self.from..self.until).contains(&visit.id));
            if !visits.is_empty() {
                return Ok(Some(visits));
            }
        }
        use analytics_visit::{Column, Entity};
        let found = self.tx.find::<Entity>().filter(Column::Id.gte(self.next)).filter(Column::Id.lt(self.until));
        let visits = found.order_by_asc(Column::Id).limit(ROWS as u64).all().await?;
        let Some(last) = visits.last() else { return Ok(None) };
        self.next = last.id.saturating_add(1);
        Ok(Some(visits))
    }
}

/// The visits with these ids, by their ids; those that are not stored are left out.
///
/// # Errors
/// When the database fails.
pub(crate) async fn visits_with(
    tx: &TenantTx,
    ids: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, analytics_visit::Model>, DbError> {
    use analytics_visit::{Column, Entity};
    let mut missing: BTreeSet<i64> = ids.into_iter().collect();
    let all: Vec<i64> = missing.iter().copied().collect();
    let mut visits = HashMap::with_capacity(all.len());
    for ids in all.chunks(BATCH) {
        let found = tx.find::<Entity>().filter(Column::Id.is_in(ids.iter().copied())).all().await?;
        for visit in found {
            missing.remove(&visit.id);
            visits.insert(visit.id, visit);
        }
    }
    let mut of_days: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for id in missing {
        of_days.entry(day_of(began_at(id))).or_default().push(id);
    }
    for (day, ids) in of_days {
        for head in store::heads(tx, Kind::Visits, day, day).await? {
            if ids.iter().any(|id| head.overlaps(*id, id.saturating_add(1))) {
                let own = store::visits(tx, &head).await?.into_iter();
                visits.extend(own.filter(|visit| ids.binary_search(&visit.id).is_ok()).map(|visit| (visit.id, visit)));
            }
        }
    }
    Ok(visits)
}

/// The next events of the table in a stretch of time, after the one with this time and id.
async fn of_table(
    tx: &TenantTx,
    start: Timestamp,
    end: Timestamp,
    last: Option<(Timestamp, i64)>,
) -> Result<Vec<analytics_event::Model>, DbError> {
    use analytics_event::{Column, Entity};
    let mut found = tx.find::<Entity>().filter(Column::At.lt(end));
    found = match last {
        Some((at, id)) => {
            let further = Condition::any().add(Column::At.gt(at)).add(Column::Id.gt(id));
            found.filter(Column::At.gte(at)).filter(further)
        }
        None => found.filter(Column::At.gte(start)),
    };
    found.order_by_asc(Column::At).order_by_asc(Column::Id).limit(ROWS as u64).all().await
}

/// The next events of a stretch of time in the order of time and id, after the one with this time and id: for those who
/// do not keep a transaction open until the end.
///
/// # Errors
/// When the database fails.
pub(crate) async fn events_after(
    tx: &TenantTx,
    start: Timestamp,
    end: Timestamp,
    last: Option<(Timestamp, i64)>,
) -> Result<Vec<analytics_event::Model>, DbError> {
    let key = |event: &analytics_event::Model| (event.at, event.id);
    let mut events = of_table(tx, start, end, last).await?;
    let from = last.map_or(start, |(at, _)| at);
    let mut heads = store::heads(tx, Kind::Events, day_of(from), day_of(end - 1)).await?;
    heads.retain(|head| head.overlaps(from.ms(), end.ms()));
    heads.sort_unstable_by_key(|head| head.first_key);
    for head in heads {
        // All further blocks begin later than the last one of these.
        if events.get(ROWS - 1).is_some_and(|event| event.at.ms() < head.first_key) {
            break;
        }
        let own = store::events(tx, &head).await?.into_iter();
        events.extend(own.filter(|event| (from..end).contains(&event.at) && last.is_none_or(|last| key(event) > last)));
        events.sort_unstable_by_key(key);
        events.truncate(ROWS);
    }
    Ok(events)
}

/// The packed events of a stretch of time that are wanted, in the order of time.
///
/// # Errors
/// When the database fails.
pub(crate) async fn events_of(
    tx: &TenantTx,
    start: Timestamp,
    end: Timestamp,
    mut is_wanted: impl FnMut(&analytics_event::Model) -> bool,
) -> Result<Vec<analytics_event::Model>, DbError> {
    let mut wanted = Vec::new();
    for head in store::heads(tx, Kind::Events, day_of(start), day_of(end - 1)).await? {
        if head.overlaps(start.ms(), end.ms()) {
            let own = store::events(tx, &head).await?.into_iter();
            wanted.extend(own.filter(|event| (start..end).contains(&event.at) && is_wanted(event)));
        }
    }
    Ok(wanted)
}
