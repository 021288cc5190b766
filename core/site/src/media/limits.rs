//! Upload limits and storage quotas, and the messages about them.

use std::collections::HashMap;
use std::sync::Arc;

use sea_orm::ActiveValue::Set;
use stoa_entity::stored_files::{left_for_file, used_bytes};
use stoa_entity::tenant::upload_limit;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::ports::SitePlans;
use stoa_kernel::upload::size_text;
use stoa_kernel::{Action, Actor, Resource, TenantCtx, boxed};

use super::service::Media;
use crate::SiteError;
use crate::contributor_texts;

/// Limits of an installation or a site, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadLimits {
    /// Per image.
    pub picture_bytes: u64,
    /// Per file of any other type.
    pub file_bytes: u64,
    /// Storage of a site; 0 for unlimited.
    pub site_bytes: u64,
}

impl Default for UploadLimits {
    /// 20 MB per image, 300 MB per file, unlimited storage.
    fn default() -> Self {
        Self { picture_bytes: 20_000_000, file_bytes: 300_000_000, site_bytes: 0 }
    }
}

/// Limits set by the operator for one site or one plan; none for the general limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitOverrides {
    /// Per image, bytes.
    pub picture_bytes: Option<u64>,
    /// Per file of any other type, bytes.
    pub file_bytes: Option<u64>,
    /// Storage of a site, bytes; 0 for unlimited.
    pub site_bytes: Option<u64>,
}

/// Limits by plan.
pub struct PlanLimits {
    /// Returns the plan of a site.
    pub plans: Arc<dyn SitePlans>,
    /// Limits by name of the plan. A plan without limits here has the general ones.
    pub limits: HashMap<String, LimitOverrides>,
}

/// Storage quota and usage of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// Its limits.
    pub limits: UploadLimits,
    /// Total size of its files, including product files and files of form submissions, in bytes.
    pub used_bytes: u64,
    /// Name of its plan in the settings.
    pub plan: Option<String>,
}

impl UploadLimits {
    fn with(self, own: LimitOverrides) -> Self {
        Self {
            picture_bytes: own.picture_bytes.unwrap_or(self.picture_bytes),
            file_bytes: own.file_bytes.unwrap_or(self.file_bytes),
            site_bytes: own.site_bytes.unwrap_or(self.site_bytes),
        }
    }

    /// Limits of the transaction's site; `self` are those of its plan.
    pub(super) async fn of_site(self, tx: &TenantTx) -> Result<Self, SiteError> {
        Ok(self.with(own(tx).await?))
    }
}

impl Media {
    /// Limits of the site's plan. Call before opening a transaction: it queries the platform database.
    pub(super) async fn allowed(&self, db: &TenantDb) -> Result<UploadLimits, SiteError> {
        Ok(self.plan_and_limits(db).await?.1)
    }

    async fn plan_and_limits(&self, db: &TenantDb) -> Result<(Option<String>, UploadLimits), SiteError> {
        let Some(PlanLimits { plans, limits }) = &self.plans else { return Ok((None, self.limits)) };
        let plan = plans.plan_of(db.website()).await?;
        let own = plan.as_ref().and_then(|plan| limits.get(plan)).copied().unwrap_or_default();
        Ok((plan, self.limits.with(own)))
    }
}

/// Storage quota and usage of a site, for contributors.
///
/// # Errors
/// When the caller may not read the site's settings, or a database query fails.
#[boxed]
pub async fn storage(ctx: &TenantCtx, db: &TenantDb, media: &Media) -> Result<Storage, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Read)?;
    let (plan, limits) = media.plan_and_limits(db).await?;
    let tx = db.read().await?;
    Ok(Storage { limits: limits.of_site(&tx).await?, used_bytes: used_bytes(&tx).await?, plan })
}

/// How large a further file may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRoom {
    /// Maximum size, given the storage that is free now, bytes.
    pub most_bytes: u64,
    /// Storage of the site, bytes; 0 for unlimited.
    pub site_bytes: u64,
}

/// The room for a downloadable product file.
///
/// # Errors
/// When the caller may not change products; [`SiteError::Conflict`] when the storage is full.
#[boxed]
pub async fn room_for_file(ctx: &TenantCtx, db: &TenantDb, media: &Media) -> Result<FileRoom, SiteError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    let allowed = media.allowed(db).await?;
    let tx = db.read().await?;
    let limits = allowed.of_site(&tx).await?;
    check_room(&tx, &limits, 1).await?;
    let UploadLimits { file_bytes, site_bytes, .. } = limits;
    let most_bytes = match site_bytes {
        0 => file_bytes,
        most => std::cmp::min(file_bytes, most.saturating_sub(used_bytes(&tx).await?)),
    };
    Ok(FileRoom { most_bytes, site_bytes })
}

/// The room for a file of a form submission. The field of the form limits its size further.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn room_for_form_file(db: &TenantDb, media: &Media) -> Result<FileRoom, SiteError> {
    let allowed = media.allowed(db).await?;
    let tx = db.read().await?;
    let UploadLimits { site_bytes, .. } = allowed.of_site(&tx).await?;
    let most_bytes = match site_bytes {
        0 => u64::MAX,
        most => most.saturating_sub(used_bytes(&tx).await?),
    };
    Ok(FileRoom { most_bytes, site_bytes })
}

/// Refuses a file that exceeds the storage quota, before it is received.
pub(super) async fn check_room(tx: &TenantTx, limits: &UploadLimits, more: u64) -> Result<(), SiteError> {
    if limits.site_bytes > 0 && used_bytes(tx).await?.saturating_add(more) > limits.site_bytes {
        return Err(storage_used(limits));
    }
    Ok(())
}

/// The same in the transaction that adds the file, before it writes anything.
pub(super) async fn take_room(tx: &TenantTx, limits: &UploadLimits, more: u64) -> Result<(), SiteError> {
    if more > left_for_file(tx, limits.site_bytes).await? {
        return Err(storage_used(limits));
    }
    Ok(())
}

fn storage_used(limits: &UploadLimits) -> SiteError {
    SiteError::Conflict(contributor_texts::STORAGE_USED.with("size", size_text(limits.site_bytes)).to_string())
}

/// Sets the limits of this site. Existing files are kept.
///
/// # Errors
/// When the caller is not the operator.
#[boxed]
pub async fn set_limits(ctx: &TenantCtx, db: &TenantDb, limits: LimitOverrides) -> Result<(), SiteError> {
    if ctx.actor() != &Actor::System {
        return Err(SiteError::NotFound);
    }
    let bytes = |limit: Option<u64>| limit.map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
    let tx = db.write().await?;
    tx.delete::<upload_limit::Entity>(sea_orm::Condition::all()).exec().await?;
    tx.insert(upload_limit::ActiveModel {
        website_id: Set(tx.website().clone()),
        picture_bytes: Set(bytes(limits.picture_bytes)),
        file_bytes: Set(bytes(limits.file_bytes)),
        site_bytes: Set(bytes(limits.site_bytes)),
    })
    .await?;
    Ok(tx.commit().await?)
}

async fn own(tx: &TenantTx) -> Result<LimitOverrides, SiteError> {
    let Some(row) = tx.find::<upload_limit::Entity>().one().await? else { return Ok(LimitOverrides::default()) };
    let bytes = |limit: Option<i64>| limit.and_then(|bytes| u64::try_from(bytes).ok());
    Ok(LimitOverrides {
        picture_bytes: bytes(row.picture_bytes),
        file_bytes: bytes(row.file_bytes),
        site_bytes: bytes(row.site_bytes),
    })
}

/// Error for a file of a type that is not accepted.
pub(super) fn unusable(filename: &str) -> SiteError {
    SiteError::UnusableFile(contributor_texts::FILE_NOT_SUPPORTED.with("name", filename).to_string())
}
