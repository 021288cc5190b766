//! Bulk changes of products. Products succeed or fail independently; all successful ones are committed in one
//! transaction.

use std::collections::{BTreeMap, HashMap, HashSet};

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::{product, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CategoryId, CollectionId, ProductId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx, boxed};

use super::admin::{items_where, publication, remove, write_patch};
use super::edit::{MAX_TAGS, ProductPatch, Publication};
use super::model::CatalogueItem;
use super::product_query;
use super::repricing::{PriceChange, Repricing};
use super::stores::check_exists;
use crate::CommerceError;
use crate::contributor_texts;

/// Maximum number of products per request.
const MAX_PRODUCTS: usize = 200;

/// The action for each product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkAction {
    /// Publishes it.
    Publish,
    /// Hides it from visitors.
    Hide,
    /// Adds it to a category.
    AddCategory(CategoryId),
    /// Removes it from a category.
    RemoveCategory(CategoryId),
    /// Adds tags that it does not have.
    AddTags(Vec<String>),
    /// Removes tags, ignoring case.
    RemoveTags(Vec<String>),
    /// Sets whether it is taxable.
    Taxable(bool),
    /// Changes the prices of its variants.
    ChangePrice(PriceChange),
    /// Puts its variants on sale: each sale price is computed from the price and activated.
    ChangeSalePrice(PriceChange),
    /// Activates existing sale prices.
    StartSale,
    /// Deactivates sale prices.
    EndSale,
    /// Deletes it.
    Delete,
}

/// Result for one product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BulkOutcome {
    /// The product.
    pub item_id: String,
    /// Why it failed; `None` on success.
    pub error: Option<String>,
}

/// Applies an action to products of one store, or of all stores when `store_id` is `None`. A product that cannot be
/// changed does not affect the others.
///
/// # Errors
/// When the caller lacks the permission or names too many products; field errors. Nothing is changed then.
#[boxed]
pub async fn bulk(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: Option<&CollectionId>,
    item_ids: &[String],
    action: &BulkAction,
) -> Result<Vec<BulkOutcome>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    match action {
        BulkAction::Publish => ctx.authorise(Resource::Products, Action::Publish)?,
        BulkAction::Delete => ctx.authorise(Resource::Products, Action::Delete)?,
        _ => {}
    }
    if item_ids.is_empty() || item_ids.len() > MAX_PRODUCTS {
        return Err(CommerceError::field(
            "itemIds",
            contributor_texts::CHOOSE_1_TO_MOST_PRODUCTS.with("count", MAX_PRODUCTS).to_string(),
        ));
    }
    check(action)?;
    let tx = db.write().await?;
    if let Some(store_id) = store_id {
        check_exists(&tx, store_id).await?;
    }
    // Sorted, since rows are always locked in this order.
    let ids: BTreeMap<ProductId, &String> =
        item_ids.iter().filter_map(|text| Some((text.parse().ok()?, text))).collect();
    lock(&tx, &ids).await?;
    // Locked and read at once; each change concerns only its own product.
    let wanted: Vec<ProductId> = ids.keys().cloned().collect();
    let own = store_id.map_or_else(Condition::all, product_query::of_store);
    let items = items_where(&tx, &wanted, own).await?;
    let mut items: HashMap<ProductId, CatalogueItem> = items.into_iter().map(|item| (item.id.clone(), item)).collect();
    let mut errors = BTreeMap::new();
    for (id, text) in ids {
        let Some(item) = items.remove(&id) else { continue };
        let error = match change(ctx, &tx, item, action).await {
            Err(error @ CommerceError::Database(_)) => return Err(error),
            Err(error) => Some(Failure::from(error).detail),
            Ok(()) => None,
        };
        errors.insert(text.clone(), error);
    }
    tx.commit().await?;
    let outcome = |item_id: &String| {
        let error = errors.get(item_id).cloned();
        let error = error.unwrap_or_else(|| Some(Failure::not_found().detail));
        BulkOutcome { item_id: item_id.clone(), error }
    };
    Ok(item_ids.iter().map(outcome).collect())
}

fn check(action: &BulkAction) -> Result<(), CommerceError> {
    match action {
        BulkAction::AddTags(tags) | BulkAction::RemoveTags(tags) => {
            let mut checks = Checks::default();
            let named = !tags.is_empty() && tags.iter().all(|tag| !tag.trim().is_empty());
            checks.require(named, "tags", contributor_texts::ENTER_AT_LEAST_ONE_TAG);
            checks.require(
                tags.len() <= MAX_TAGS,
                "tags",
                contributor_texts::ENTER_AT_MOST_TAGS.with("count", MAX_TAGS).to_string(),
            );
            Ok(checks.finish()?)
        }
        BulkAction::ChangePrice(change) | BulkAction::ChangeSalePrice(change) => change.check(),
        _ => Ok(()),
    }
}

/// Locks the products, then all their variants in a fixed order, to avoid deadlocks with orders of several of them.
async fn lock(tx: &TenantTx, ids: &BTreeMap<ProductId, &String>) -> Result<(), CommerceError> {
    let products = tx.find::<product::Entity>().filter(product::Column::Id.is_in(ids.keys().cloned()));
    products.order_by_asc(product::Column::Id).for_update().all().await?;
    let variants = tx.find::<variant::Entity>().filter(variant::Column::ProductId.is_in(ids.keys().cloned()));
    variants.order_by_asc(variant::Column::Id).for_update().all().await?;
    Ok(())
}

async fn change(ctx: &TenantCtx, tx: &TenantTx, item: CatalogueItem, action: &BulkAction) -> Result<(), CommerceError> {
    let repricing = match action {
        BulkAction::Delete => return remove(ctx, tx, &item).await,
        BulkAction::ChangePrice(change) => Some(Repricing::Price(*change)),
        BulkAction::ChangeSalePrice(change) => Some(Repricing::Sale(*change)),
        BulkAction::StartSale => Some(Repricing::OnSale(true)),
        BulkAction::EndSale => Some(Repricing::OnSale(false)),
        _ => None,
    };
    match (repricing, patch(&item, action)) {
        (Some(repricing), _) => repricing.make(ctx, tx, &item).await,
        (None, Some(patch)) => write_patch(ctx, tx, &item, patch).await,
        (None, None) => Ok(()),
    }
}

/// The patch for an action that does not change prices; `None` when the product needs no change.
fn patch(item: &CatalogueItem, action: &BulkAction) -> Option<ProductPatch> {
    let mut category_ids: Vec<CategoryId> = item.categories.iter().map(|category| category.id.clone()).collect();
    let categories = |category_ids| ProductPatch { category_ids: Some(category_ids), ..ProductPatch::default() };
    let tagged = |tags: Vec<String>| ProductPatch { tags: Some(tags), ..ProductPatch::default() };
    match action {
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
        BulkAction::AddTags(tags) => {
            let own = lowered(&item.tags);
            let new = tags.iter().filter(|tag| !own.contains(&tag.trim().to_lowercase()));
            let all: Vec<String> = item.tags.iter().chain(new).cloned().collect();
            (all.len() > item.tags.len()).then(|| tagged(all))
        }
        BulkAction::RemoveTags(tags) => {
            let gone = lowered(tags);
            let rest = item.tags.iter().filter(|tag| !gone.contains(&tag.to_lowercase()));
            let rest: Vec<String> = rest.cloned().collect();
            (rest.len() < item.tags.len()).then(|| tagged(rest))
        }
        BulkAction::Taxable(taxable) => {
            (item.taxable != *taxable).then(|| ProductPatch { taxable: Some(*taxable), ..ProductPatch::default() })
        }
        BulkAction::ChangePrice(_)
        | BulkAction::ChangeSalePrice(_)
        | BulkAction::StartSale
        | BulkAction::EndSale
        | BulkAction::Delete => None,
    }
}

fn lowered(tags: &[String]) -> HashSet<String> {
    tags.iter().map(|tag| tag.trim().to_lowercase()).collect()
}
