//! Sites are removed with all they own, rows and files. A process that ends in between, and a store of files that is away, leave
//! work that stands in the list of due work.

use std::time::Duration;

use anyhow::Context as _;
use stoa_entity::DbError;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::BlobStore;
use stoa_tenancy::{TenancyError, Tenants};

/// How long a site may take to become known after the database was lost meanwhile.
const UNCERTAIN: Duration = Duration::from_secs(120);

/// Removes a site.
pub(crate) async fn remove(tenants: &Tenants, blobs: &dyn BlobStore, identifier: &str) -> anyhow::Result<()> {
    let website = tenants.delete(identifier).await.with_context(|| format!("'{identifier}' could not be removed"))?;
    let gone = blobs.delete_site(&website).await;
    gone.context("the site is gone, but its files could not be removed yet; the server tries again while it runs")
}

/// Goes on with a site that was removed, and gives the time of the next look at it. A site that is being made is left alone.
pub(crate) async fn go_on(
    tenants: &Tenants,
    blobs: &dyn BlobStore,
    website: &WebsiteId,
) -> anyhow::Result<Option<i64>> {
    if !tenants.erase_removed(website).await? {
        return Ok(None);
    }
    blobs.delete_site(website).await?;
    Ok(tenants.settle_removed(website).await?)
}

/// Whether a site may become known all the same: the database was lost when it was to.
pub(crate) fn is_uncertain(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<TenancyError>(), Some(TenancyError::Database(DbError::Unavailable(_))))
}

/// Waits until nobody need expect any more that a site becomes known.
pub(crate) async fn settled() {
    tokio::time::sleep(UNCERTAIN).await;
}

/// Forgets what was written for a site that did not become known after all. One that [`is_uncertain`] waits until that is
/// [`settled`]: it would become known without its rows.
pub(crate) async fn abandon(tenants: &Tenants, blobs: &dyn BlobStore, website: &WebsiteId) -> anyhow::Result<()> {
    if tenants.is_known(website).await? {
        return Ok(());
    }
    tenants.abandon(website).await?;
    Ok(blobs.delete_site(website).await?)
}
