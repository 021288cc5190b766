//! Runs of load tests: begun, ended, listed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::load_run::{self, RunCounts};
use stoa_entity::{DbError, TenantDb, TenantTx, keyset};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::load_run::LoadRunState;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::permission::permission;
use super::{LoadTestRefusal, LoadTestRules, RunPass, counts};
use crate::SiteError;

/// Longest time of a run, seconds: three days.
pub const MAX_RUN_SECONDS: u32 = 3 * 24 * 3_600;
/// Longest name and profile, characters.
const MAX_NAME_LENGTH: usize = 40;

/// A run of a load test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadRun {
    /// Its id.
    pub id: LoadRunId,
    /// Name, unique on the site.
    pub name: String,
    /// What it does, such as `average`.
    pub profile: String,
    /// Whether it goes on.
    pub state: LoadRunState,
    /// Most calls per second.
    pub max_calls_per_second: u32,
    /// Start.
    pub started_on: Timestamp,
    /// When it ends by itself.
    pub ends_on: Timestamp,
    /// When it was ended.
    pub ended_on: Option<Timestamp>,
    /// What it made, by the name of the kind, with what was removed and kept.
    pub made: RunCounts,
    /// What was removed so far, by the name of the kind.
    pub removed: RunCounts,
    /// What the removal kept so far, since people or real money have to do with it.
    pub kept: RunCounts,
}

/// A run to be started.
#[derive(Clone, Copy, Debug)]
pub struct NewRun<'a> {
    /// Its id.
    pub id: &'a LoadRunId,
    /// The key of the site.
    pub key: &'a str,
    /// Name, unique on the site: lower-case letters, digits and hyphens.
    pub name: &'a str,
    /// What it does, such as `average`; the same characters.
    pub profile: &'a str,
    /// How long it goes on at most.
    pub seconds: u32,
}

impl LoadRun {
    /// The pass of its requests.
    pub fn pass(&self, ctx: &TenantCtx) -> RunPass {
        RunPass {
            run: self.id.clone(),
            website: ctx.website().clone(),
            ends_on: self.ends_on,
            max_calls_per_second: self.max_calls_per_second,
        }
    }

    /// Its state at this time: a run whose time is over has ended.
    pub fn state_at(&self, now: Timestamp) -> LoadRunState {
        if self.state.is_running() && now >= self.ends_on { LoadRunState::Ended } else { self.state }
    }
}

impl From<load_run::Model> for LoadRun {
    /// Without what is there of what it made.
    fn from(row: load_run::Model) -> Self {
        let removed = row.removed.map(|removed| removed.0).unwrap_or_default();
        let kept = row.kept.map(|kept| kept.0).unwrap_or_default();
        let mut made = removed.clone();
        add(&mut made, &kept);
        Self {
            id: row.id,
            name: row.name,
            profile: row.profile,
            state: row.state,
            max_calls_per_second: u32::try_from(row.max_calls_per_second).unwrap_or(1),
            started_on: row.started_on,
            ends_on: row.ends_on,
            ended_on: row.ended_on,
            made,
            removed,
            kept,
        }
    }
}

/// Checks that a run may be started: that the operator and the owner allow it, the key is right and its name has the
/// right form.
///
/// # Errors
/// As [`start`], which checks it too.
#[boxed]
pub async fn check<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    rules: LoadTestRules,
    new: NewRun<'a>,
) -> Result<(), SiteError> {
    if !rules.allowed {
        return Err(LoadTestRefusal::Off.into());
    }
    check_key(ctx, db, new.key).await?;
    let mut checks = Checks::default();
    let names = "Use 1 to 40 lower-case letters, digits and hyphens.";
    checks.require(is_name(new.name), "name", names);
    checks.require(is_name(new.profile), "profile", names);
    let seconds = (1..=MAX_RUN_SECONDS).contains(&new.seconds);
    checks.require(seconds, "seconds", format!("Enter 1 to {MAX_RUN_SECONDS} seconds."));
    checks.finish()?;
    Ok(())
}

/// Starts a run, if the owner and the operator allow it and the key is right. Whether the site is open and pays by test
/// methods is the caller's to check.
///
/// # Errors
/// [`SiteError::LoadTest`] with the reason; messages for wrong values.
#[boxed]
pub async fn start<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    rules: LoadTestRules,
    new: NewRun<'a>,
) -> Result<LoadRun, SiteError> {
    check(ctx, db, rules, new).await?;
    let tx = db.write().await?;
    let allowed = permission(&tx).await?;
    let Some(until) = allowed.allowed_until.filter(|until| ctx.now() < *until) else {
        return Err(LoadTestRefusal::NotAllowed.into());
    };
    let calls = allowed.max_calls_per_second.min(rules.max_calls_per_second);
    let ends_on = until.min(ctx.now().saturating_add_ms(i64::from(new.seconds).saturating_mul(1_000)));
    let inserted = tx
        .insert(load_run::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(new.id.clone()),
            name: Set(new.name.to_owned()),
            profile: Set(new.profile.to_owned()),
            state: Set(LoadRunState::Running),
            max_calls_per_second: Set(i32::try_from(calls).unwrap_or(i32::MAX)),
            started_on: Set(ctx.now()),
            ends_on: Set(ends_on),
            ended_on: Set(None),
            removed: Set(None),
            kept: Set(None),
        })
        .await;
    let row = match inserted {
        Err(DbError::Duplicate(_)) => return Err(LoadTestRefusal::NameUsed.into()),
        other => other?,
    };
    audit::note(ctx, &tx, AuditAction::LoadRunStart, new.name).await?;
    tx.commit().await?;
    Ok(row.into())
}

async fn check_key(ctx: &TenantCtx, db: &TenantDb, key: &str) -> Result<(), SiteError> {
    let allowed = permission(&db.read().await?).await?;
    if allowed.holds(ctx.now()) && allowed.has(key) { Ok(()) } else { Err(LoadTestRefusal::NotAllowed.into()) }
}

/// Calls per second that the owner allows the runs of the site now; none when this run has ended or load tests are no
/// longer allowed.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn allowed_calls(tx: &TenantTx, run: &LoadRunId, now: Timestamp) -> Result<Option<u32>, SiteError> {
    let row = tx.find::<load_run::Entity>().filter(load_run::Column::Id.eq(run.clone())).one().await?;
    let is_running = row.is_some_and(|row| row.state.is_running() && now < row.ends_on);
    let allowed = permission(tx).await?;
    Ok((is_running && allowed.holds(now)).then_some(allowed.max_calls_per_second))
}

/// Ends a run; one that has ended stays as it is.
///
/// # Errors
/// [`SiteError::NotFound`] when the site has no such run.
#[boxed]
pub async fn end(ctx: &TenantCtx, db: &TenantDb, run: &LoadRunId) -> Result<LoadRun, SiteError> {
    let tx = db.write().await?;
    let own = load_run::Column::Id.eq(run.clone());
    let row = tx.find::<load_run::Entity>().filter(own.clone()).for_update().one().await?;
    let before = row.ok_or(SiteError::NotFound)?;
    if !before.state.is_running() {
        return Ok(before.into());
    }
    tx.update::<load_run::Entity>(own)
        .set(load_run::Column::State, LoadRunState::Ended)
        .set(load_run::Column::EndedOn, Some(ctx.now()))
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::LoadRunEnd, &before.name).await?;
    tx.commit().await?;
    Ok(load_run::Model { state: LoadRunState::Ended, ended_on: Some(ctx.now()), ..before }.into())
}

/// A page of the runs of a site, newest first.
///
/// # Errors
/// When the caller may not see them; an error of the field `cursor`.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb, request: &PageRequest) -> Result<Page<LoadRun>, SiteError> {
    ctx.authorise(Resource::DeveloperKeys, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx.find::<load_run::Entity>();
    if let Some(cursor) = &request.cursor {
        let id: LoadRunId = cursor.parse().map_err(|_| keyset::invalid_cursor())?;
        find = find.filter(load_run::Column::Id.lt(id));
    }
    let rows = find.order_by_desc(load_run::Column::Id).limit(request.limit() + 1).all().await?;
    let Page { items, next_cursor } = Page::from_rows(rows, request.limit(), |row| row.id.to_string());
    Ok(Page { items: with_counts(&tx, items).await?, next_cursor })
}

/// A run with the counts of what it made.
///
/// # Errors
/// [`SiteError::NotFound`] when the site has no such run.
#[boxed]
pub async fn one(tx: &TenantTx, run: &LoadRunId) -> Result<LoadRun, SiteError> {
    let row = tx.find::<load_run::Entity>().filter(load_run::Column::Id.eq(run.clone())).one().await?;
    let rows = vec![row.ok_or(SiteError::NotFound)?];
    with_counts(tx, rows).await?.pop().ok_or(SiteError::NotFound)
}

async fn with_counts(tx: &TenantTx, rows: Vec<load_run::Model>) -> Result<Vec<LoadRun>, SiteError> {
    let ids: Vec<LoadRunId> = rows.iter().map(|row| row.id.clone()).collect();
    let mut present = counts::present(tx, &ids).await?;
    let counted = rows.into_iter().map(|row| {
        let mut run = LoadRun::from(row);
        add(&mut run.made, &present.remove(&run.id).unwrap_or_default());
        run
    });
    Ok(counted.collect())
}

/// Adds further numbers to some.
fn add(numbers: &mut RunCounts, further: &RunCounts) {
    for (name, count) in further {
        let own = numbers.entry(name.clone()).or_default();
        *own = own.saturating_add(*count);
    }
}

/// Whether a text is the name of a run or a profile.
fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=MAX_NAME_LENGTH).contains(&text.len()) && text.bytes().all(plain)
}
