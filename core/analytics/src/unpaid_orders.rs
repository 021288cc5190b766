//! Orders that were placed and not paid yet. Their visit is remembered for a few days: a payment provider may report the
//! payment when the browser is gone, and the order belongs to the visit in which it was placed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use stoa_entity::analytics::analytics_unpaid_order::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::{DAY_MS, Timestamp};

use crate::AnalyticsError;

/// How long they are remembered, milliseconds: as old as an event may be.
const KEPT_MS: i64 = 7 * DAY_MS;

/// An order that was placed and not paid yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpaidOrder {
    /// The id of the event that records it.
    pub id: i64,
    /// Number of the visitor.
    pub visitor: i64,
    /// Whether the number is from an identifier.
    pub is_identified: bool,
    /// When it was placed.
    pub at: Timestamp,
}

impl From<Model> for UnpaidOrder {
    fn from(row: Model) -> Self {
        Self { id: row.id, visitor: row.visitor, is_identified: row.is_identified, at: row.at }
    }
}

/// An order that was not paid when it was placed; none when its visitor is not known.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn of(db: &TenantDb, id: i64) -> Result<Option<UnpaidOrder>, AnalyticsError> {
    let tx = db.read().await?;
    Ok(tx.find::<Entity>().filter(Column::Id.eq(id)).one().await?.map(UnpaidOrder::from))
}

/// Stores orders.
pub(crate) async fn write(tx: &TenantTx, orders: &[&UnpaidOrder]) -> Result<(), DbError> {
    let row = |order: &&UnpaidOrder| ActiveModel {
        id: Set(order.id),
        visitor: Set(order.visitor),
        is_identified: Set(order.is_identified),
        at: Set(order.at),
        ..ActiveModel::default()
    };
    tx.insert_new(orders.iter().map(row).collect()).await?;
    Ok(())
}

/// Deletes those of a visitor.
pub(crate) async fn erase(tx: &TenantTx, visitor: i64) -> Result<(), DbError> {
    tx.delete::<Entity>(Column::Visitor.eq(visitor)).exec().await?;
    Ok(())
}

/// When the first of them is to be deleted; none without any.
pub(crate) async fn next_deletion(tx: &TenantTx) -> Result<Option<Timestamp>, DbError> {
    let first = tx.find::<Entity>().order_by_asc(Column::At).one().await?;
    Ok(first.map(|row| row.at.saturating_add_ms(KEPT_MS + 1)))
}

/// Deletes those that are too old.
pub(crate) async fn delete_old(tx: &TenantTx, now: Timestamp) -> Result<(), DbError> {
    tx.delete::<Entity>(Column::At.lt(now - KEPT_MS)).exec().await?;
    Ok(())
}
