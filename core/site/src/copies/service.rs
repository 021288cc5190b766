//! Copies of a site: requested, claimed by the worker, ended, listed.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::site_copy::{ActiveModel, Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, SiteCopyId, WebsiteId};
use stoa_kernel::website::CopyStatus;
use stoa_kernel::{Action, ErrorCode, Failure, Resource, TenantCtx, boxed};

use crate::{SiteError, contributor_texts, website_settings};

/// Number of copies in the list.
const MAX_LISTED: u64 = 20;
/// A copy without progress for so long is restarted, in milliseconds: its process has ended.
const STALLED_AFTER_MS: i64 = 120_000;
const NOT_CLONEABLE: &str = contributor_texts::DUPLICATING_NOT_ALLOWED.english();

/// A copy of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteCopy {
    /// Its id.
    pub id: SiteCopyId,
    /// Name of the new site.
    pub title: String,
    /// Short name of the new site.
    pub identifier: String,
    /// Who requested it and will own the new site.
    pub owner: String,
    /// Its status.
    pub status: CopyStatus,
    /// Completed steps.
    pub done: i64,
    /// Total steps; 0 while unknown.
    pub total: i64,
    /// Why it failed, for the requester.
    pub message: Option<String>,
    /// The new site; none before the copy starts.
    pub target: Option<String>,
    /// When it was requested, UTC milliseconds.
    pub created_on: Timestamp,
}

/// A copy to request.
#[derive(Clone, Debug)]
pub struct NewCopy {
    /// Name of the new site.
    pub title: String,
    /// Short name of the new site.
    pub identifier: String,
    /// Who will own it.
    pub owner: AccountId,
}

impl From<Model> for SiteCopy {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            title: row.title,
            identifier: row.identifier,
            owner: row.owner,
            status: row.status,
            done: row.done,
            total: row.total,
            message: row.message,
            target: row.target,
            created_on: row.created_on,
        }
    }
}

/// Requests a copy of the site. Administrators only: it includes unpublished and private data.
///
/// # Errors
/// When the caller is not permitted, or the site may not be duplicated; [`SiteError::Conflict`] while another copy is
/// in progress.
#[boxed]
pub async fn request(ctx: &TenantCtx, db: &TenantDb, new: NewCopy) -> Result<SiteCopy, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Delete)?;
    let tx = db.write().await?;
    if !website_settings::stored(&tx).await?.cloneable {
        return Err(SiteError::Denied(Failure::new(ErrorCode::PermissionDenied, NOT_CLONEABLE)));
    }
    if tx.find::<Entity>().filter(Column::Status.is_in(CopyStatus::values_where(CopyStatus::is_open))).count().await?
        > 0
    {
        return Err(SiteError::Conflict(contributor_texts::SITE_IS_BEING_DUPLICATED.english().to_owned()));
    }
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(SiteCopyId::generate()),
        title: Set(new.title),
        identifier: Set(new.identifier),
        owner: Set(new.owner.to_string()),
        status: Set(CopyStatus::Queued),
        done: Set(0),
        total: Set(0),
        message: Set(None),
        target: Set(None),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
    };
    let row = tx.insert(row).await?;
    audit::note(ctx, &tx, AuditAction::SiteDuplicate, row.id.as_str()).await?;
    tx.commit().await?;
    Ok(row.into())
}

/// Copies of the site, newest first.
///
/// # Errors
/// When the caller may not make copies.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<SiteCopy>, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Delete)?;
    let rows = db.read().await?.find::<Entity>().order_by_desc(Column::Id).limit(MAX_LISTED).all().await?;
    Ok(rows.into_iter().map(SiteCopy::from).collect())
}

/// Claims a waiting or stalled copy, so that the caller makes it as `target`. Also returns the partial site of an
/// earlier attempt, which is to be removed.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn claim(
    ctx: &TenantCtx,
    db: &TenantDb,
    target: &WebsiteId,
) -> Result<Option<(SiteCopy, Option<String>)>, SiteError> {
    if db.read().await?.find::<Entity>().filter(ready(ctx)).one().await?.is_none() {
        return Ok(None);
    }
    let tx = db.write().await?;
    let Some(row) = tx.find::<Entity>().filter(ready(ctx)).for_update().one().await? else { return Ok(None) };
    tx.update::<Entity>(Column::Id.eq(row.id.clone()))
        .set(Column::Status, CopyStatus::Running)
        .set(Column::Done, 0)
        .set(Column::Target, Some(target.to_string()))
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    tx.commit().await?;
    let former = row.target.clone();
    Ok(Some((SiteCopy { target: Some(target.to_string()), ..SiteCopy::from(row) }, former)))
}

fn ready(ctx: &TenantCtx) -> Condition {
    let still = Column::UpdatedOn.lt(ctx.now() - STALLED_AFTER_MS);
    Condition::any()
        .add(Column::Status.eq(CopyStatus::Queued))
        .add(Condition::all().add(Column::Status.eq(CopyStatus::Running)).add(still))
}

/// When a copy is to be claimed, UTC milliseconds: a waiting one at once, one in progress when it counts as stalled.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn next(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    let waiting = tx.find::<Entity>().filter(Column::Status.eq(CopyStatus::Queued)).one().await?;
    if let Some(row) = waiting {
        return Ok(Some(row.created_on));
    }
    let running = tx.find::<Entity>().filter(Column::Status.eq(CopyStatus::Running));
    let first = running.order_by_asc(Column::UpdatedOn).one().await?;
    Ok(first.map(|row| row.updated_on.saturating_add_ms(STALLED_AFTER_MS + 1)))
}

/// Records the progress of a copy.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn record_progress(
    db: &TenantDb,
    id: &SiteCopyId,
    done: i64,
    total: i64,
    now: Timestamp,
) -> Result<(), SiteError> {
    let tx = db.write().await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::Done, done)
        .set(Column::Total, total)
        .set(Column::UpdatedOn, now)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// Records that the new site is complete.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn finish(db: &TenantDb, id: &SiteCopyId, now: Timestamp) -> Result<(), SiteError> {
    end(db, id, CopyStatus::Done, None, now).await
}

/// Records why a copy failed.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn fail(db: &TenantDb, id: &SiteCopyId, message: &str, now: Timestamp) -> Result<(), SiteError> {
    end(db, id, CopyStatus::Failed, Some(message.to_owned()), now).await
}

async fn end(
    db: &TenantDb,
    id: &SiteCopyId,
    status: CopyStatus,
    message: Option<String>,
    now: Timestamp,
) -> Result<(), SiteError> {
    let tx = db.write().await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::Status, status)
        .set(Column::Message, message)
        .set(Column::UpdatedOn, now)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}
