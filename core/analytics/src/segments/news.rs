//! Days with events that are not in their columns yet.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ColumnTrait, Condition};
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::local_days::{Days, Interval};
use tokio::task::spawn_blocking;

use super::day::Day;
use super::store::{Summed, numbers_of, push_day, read, stopped, summed_days};
use super::{DayColumns, LONGEST_VISIT_MS, Part, add_views_of_other_days};
use crate::EventKind;
use crate::rollups::hour_of;
use crate::visits::{PAUSE_MS, started_from};

/// Most stretches of hours with new events, visits that began in them and events of those: a day with more is left to
/// the database.
const MAX_STRETCHES: usize = 24;
const MAX_VISITS: u64 = 20_000;
const MAX_EVENTS: u64 = 100_000;

/// Hours of the site's time zone with visits that have new events.
struct NewHours {
    /// Their beginnings.
    starts: BTreeSet<i64>,
    /// From the beginning of the first of some hours to the end of the last.
    stretches: Vec<(i64, i64)>,
}

impl NewHours {
    /// Those in which visits with events on a day may have begun; `noted` are hours of UTC.
    fn of(noted: &[Timestamp], day: &Days) -> Self {
        let (start, end) = day.whole();
        let own = noted.iter().filter(|hour| hour.ms() > start - LONGEST_VISIT_MS - HOUR_MS && hour.ms() < end);
        // An hour of UTC may belong to two hours of the time zone.
        let starts: BTreeSet<i64> =
            own.flat_map(|hour| [*hour, *hour + (HOUR_MS - 1)]).map(|at| hour_of(at, &day.zone).ms()).collect();
        let mut stretches: Vec<(i64, i64)> = Vec::new();
        for start in &starts {
            match stretches.last_mut().filter(|(_, end)| *end >= *start) {
                Some((_, end)) => *end = start + HOUR_MS,
                None => stretches.push((*start, start + HOUR_MS)),
            }
        }
        Self { starts, stretches }
    }

    /// The visits that began in them, by the column of their ids.
    fn began(&self, id: impl ColumnTrait) -> Condition {
        let ids = |(from, until): &(i64, i64)| {
            let [first, end] = [*from, *until].map(|at| started_from(Timestamp::from_ms(at)));
            Condition::all().add(id.gte(first)).add(id.lt(end))
        };
        self.stretches.iter().map(ids).fold(Condition::any(), Condition::add)
    }
}

/// Adds up days of which some hours have new events, from their columns and, of the visits that began in these hours,
/// from the tables. Also returns the days that have no columns, or too much that is new. `noted` are the hours of UTC
/// with new events since a day before the first of the days.
///
/// # Errors
/// When the database fails.
pub(crate) async fn summed_with_new<S: Summed>(
    tx: &TenantTx,
    ranges: &[Days],
    noted: &[Timestamp],
    mut sums: S,
) -> Result<(S, Vec<Days>), DbError> {
    let mut left = Vec::new();
    for range in ranges {
        let days = summed_days(tx, range).await?;
        for date in range.starts(Interval::Day) {
            let day = Days { first: date, last: date, zone: range.zone.clone() };
            let read = match days.get(&Timestamp::from_ms(day.whole().0)) {
                Some(own) if own.has_columns => read_day(tx, &day, noted, &sums).await?,
                _ => None,
            };
            match read {
                Some((old, new)) => {
                    let added = spawn_blocking(move || {
                        let new = new.day();
                        sums.add(&old);
                        sums.add(&new.sharing(old.visitors()));
                        sums
                    });
                    sums = added.await.map_err(stopped)?;
                }
                None => push_day(&mut left, date, &range.zone),
            }
        }
    }
    Ok((sums, left))
}

/// The columns of a day without the visits that have something new, and these; none when the day is left to the
/// database.
async fn read_day<S: Summed>(
    tx: &TenantTx,
    day: &Days,
    noted: &[Timestamp],
    sums: &S,
) -> Result<Option<(Day, DayColumns)>, DbError> {
    let (start, end) = day.whole();
    let new = NewHours::of(noted, day);
    let mut parts = sums.parts();
    parts.extend([Part::Hour, Part::Visitor]);
    let rows = read(tx, start, end, &numbers_of(parts)).await?;
    let (start, end) = (Timestamp::from_ms(start), Timestamp::from_ms(end));
    if rows.is_empty() || new.stretches.len() > MAX_STRETCHES {
        return Ok(None);
    }
    let Some(old) = Day::of(start, rows.iter().map(|row| row.data.as_slice())) else { return Ok(None) };
    if !sums.can_read(&old) {
        return Ok(None);
    }
    let mut columns = DayColumns::new(start, end, day.zone.clone());
    if !new.stretches.is_empty() && !add_new(tx, &new, &mut columns, &sums.kinds()).await? {
        return Ok(None);
    }
    let visitors = columns.visitors();
    Ok(Some((old.without(new.starts.into_iter().collect(), visitors), columns)))
}

/// Adds the visits that began in some hours, and what happened in them on the day; false when it is too much.
async fn add_new(
    tx: &TenantTx,
    new: &NewHours,
    columns: &mut DayColumns,
    kinds: &[EventKind],
) -> Result<bool, DbError> {
    let (start, end) = columns.span();
    let id = analytics_visit::Column::Id;
    let visits = tx.find::<analytics_visit::Entity>().filter(new.began(id)).limit(MAX_VISITS).all().await?;
    if visits.len() as u64 == MAX_VISITS {
        return Ok(false);
    }
    // Where the clock is set by half an hour, hours overlap.
    let is_new = |visit: &analytics_visit::Model| new.starts.contains(&columns.hour_of(visit.started_at));
    let visits: HashMap<i64, analytics_visit::Model> =
        visits.into_iter().filter(is_new).map(|visit| (visit.id, visit)).collect();
    for visit in visits.values().filter(|visit| (start..end).contains(&visit.started_at)) {
        columns.add_visit(visit);
    }
    if kinds.is_empty() {
        return Ok(true);
    }
    use analytics_event::{Column, Entity};
    let first = new.stretches.first().map_or(start, |(from, _)| Timestamp::from_ms(from - PAUSE_MS));
    let events = tx
        .find::<Entity>()
        .filter(Column::At.gte(first.max(start)))
        .filter(Column::At.lt(end))
        .filter(Column::Kind.is_in(kinds.iter().map(|kind| kind.number())))
        .filter(new.began(Column::Visit))
        .limit(MAX_EVENTS)
        .all()
        .await?;
    if events.len() as u64 == MAX_EVENTS {
        return Ok(false);
    }
    for event in &events {
        columns.add_event(event, visits.get(&event.visit));
    }
    add_views_of_other_days(tx, columns).await?;
    Ok(true)
}
