//! Reads and writes the columns of days.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait as _, Condition, DbErr};
use stoa_entity::analytics::analytics_segment::{ActiveModel, Column, Entity, Model};
use stoa_entity::analytics::{analytics_event, analytics_rollup};
use stoa_entity::{DbError, Find, TenantTx, sum};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::local_days::{self, Days};
use tokio::task::{JoinError, spawn_blocking};

use super::acts::OF_ACTS;
use super::day::Day;
use super::{DayColumns, FORM, LONGEST_VISIT_MS, OF_PAGES, Part};
use crate::EventKind;
use crate::blocks;
use crate::rollups::{Dimension, Grain};
use crate::visits::{PAUSE_MS, began_at};

/// Most visits and events of the days that are read at once, which bounds the memory; one day may have more.
const MAX_BATCH: i64 = 300_000;
/// A day has at most so many milliseconds.
const MAX_DAY_MS: i64 = 25 * HOUR_MS;
/// Visits of one statement.
const BATCH: usize = 1_000;

/// What is added up of the columns of days.
pub(crate) trait Summed: Send + Sync + 'static {
    /// The columns that are read.
    fn parts(&self) -> Vec<Part>;

    /// The kinds of event whose columns it reads.
    fn kinds(&self) -> Vec<EventKind> {
        let parts = self.parts();
        let of_pages = OF_PAGES.into_iter().filter(|_| parts.contains(&Part::Page));
        let of_acts = OF_ACTS.into_iter().filter(|_| parts.contains(&Part::Act));
        of_pages.chain(of_acts).collect()
    }

    /// Whether a day has the columns that are read, if it has anything of the kind.
    fn can_read(&self, _day: &Day) -> bool {
        true
    }

    /// Adds a day; none when it has nothing of the kind.
    fn add(&mut self, day: &Day) -> Option<()>;
}

/// A day that is summed up.
pub(super) struct SummedDay {
    /// Visits that began on it, and its events.
    size: i64,
    /// Whether columns of this form were made with its sums: others are not those of its visits and events any more.
    pub(super) has_columns: bool,
}

/// The sums of whole days by these dimensions.
fn sums_by(tx: &TenantTx, dimensions: impl IntoIterator<Item = Dimension>) -> Find<'_, analytics_rollup::Entity> {
    tx.find::<analytics_rollup::Entity>()
        .filter(analytics_rollup::Column::Grain.eq(Grain::Day.number()))
        .filter(analytics_rollup::Column::Dimension.is_in(dimensions.into_iter().map(Dimension::number)))
}

/// The days of a range that are summed up, by their beginnings.
///
/// # Errors
/// When the database fails.
pub(super) async fn summed_days(tx: &TenantTx, range: &Days) -> Result<HashMap<Timestamp, SummedDay>, DbError> {
    use analytics_rollup::Column as Sums;
    let (from, until) = range.whole();
    let rows: Vec<(Timestamp, i16, i16, i64, i64)> = sums_by(tx, [Dimension::Total, Dimension::Kind])
        .filter(Sums::Start.gte(from))
        .filter(Sums::Start.lt(until))
        .group_by(Sums::Start)
        .group_by(Sums::Dimension)
        .group_by(Sums::ColumnsForm)
        .select_only()
        .column(Sums::Start)
        .column(Sums::Dimension)
        .column(Sums::ColumnsForm)
        .column_as(sum(Sums::Visits), "all_visits")
        .column_as(sum(Sums::Events), "all_events")
        .into_tuple::<(Timestamp, i16, i16, i64, i64)>()
        .all()
        .await?;
    let mut days: HashMap<Timestamp, SummedDay> = HashMap::new();
    for (start, dimension, form, visits, events) in rows {
        let own = days.entry(start).or_insert(SummedDay { size: 0, has_columns: true });
        own.size += if dimension == Dimension::Total.number() { visits } else { events };
        own.has_columns &= form == i16::from(FORM);
    }
    Ok(days)
}

/// Whether days are summed up without columns, or with those of an earlier form. Days without visits are not looked at,
/// so that few rows are read; they are done with the others.
///
/// # Errors
/// When the database fails.
pub(crate) async fn has_old_forms(tx: &TenantTx) -> Result<bool, DbError> {
    let old = analytics_rollup::Column::ColumnsForm.lt(i16::from(FORM));
    Ok(sums_by(tx, [Dimension::Total]).filter(old).limit(1).one().await?.is_some())
}

/// Deletes the columns of days that were summed up without columns, or with those of an earlier form: an earlier
/// version of the program leaves them as they are when it makes the sums again. Returns when these days began, the
/// latest first.
///
/// # Errors
/// When the database fails.
pub(crate) async fn delete_old_forms(tx: &TenantTx) -> Result<Vec<Timestamp>, DbError> {
    use analytics_rollup::Column as Sums;
    let starts: Vec<Timestamp> = sums_by(tx, [Dimension::Total, Dimension::Kind])
        .filter(Sums::ColumnsForm.lt(i16::from(FORM)))
        .group_by(Sums::Start)
        .order_by_desc(Sums::Start)
        .select_only()
        .column(Sums::Start)
        .into_tuple::<Timestamp>()
        .all()
        .await?;
    for own in starts.chunks(BATCH) {
        tx.delete::<Entity>(Column::Start.is_in(own.iter().copied())).exec().await?;
    }
    Ok(starts)
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
    for range in ranges {
        let days = summed_days(tx, range).await?;
        let mut starts: Vec<Timestamp> = days.keys().copied().collect();
        starts.sort_unstable();
        let mut left = starts.as_slice();
        while !left.is_empty() {
            let sizes = left.iter().map(|start| days.get(start).map_or(0, |day| day.size));
            let (next, later) = left.split_at_checked(days_at_once(sizes)).unwrap_or((left, &[]));
            left = later;
            let (Some(first), Some(last)) = (next.first(), next.last()) else { break };
            let mut rows = read(tx, first.ms(), last.ms() + 1, &parts).await?;
            rows.retain(|row| days.get(&row.start).is_some_and(|day| day.has_columns));
            let (sums, mut unread) = working.await.map_err(stopped)?;
            let found: HashSet<Timestamp> = rows.iter().map(|row| row.start).collect();
            unread.extend(next.iter().copied().filter(|start| !found.contains(start)));
            working = spawn_blocking(move || added(sums, unread, &rows));
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

/// How many of some days are read at once, by their sizes: at least one.
pub(super) fn days_at_once(sizes: impl Iterator<Item = i64>) -> usize {
    let mut whole = 0_i64;
    let fits = |size: &i64| {
        whole = whole.saturating_add(*size);
        whole <= MAX_BATCH
    };
    sizes.take_while(fits).count().max(1)
}

/// Adds a day to stretches of days, in their order.
pub(crate) fn push_day(stretches: &mut Vec<Days>, day: Date, zone: &TimeZone) {
    match stretches.last_mut().filter(|own| own.last.tomorrow().is_ok_and(|next| next == day)) {
        Some(own) => own.last = day,
        None => stretches.push(Days { first: day, last: day, zone: zone.clone() }),
    }
}

/// The numbers of columns, and of the row that has all of a day with few visits.
pub(super) fn numbers_of(parts: Vec<Part>) -> Vec<i16> {
    let mut numbers: Vec<i16> = parts.into_iter().chain([Part::All]).map(Part::number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The rows of these columns of the days that begin at or after a time and before another.
pub(super) async fn read(tx: &TenantTx, from: i64, until: i64, parts: &[i16]) -> Result<Vec<Model>, DbError> {
    tx.find::<Entity>()
        .filter(Column::Start.gte(from))
        .filter(Column::Start.lt(until))
        .filter(Column::Part.is_in(parts.iter().copied()))
        .order_by_asc(Column::Start)
        .all()
        .await
}

/// Adds the days of some rows, and those that cannot be read to their list.
pub(super) fn added<S: Summed>(mut sums: S, mut unread: Vec<Timestamp>, rows: &[Model]) -> (S, Vec<Timestamp>) {
    for own in rows.chunk_by(|one, other| one.start == other.start) {
        let Some(start) = own.first().map(|row| row.start) else { continue };
        match Day::of(start, own.iter().map(|row| row.data.as_slice())) {
            Some(day) if sums.can_read(&day) => {
                sums.add(&day);
            }
            Some(_) | None => unread.push(start),
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
    start: Timestamp,
    end: Timestamp,
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
pub(crate) async fn forget(tx: &TenantTx, from: Timestamp, until: Timestamp) -> Result<Vec<Timestamp>, DbError> {
    let own = || Condition::all().add(Column::Start.gt(from - MAX_DAY_MS)).add(Column::Start.lte(until));
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
    if columns.is_given_up() {
        return Ok(());
    }
    let (start, end) = columns.span();
    let own = OfVisits::Between(columns.own_ids());
    let latest = columns.last_at().min(end + (LONGEST_VISIT_MS - 1));
    for (from, until) in [(start - PAUSE_MS, start - 1), (end, latest)] {
        if from <= until {
            note(columns, views(tx, from, until, &own).await?);
        }
    }
    for ids in columns.earlier_ids().chunks(BATCH) {
        let Some(first) = ids.first() else { continue };
        let from = (began_at(*first) - PAUSE_MS).max(start - LONGEST_VISIT_MS);
        note(columns, views(tx, from, start - 1, &OfVisits::These(ids)).await?);
    }
    // Their first event arrived late.
    for ids in columns.later_ids().chunks(BATCH) {
        note(columns, views(tx, end, end + (LONGEST_VISIT_MS - 1), &OfVisits::These(ids)).await?);
    }
    Ok(())
}

fn note(columns: &mut DayColumns, seen: Vec<(i64, i64)>) {
    for (visit, page) in seen {
        columns.note_seen_elsewhere(visit, page);
    }
}

/// Some visits, by their ids.
enum OfVisits<'a> {
    /// From an id to another, end excluded.
    Between((i64, i64)),
    These(&'a [i64]),
}

impl OfVisits<'_> {
    fn condition(&self) -> Condition {
        let visit = analytics_event::Column::Visit;
        match self {
            Self::Between((first, end)) => Condition::all().add(visit.gte(*first)).add(visit.lt(*end)),
            Self::These(ids) => Condition::all().add(visit.is_in(ids.iter().copied())),
        }
    }

    /// Whether a visit is among them; the ids are in order.
    fn has(&self, visit: i64) -> bool {
        match self {
            Self::Between((first, end)) => (*first..*end).contains(&visit),
            Self::These(ids) => ids.binary_search(&visit).is_ok(),
        }
    }
}

/// The visits and pages of the page views from one time to another.
async fn views(
    tx: &TenantTx,
    from: Timestamp,
    until: Timestamp,
    of: &OfVisits<'_>,
) -> Result<Vec<(i64, i64)>, DbError> {
    use analytics_event::{Column, Entity};
    let view = EventKind::PageView.number();
    let packed = blocks::events_of(tx, from, until + 1, |event| event.kind == view && of.has(event.visit)).await?;
    let packed = packed.into_iter().filter_map(|event| Some((event.visit, event.page?)));
    let mut seen = tx
        .find::<Entity>()
        .filter(Column::At.gte(from))
        .filter(Column::At.lte(until))
        .filter(Column::Kind.eq(view))
        .filter(Column::Page.is_not_null())
        .filter(of.condition())
        .select_only()
        .column(Column::Visit)
        .column(Column::Page)
        .into_tuple::<(i64, i64)>()
        .all()
        .await?;
    seen.extend(packed);
    Ok(seen)
}
