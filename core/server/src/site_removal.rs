//! Deletes sites with everything they own, rows and files. When the process ends in between, or the file store is
//! unreachable, the rest stays in the list of due work. Before the rows go, payment providers are asked for at most a
//! day to forget the methods that customers saved with them.

use std::time::Duration;

use anyhow::Context as _;
use stoa_commerce::payments;
use stoa_commerce::ports::Payments;
use stoa_entity::DbError;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::BlobStore;
use stoa_tenancy::{Tenancy, TenancyError, Tenants};

/// How long the registration of a site may still take effect after the connection to the database was lost.
const UNCERTAIN: Duration = Duration::from_secs(120);

/// Deletes a site. False when the running server does the rest: providers have to forget saved payment methods first.
pub(crate) async fn remove(tenancy: &Tenancy, blobs: &dyn BlobStore, identifier: &str) -> anyhow::Result<bool> {
    let tenants = &tenancy.tenants;
    let failed = || format!("'{identifier}' could not be removed");
    if has_saved_methods(tenancy, identifier).await {
        tenants.begin_deletion(identifier).await.with_context(failed)?;
        return Ok(false);
    }
    let website = tenants.delete(identifier).await.with_context(failed)?;
    let gone = blobs.delete_site(&website).await;
    gone.context("the site was deleted, but its files could not be removed yet; the running server tries again")?;
    Ok(true)
}

/// Whether providers know saved payment methods of a site. A site that cannot be read is deleted nevertheless.
async fn has_saved_methods(tenancy: &Tenancy, identifier: &str) -> bool {
    let found = async {
        let sites = tenancy.tenants.list().await?;
        let Some(site) = sites.into_iter().find(|site| site.identifier == identifier) else { return Ok(false) };
        let tenant = tenancy.for_system(&site.id, "removal").await?;
        anyhow::Ok(payments::has_saved_methods(&tenant.db).await?)
    };
    found.await.unwrap_or_else(|error: anyhow::Error| {
        tracing::warn!(identifier, %error, "saved payment methods of a site that is deleted cannot be read");
        false
    })
}

/// Continues the deletion of a site, and returns the time of the next look at it. Leaves a site alone that is being
/// created.
pub(crate) async fn go_on(
    tenancy: &Tenancy,
    blobs: &dyn BlobStore,
    providers: &dyn Payments,
    website: &WebsiteId,
) -> anyhow::Result<Option<Timestamp>> {
    let tenants = &tenancy.tenants;
    if let Some(until) = tenants.deletion_may_wait(website).await?
        && let Some(again_on) = forget_saved_methods(tenancy, providers, website).await
    {
        // The next try at a provider may be later than that.
        return Ok(Some(again_on.min(until)));
    }
    if !tenants.erase_deleted_site_rows(website).await? {
        return Ok(None);
    }
    blobs.delete_site(website).await?;
    Ok(tenants.finish_site_removal(website).await?)
}

/// Has providers forget the saved payment methods of a deleted site. Returns when they are asked again; none when
/// nothing is left, or it cannot be read.
async fn forget_saved_methods(tenancy: &Tenancy, providers: &dyn Payments, website: &WebsiteId) -> Option<Timestamp> {
    let forgotten = async {
        let tenant = tenancy.for_system(website, "removal").await?;
        let db = tenant.db.without_notice();
        anyhow::Ok(payments::forget_of_deleted_site(&tenant.ctx, &db, providers).await?)
    };
    forgotten.await.unwrap_or_else(|error: anyhow::Error| {
        tracing::warn!(tenant.id = %website, %error, "saved payment methods of a deleted site are not forgotten");
        None
    })
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
