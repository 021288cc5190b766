//! Removal of what a run of a load test made: batch after batch, each in one transaction, until nothing of it is left.
//! A removal that was interrupted, by `kill -9` too, goes on with what is left, and two that run at the same time do no
//! harm.

use stoa_commerce::load_runs;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::ports::BlobStore;
use stoa_site::load_tests;
use stoa_tenancy::{Databases, Tenancy, Tenant};

/// Where a run has left something besides the site's own rows.
#[derive(Clone, Copy)]
pub(crate) struct Stores<'a> {
    pub(crate) tenancy: &'a Tenancy,
    pub(crate) databases: &'a Databases,
    pub(crate) blobs: &'a dyn BlobStore,
}

/// Removes at most as many batches of what a run made. True when nothing is left, which is recorded.
///
/// # Errors
/// When a database or the blob store fail; what was removed until then stays removed.
pub(crate) async fn remove(
    stores: Stores<'_>,
    tenant: &Tenant,
    run: &LoadRunId,
    batches: usize,
) -> anyhow::Result<bool> {
    for _ in 0..batches {
        if remove_batch(stores, tenant, run).await? {
            continue;
        }
        load_runs::remove_events(&tenant.db, run).await?;
        let is_done = load_tests::finish_removal(&tenant.db, run).await?;
        if is_done {
            stores.tenancy.tenants.forget_load_run(run).await?;
        }
        return Ok(is_done);
    }
    Ok(false)
}

/// Removes one batch; false when there is nothing to remove. Products go before the stores that they are in.
async fn remove_batch(stores: Stores<'_>, tenant: &Tenant, run: &LoadRunId) -> anyhow::Result<bool> {
    let Tenant { ctx, db } = tenant;
    let removed = load_runs::remove_carts(ctx, db, run).await? > 0
        || stoa_audience::load_runs::remove_submissions(db, run).await? > 0
        || stoa_audience::load_runs::remove_comments(db, run).await? > 0
        || load_runs::remove_site_users(db, run).await? > 0
        || load_runs::remove_addresses(db, run).await? > 0
        || load_runs::remove_wishlists(db, run).await? > 0
        || load_runs::remove_products(db, stores.blobs, run).await? > 0
        || load_tests::remove_pages(ctx, db, run).await? > 0
        || load_tests::remove_assets(db, stores.blobs, run).await? > 0;
    if removed {
        return Ok(true);
    }
    match stores.databases.analytics(ctx.website()).await? {
        Some(analytics) => Ok(stoa_analytics::load_runs::remove_some(&analytics, run).await? > 0),
        None => Ok(false),
    }
}
