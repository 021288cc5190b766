//! Rows of blocks.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Condition;
use sea_orm::{ColumnTrait as _, DbErr, FromQueryResult, QueryResult};
use stoa_entity::analytics::analytics_block::{ActiveModel, Column, Entity};
use stoa_entity::analytics::{analytics_event, analytics_state, analytics_visit};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;

use super::{Kind, packed, start_of};
use crate::store::day_of;

/// Blocks whose hashes are read at once: each has tens of kilobytes of them.
const HASHED: u64 = 64;

/// A block without what it has.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub(super) struct Head {
    pub(super) day: i32,
    pub(super) part: i32,
    pub(super) first_key: i64,
    last_key: i64,
    pub(super) length: i32,
}

impl Head {
    /// Whether it may have something from one key to another, end excluded.
    pub(super) fn overlaps(&self, from: i64, until: i64) -> bool {
        self.first_key < until && from <= self.last_key
    }
}

fn of_days(kind: Kind, first: i32, last: i32) -> Condition {
    Condition::all().add(Column::Kind.eq(kind.number())).add(Column::Day.gte(first)).add(Column::Day.lte(last))
}

fn one(kind: Kind, head: &Head) -> Condition {
    of_days(kind, head.day, head.day).add(Column::Part.eq(head.part))
}

/// The blocks of some days, in order.
pub(super) async fn heads(tx: &TenantTx, kind: Kind, first: i32, last: i32) -> Result<Vec<Head>, DbError> {
    let columns = [Column::Day, Column::Part, Column::FirstKey, Column::LastKey, Column::Length];
    let own = tx.find::<Entity>().filter(of_days(kind, first, last));
    own.order_by_asc(Column::Day).order_by_asc(Column::Part).select_columns(&columns).await
}

/// A block of visits and the hashes of its visitors.
pub(super) struct Hashed {
    pub(super) head: Head,
    pub(super) visitors: Vec<u8>,
}

impl FromQueryResult for Hashed {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        Ok(Self { head: Head::from_query_result(row, prefix)?, visitors: row.try_get(prefix, "visitors")? })
    }
}

/// The next blocks of visits that have hashes of visitors, after one of them, in order.
pub(super) async fn hashed_after(tx: &TenantTx, last: Option<&Head>) -> Result<Vec<Hashed>, DbError> {
    let mut own =
        Condition::all().add(Column::Kind.eq(Kind::Visits.number())).add(Column::Visitors.ne(Vec::<u8>::new()));
    if let Some(last) = last {
        let of_day = Condition::all().add(Column::Day.eq(last.day)).add(Column::Part.gt(last.part));
        own = own.add(Column::Day.gte(last.day)).add(Condition::any().add(Column::Day.gt(last.day)).add(of_day));
    }
    let columns = [Column::Day, Column::Part, Column::FirstKey, Column::LastKey, Column::Length, Column::Visitors];
    let own = tx.find::<Entity>().filter(own).order_by_asc(Column::Day).order_by_asc(Column::Part).limit(HASHED);
    own.select_columns(&columns).await
}

async fn data(tx: &TenantTx, kind: Kind, head: &Head) -> Result<Vec<u8>, DbError> {
    let own = tx.find::<Entity>().filter(one(kind, head)).select_only().column(Column::Data);
    Ok(own.into_tuple::<Vec<u8>>().one().await?.unwrap_or_default())
}

/// The events of a block.
///
/// # Errors
/// When the database fails, or the block is damaged.
pub(super) async fn events(tx: &TenantTx, head: &Head) -> Result<Vec<analytics_event::Model>, DbError> {
    let data = data(tx, Kind::Events, head).await?;
    packed::events(tx.website(), &data).ok_or_else(|| damaged(head))
}

/// The visits of a block.
///
/// # Errors
/// When the database fails, or the block is damaged.
pub(super) async fn visits(tx: &TenantTx, head: &Head) -> Result<Vec<analytics_visit::Model>, DbError> {
    let data = data(tx, Kind::Visits, head).await?;
    packed::visits(tx.website(), &data).ok_or_else(|| damaged(head))
}

fn damaged(head: &Head) -> DbError {
    let Head { day, part, .. } = head;
    DbErr::Custom(format!("block {part} of what visitors did on day {day} is damaged")).into()
}

/// Adds a block of events of a day, which are in the order of time and id.
///
/// # Errors
/// When the database fails, or they cannot be packed.
pub(super) async fn add_events(tx: &TenantTx, day: i32, events: &[analytics_event::Model]) -> Result<(), DbError> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(()) };
    let row = ActiveModel {
        first_key: Set(first.at.ms()),
        last_key: Set(last.at.ms()),
        length: Set(length(events)),
        visitors: Set(Vec::new()),
        data: Set(packed::pack_events(events).map_err(refused)?),
        ..ActiveModel::default()
    };
    add(tx, Kind::Events, day, row).await
}

/// Adds a block of visits that began on a day, which are in the order of their ids.
///
/// # Errors
/// When the database fails, or they cannot be packed.
pub(super) async fn add_visits(tx: &TenantTx, day: i32, visits: &[analytics_visit::Model]) -> Result<(), DbError> {
    let (Some(first), Some(last)) = (visits.first(), visits.last()) else { return Ok(()) };
    let row = ActiveModel {
        first_key: Set(first.id),
        last_key: Set(last.id),
        length: Set(length(visits)),
        visitors: Set(packed::hashes_of(visits)),
        data: Set(packed::pack_visits(visits).map_err(refused)?),
        ..ActiveModel::default()
    };
    add(tx, Kind::Visits, day, row).await
}

fn refused(error: std::io::Error) -> DbError {
    DbErr::Custom(format!("what visitors did could not be packed: {error}")).into()
}

fn length<T>(rows: &[T]) -> i32 {
    i32::try_from(rows.len()).unwrap_or(i32::MAX)
}

/// Adds a block behind the others of its day.
async fn add(tx: &TenantTx, kind: Kind, day: i32, row: ActiveModel) -> Result<(), DbError> {
    let last = heads(tx, kind, day, day).await?.last().map_or(0, |head| head.part);
    tx.insert_many(vec![ActiveModel { kind: Set(kind.number()), day: Set(day), part: Set(last + 1), ..row }]).await
}

/// Deletes a block.
pub(super) async fn delete_one(tx: &TenantTx, kind: Kind, head: &Head) -> Result<(), DbError> {
    tx.delete::<Entity>(one(kind, head)).exec().await?;
    Ok(())
}

/// Deletes the blocks of days that were over by a time.
///
/// # Errors
/// When the database fails.
pub(crate) async fn delete(tx: &TenantTx, before: Timestamp) -> Result<(), DbError> {
    tx.delete::<Entity>(Column::Day.lt(day_of(before))).exec().await?;
    Ok(())
}

/// Notes until when days are packed.
pub(super) async fn note_packed(tx: &TenantTx, until: Timestamp) -> Result<(), DbError> {
    use analytics_state::{Column, Entity};
    tx.update::<Entity>(Column::PackedUntil.lt(until)).set(Column::PackedUntil, until).exec().await?;
    Ok(())
}

/// When the first day began of which there are blocks; none without any.
///
/// # Errors
/// When the database fails.
pub(crate) async fn oldest_day(tx: &TenantTx) -> Result<Option<Timestamp>, DbError> {
    let mut days = Vec::new();
    for kind in [Kind::Events, Kind::Visits] {
        let own = tx.find::<Entity>().filter(Column::Kind.eq(kind.number())).order_by_asc(Column::Day);
        days.extend(own.select_only().column(Column::Day).into_tuple::<i32>().one().await?);
    }
    Ok(days.into_iter().min().map(start_of))
}

/// When the latest packed event happened; none without any.
///
/// # Errors
/// When the database fails.
pub(crate) async fn newest_event(tx: &TenantTx) -> Result<Option<Timestamp>, DbError> {
    let own = tx.find::<Entity>().filter(Column::Kind.eq(Kind::Events.number())).order_by_desc(Column::Day);
    let own = own.order_by_desc(Column::LastKey).select_only().column(Column::LastKey);
    Ok(own.into_tuple::<i64>().one().await?.map(Timestamp::from_ms))
}
