//! Writes a batch of a site in one transaction.

mod attempts;
mod events;
mod of_runs;
mod words;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use stoa_entity::analytics::analytics_state;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::LoadRunId;

use crate::recorder::SiteMemory;
use crate::script_errors::{self, ScriptError};
use crate::speed::{self, SpeedSample};
use crate::unpaid_orders::{self, UnpaidOrder};
use crate::{AnalyticsError, Hit};

pub(crate) use attempts::{Attempt, Tried};
pub(crate) use words::Words;

/// What is to be written for a site.
#[derive(Debug, Default)]
pub(crate) struct Batch<'a> {
    /// Events in the order of time.
    pub(crate) hits: Vec<&'a Hit>,
    /// Events of load tests.
    pub(crate) of_runs: Vec<(&'a LoadRunId, &'a Hit)>,
    /// Orders that are not paid yet.
    pub(crate) unpaid: Vec<&'a UnpaidOrder>,
    pub(crate) samples: Vec<Tried<'a, SpeedSample>>,
    pub(crate) errors: Vec<Tried<'a, ScriptError>>,
}

impl Batch<'_> {
    /// Whether a try before this one may have stored some of it.
    fn is_repeated(&self) -> bool {
        self.samples.iter().any(|own| own.attempt.is_some()) || self.errors.iter().any(|own| own.attempt.is_some())
    }

    /// Whether nothing else is to be written, which would be summed up.
    fn is_of_runs_alone(&self) -> bool {
        !self.of_runs.is_empty()
            && self.hits.is_empty()
            && self.unpaid.is_empty()
            && self.samples.is_empty()
            && self.errors.is_empty()
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
    attempt: &mut Attempt,
    now: Timestamp,
) -> Result<(), AnalyticsError> {
    memory.begin_day(day_of(now));
    let tx = db.write().await?;
    of_runs::write(&tx, &batch.of_runs).await?;
    if batch.is_of_runs_alone() {
        return Ok(tx.commit().await?);
    }
    lock(&tx).await?;
    let stored = attempt.find_stored(&tx, batch.is_repeated()).await?;
    let (samples, errors) = (attempts::left(&batch.samples, stored), attempts::left(&batch.errors, stored));
    let mut words = Words::new(tx.website(), memory);
    if !batch.hits.is_empty() {
        events::write(&tx, &mut words, &batch.hits, now).await?;
    }
    if !batch.unpaid.is_empty() {
        unpaid_orders::write(&tx, &batch.unpaid).await?;
    }
    if !samples.is_empty() {
        speed::write(&tx, &mut words, &samples).await?;
    }
    if !errors.is_empty() {
        script_errors::write(&tx, &mut words, &errors).await?;
    }
    words.write(&tx, day_of(now)).await?;
    if !(samples.is_empty() && errors.is_empty()) {
        attempt.note(&tx, now).await?;
    }
    attempt.commits();
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

#[cfg(test)]
mod tests {
    use stoa_entity::analytics::analytics_speed;
    use stoa_testkit::{Postgres, TestSite};

    use super::*;
    use crate::Device;
    use crate::speed::Vital;

    /// Stores a value that an earlier try may have stored, and returns how often it is stored now, with the number of
    /// this try.
    async fn stored(db: &TenantDb, writer: i64, earlier: Option<i64>) -> (i64, Option<i64>) {
        let now = Timestamp::from_ms(1_795_000_000_000);
        let (page, device) = ("/".to_owned(), Device::Mobile);
        let sample = SpeedSample { at: now, page, device, vital: Vital::Lcp, value: 2_000.0 };
        let samples = vec![Tried { entry: &sample, attempt: earlier }];
        let mut attempt = Attempt::of(writer);
        assert_eq!((attempt.uncertain(), attempt.found()), (None, None));
        let batch = Batch { samples, ..Batch::default() };
        write(db, &mut SiteMemory::default(), &batch, &mut attempt, now).await.unwrap();
        let rows = db.read().await.unwrap().find::<analytics_speed::Entity>().all().await.unwrap();
        (rows.iter().map(|row| row.count).sum(), attempt.uncertain())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_commit_without_an_answer_counts_once() {
        let server = Postgres::start().unwrap();
        let site = TestSite::on_postgres(&server).await.unwrap();
        let db = site.databases.analytics(site.db.website()).await.unwrap().unwrap();
        let (count, first) = stored(&db, 1, None).await;
        assert_eq!(count, 1);
        // The first try succeeded, although nobody was told.
        let (count, _) = stored(&db, 1, first).await;
        assert_eq!(count, 1);
        // This one did not, and the number of another process is none of ours.
        let (count, other) = stored(&db, 1, Some(7)).await;
        assert_eq!(count, 2);
        assert_eq!(stored(&db, 2, other).await.0, 3);
    }
}
