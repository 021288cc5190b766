//! Deletes sites with everything they own, rows and files. When the process ends in between, or the file store is
//! unreachable, the rest stays in the list of due work.

use std::time::Duration;

use anyhow::Context as _;
use stoa_entity::DbError;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::BlobStore;
use stoa_tenancy::{TenancyError, Tenants};

/// How long the registration of a site may still take effect after the connection to the database was lost.
const UNCERTAIN: Duration = Duration::from_secs(120);

/// Deletes a site.
pub(crate) async fn remove(tenants: &Tenants, blobs: &dyn BlobStore, identifier: &str) -> anyhow::Result<()> {
    let website = tenants.delete(identifier).await.with_context(|| format!("'{identifier}' could not be removed"))?;
    let gone = blobs.delete_site(&website).await;
    gone.context("the site was deleted, but its files could not be removed yet; the running server tries again")
}

/// Continues the deletion of a site, and returns the time of the next look at it. Leaves a site alone that is being
/// created.
pub(crate) async fn go_on(
    tenants: &Tenants,
    blobs: &dyn BlobStore,
    website: &WebsiteId,
) -> anyhow::Result<Option<Timestamp>> {
    if !tenants.erase_deleted_site_rows(website).await? {
        return Ok(None);
    }
    blobs.delete_site(website).await?;
    Ok(tenants.finish_site_removal(website).await?)
}

/// Whether a site may have been registered although an error was returned: the database connection was lost during the
/// commit.
pub(crate) fn is_uncertain(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<TenancyError>(), Some(TenancyError::Database(DbError::Unavailable(_))))
}

/// Waits until a pending registration can no longer take effect.
pub(crate) async fn settled() {
    tokio::time::sleep(UNCERTAIN).await;
}

/// Deletes what was written for a site that was not registered in the end. After an error that [`is_uncertain`], wait
/// until it is [`settled`] first: otherwise the site could become registered without its rows.
pub(crate) async fn delete_unregistered(
    tenants: &Tenants,
    blobs: &dyn BlobStore,
    website: &WebsiteId,
) -> anyhow::Result<()> {
    if tenants.is_known(website).await? {
        return Ok(());
    }
    tenants.delete_unregistered(website).await?;
    Ok(blobs.delete_site(website).await?)
}
