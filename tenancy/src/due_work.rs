//! The list of due work: which site a worker has to process, and when. It is stored in the platform's database, so that
//! no site is opened just to find nothing to do.
//!
//! A row is written before its cause: a site is listed before a write transaction on it begins, for a pass once the
//! noted time is over. A process that ends in between leaves a pass that may find nothing, but never work that nobody
//! finds. While a pass is under way, the row says when another process may take it over.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use sea_orm::sea_query::IntoCondition;
use sea_orm::{ActiveValue, ColumnTrait, Condition};
use stoa_entity::platform::due_work::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, PlatformDb, PlatformTx, SiteCache, WriteObserver};
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, Timestamp};
use stoa_kernel::id::WebsiteId;

use crate::TenancyError;

/// How long a write note is valid, milliseconds. A site in use is noted, and processed, once per this interval.
const NOTED_MS: i64 = 60_000;
/// A note is renewed this long before it expires, milliseconds, so that a transaction that began under it ends in time
/// even when the clocks of processes differ.
const MARGIN_MS: i64 = 15_000;
/// Lease of a pass, milliseconds.
const LEASE_MS: i64 = 120_000;
/// Maximum number of passes taken at once.
const BATCH: u64 = 100;

/// Until when this process may write to a site without renewing the note.
#[derive(Default)]
struct WriteLease(AtomicI64);

/// The list.
pub struct DueWork {
    platform: PlatformDb,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for DueWork {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DueWork").finish_non_exhaustive()
    }
}

/// A pass over a site that has begun.
#[derive(Clone, Debug)]
pub struct SitePass {
    /// The site.
    pub website: WebsiteId,
    /// When it began, UTC milliseconds.
    began_on: Timestamp,
    /// The time in the list at the beginning. A different one at the end was noted meanwhile.
    seen: Option<Timestamp>,
}

/// Sites that wait for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverdueSites {
    /// How many there are.
    pub sites: u64,
    /// When the longest overdue one was due, UTC milliseconds.
    pub first_due_on: Option<Timestamp>,
}

impl DueWork {
    pub(crate) fn new(platform: PlatformDb, clock: Arc<dyn Clock>) -> Self {
        Self { platform, clock }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Lists a site as due at `due_on`; an earlier time in the list stays.
    #[boxed]
    pub async fn wake(&self, website: &WebsiteId, due_on: Timestamp) -> Result<(), TenancyError> {
        Ok(self.note(website, due_on, None).await?)
    }

    /// Called at start-up: the previous process may have ended between a write and its pass, or during a pass. Makes
    /// all such sites due; those that other processes are writing to get one extra pass. `alone` means that there are
    /// no other processes.
    #[boxed]
    pub async fn take_over(&self, alone: bool) -> Result<(), TenancyError> {
        let now = self.clock.now();
        let mut left = Condition::any().add(Column::WrittenUntil.is_not_null());
        if alone {
            left = left.add(Column::DueOn.lte(now + LEASE_MS));
        }
        let tx = self.platform.write().await?;
        tx.update::<Entity>(left.into_condition()).filter(Column::DueOn.gt(now)).set(Column::DueOn, now).exec().await?;
        Ok(tx.commit().await?)
    }

    /// The sites that are due and that no process has taken.
    #[boxed]
    pub async fn overdue(&self) -> Result<OverdueSites, TenancyError> {
        let tx = self.platform.read().await?;
        let due = || tx.find::<Entity>().filter(Column::DueOn.lte(self.clock.now()));
        let sites = due().count().await?;
        let first = if sites > 0 { due().order_by_asc(Column::DueOn).one().await? } else { None };
        Ok(OverdueSites { sites, first_due_on: first.map(|row| row.due_on) })
    }

    /// Takes sites that are due, the longest overdue first. When they are not settled within two minutes, other
    /// processes take them again.
    #[boxed]
    pub async fn take(&self) -> Result<Vec<SitePass>, TenancyError> {
        let now = self.clock.now();
        let tx = self.platform.read().await?;
        let due = tx.find::<Entity>().filter(Column::DueOn.lte(now)).order_by_asc(Column::DueOn).limit(BATCH);
        let due = due.all().await?;
        drop(tx);
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let tx = self.platform.write().await?;
        let mut taken = Vec::new();
        for row in due {
            let is_mine = tx
                .update::<Entity>(Column::WebsiteId.eq(row.website_id.clone()))
                .filter(Column::DueOn.eq(row.due_on))
                .set(Column::DueOn, now + LEASE_MS)
                .exec()
                .await?
                > 0;
            if is_mine {
                taken.push(SitePass { website: row.website_id, began_on: now, seen: Some(now + LEASE_MS) });
            }
        }
        tx.commit().await?;
        Ok(taken)
    }

    /// Begins a pass over a site that has just changed. The pass of another process may be under way: the time in the
    /// list stays.
    #[boxed]
    pub async fn begin(&self, website: &WebsiteId) -> Result<SitePass, TenancyError> {
        let began_on = self.clock.now();
        let standing = find(&self.platform.read().await?, website).await?;
        let is_lease = |due_on: Timestamp| due_on > began_on && due_on <= began_on + LEASE_MS;
        let seen = standing.map(|row| row.due_on).filter(|due_on| !is_lease(*due_on));
        Ok(SitePass { website: website.clone(), began_on, seen })
    }

    /// Ends a pass. `next` is when the site is due again; with none the site leaves the list, unless it may have been
    /// written to since the pass began.
    ///
    /// # Errors
    /// When the database cannot be read or written; the pass is then taken again.
    #[boxed]
    pub async fn settle(&self, pass: &SitePass, next: Option<Timestamp>) -> Result<(), TenancyError> {
        let standing = find(&self.platform.read().await?, &pass.website).await?;
        if pass.outcome(standing.as_ref(), next) == standing.map(|row| (row.due_on, row.written_until)) {
            return Ok(());
        }
        let tx = self.platform.write().await?;
        let own = Column::WebsiteId.eq(pass.website.clone());
        let standing = tx.find::<Entity>().filter(own.clone()).for_update().one().await?;
        match (pass.outcome(standing.as_ref(), next), standing) {
            (None, _) => {
                tx.delete::<Entity>(own).exec().await?;
            }
            (Some((due_on, written_until)), Some(_)) => {
                let row = tx.update::<Entity>(own).set(Column::DueOn, due_on);
                row.set(Column::WrittenUntil, written_until).exec().await?;
            }
            (Some((due_on, _)), None) => {
                drop(tx);
                return self.wake(&pass.website, due_on).await;
            }
        }
        Ok(tx.commit().await?)
    }

    /// Keeps a site in the list while its jobs run: when they have not ended, and the returned pass was not settled,
    /// within two minutes, other processes take the site.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    #[boxed]
    pub async fn hold(&self, pass: &SitePass) -> Result<SitePass, TenancyError> {
        let lease = self.clock.now() + LEASE_MS;
        self.settle(pass, Some(lease)).await?;
        Ok(SitePass { seen: Some(lease), ..pass.clone() })
    }

    async fn note(
        &self,
        website: &WebsiteId,
        due_on: Timestamp,
        written_until: Option<Timestamp>,
    ) -> Result<(), DbError> {
        loop {
            let tx = self.platform.write().await?;
            match record_due_time(&tx, website, due_on, written_until).await {
                // Another process has just inserted the row.
                Err(DbError::Duplicate(_)) => {}
                Ok(false) => return Ok(()),
                Ok(true) => return tx.commit().await,
                Err(error) => return Err(error),
            }
        }
    }
}

/// Notes a time in a transaction; false when nothing had to be changed.
///
/// # Errors
/// [`DbError::Duplicate`] when another process has just inserted the row.
pub(crate) async fn record_due_time(
    tx: &PlatformTx,
    website: &WebsiteId,
    due_on: Timestamp,
    written_until: Option<Timestamp>,
) -> Result<bool, DbError> {
    let own = Column::WebsiteId.eq(website.clone());
    let Some(row) = tx.find::<Entity>().filter(own.clone()).for_update().one().await? else {
        tx.insert(ActiveModel {
            website_id: ActiveValue::Set(website.clone()),
            due_on: ActiveValue::Set(due_on),
            written_until: ActiveValue::Set(written_until),
        })
        .await?;
        return Ok(true);
    };
    let noted = (row.due_on.min(due_on), row.written_until.max(written_until));
    if noted == (row.due_on, row.written_until) {
        return Ok(false);
    }
    tx.update::<Entity>(own).set(Column::DueOn, noted.0).set(Column::WrittenUntil, noted.1).exec().await?;
    Ok(true)
}

#[async_trait]
impl WriteObserver for DueWork {
    async fn before_write(&self, website: &WebsiteId, memory: &SiteCache) -> Result<(), DbError> {
        let now = self.clock.now();
        let noted = memory.of::<WriteLease>();
        // A clock that was set back must not extend a note.
        let left = noted.0.load(Ordering::Relaxed).saturating_sub(now.ms());
        if (MARGIN_MS..=NOTED_MS).contains(&left) {
            return Ok(());
        }
        self.note(website, now + NOTED_MS, Some(now + NOTED_MS)).await?;
        noted.0.store((now + NOTED_MS).ms(), Ordering::Relaxed);
        Ok(())
    }
}

impl SitePass {
    /// Whether other processes may have taken the site over by now, unless the pass was settled.
    pub fn is_over(&self, now: Timestamp) -> bool {
        now > self.began_on + LEASE_MS
    }

    /// The row after the pass: when the site is due, and until when it may be written.
    fn outcome(&self, standing: Option<&Model>, next: Option<Timestamp>) -> Option<(Timestamp, Option<Timestamp>)> {
        let written_until = standing.and_then(|row| row.written_until).filter(|until| *until > self.began_on);
        let noted = standing.map(|row| row.due_on).filter(|due_on| Some(*due_on) != self.seen);
        let due_on = [written_until, noted, next].into_iter().flatten().min()?;
        Some((due_on, written_until))
    }
}

async fn find(tx: &PlatformTx, website: &WebsiteId) -> Result<Option<Model>, DbError> {
    tx.find::<Entity>().filter(Column::WebsiteId.eq(website.clone())).one().await
}
