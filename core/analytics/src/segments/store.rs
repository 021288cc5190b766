//! Reads and writes the columns of days.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait as _, Condition, DbErr};
use stoa_entity::analytics::analytics_segment::{ActiveModel, Column, Entity, Model};
use stoa_entity::analytics::{analytics_event, analytics_rollup};
use stoa_entity::{DbError, TenantTx, sum};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::local_days::{self, Days, Interval};
use tokio::task::{JoinError, spawn_blocking};

use super::day::Day;
use super::{DayColumns, LONGEST_VISIT_MS, Part};
use crate::EventKind;
use crate::rollups::{Dimension, Grain};
use crate::visits::{PAUSE_MS, began_at};

/// Most days that are read at once.
const MOST_DAYS: usize = 128;
/// Below this many bytes, twice as many days are read at once next.
const FEW_BYTES: usize = 1 << 20;
/// A day has at most so many milliseconds.
const LONGEST_DAY_MS: i64 = 25 * 3_600_000;
/// Visits of one statement.
const BATCH: usize = 1_000;

/// What is added up of the columns of days.
pub(crate) trait Summed: Send + Sync + 'static {
    /// Days that are read at once at first; more when they have few bytes.
    const DAYS: usize;

    /// The columns that are read.
    fn parts(&self) -> Vec<Part>;

    /// Whether it reads the pages of visits.
    fn reads_pages(&self) -> bool {
        self.parts().contains(&Part::Page)
    }

    /// Adds a day; none when it has nothing of the kind.
    fn add(&mut self, day: &Day) -> Option<()>;
}

/// Visits that began on a day, their events and engaged milliseconds; events on the day and engaged milliseconds of these.
pub(crate) type DayTotals = [i64; 5];

/// The sums of days that begin at or after a time and before another, by the beginning of the day. Columns are those of
/// the day only if they were made with its sums.
///
/// # Errors
/// When the database fails.
pub(crate) async fn sums_of_days(
    tx: &TenantTx,
    (from, until): (i64, i64),
) -> Result<HashMap<Timestamp, DayTotals>, DbError> {
    use analytics_rollup::Column as Sums;
    let (total, kind) = (Dimension::Total.number(), Dimension::Kind.number());
    let rows: Vec<(Timestamp, i16, i64, i64, i64)> = tx
        .find::<analytics_rollup::Entity>()
        .filter(Sums::Grain.eq(Grain::Day.number()))
        .filter(Sums::Dimension.is_in([total, kind]))
        .filter(Sums::Start.gte(from))
        .filter(Sums::Start.lt(until))
        .group_by(Sums::Start)
        .group_by(Sums::Dimension)
        .select_only()
        .column(Sums::Start)
        .column(Sums::Dimension)
        .column_as(sum(Sums::Visits), "all_visits")
        .column_as(sum(Sums::Events), "all_events")
        .column_as(sum(Sums::EngagedMs), "all_engaged_ms")
        .into_tuple::<(Timestamp, i16, i64, i64, i64)>()
        .all()
        .await?;
    let mut sums: HashMap<Timestamp, DayTotals> = HashMap::new();
    for (start, dimension, visits, events, engaged_ms) in rows {
        let own = sums.entry(start).or_default();
        match dimension == total {
            true => (own[0], own[1], own[2]) = (visits, events, engaged_ms),
            false => (own[3], own[4]) = (events, engaged_ms),
        }
    }
    Ok(sums)
}

/// Adds up the columns of days that are summed up, some days at a time: those are added up on a thread of their own
/// while the next ones are read. Also returns the days that have none, or whose columns this version of the program cannot
/// read.
///
/// # Errors
/// When the database fails.
pub(crate) async fn summed<S: Summed>(tx: &TenantTx, ranges: &[Days], sums: S) -> Result<(S, Vec<Days>), DbError> {
    let parts = numbers_of(sums.parts());
    let mut working = spawn_blocking(move || (sums, Vec::new()));
    let mut at_once = S::DAYS;
    for range in ranges {
        let totals = Arc::new(sums_of_days(tx, range.whole()).await?);
        let days = range.starts(Interval::Day);
        let mut left = days.as_slice();
        while let (Some(first), Some(last)) = (left.first(), left.get(..at_once).unwrap_or(left).last()) {
            let (from, until) = Days { first: *first, last: *last, zone: range.zone.clone() }.whole();
            left = left.get(at_once..).unwrap_or_default();
            let rows = read(tx, (from, until), &parts).await?;
            if rows.iter().map(|row| row.data.len()).sum::<usize>() < FEW_BYTES {
                at_once = (at_once * 2).min(MOST_DAYS);
            }
            let (sums, mut unread) = working.await.map_err(stopped)?;
            let has_rows = |start: &Timestamp| rows.iter().any(|row| row.start == *start);
            let own = totals.keys().copied().filter(|start| start.ms() >= from && start.ms() < until);
            unread.extend(own.filter(|start| !has_rows(start)));
            let totals = Arc::clone(&totals);
            working = spawn_blocking(move || added(sums, unread, &rows, &totals));
        }
    }
    let (sums, mut unread): (S, Vec<Timestamp>) = working.await.map_err(stopped)?;
    unread.sort_unstable();
    let zone = ranges.first().map_or(TimeZone::UTC, |range| range.zone.clone());
    let mut left = Vec::new();
    for start in unread {
        push_day(&mut left, local_days::today(start, &zone), &zone);
    }
    Ok((sums, left))
}

/// Adds a day to stretches of days, in their order.
pub(super) fn push_day(stretches: &mut Vec<Days>, day: Date, zone: &TimeZone) {
    match stretches.last_mut().filter(|own| own.last.tomorrow().is_ok_and(|next| next == day)) {
        Some(own) => own.last = day,
        None => stretches.push(Days { first: day, last: day, zone: zone.clone() }),
    }
}

/// The numbers of columns, of the sums that were made with them, and of the row that has all of a day with few visits.
pub(super) fn numbers_of(parts: Vec<Part>) -> Vec<i16> {
    let mut numbers: Vec<i16> = parts.into_iter().chain([Part::All, Part::Sums]).map(Part::number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The rows of these columns of the days that begin at or after a time and before another.
pub(super) async fn read(tx: &TenantTx, (from, until): (i64, i64), parts: &[i16]) -> Result<Vec<Model>, DbError> {
    tx.find::<Entity>()
        .filter(Column::Start.gte(from))
        .filter(Column::Start.lt(until))
        .filter(Column::Part.is_in(parts.iter().copied()))
        .order_by_asc(Column::Start)
        .all()
        .await
}

/// Adds the days of some rows, and those that cannot be read to their list.
fn added<S: Summed>(
    mut sums: S,
    mut unread: Vec<Timestamp>,
    rows: &[Model],
    totals: &HashMap<Timestamp, DayTotals>,
) -> (S, Vec<Timestamp>) {
    for own in rows.chunk_by(|one, other| one.start == other.start) {
        let Some(start) = own.first().map(|row| row.start) else { continue };
        let day = Day::of(start, own.iter().map(|row| row.data.as_slice()));
        match day.filter(|day| totals.get(&start).is_some_and(|totals| day.is_of(totals))) {
            Some(day) => {
                sums.add(&day);
            }
            None => unread.push(start),
        }
    }
    (sums, unread)
}

pub(super) fn stopped(error: JoinError) -> DbError {
    DbErr::Custom(format!("the columns of visits were not added up: {error}")).into()
}

/// The rows of a day: the number of the column, and its bytes.
///
/// # Errors
/// When the program is about to end.
pub(crate) async fn rows_of(columns: DayColumns) -> Result<Vec<(i16, Vec<u8>)>, DbError> {
    spawn_blocking(move || columns.rows()).await.map_err(stopped)
}

/// Replaces the rows of a day.
///
/// # Errors
/// When the database fails.
pub(crate) async fn write(
    tx: &TenantTx,
    (start, end): (Timestamp, Timestamp),
    rows: Vec<(i16, Vec<u8>)>,
) -> Result<(), DbError> {
    tx.delete::<Entity>(Column::Start.gte(start)).filter(Column::Start.lt(end)).exec().await?;
    for (part, data) in rows {
        let row = ActiveModel { start: Set(start), part: Set(part), data: Set(data), ..ActiveModel::default() };
        tx.insert_many(vec![row]).await?;
    }
    Ok(())
}

/// Deletes the columns of days that began before a time; of all days without one.
///
/// # Errors
/// When the database fails.
pub(crate) async fn delete(tx: &TenantTx, before: Option<Timestamp>) -> Result<(), DbError> {
    let old = Condition::all().add_option(before.map(|before| Column::Start.lt(before)));
    tx.delete::<Entity>(old).exec().await?;
    Ok(())
}

/// Deletes the columns of days that may have something of a stretch of time, and returns when these days began: their
/// columns are to be made again.
///
/// # Errors
/// When the database fails.
pub(crate) async fn forget(tx: &TenantTx, (from, until): (Timestamp, Timestamp)) -> Result<Vec<Timestamp>, DbError> {
    let own = || Condition::all().add(Column::Start.gt(from - LONGEST_DAY_MS)).add(Column::Start.lte(until));
    let starts = tx.find::<Entity>().filter(own()).group_by(Column::Start).select_only().column(Column::Start);
    let starts = starts.into_tuple::<Timestamp>().all().await?;
    if !starts.is_empty() {
        tx.delete::<Entity>(own()).exec().await?;
    }
    Ok(starts)
}

/// Adds the pages that the visits of a day saw on the days before and after it.
///
/// # Errors
/// When the database fails.
pub(crate) async fn add_views_of_other_days(tx: &TenantTx, columns: &mut DayColumns) -> Result<(), DbError> {
    use analytics_event::Column;
    let (start, end) = columns.span();
    let (first, last) = columns.own_ids();
    let latest = columns.last_at().min(end + (LONGEST_VISIT_MS - 1));
    for (from, until) in [(start - PAUSE_MS, start - 1), (end, latest)] {
        if from <= until {
            let own = Condition::all().add(Column::Visit.gte(first)).add(Column::Visit.lt(last));
            note(columns, views(tx, (from, until), own).await?);
        }
    }
    for ids in columns.earlier_ids().chunks(BATCH) {
        let Some(first) = ids.first() else { continue };
        let from = (began_at(*first) - PAUSE_MS).max(start - LONGEST_VISIT_MS);
        let of = Condition::all().add(Column::Visit.is_in(ids.iter().copied()));
        note(columns, views(tx, (from, start - 1), of).await?);
    }
    Ok(())
}

fn note(columns: &mut DayColumns, seen: Vec<(i64, i64)>) {
    for (visit, page) in seen {
        columns.note_seen_elsewhere(visit, page);
    }
}

/// The visits and pages of the page views from one time to another.
async fn views(
    tx: &TenantTx,
    (from, until): (Timestamp, Timestamp),
    of: Condition,
) -> Result<Vec<(i64, i64)>, DbError> {
    use analytics_event::{Column, Entity};
    tx.find::<Entity>()
        .filter(Column::At.gte(from))
        .filter(Column::At.lte(until))
        .filter(Column::Kind.eq(EventKind::PageView.number()))
        .filter(Column::Page.is_not_null())
        .filter(of)
        .select_only()
        .column(Column::Visit)
        .column(Column::Page)
        .into_tuple::<(i64, i64)>()
        .all()
        .await
}
