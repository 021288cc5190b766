//! Pages that show a product whose stock has changed are drawn again, whatever changed it: an order,
//! a refused card, the end of a hold, another process.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use sea_orm::ColumnTrait as _;
use stoa_entity::tenant::{product, stock_change, variant};
use stoa_kernel::id::{CollectionId, ProductId, VariantId, WebsiteId};
use stoa_tenancy::Tenant;

use super::Jobs;

/// A change carries the time at which its call began, and a call may stand in the queue for a payment and wait for
/// it: changes are looked for so far back, in milliseconds.
const OVERLAP_MS: i64 = 60_000;
/// With more variants than this the whole site is drawn again.
const BATCH: u64 = 500;

/// Until when the stock of each site has been looked at, UTC milliseconds.
pub type Seen = Mutex<HashMap<WebsiteId, i64>>;

#[derive(sea_orm::FromQueryResult)]
struct Moved {
    variant_id: VariantId,
}

#[derive(sea_orm::FromQueryResult)]
struct Store {
    collection_id: CollectionId,
}

pub(super) async fn redraw(jobs: &Jobs, tenant: &Tenant) -> anyhow::Result<()> {
    let website = tenant.ctx.website();
    let now = tenant.ctx.now_ms();
    let before = jobs.stock_seen.lock().ok().and_then(|mut seen| seen.insert(website.clone(), now));
    let since = before.unwrap_or(now).saturating_sub(OVERLAP_MS);
    let tx = tenant.db.read().await?;
    let changes = tx
        .find::<stock_change::Entity>()
        .filter(stock_change::Column::CreatedOn.gte(since))
        .limit(BATCH)
        .grouped::<Moved>(&[stock_change::Column::VariantId], Vec::new())
        .await?;
    if changes.is_empty() {
        return Ok(());
    }
    if changes.len() as u64 == BATCH {
        jobs.invalidation.bump(website, &["site".to_owned()]).await;
        return Ok(());
    }
    let ids: BTreeSet<_> = changes.into_iter().map(|change| change.variant_id).collect();
    let variants = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids)).all().await?;
    let products: BTreeSet<ProductId> = variants.into_iter().map(|row| row.product_id).collect();
    let stores = tx
        .find::<product::Entity>()
        .filter(product::Column::Id.is_in(products.iter().cloned()))
        .grouped::<Store>(&[product::Column::CollectionId], Vec::new())
        .await?;
    // Lists of what can be bought now may show others, whichever products they show.
    let lists = stores.into_iter().map(|store| format!("stock:{}", store.collection_id));
    let tags: Vec<String> = products.into_iter().map(|id| format!("product:{id}")).chain(lists).collect();
    jobs.invalidation.bump(website, &tags).await;
    Ok(())
}
