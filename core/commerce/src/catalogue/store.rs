use std::collections::{BTreeSet, HashMap, HashSet};

use sea_orm::sea_query::Condition;
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::{asset, category, collection, product, product_category, variant};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::catalogue::CategoryKind;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::{AssetId, CategoryId, CollectionId, ProductId};

use super::model::{CatalogueItem, Category, Picture, ProductRelations};
use super::variant::Variant;
use crate::settings::StoreSettings;
use crate::{CommerceError, donations, subscriptions};
use stoa_entity::json_column::JsonOf;

/// Visibility level for catalogue queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VisibilityScope {
    /// Only visible products of enabled stores.
    ByVisitors,
    /// All products.
    ByContributors,
}

/// The paths in a store that start with a text.
pub(super) async fn url_ids_like(
    tx: &TenantTx,
    store: &CollectionId,
    beginning: &str,
) -> Result<HashSet<String>, DbError> {
    #[derive(FromQueryResult)]
    struct TakenUrlId {
        url_id: String,
    }
    let rows = tx
        .find::<product::Entity>()
        .filter(product::Column::CollectionId.eq(store.clone()))
        .filter(product::Column::UrlId.starts_with(beginning))
        .select_columns::<TakenUrlId>(&[product::Column::UrlId])
        .await?;
    Ok(rows.into_iter().map(|row| row.url_id).collect())
}

/// All tags of products that meet a condition, in alphabetical order.
pub(crate) async fn tags_of(tx: &TenantTx, products: Condition) -> Result<Vec<String>, CommerceError> {
    #[derive(FromQueryResult)]
    struct ProductTags {
        tags: JsonOf<Vec<String>>,
    }
    let rows =
        tx.find::<product::Entity>().filter(products).select_columns::<ProductTags>(&[product::Column::Tags]).await?;
    let mut all = BTreeSet::new();
    for row in rows {
        all.extend(row.tags.0);
    }
    Ok(all.into_iter().collect())
}

pub(super) async fn by_url(
    tx: &TenantTx,
    store: &CollectionId,
    url_id: &str,
) -> Result<Option<product::Model>, DbError> {
    tx.find::<product::Entity>()
        .filter(product::Column::CollectionId.eq(store.clone()))
        .filter(product::Column::UrlId.eq(url_id))
        .one()
        .await
}

/// Products by id, in the order of the ids.
pub(crate) async fn by_ids(
    tx: &TenantTx,
    ids: &[ProductId],
    seen: VisibilityScope,
) -> Result<Vec<CatalogueItem>, CommerceError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = tx.find::<product::Entity>().filter(product::Column::Id.is_in(ids.iter().cloned())).all().await?;
    let mut items = complete(tx, rows, seen).await?;
    items.sort_by_key(|item| ids.iter().position(|id| id == &item.id));
    Ok(items)
}

/// LIKE pattern for the paths of stores in the trash.
pub(super) const IN_TRASH: &str = "~%";

pub(super) async fn stores(tx: &TenantTx) -> Result<Vec<collection::Model>, DbError> {
    tx.find::<collection::Entity>()
        .filter(collection::Column::Kind.eq(CollectionKind::Store))
        .filter(collection::Column::UrlId.not_like(IN_TRASH))
        .order_by_asc(collection::Column::Position)
        .order_by_asc(collection::Column::Id)
        .all()
        .await
}

pub(super) async fn store(tx: &TenantTx, id: &CollectionId) -> Result<Option<collection::Model>, DbError> {
    tx.find::<collection::Entity>()
        .filter(collection::Column::Id.eq(id.clone()))
        .filter(collection::Column::Kind.eq(CollectionKind::Store))
        .filter(collection::Column::UrlId.not_like(IN_TRASH))
        .one()
        .await
}

pub(super) async fn categories(tx: &TenantTx, stores: &[CollectionId]) -> Result<Vec<Category>, DbError> {
    let rows = tx
        .find::<category::Entity>()
        .filter(category::Column::CollectionId.is_in(stores.iter().cloned()))
        .order_by_asc(category::Column::Position)
        .order_by_asc(category::Column::Id)
        .all()
        .await?;
    Ok(rows.into_iter().map(Category::from).collect())
}

/// The root category of a store; `None` while the store is being created.
pub(super) async fn root_category(tx: &TenantTx, store: &CollectionId) -> Result<Option<category::Model>, DbError> {
    tx.find::<category::Entity>()
        .filter(category::Column::CollectionId.eq(store.clone()))
        .filter(category::Column::Kind.eq(CategoryKind::Root))
        .one()
        .await
}

/// Ids of the categories that products are in.
async fn category_links(
    tx: &TenantTx,
    products: &[product::Model],
) -> Result<HashMap<ProductId, Vec<CategoryId>>, DbError> {
    let links = tx
        .find::<product_category::Entity>()
        .filter(product_category::Column::ProductId.is_in(products.iter().map(|product| product.id.clone())))
        .all()
        .await?;
    let mut ids: HashMap<ProductId, Vec<CategoryId>> = HashMap::new();
    for link in links {
        ids.entry(link.product_id).or_default().push(link.category_id);
    }
    Ok(ids)
}

/// Maximum depth of the category tree, including the root.
pub(super) const DEEPEST: usize = 20;

/// Categories by id, with all their ancestors. Not all categories of the store are read: there may be thousands, but
/// products use few.
pub(super) async fn with_ancestors(
    tx: &TenantTx,
    mut wanted: Vec<CategoryId>,
) -> Result<HashMap<CategoryId, Category>, DbError> {
    let mut known: HashMap<CategoryId, Category> = HashMap::new();
    for _ in 0..DEEPEST {
        if wanted.is_empty() {
            break;
        }
        wanted.sort();
        wanted.dedup();
        let rows = tx.find::<category::Entity>().filter(category::Column::Id.is_in(wanted)).all().await?;
        let above = rows.iter().filter_map(|row| row.parent_id.clone()).collect::<Vec<_>>();
        known.extend(rows.into_iter().map(|row| (row.id.clone(), Category::from(row))));
        wanted = above.into_iter().filter(|parent| !known.contains_key(parent)).collect();
    }
    Ok(known)
}

/// Images by id.
pub(crate) async fn pictures(tx: &TenantTx, ids: Vec<AssetId>) -> Result<HashMap<AssetId, Picture>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx.find::<asset::Entity>().filter(asset::Column::Id.is_in(ids)).all().await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), Picture::from(row))).collect())
}

/// Adds variants, categories and images to product rows that `seen` allows, with one query per table.
pub(super) async fn complete(
    tx: &TenantTx,
    mut rows: Vec<product::Model>,
    seen: VisibilityScope,
) -> Result<Vec<CatalogueItem>, CommerceError> {
    rows.retain(|row| row.visible || seen == VisibilityScope::ByContributors);
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let currency = StoreSettings::load(tx).await?.site.currency;
    let mut store_ids: Vec<CollectionId> = rows.iter().map(|row| row.collection_id.clone()).collect();
    store_ids.sort();
    store_ids.dedup();
    let stores: HashMap<CollectionId, String> = tx
        .find::<collection::Entity>()
        .filter(collection::Column::Id.is_in(store_ids.iter().cloned()))
        .all()
        .await?
        .into_iter()
        .filter(|store| store.enabled || seen == VisibilityScope::ByContributors)
        .map(|store| (store.id, store.url_id))
        .collect();
    let mut links = category_links(tx, &rows).await?;
    let categories = with_ancestors(tx, links.values().flatten().cloned().collect()).await?;
    let mut variants = variants_of(tx, rows.iter().map(|row| row.id.clone())).await?;
    let pictures = pictures(tx, product_image_ids(&rows, &variants)).await?;
    let mut plans = subscriptions::of_products(tx, rows.iter().map(|row| row.id.clone())).await?;
    let mut donation_terms = donations::of_products(tx, rows.iter().map(|row| row.id.clone())).await?;
    let mut items = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(url_id) = stores.get(&row.collection_id) else { continue };
        let around = ProductRelations {
            collection_url_id: url_id,
            categories: &categories,
            category_ids: links.remove(&row.id).unwrap_or_default(),
            pictures: &pictures,
            subscription: plans.remove(&row.id),
            donation: donation_terms.remove(&row.id),
            currency,
        };
        let own = variants.remove(&row.id).unwrap_or_default();
        items.push(CatalogueItem::from_row(row, own, &around));
    }
    Ok(items)
}

/// The row of a product in a store.
///
/// # Errors
/// [`CommerceError::NotFound`] when it does not exist.
pub(crate) async fn product_of_store(
    tx: &TenantTx,
    store_id: &str,
    item_id: &str,
) -> Result<product::Model, CommerceError> {
    let store: CollectionId = store_id.parse().map_err(|_| CommerceError::NotFound)?;
    let id: ProductId = item_id.parse().map_err(|_| CommerceError::NotFound)?;
    tx.find::<product::Entity>()
        .filter(product::Column::Id.eq(id))
        .filter(product::Column::CollectionId.eq(store))
        .one()
        .await?
        .ok_or(CommerceError::NotFound)
}

/// Sets the modification time of a product's row, which invalidates cached data about the product. The revision is not
/// incremented, so a concurrent edit of other fields does not fail.
pub(crate) async fn touch_product(ctx: &TenantCtx, tx: &TenantTx, product: &ProductId) -> Result<(), CommerceError> {
    tx.update::<product::Entity>(product::Column::Id.eq(product.clone()))
        .set(product::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    Ok(())
}

/// The variants of products, in display order.
pub(crate) async fn variants_of(
    tx: &TenantTx,
    products: impl IntoIterator<Item = ProductId>,
) -> Result<HashMap<ProductId, Vec<Variant>>, CommerceError> {
    let rows = tx
        .find::<variant::Entity>()
        .filter(variant::Column::ProductId.is_in(products))
        .order_by_asc(variant::Column::Position)
        .order_by_asc(variant::Column::Id)
        .all()
        .await?;
    let mut variants: HashMap<ProductId, Vec<Variant>> = HashMap::new();
    for row in rows {
        variants.entry(row.product_id.clone()).or_default().push(row.into());
    }
    Ok(variants)
}

fn product_image_ids(products: &[product::Model], variants: &HashMap<ProductId, Vec<Variant>>) -> Vec<AssetId> {
    let mut ids: Vec<AssetId> =
        variants.values().flatten().filter_map(|variant| variant.main_image_id.clone()).collect();
    for product in products {
        ids.extend(product.image_ids.0.iter().cloned());
    }
    ids.sort();
    ids.dedup();
    ids
}
