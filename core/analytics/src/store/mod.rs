//! Writes a batch of a site in one transaction.

mod events;
mod of_runs;
mod words;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use stoa_entity::analytics::analytics_state;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::LoadRunId;

use crate::recorder::SiteMemory;
use crate::script_errors::{self, ScriptError};
use crate::speed::{self, SpeedSample};
use crate::{AnalyticsError, Hit};

pub(crate) use words::Words;

const DAY_MS: i64 = 86_400_000;

/// What is to be written for a site.
#[derive(Debug, Default)]
pub(crate) struct Batch<'a> {
    /// Events in the order of time.
    pub(crate) hits: Vec<&'a Hit>,
    /// Events of load tests.
    pub(crate) of_runs: Vec<(&'a LoadRunId, &'a Hit)>,
    pub(crate) samples: Vec<&'a SpeedSample>,
    pub(crate) errors: Vec<&'a ScriptError>,
}

impl Batch<'_> {
    /// Whether nothing else is to be written, which would be summed up.
    fn is_of_runs_alone(&self) -> bool {
        !self.of_runs.is_empty() && self.hits.is_empty() && self.samples.is_empty() && self.errors.is_empty()
    }
}

/// Writes a batch.
///
/// # Errors
/// When the database fails; then nothing is written, and what was remembered meanwhile is not true.
pub(crate) async fn write(
    db: &TenantDb,
    memory: &mut SiteMemory,
    batch: &Batch<'_>,
    now: Timestamp,
) -> Result<(), AnalyticsError> {
    memory.begin_day(day_of(now));
    let tx = db.write().await?;
    of_runs::write(&tx, &batch.of_runs).await?;
    if batch.is_of_runs_alone() {
        return Ok(tx.commit().await?);
    }
    lock(&tx).await?;
    let mut words = Words::new(tx.website(), memory);
    if !batch.hits.is_empty() {
        events::write(&tx, &mut words, &batch.hits, now).await?;
    }
    if !batch.samples.is_empty() {
        speed::write(&tx, &mut words, &batch.samples).await?;
    }
    if !batch.errors.is_empty() {
        script_errors::write(&tx, &mut words, &batch.errors).await?;
    }
    words.write(&tx, day_of(now)).await?;
    tx.commit().await?;
    Ok(())
}

/// Waits for other processes that write the analytics of the site: of two that see the first events of a visit, the
/// second one finds what the first one has begun.
pub(crate) async fn lock(tx: &TenantTx) -> Result<(), DbError> {
    use analytics_state::{ActiveModel, Column, Entity};
    let row = ActiveModel { time_zone: Set(String::new()), ..ActiveModel::default() };
    let as_it_is = Expr::col((Entity, Column::TimeZone));
    let conflict = OnConflict::column(Column::WebsiteId).value(Column::TimeZone, as_it_is).to_owned();
    tx.upsert_many(vec![row], conflict).await
}

/// Days since the Unix epoch in UTC.
pub(crate) fn day_of(at: Timestamp) -> i32 {
    i32::try_from(at.ms().div_euclid(DAY_MS)).unwrap_or(i32::MAX)
}
