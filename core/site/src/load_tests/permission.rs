//! The owner's permission for load tests, within what the operator allows.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::load_test_permission;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::error::Checks;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::token::{random_token, token_hash};
use stoa_kernel::{Precondition, TenantCtx, boxed};

use super::LoadTestRefusal;
use crate::SiteError;
use crate::contributor_texts;

/// Longest time for which load tests are allowed at once, milliseconds: thirty days.
const MAX_PERMITTED_MS: i64 = 30 * DAY_MS;
/// Calls per second that are suggested before anything is saved.
const SUGGESTED_CALLS: u32 = 100;
/// Length of a key: 160 bits.
const KEY_LENGTH: usize = 32;

/// What the operator of the installation allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadTestRules {
    /// Whether sites may allow load tests.
    pub allowed: bool,
    /// Upper bound of the calls per second that a site may allow.
    pub max_calls_per_second: u32,
}

/// What the owner of a site allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadTestPermission {
    /// Until when; none: never.
    pub allowed_until: Option<Timestamp>,
    /// Most calls of all runs per second.
    pub max_calls_per_second: u32,
    /// SHA-256 of the key; none before there is one.
    pub(super) key_hash: Option<String>,
    /// Revision, incremented by each change; 0 before the first.
    pub revision: i64,
}

/// What the owner of a site allows from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermissionChange {
    /// Until when; none: never.
    pub allowed_until: Option<Timestamp>,
    /// Most calls of all runs per second.
    pub max_calls_per_second: u32,
}

impl LoadTestPermission {
    /// Whether there is a key.
    pub fn has_key(&self) -> bool {
        self.key_hash.is_some()
    }

    /// Whether runs may go on at this time.
    pub fn holds(&self, now: Timestamp) -> bool {
        self.allowed_until.is_some_and(|until| now < until)
    }

    /// Whether a key is the one that starts runs. Keys are random, so comparing their hashes reveals nothing.
    pub(super) fn has(&self, key: &str) -> bool {
        self.key_hash.as_ref().is_some_and(|hash| *hash == token_hash(key))
    }
}

/// What the owner of a site allows, without a check of who asks.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn permission(tx: &TenantTx) -> Result<LoadTestPermission, SiteError> {
    let row = tx.find::<load_test_permission::Entity>().one().await?;
    Ok(row.map_or_else(never, from_row))
}

/// What the owner of a site allows.
///
/// # Errors
/// When the caller may not see it.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb) -> Result<LoadTestPermission, SiteError> {
    ctx.authorise(Resource::DeveloperKeys, Action::Read)?;
    permission(&db.read().await?).await
}

/// Allows load tests, or no longer. Within two seconds, runs beyond the new end stop and others keep to a lower number
/// of calls.
///
/// # Errors
/// Messages for wrong values; [`SiteError::RevisionStale`] when someone else changed it first,
/// [`SiteError::Denied`] when the installation forbids load tests or the caller may not allow them.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    rules: LoadTestRules,
    seen: &Precondition,
    change: PermissionChange,
) -> Result<LoadTestPermission, SiteError> {
    ctx.authorise(Resource::DeveloperKeys, Action::Write)?;
    if change.allowed_until.is_some() && !rules.allowed {
        return Err(SiteError::Denied(LoadTestRefusal::Off.into()));
    }
    let mut checks = Checks::default();
    let latest = ctx.now().saturating_add_ms(MAX_PERMITTED_MS);
    let until = change.allowed_until.is_none_or(|until| until > ctx.now() && until <= latest);
    checks.require(until, "allowedUntil", contributor_texts::ALLOW_LOAD_TESTS_FOR_AT_MOST_30_DAYS);
    let calls = (1..=rules.max_calls_per_second).contains(&change.max_calls_per_second);
    let most = contributor_texts::ENTER_CALLS_PER_SECOND.with("most", i64::from(rules.max_calls_per_second));
    checks.require(calls, "maxCallsPerSecond", most.to_string());
    checks.finish()?;
    let tx = db.write().await?;
    let before = permission_for_update(&tx).await?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    let after = LoadTestPermission {
        allowed_until: change.allowed_until,
        max_calls_per_second: change.max_calls_per_second,
        revision: before.revision.saturating_add(1),
        ..before
    };
    write(ctx, &tx, &after).await?;
    let action = if after.allowed_until.is_some() { AuditAction::LoadTestsAllow } else { AuditAction::LoadTestsForbid };
    audit::note(ctx, &tx, action, "").await?;
    tx.commit().await?;
    Ok(after)
}

/// Makes a new key; the one before starts no more runs. It is stored as a hash only, so it is shown once.
///
/// # Errors
/// When the caller may not make keys.
#[boxed]
pub async fn renew_key(ctx: &TenantCtx, db: &TenantDb) -> Result<String, SiteError> {
    ctx.authorise(Resource::DeveloperKeys, Action::Write)?;
    let key = random_token(KEY_LENGTH);
    let tx = db.write().await?;
    let before = permission_for_update(&tx).await?;
    let revision = before.revision.saturating_add(1);
    write(ctx, &tx, &LoadTestPermission { key_hash: Some(token_hash(&key)), revision, ..before }).await?;
    audit::note(ctx, &tx, AuditAction::LoadTestsRenewKey, "").await?;
    tx.commit().await?;
    Ok(key)
}

/// Allows load tests and makes a new key, for the operator. Returns the key.
///
/// # Errors
/// As [`save`].
#[boxed]
pub async fn allow(
    ctx: &TenantCtx,
    db: &TenantDb,
    rules: LoadTestRules,
    change: PermissionChange,
) -> Result<String, SiteError> {
    save(ctx, db, rules, &Precondition::default(), change).await?;
    renew_key(ctx, db).await
}

fn never() -> LoadTestPermission {
    LoadTestPermission { allowed_until: None, max_calls_per_second: SUGGESTED_CALLS, key_hash: None, revision: 0 }
}

fn from_row(row: load_test_permission::Model) -> LoadTestPermission {
    LoadTestPermission {
        allowed_until: row.allowed_until,
        max_calls_per_second: u32::try_from(row.max_calls_per_second).unwrap_or(1),
        key_hash: row.key_hash,
        revision: row.revision,
    }
}

async fn permission_for_update(tx: &TenantTx) -> Result<LoadTestPermission, SiteError> {
    let row = tx.find::<load_test_permission::Entity>().for_update().one().await?;
    Ok(row.map_or_else(never, from_row))
}

async fn write(ctx: &TenantCtx, tx: &TenantTx, after: &LoadTestPermission) -> Result<(), SiteError> {
    let calls = i32::try_from(after.max_calls_per_second).unwrap_or(i32::MAX);
    let of_before = load_test_permission::Column::Revision.eq(after.revision.saturating_sub(1));
    let changed = tx
        .update::<load_test_permission::Entity>(of_before)
        .set(load_test_permission::Column::AllowedUntil, after.allowed_until)
        .set(load_test_permission::Column::MaxCallsPerSecond, calls)
        .set(load_test_permission::Column::KeyHash, after.key_hash.clone())
        .set(load_test_permission::Column::Revision, after.revision)
        .set(load_test_permission::Column::ChangedOn, ctx.now())
        .exec()
        .await?;
    if changed > 0 {
        return Ok(());
    }
    let row = load_test_permission::ActiveModel {
        website_id: Set(tx.website().clone()),
        allowed_until: Set(after.allowed_until),
        max_calls_per_second: Set(calls),
        key_hash: Set(after.key_hash.clone()),
        revision: Set(after.revision),
        changed_on: Set(ctx.now()),
    };
    match tx.insert(row).await {
        Err(DbError::Duplicate(_)) => Err(SiteError::RevisionStale),
        other => Ok(other.map(|_| ())?),
    }
}
