//! One change to many products: each succeeds or fails by itself.

use stoa_entity::TenantDb;
use stoa_kernel::id::CategoryId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx};

use super::admin::{apply, delete_item, find_item, publication};
use super::edit::{ProductPatch, Publication};
use super::matrix::VariantPatch;
use super::model::CatalogueItem;
use super::stores::find_store;
use crate::CommerceError;

/// Most products of one call.
const MOST_PRODUCTS: usize = 200;

/// What is done to each product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkAction {
    /// Visitors see it.
    Publish,
    /// Only contributors see it.
    Hide,
    /// It comes into a category.
    AddCategory(CategoryId),
    /// It goes out of a category.
    RemoveCategory(CategoryId),
    /// The sale prices it has hold.
    StartSale,
    /// No sale price holds.
    EndSale,
    /// It is removed for good.
    Delete,
}

/// How it went with one product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BulkOutcome {
    /// The product.
    pub item_id: String,
    /// What was in the way; none when it was done.
    pub error: Option<String>,
}

/// Does the same to many products of a store, one after the other.
///
/// # Errors
/// When the caller may not do it to any, or names too many products.
pub async fn bulk(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    item_ids: &[String],
    action: &BulkAction,
) -> Result<Vec<BulkOutcome>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    match action {
        BulkAction::Publish => ctx.authorise(Resource::Products, Action::Publish)?,
        BulkAction::Delete => ctx.authorise(Resource::Products, Action::Delete)?,
        _ => {}
    }
    if item_ids.is_empty() || item_ids.len() > MOST_PRODUCTS {
        return Err(CommerceError::field("itemIds", format!("Choose 1 to {MOST_PRODUCTS} products.")));
    }
    find_store(&db.read().await?, store_id).await?;
    let mut outcomes = Vec::with_capacity(item_ids.len());
    for item_id in item_ids {
        let done = match action {
            BulkAction::Delete => delete_item(ctx, db, store_id, item_id).await,
            _ => change(ctx, db, store_id, item_id, action).await,
        };
        let error = match done {
            Err(error @ CommerceError::Database(_)) => return Err(error),
            Err(error) => Some(Failure::from(error).detail),
            Ok(()) => None,
        };
        outcomes.push(BulkOutcome { item_id: item_id.clone(), error });
    }
    Ok(outcomes)
}

async fn change(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &str,
    item_id: &str,
    action: &BulkAction,
) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    let item = find_item(&tx, store_id, item_id).await?;
    if let Some(patch) = patch(&item, action)? {
        apply(ctx, &tx, &item, patch).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// What an action changes of a product; none when it is so already.
fn patch(item: &CatalogueItem, action: &BulkAction) -> Result<Option<ProductPatch>, CommerceError> {
    let mut category_ids: Vec<CategoryId> = item.categories.iter().map(|category| category.id.clone()).collect();
    let categories = |category_ids| ProductPatch { category_ids: Some(category_ids), ..ProductPatch::default() };
    Ok(match action {
        BulkAction::Publish => (!item.visible).then(|| publication(Publication::Published)),
        BulkAction::Hide => (item.visible || item.publish_on.is_some()).then(|| publication(Publication::Draft)),
        BulkAction::AddCategory(id) => (!category_ids.contains(id)).then(|| {
            category_ids.push(id.clone());
            categories(category_ids)
        }),
        BulkAction::RemoveCategory(id) => category_ids.contains(id).then(|| {
            category_ids.retain(|own| own != id);
            categories(category_ids)
        }),
        BulkAction::StartSale if item.variants.iter().all(|variant| variant.sale_price_cents.is_none()) => {
            return Err(CommerceError::Refused("It has no sale price. Enter one first.".to_owned()));
        }
        BulkAction::StartSale => sale(item, true),
        BulkAction::EndSale => sale(item, false),
        BulkAction::Delete => None,
    })
}

fn sale(item: &CatalogueItem, on_sale: bool) -> Option<ProductPatch> {
    let mut variants: Vec<VariantPatch> = item.variants.iter().map(VariantPatch::from).collect();
    let mut changed = false;
    for variant in &mut variants {
        let holds = on_sale && variant.sale_price_cents.is_some();
        changed |= variant.on_sale != holds;
        variant.on_sale = holds;
    }
    changed.then(|| ProductPatch { variants: Some(variants), ..ProductPatch::default() })
}
