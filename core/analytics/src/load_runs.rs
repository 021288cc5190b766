//! Events of load tests. They are stored apart from those of visitors, so that sums, reports, experiments and the
//! export cannot contain them, and are deleted with what the test made.

use sea_orm::{ColumnTrait as _, Condition};
use stoa_entity::analytics::analytics_load_event::{Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::LoadRunId;

use crate::AnalyticsError;

/// Events that one transaction deletes, or a few more that happened at the same time as the last one.
const BATCH: u64 = 5_000;

/// Deletes events of a load test, the earliest first, in one transaction. Returns how many; 0 when none are left.
///
/// # Errors
/// When the database fails; then nothing is deleted.
#[boxed]
pub async fn remove_some(db: &TenantDb, run: &LoadRunId) -> Result<u64, AnalyticsError> {
    let own = || Condition::all().add(Column::LoadRun.eq(run.clone()));
    let tx = db.write().await?;
    let first = tx.find::<Entity>().filter(own()).order_by_asc(Column::At).limit(BATCH).all().await?;
    let Some(last) = first.last() else { return Ok(0) };
    let removed = tx.delete::<Entity>(own().add(Column::At.lte(last.at))).exec().await?;
    tx.commit().await?;
    Ok(removed)
}

/// One of these load tests of which there are events; none when there are none.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn one_with_events(tx: &TenantTx, runs: Vec<LoadRunId>) -> Result<Option<LoadRunId>, AnalyticsError> {
    let event = tx.find::<Entity>().filter(Column::LoadRun.is_in(runs)).limit(1).one().await?;
    Ok(event.map(|row| row.load_run))
}

/// When the oldest event of any load test happened.
///
/// # Errors
/// When the database fails.
pub(crate) async fn oldest_event(tx: &TenantTx) -> Result<Option<Timestamp>, AnalyticsError> {
    Ok(tx.find::<Entity>().order_by_asc(Column::At).one().await?.map(|row| row.at))
}
