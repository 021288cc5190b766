//! Jobs as operators see them: lists, figures, and repeating those that were given up.

use sea_orm::sea_query::{Expr, Func};
use sea_orm::{ColumnTrait as _, Condition, ExprTrait as _};
use stoa_entity::platform::job::{Column, Entity, Model};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OutboxId, WebsiteId};
use stoa_kernel::job::JobKind;

use super::{JobQueue, insert, known_kinds, own, update};
use crate::TenancyError;
use crate::due_work::record_due_time;

/// Which jobs are meant; all conditions have to be met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Those of this site.
    pub website: Option<WebsiteId>,
    /// Those of this kind.
    pub kind: Option<JobKind>,
    /// The one with this key.
    pub key: Option<String>,
    /// Only those that were given up.
    pub is_dead: bool,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSummary {
    /// The site.
    pub website: WebsiteId,
    /// The kind of work.
    pub kind: JobKind,
    /// Empty, except for failed events: the id of the event.
    pub key: String,
    /// When it is due, UTC milliseconds.
    pub due_on: Timestamp,
    /// Number of failed attempts since the last success.
    pub attempts: i32,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// Until when it belongs to the process that runs it, UTC milliseconds.
    pub claimed_until: Option<Timestamp>,
    /// When it was given up, UTC milliseconds.
    pub dead_on: Option<Timestamp>,
}

impl From<Model> for JobSummary {
    fn from(row: Model) -> Self {
        Self {
            website: row.website_id,
            kind: row.kind,
            key: row.key,
            due_on: row.due_on,
            attempts: row.attempts,
            last_error: row.last_error,
            claimed_until: row.claimed_until,
            dead_on: row.dead_on,
        }
    }
}

/// Numbers of jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFigures {
    /// Those that are due and not running, by kind.
    pub due: Vec<(JobKind, i64)>,
    /// Those that were given up, by kind.
    pub dead: Vec<(JobKind, i64)>,
    /// When the longest overdue one was due, UTC milliseconds.
    pub first_due_on: Option<Timestamp>,
}

#[derive(sea_orm::FromQueryResult)]
struct KindFigures {
    kind: JobKind,
    jobs: i64,
    first_due_on: Option<Timestamp>,
}

impl JobFilter {
    fn condition(&self) -> Condition {
        let mut condition = Condition::all().add(known_kinds());
        if let Some(website) = &self.website {
            condition = condition.add(Column::WebsiteId.eq(website.clone()));
        }
        if let Some(kind) = self.kind {
            condition = condition.add(Column::Kind.eq(kind));
        }
        if let Some(key) = &self.key {
            condition = condition.add(Column::Key.eq(key));
        }
        if self.is_dead { condition.add(Column::DeadOn.is_not_null()) } else { condition }
    }
}

impl JobQueue {
    /// Jobs, by site, kind and key.
    #[boxed]
    pub async fn list(&self, filter: &JobFilter) -> Result<Vec<JobSummary>, TenancyError> {
        let tx = self.platform.read().await?;
        let rows = tx.find::<Entity>().filter(filter.condition()).order_by_asc(Column::WebsiteId);
        let rows = rows.order_by_asc(Column::Kind).order_by_asc(Column::Key).all().await?;
        Ok(rows.into_iter().map(JobSummary::from).collect())
    }

    /// Makes jobs due now, also those that wait after failed attempts or were given up, and returns them as they were.
    /// Failed events are returned unchanged: the caller makes them due in their sites, and then calls
    /// [`Self::forget_event`].
    #[boxed]
    pub async fn retry(&self, filter: &JobFilter) -> Result<Vec<JobSummary>, TenancyError> {
        let now = self.clock.now();
        let tx = self.platform.write().await?;
        let rows = tx.find::<Entity>().filter(filter.condition()).order_by_asc(Column::WebsiteId);
        let rows = rows.order_by_asc(Column::Kind).order_by_asc(Column::Key).for_update().all().await?;
        for row in rows.iter().filter(|row| row.kind != JobKind::Event) {
            let alive = Model { attempts: 0, last_error: None, dead_on: None, ..row.clone() };
            update(&tx, Model { due_on: now, not_before: None, ..alive }).await?;
            record_due_time(&tx, &row.website_id, now, None).await?;
        }
        tx.commit().await?;
        Ok(rows.into_iter().map(JobSummary::from).collect())
    }

    /// Lists an event that failed too often. Called before the event is given up in its site, so that none is given up
    /// that is not listed.
    #[boxed]
    pub async fn list_failed_event(
        &self,
        website: &WebsiteId,
        event: &OutboxId,
        attempts: i32,
        error: &str,
    ) -> Result<(), TenancyError> {
        let now = self.clock.now();
        let row = Model {
            website_id: website.clone(),
            kind: JobKind::Event,
            key: event.to_string(),
            priority: 0,
            due_on: now,
            not_before: None,
            planned_on: now,
            attempts,
            last_error: Some(error.to_owned()),
            claimed_until: None,
            dead_on: Some(now),
        };
        let tx = self.platform.write().await?;
        let listed =
            tx.find::<Entity>().filter(own(website, JobKind::Event, event.as_str())).for_update().one().await?;
        match listed {
            Some(_) => update(&tx, row).await?,
            None => insert(&tx, row).await?,
        }
        Ok(tx.commit().await?)
    }

    /// Removes an event from the list of failed ones.
    #[boxed]
    pub async fn forget_event(&self, website: &WebsiteId, event: &OutboxId) -> Result<(), TenancyError> {
        let tx = self.platform.write().await?;
        tx.delete::<Entity>(own(website, JobKind::Event, event.as_str())).exec().await?;
        Ok(tx.commit().await?)
    }

    /// Numbers of jobs in the whole installation.
    #[boxed]
    pub async fn figures(&self) -> Result<JobFigures, TenancyError> {
        let now = self.clock.now();
        let is_free = Column::ClaimedUntil.is_null().or(Column::ClaimedUntil.lte(now));
        let due = Condition::all().add(Column::DeadOn.is_null()).add(Column::DueOn.lte(now)).add(is_free);
        let due = self.count(due).await?;
        let dead = self.count(Condition::all().add(Column::DeadOn.is_not_null())).await?;
        Ok(JobFigures {
            first_due_on: due.iter().filter_map(|figures| figures.first_due_on).min(),
            due: due.into_iter().map(|figures| (figures.kind, figures.jobs)).collect(),
            dead: dead.into_iter().map(|figures| (figures.kind, figures.jobs)).collect(),
        })
    }

    async fn count(&self, condition: Condition) -> Result<Vec<KindFigures>, TenancyError> {
        let tx = self.platform.read().await?;
        let jobs = tx.find::<Entity>().filter(condition).filter(known_kinds());
        let aggregates = vec![
            (Func::count(Expr::col(Column::Key)).into(), "jobs"),
            (Func::min(Expr::col(Column::DueOn)).into(), "first_due_on"),
        ];
        Ok(jobs.aggregate::<KindFigures>(&[Column::Kind], aggregates).await?)
    }
}
