//! Removal of what a run of a load test made: batch after batch, each in one transaction, until nothing of it is left.
//! A removal that was interrupted, by `kill -9` too, goes on with what is left, and two that run at the same time do no
//! harm.

use std::collections::HashSet;

use stoa_commerce::{catalogue, load_runs};
use stoa_entity::load_run_removal as removed_rows;
use stoa_kernel::id::{AssetId, LoadRunId};
use stoa_kernel::ports::BlobStore;
use stoa_site::load_tests::{self, NotedAssets};
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
            forget(stores.tenancy, tenant, run).await?;
        }
        return Ok(is_done);
    }
    Ok(false)
}

/// Deletes the note of the site on which a removed run was, unless something of it was kept.
///
/// # Errors
/// When a database fails.
pub(crate) async fn forget(tenancy: &Tenancy, tenant: &Tenant, run: &LoadRunId) -> anyhow::Result<()> {
    let row = removed_rows::find(&tenant.db.read().await?, run).await?;
    if row.is_none_or(|row| row.kept.is_none()) {
        tenancy.tenants.forget_load_run(run).await?;
    }
    Ok(())
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
        || load_runs::remove_products(ctx, db, stores.blobs, run).await? > 0
        || load_tests::remove_pages(ctx, db, run).await? > 0
        || remove_assets(stores, tenant, run).await?;
    if removed {
        return Ok(true);
    }
    match stores.databases.analytics(ctx.website()).await? {
        Some(analytics) => Ok(stoa_analytics::load_runs::remove_some(&analytics, run).await? > 0),
        None => Ok(false),
    }
}

/// Removes a batch of images and files, except those that products use; false when there are none.
async fn remove_assets(stores: Stores<'_>, tenant: &Tenant, run: &LoadRunId) -> anyhow::Result<bool> {
    let Tenant { ctx, db } = tenant;
    let noted = load_tests::next_assets(db, run).await?;
    let mut in_products = HashSet::new();
    for id in &noted {
        let Ok(asset) = id.parse::<AssetId>() else { continue };
        if !catalogue::products_using_asset(ctx, db, &asset).await?.is_empty() {
            in_products.insert(id.clone());
        }
    }
    if !noted.is_empty() {
        let noted = NotedAssets { run, ids: &noted, in_products: &in_products };
        load_tests::remove_assets(ctx, db, stores.blobs, noted).await?;
    }
    Ok(!noted.is_empty())
}
