//! Claims: a due job belongs to one process until its claim is over. A claim is short and renewed while the job runs,
//! so a job whose process was killed is soon repeated by another.

use sea_orm::{ColumnTrait as _, Condition, ExprTrait as _};
use stoa_entity::platform::job::{Column, Entity, Model};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::job::JobKind;

use super::{JobQueue, MAX_ATTEMPTS, own};
use crate::TenancyError;
use crate::due_work::record_due_time;

/// Duration of a claim unless renewed, milliseconds. Renewed several times within it, it outlasts a slow database.
const CLAIM_MS: i64 = 15_000;
/// Maximum number of due jobs looked at for one call.
const CANDIDATES: u64 = 100;
/// Error of a job whose process has ended before it.
const INTERRUPTED: &str = "the process that ran the job has ended";

/// A job that belongs to this process for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobClaim {
    /// The site.
    pub website: WebsiteId,
    /// The kind of work.
    pub kind: JobKind,
    /// Number of failed attempts before this one.
    pub attempts: i32,
    /// When it is over, UTC milliseconds. Also tells this claim from others.
    until: Timestamp,
}

impl JobClaim {
    pub(super) fn of(row: &Model, until: Timestamp) -> Self {
        Self { website: row.website_id.clone(), kind: row.kind, attempts: row.attempts, until }
    }

    /// Whether a row is still under this claim.
    pub(super) fn holds(&self, row: &Model) -> bool {
        row.claimed_until == Some(self.until)
    }

    fn condition(&self) -> Condition {
        own(&self.website, self.kind, "").add(Column::ClaimedUntil.eq(self.until))
    }
}

/// Jobs that may be claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimScope {
    /// These kinds.
    pub kinds: Vec<JobKind>,
    /// Except those of these sites.
    pub except: Vec<WebsiteId>,
}

impl ClaimScope {
    fn condition(&self) -> Condition {
        let kinds = Condition::all().add(Column::Kind.is_in(self.kinds.iter().copied()));
        if self.except.is_empty() { kinds } else { kinds.add(Column::WebsiteId.is_not_in(self.except.iter().cloned())) }
    }
}

impl JobQueue {
    /// Called at start-up by a process without others: nobody holds the claims of the previous process any more.
    #[boxed]
    pub async fn take_over(&self) -> Result<(), TenancyError> {
        let now = self.clock.now();
        let tx = self.platform.write().await?;
        tx.update::<Entity>(Column::ClaimedUntil.gt(now)).set(Column::ClaimedUntil, Some(now)).exec().await?;
        Ok(tx.commit().await?)
    }

    /// Claims due jobs for this process: those of one of the scopes that `accept` accepts, by priority, then by due
    /// time. Jobs that other processes are claiming are left to them.
    #[boxed]
    pub async fn claim(
        &self,
        scopes: &[ClaimScope],
        accept: &mut (dyn FnMut(&WebsiteId, JobKind) -> bool + Send),
    ) -> Result<Vec<JobClaim>, TenancyError> {
        if scopes.is_empty() {
            return Ok(Vec::new());
        }
        let now = self.clock.now();
        let due = claimable(scopes, now);
        let tx = self.platform.read().await?;
        let is_any_due = tx.find::<Entity>().filter(due.clone()).count_up_to(1).await? > 0;
        drop(tx);
        if !is_any_due {
            return Ok(Vec::new());
        }
        let tx = self.platform.write().await?;
        let found = tx.find::<Entity>().filter(due).order_by_asc(Column::Priority).order_by_asc(Column::DueOn);
        let mut claims = Vec::new();
        for row in found.limit(CANDIDATES).for_update_skip_locked().all().await? {
            if accept(&row.website_id, row.kind) {
                claims.extend(claim_one(&tx, row, now).await?);
            }
        }
        tx.commit().await?;
        Ok(claims)
    }

    /// Renews a claim. False when it was over and another process has claimed the job.
    #[boxed]
    pub async fn extend(&self, claim: &mut JobClaim) -> Result<bool, TenancyError> {
        let until = self.clock.now().saturating_add_ms(CLAIM_MS);
        let tx = self.platform.write().await?;
        let extended = tx.update::<Entity>(claim.condition()).set(Column::ClaimedUntil, Some(until)).exec().await?;
        tx.commit().await?;
        if extended > 0 {
            claim.until = until;
        }
        Ok(extended > 0)
    }

    /// Gives claimed jobs back: they have not run to their end, which is no failure of theirs. Other processes find
    /// their sites in the list of due work.
    #[boxed]
    pub async fn release(&self, claims: &[JobClaim]) -> Result<(), TenancyError> {
        let now = self.clock.now();
        let tx = self.platform.write().await?;
        for claim in claims {
            tx.update::<Entity>(claim.condition()).set(Column::ClaimedUntil, None::<Timestamp>).exec().await?;
            record_due_time(&tx, &claim.website, now, None).await?;
        }
        Ok(tx.commit().await?)
    }
}

fn claimable(scopes: &[ClaimScope], now: Timestamp) -> Condition {
    let is_free = Column::ClaimedUntil.is_null().or(Column::ClaimedUntil.lte(now));
    let in_scope = scopes.iter().fold(Condition::any(), |any, scope| any.add(scope.condition()));
    Condition::all().add(Column::DeadOn.is_null()).add(Column::DueOn.lte(now)).add(is_free).add(in_scope)
}

/// A claim that was over is an attempt that ended with its process: a job that kills the process is given up, too.
async fn claim_one(tx: &PlatformTx, row: Model, now: Timestamp) -> Result<Option<JobClaim>, DbError> {
    let until = now.saturating_add_ms(CLAIM_MS);
    let was_interrupted = row.claimed_until.is_some();
    let attempts = row.attempts.saturating_add(i32::from(was_interrupted));
    let row = Model { attempts, ..row };
    let is_dead = was_interrupted && attempts >= MAX_ATTEMPTS;
    let mut claimed = tx.update::<Entity>(own(&row.website_id, row.kind, &row.key));
    if was_interrupted {
        claimed = claimed.set(Column::Attempts, attempts).set(Column::LastError, Some(INTERRUPTED.to_owned()));
    }
    let claimed = if is_dead {
        claimed.set(Column::ClaimedUntil, None::<Timestamp>).set(Column::DeadOn, Some(now))
    } else {
        claimed.set(Column::ClaimedUntil, Some(until))
    };
    claimed.exec().await?;
    if is_dead {
        let kind = row.kind;
        tracing::error!(tenant.id = %row.website_id, job.kind = %kind, error = INTERRUPTED, "a job was given up");
        return Ok(None);
    }
    Ok(Some(JobClaim::of(&row, until)))
}
