//! Bulk changes of products. Products succeed or fail independently; all successful ones are written together in one
//! transaction, with a number of statements that does not grow with them.

use std::collections::{BTreeMap, HashMap, HashSet};

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::{category, product, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CategoryId, CollectionId, ProductId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx, boxed};

use super::admin::{check_publication, items_where, publication};
use super::bulk_write;
use super::edit::{MAX_TAGS, ProductDraft, ProductPatch, Publication};
use super::model::CatalogueItem;
use super::product_query;
use super::repricing::{PriceChange, Repricing};
use super::stores::check_exists;
use super::write::no_longer_exists;
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
    // Locked and read at once; nobody else changes them before the commit.
    let wanted: Vec<ProductId> = ids.keys().cloned().collect();
    let own = store_id.map_or_else(Condition::all, product_query::of_store);
    let items = items_where(&tx, &wanted, own).await?;
    let mut items: HashMap<ProductId, CatalogueItem> = items.into_iter().map(|item| (item.id.clone(), item)).collect();
    let home = store_of_new_category(&tx, action).await?;
    let (mut errors, mut changed) = (BTreeMap::new(), Vec::new());
    for (id, text) in ids {
        let Some(item) = items.remove(&id) else { continue };
        let error = match planned(ctx, item, action, home.as_ref()) {
            Ok(item) => {
                changed.extend(item);
                None
            }
            Err(error) => Some(Failure::from(error).detail),
        };
        errors.insert(text.clone(), error);
    }
    bulk_write::write(ctx, &tx, action, &changed).await?;
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

/// The store of the category that products are added to; none if it does not exist, and for other actions.
async fn store_of_new_category(tx: &TenantTx, action: &BulkAction) -> Result<Option<CollectionId>, CommerceError> {
    let BulkAction::AddCategory(id) = action else { return Ok(None) };
    let row = tx.find::<category::Entity>().filter(category::Column::Id.eq(id.clone())).one().await?;
    Ok(row.map(|row| row.collection_id))
}

/// The product as it becomes, if its values allow the change; `None` when it needs none. `home` is the store of the
/// category that it is added to.
fn planned(
    ctx: &TenantCtx,
    item: CatalogueItem,
    action: &BulkAction,
    home: Option<&CollectionId>,
) -> Result<Option<CatalogueItem>, CommerceError> {
    if *action == BulkAction::Delete {
        return Ok(Some(item));
    }
    if let Some(repricing) = repricing(action) {
        return Ok((!repricing.is_made(&item)?).then_some(item));
    }
    let Some(patch) = patch(&item, action) else { return Ok(None) };
    let draft = ProductDraft::from(&item).with(patch).counted_as(item.kind()).checked(&item.variants)?;
    check_publication(ctx, &draft, Some(&item))?;
    if matches!(action, BulkAction::AddCategory(_)) && home != Some(&item.collection_id) {
        return Err(no_longer_exists("categories", "category"));
    }
    Ok(Some(CatalogueItem { tags: draft.tags, ..item }))
}

/// The change of prices of an action.
pub(super) fn repricing(action: &BulkAction) -> Option<Repricing> {
    match action {
        BulkAction::ChangePrice(change) => Some(Repricing::Price(*change)),
        BulkAction::ChangeSalePrice(change) => Some(Repricing::Sale(*change)),
        BulkAction::StartSale => Some(Repricing::OnSale(true)),
        BulkAction::EndSale => Some(Repricing::OnSale(false)),
        _ => None,
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
