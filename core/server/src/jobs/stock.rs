//! Invalidates pages that show a product whose stock has changed, whatever the cause: an order, a declined card, an
//! expired hold, another process.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Expr, Func};
use stoa_entity::tenant::{product, stock_change, variant};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ProductId, VariantId, WebsiteId};
use stoa_site::cache_tags;
use stoa_tenancy::Tenant;

use super::Jobs;

/// A change carries the start time of its request, which may have waited in the queue for a payment, so changes are
/// searched at least this far back, in milliseconds.
const OVERLAP_MS: i64 = 60_000;
/// With this many changed variants or more, all pages of the site are invalidated.
const BATCH: u64 = 500;

/// Stock changes of each site that were handled already.
pub type HandledChanges = Mutex<HashMap<WebsiteId, StockChangeCounts>>;

/// Number of changes since a time. Counting does not depend on clocks, so a late change of another process is not
/// missed.
#[derive(Debug, Default)]
pub struct StockChangeCounts {
    /// UTC milliseconds; constant for [`OVERLAP_MS`], so that counts only grow.
    since: Timestamp,
    changes: HashMap<VariantId, i64>,
}

#[derive(sea_orm::FromQueryResult)]
struct VariantChanges {
    variant_id: VariantId,
    changes: i64,
}

#[derive(sea_orm::FromQueryResult)]
struct Store {
    collection_id: CollectionId,
}

pub(super) async fn invalidate_pages(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let tags = changed_tags(jobs, tenant).await?;
    if !tags.is_empty() {
        jobs.invalidation.invalidate_tags(tenant.ctx.website(), &tags).await;
    }
    Ok(())
}

/// Tags of the pages that show changed stock.
async fn changed_tags(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<Vec<String>> {
    let website = tenant.ctx.website();
    let since = Timestamp::from_ms((tenant.ctx.now().ms() / OVERLAP_MS - 1) * OVERLAP_MS);
    let tx = tenant.db.read().await?;
    let changes = tx
        .find::<stock_change::Entity>()
        .filter(stock_change::Column::CreatedOn.gte(since))
        .limit(BATCH)
        .aggregate::<VariantChanges>(
            &[stock_change::Column::VariantId],
            vec![(Func::count(Expr::col(stock_change::Column::Id)).into(), "changes")],
        )
        .await?;
    let changes = unhandled_variants(jobs, website, since, changes);
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    if changes.len() as u64 == BATCH {
        return Ok(vec![cache_tags::SITE.to_owned()]);
    }
    let variants = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(changes)).all().await?;
    let products: BTreeSet<ProductId> = variants.into_iter().map(|row| row.product_id).collect();
    let stores = tx
        .find::<product::Entity>()
        .filter(product::Column::Id.is_in(products.iter().cloned()))
        .aggregate::<Store>(&[product::Column::CollectionId], Vec::new())
        .await?;
    // Lists filtered by availability may change, whichever products they show.
    let lists = stores.into_iter().map(|store| format!("stock:{}", store.collection_id));
    Ok(products.into_iter().map(|id| format!("product:{id}")).chain(lists).collect())
}

/// Variants changed by any process since the previous call.
fn unhandled_variants(
    jobs: &Jobs,
    website: &WebsiteId,
    since: Timestamp,
    changes: Vec<VariantChanges>,
) -> Vec<VariantId> {
    let now: HashMap<VariantId, i64> = changes.into_iter().map(|moved| (moved.variant_id, moved.changes)).collect();
    let mut seen = jobs.stock_seen.lock().unwrap_or_else(PoisonError::into_inner);
    let before = seen.insert(website.clone(), StockChangeCounts { since, changes: now.clone() });
    let before = before.filter(|before| before.since == since).map(|before| before.changes).unwrap_or_default();
    now.into_iter().filter(|(id, count)| before.get(id) != Some(count)).map(|(id, _)| id).collect()
}
