//! Background jobs of sites: one row for each site and kind of work that is due or scheduled, in the platform's
//! database. Workers of all processes share the rows; a claim gives a job to one of them for a while.
//!
//! A site with job rows is also in the list of due work (see [`crate::DueWork`]), which workers poll: planning a site
//! determines its jobs from its data and writes what has changed. So a plan that is lost is made again.

mod claims;
mod listing;
mod plan;
mod slots;

use std::fmt;
use std::sync::Arc;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ColumnTrait as _, Condition, ExprTrait as _};
use stoa_entity::platform::job::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, PlatformDb, PlatformTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;

use crate::TenancyError;
use plan::{Change, Moment};

pub use claims::{ClaimScope, JobClaim};
pub use listing::{JobFigures, JobFilter, JobSummary};
pub use plan::{Agenda, EndedJob, JobOutcome, PlannedJob};
pub use slots::{JobLane, JobRules, JobSlots};

/// Number of failed attempts after which a job is given up.
pub const MAX_ATTEMPTS: i32 = 20;

/// The jobs of all sites.
pub struct JobQueue {
    platform: PlatformDb,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for JobQueue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("JobQueue").finish_non_exhaustive()
    }
}

impl JobQueue {
    pub(crate) fn new(platform: PlatformDb, clock: Arc<dyn Clock>) -> Self {
        Self { platform, clock }
    }

    /// Writes the jobs of a site as planned, and the outcome of one that has just ended. A failed job keeps its
    /// back-off, a job that runs is left to its process, and a job that was given up stays so. `began_on` is when the
    /// plan began to read the site, UTC milliseconds.
    ///
    /// # Errors
    /// When the database cannot be read or written; then nothing is changed.
    #[boxed]
    pub async fn apply(
        &self,
        website: &WebsiteId,
        began_on: Timestamp,
        planned: &[PlannedJob],
        ended: Option<&EndedJob>,
    ) -> Result<Agenda, TenancyError> {
        let moment = Moment { began_on, now: self.clock.now() };
        let rows = planned_rows(&self.platform.read().await?, website, false).await?;
        let changes = plan::changes(website, &rows, planned, ended, moment);
        if changes.iter().all(Change::is_none) {
            return Ok(plan::agenda(changes, moment.now));
        }
        loop {
            let tx = self.platform.write().await?;
            let rows = planned_rows(&tx, website, true).await?;
            let changes = plan::changes(website, &rows, planned, ended, moment);
            match write(&tx, &changes).await {
                // Another process has just inserted the row.
                Err(DbError::Duplicate(_)) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    tx.commit().await?;
                    return Ok(plan::agenda(changes, moment.now));
                }
            }
        }
    }
}

/// The jobs of a site that plans decide on. Kinds of later versions of the program are left alone.
async fn planned_rows(tx: &PlatformTx, website: &WebsiteId, is_locked: bool) -> Result<Vec<Model>, DbError> {
    let own = Column::WebsiteId.eq(website.clone()).and(Column::Key.eq("")).and(known_kinds());
    let rows = tx.find::<Entity>().filter(own).order_by_asc(Column::Kind);
    if is_locked { rows.for_update().all().await } else { rows.all().await }
}

/// Rows of other kinds cannot be read: a later version of the program has written them.
fn known_kinds() -> SimpleExpr {
    Column::Kind.is_in(JobKind::ALL.iter().copied())
}

/// Condition for one row.
fn own(website: &WebsiteId, kind: JobKind, key: &str) -> Condition {
    Condition::all().add(Column::WebsiteId.eq(website.clone())).add(Column::Kind.eq(kind)).add(Column::Key.eq(key))
}

async fn write(tx: &PlatformTx, changes: &[Change]) -> Result<(), DbError> {
    for change in changes.iter().filter(|change| !change.is_none()) {
        match (&change.before, &change.after) {
            (None, Some(row)) => insert(tx, row.clone()).await?,
            (Some(_), Some(row)) => update(tx, row.clone()).await?,
            (Some(row), None) => {
                tx.delete::<Entity>(own(&row.website_id, row.kind, &row.key)).exec().await?;
            }
            (None, None) => {}
        }
    }
    Ok(())
}

async fn insert(tx: &PlatformTx, row: Model) -> Result<(), DbError> {
    tx.insert(ActiveModel {
        website_id: Set(row.website_id),
        kind: Set(row.kind),
        key: Set(row.key),
        priority: Set(row.priority),
        due_on: Set(row.due_on),
        not_before: Set(row.not_before),
        planned_on: Set(row.planned_on),
        attempts: Set(row.attempts),
        last_error: Set(row.last_error),
        claimed_until: Set(row.claimed_until),
        dead_on: Set(row.dead_on),
    })
    .await?;
    Ok(())
}

async fn update(tx: &PlatformTx, row: Model) -> Result<(), DbError> {
    tx.update::<Entity>(own(&row.website_id, row.kind, &row.key))
        .set(Column::Priority, row.priority)
        .set(Column::DueOn, row.due_on)
        .set(Column::NotBefore, row.not_before)
        .set(Column::PlannedOn, row.planned_on)
        .set(Column::Attempts, row.attempts)
        .set(Column::LastError, row.last_error)
        .set(Column::ClaimedUntil, row.claimed_until)
        .set(Column::DeadOn, row.dead_on)
        .exec()
        .await?;
    Ok(())
}

/// Deletes all jobs of a site, also those that were given up.
pub(crate) async fn delete_jobs(tx: &PlatformTx, website: &WebsiteId) -> Result<(), DbError> {
    tx.delete::<Entity>(Column::WebsiteId.eq(website.clone())).exec().await?;
    Ok(())
}
