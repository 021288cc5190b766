//! Deletes what is older than a site keeps it.

use sea_orm::ColumnTrait as _;
use stoa_entity::analytics::{
    analytics_attempt, analytics_error, analytics_event, analytics_export, analytics_load_event, analytics_page,
    analytics_rollup, analytics_speed, analytics_text, analytics_visit,
};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::{DAY_MS, Timestamp};

use crate::AnalyticsError;
use crate::blocks;
use crate::load_runs;
use crate::rollups::oldest_visit;
use crate::segments;
use crate::store::{day_of, lock};
use crate::unpaid_orders;
use crate::visits::started_from;

/// Days of a month: deletion does not depend on a calendar.
const MONTH_DAYS: i64 = 30;

/// The duration of a number of months, milliseconds.
pub fn kept_ms(months: u16) -> i64 {
    i64::from(months) * MONTH_DAYS * DAY_MS
}

/// When the oldest visit is to be deleted; none without visits.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(db: &TenantDb, kept_ms: i64) -> Result<Option<Timestamp>, AnalyticsError> {
    let tx = db.read().await?;
    let oldest = oldest_visit(&tx).await?.into_iter().chain(load_runs::oldest_event(&tx).await?).min();
    // A day later, so that the days of a site without visitors are deleted one by one and not event by event.
    let of_events = oldest.map(|oldest| oldest.saturating_add_ms(kept_ms).saturating_add_ms(DAY_MS));
    Ok(of_events.into_iter().chain(unpaid_orders::next_deletion(&tx).await?).min())
}

/// Deletes what is older.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn run(db: &TenantDb, kept_ms: i64, now: Timestamp) -> Result<(), AnalyticsError> {
    let tx = db.write().await?;
    // Nobody packs meanwhile what is about to be deleted.
    lock(&tx).await?;
    delete(&tx, now - kept_ms).await?;
    unpaid_orders::delete_old(&tx, now).await?;
    Ok(tx.commit().await?)
}

async fn delete(tx: &TenantTx, oldest: Timestamp) -> Result<(), AnalyticsError> {
    tx.delete::<analytics_event::Entity>(analytics_event::Column::At.lt(oldest)).exec().await?;
    tx.delete::<analytics_load_event::Entity>(analytics_load_event::Column::At.lt(oldest)).exec().await?;
    tx.delete::<analytics_visit::Entity>(analytics_visit::Column::Id.lt(started_from(oldest))).exec().await?;
    blocks::delete(tx, oldest).await?;
    tx.delete::<analytics_rollup::Entity>(analytics_rollup::Column::Start.lt(oldest)).exec().await?;
    segments::delete(tx, Some(oldest)).await?;
    tx.delete::<analytics_speed::Entity>(analytics_speed::Column::Day.lt(oldest)).exec().await?;
    tx.delete::<analytics_error::Entity>(analytics_error::Column::LastSeen.lt(oldest)).exec().await?;
    tx.delete::<analytics_export::Entity>(analytics_export::Column::Hour.lt(oldest)).exec().await?;
    tx.delete::<analytics_attempt::Entity>(analytics_attempt::Column::At.lt(oldest)).exec().await?;
    let day = day_of(oldest);
    tx.delete::<analytics_text::Entity>(analytics_text::Column::Day.lt(day)).exec().await?;
    tx.delete::<analytics_page::Entity>(analytics_page::Column::Day.lt(day)).exec().await?;
    Ok(())
}
