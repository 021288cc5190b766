//! Queries for products, by what the caller may see of them.

use std::collections::{BTreeSet, HashMap, HashSet};

use sea_orm::sea_query::Condition;
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{
    asset, category, collection, donation_terms, product, product_category, site, subscription_plan, variant,
};
use stoa_entity::{DbError, TenantTx, addresses};
use stoa_kernel::TenantCtx;
use stoa_kernel::catalogue::CategoryKind;
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::{AssetId, CategoryId, CollectionId, ProductId};
use stoa_kernel::money::Currency;

use super::model::{CatalogueItem, Category, Picture, ProductRelations};
use super::translations;
use super::variant::Variant;
use crate::CommerceError;
use crate::donations::DonationTerms;
use crate::subscriptions::SubscriptionPlan;

/// Visibility level for catalogue queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VisibilityScope {
    /// Only visible products of enabled stores, in the language of the transaction.
    Visitors,
    /// The same products as the owner wrote them.
    VisitorsInOriginal,
    /// All products.
    Contributors,
}

/// The paths in a store, and its words in other languages, that start with a text.
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
    let words = addresses::starting_with(tx, store.as_str(), beginning).await?;
    Ok(rows.into_iter().map(|row| row.url_id).chain(words).collect())
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

/// Products by id, in the order of the ids.
pub(crate) async fn by_ids(
    tx: &TenantTx,
    ids: &[ProductId],
    seen: VisibilityScope,
) -> Result<Vec<CatalogueItem>, CommerceError> {
    by_ids_where(tx, ids, Condition::all(), seen).await
}

/// Products by id that meet a condition, in the order of the ids.
pub(super) async fn by_ids_where(
    tx: &TenantTx,
    ids: &[ProductId],
    condition: Condition,
    seen: VisibilityScope,
) -> Result<Vec<CatalogueItem>, CommerceError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut items = load(tx, condition.add(product::Column::Id.is_in(ids.iter().cloned())), seen).await?;
    items.sort_by_key(|item| ids.iter().position(|id| id == &item.id));
    Ok(items)
}

/// LIKE pattern for the paths of stores in the trash.
pub(super) const IN_TRASH: &str = "~%";

/// Condition for the products of a store that is not in the trash, for [`load`].
pub(super) fn of_open_store(store: &CollectionId) -> Condition {
    Condition::all()
        .add(collection::Column::Id.eq(store.clone()))
        .add(collection::Column::Kind.eq(CollectionKind::Store))
        .add(collection::Column::UrlId.not_like(IN_TRASH))
}

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
    products: &[&product::Model],
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

/// Number of levels of the tree that are read by one statement. Few stores have more.
const LEVELS_AT_ONCE: usize = 4;

/// Ids per statement, which has each of them once for each level: SQLite takes 32,766 values.
const IDS_AT_ONCE: usize = 4_000;

/// Categories by id, with all their ancestors. Not all categories of the store are read: there may be thousands, but
/// products use few.
pub(super) async fn with_ancestors(
    tx: &TenantTx,
    mut wanted: Vec<CategoryId>,
) -> Result<HashMap<CategoryId, Category>, DbError> {
    let mut known: HashMap<CategoryId, Category> = HashMap::new();
    for _ in 0..DEEPEST.div_ceil(LEVELS_AT_ONCE) {
        if wanted.is_empty() {
            break;
        }
        wanted.sort();
        wanted.dedup();
        let mut rows = Vec::new();
        for some in wanted.chunks(IDS_AT_ONCE) {
            rows.extend(tx.find::<category::Entity>().filter(at_or_above(tx, some.to_vec())).all().await?);
        }
        let above = rows.iter().filter_map(|row| row.parent_id.clone()).collect::<Vec<_>>();
        known.extend(rows.into_iter().map(|row| (row.id.clone(), Category::from(row))));
        wanted = above.into_iter().filter(|parent| !known.contains_key(parent)).collect();
    }
    Ok(known)
}

/// Condition for categories and those directly above them, up to [`LEVELS_AT_ONCE`].
fn at_or_above(tx: &TenantTx, ids: Vec<CategoryId>) -> Condition {
    let mut level = category::Column::Id.is_in(ids);
    let mut wanted = Condition::any();
    for _ in 1..LEVELS_AT_ONCE {
        let parents = tx.find::<category::Entity>().filter(level.clone()).subquery(category::Column::ParentId);
        wanted = wanted.add(level);
        level = category::Column::Id.in_subquery(parents);
    }
    wanted.add(level)
}

/// Images by id.
pub(crate) async fn pictures(tx: &TenantTx, ids: Vec<AssetId>) -> Result<HashMap<AssetId, Picture>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx.find::<asset::Entity>().filter(asset::Column::Id.is_in(ids)).all().await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), Picture::from(row))).collect())
}

/// What is read with a product's row.
#[derive(FromQueryResult)]
struct Surroundings {
    store_url_id: String,
    currency: String,
}

/// Products that meet a condition and that `seen` allows, unsorted. Five statements: products with their store, plan and
/// terms; the links to categories; these categories; variants; images.
pub(super) async fn load(
    tx: &TenantTx,
    condition: Condition,
    seen: VisibilityScope,
) -> Result<Vec<CatalogueItem>, CommerceError> {
    let condition = match seen {
        VisibilityScope::Contributors => condition,
        VisibilityScope::Visitors | VisibilityScope::VisitorsInOriginal => {
            condition.add(product::Column::Visible.eq(true)).add(collection::Column::Enabled.eq(true))
        }
    };
    let found = tx
        .find::<product::Entity>()
        .find_also_related(subscription_plan::Entity)
        .find_also(product::Entity, donation_terms::Entity)
        .inner_join(product::Entity, collection::Entity)
        .inner_join(product::Entity, site::Entity)
        .column_as(collection::Column::UrlId, "store_url_id")
        .column_as(site::Column::Currency, "currency")
        .filter(condition)
        .all_with_columns::<Surroundings>()
        .await?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<&product::Model> = found.iter().map(|((row, ..), _)| row).collect();
    let mut links = category_links(tx, &rows).await?;
    let categories = with_ancestors(tx, links.values().flatten().cloned().collect()).await?;
    let mut variants = variants_of(tx, rows.iter().map(|row| row.id.clone())).await?;
    let pictures = pictures(tx, product_image_ids(&rows, &variants)).await?;
    let mut items = Vec::with_capacity(found.len());
    for ((row, plan, terms), around) in found {
        let currency = around
            .currency
            .parse::<Currency>()
            .map_err(|source| CommerceError::Unreadable { column: "site.currency", source: Box::new(source) })?;
        let around = ProductRelations {
            collection_url_id: &around.store_url_id,
            categories: &categories,
            category_ids: links.remove(&row.id).unwrap_or_default(),
            pictures: &pictures,
            subscription: plan.map(SubscriptionPlan::from),
            donation: terms.map(DonationTerms::from),
            currency,
        };
        let own = variants.remove(&row.id).unwrap_or_default();
        items.push(CatalogueItem::from_row(row, own, &around));
    }
    if seen == VisibilityScope::Visitors {
        translations::lay_over_products(tx, &mut items).await?;
    }
    Ok(items)
}

/// The row of a product in a store.
///
/// # Errors
/// [`CommerceError::NotFound`] when it does not exist.
pub(crate) async fn product_of_store(
    tx: &TenantTx,
    store: &CollectionId,
    id: &ProductId,
) -> Result<product::Model, CommerceError> {
    tx.find::<product::Entity>()
        .filter(product::Column::Id.eq(id.clone()))
        .filter(product::Column::CollectionId.eq(store.clone()))
        .one()
        .await?
        .ok_or(CommerceError::NotFound)
}

/// Sets the modification time of a product's row, which invalidates cached data about the product. The revision is not
/// incremented, so a concurrent edit of other fields does not fail.
pub(crate) async fn touch_product(ctx: &TenantCtx, tx: &TenantTx, product: &ProductId) -> Result<(), CommerceError> {
    tx.update::<product::Entity>(product::Column::Id.eq(product.clone()))
        .set(product::Column::UpdatedOn, ctx.now())
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

fn product_image_ids(products: &[&product::Model], variants: &HashMap<ProductId, Vec<Variant>>) -> Vec<AssetId> {
    let mut ids: Vec<AssetId> =
        variants.values().flatten().filter_map(|variant| variant.main_image_id.clone()).collect();
    for product in products {
        ids.extend(product.image_ids.0.iter().cloned());
    }
    ids.sort();
    ids.dedup();
    ids
}
