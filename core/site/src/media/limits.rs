//! How much is taken in, and how it is said when something is not.

use sea_orm::ActiveValue::Set;
use stoa_entity::tenant::upload_limit;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::{Actor, TenantCtx};

use crate::SiteError;

/// What an installation, or one site of it, takes in, bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadLimits {
    /// One picture.
    pub picture_bytes: u64,
    /// One file of any other kind.
    pub file_bytes: u64,
    /// All pictures and files of a site; 0 for as much as there is room for.
    pub site_bytes: u64,
}

impl Default for UploadLimits {
    /// 20 MB a picture, 300 MB a file, no bound for a site.
    fn default() -> Self {
        Self { picture_bytes: 20_000_000, file_bytes: 300_000_000, site_bytes: 0 }
    }
}

/// What the operator lets one site take in; none for what holds in the whole installation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnLimits {
    /// One picture, bytes.
    pub picture_bytes: Option<u64>,
    /// One file of any other kind, bytes.
    pub file_bytes: Option<u64>,
    /// All pictures and files, bytes; 0 for as much as there is room for.
    pub site_bytes: Option<u64>,
}

impl UploadLimits {
    /// What the site of a transaction takes in.
    pub(super) async fn of_site(self, tx: &TenantTx) -> Result<Self, SiteError> {
        let own = own(tx).await?;
        Ok(Self {
            picture_bytes: own.picture_bytes.unwrap_or(self.picture_bytes),
            file_bytes: own.file_bytes.unwrap_or(self.file_bytes),
            site_bytes: own.site_bytes.unwrap_or(self.site_bytes),
        })
    }
}

/// Says what this site may take in. Files that are there stay.
///
/// # Errors
/// When the caller is not the operator.
pub async fn set_limits(ctx: &TenantCtx, db: &TenantDb, limits: OwnLimits) -> Result<(), SiteError> {
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

async fn own(tx: &TenantTx) -> Result<OwnLimits, SiteError> {
    let Some(row) = tx.find::<upload_limit::Entity>().one().await? else { return Ok(OwnLimits::default()) };
    let bytes = |limit: Option<i64>| limit.and_then(|bytes| u64::try_from(bytes).ok());
    Ok(OwnLimits {
        picture_bytes: bytes(row.picture_bytes),
        file_bytes: bytes(row.file_bytes),
        site_bytes: bytes(row.site_bytes),
    })
}

/// Refuses a file that is none of the kinds that are taken in.
pub(super) fn unusable(filename: &str) -> SiteError {
    SiteError::UnusableFile(format!("The file {filename} does not appear to be a supported file"))
}

/// A size as people read it: a megabyte has 1,000,000 bytes.
pub(crate) fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", bytes / 1_000),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}
