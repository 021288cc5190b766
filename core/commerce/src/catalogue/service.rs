//! Products for visitors: pages of a store, chosen ones, single ones.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::{collection, product};
use stoa_entity::translations::tag_id;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::page::{Page, PageRequest};

use super::browse::ListFilter;
use super::model::CatalogueItem;
use super::store::{self, VisibilityScope};
use super::variant::Variant;
use super::{product_query, translations};
use crate::CommerceError;
use crate::pricing_cache::CatalogueSnapshot;

/// Request for a page of a store's products.
#[derive(Clone, Debug)]
pub struct CataloguePage {
    /// The store.
    pub collection_id: CollectionId,
    /// Only products of the category with this slug.
    pub category: Option<String>,
    /// Pagination.
    pub request: PageRequest,
}

/// A page of visible products, in the store's order. The cursor is the id of the last product.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn page(tx: &TenantTx, wanted: &CataloguePage) -> Result<Page<CatalogueItem>, CommerceError> {
    let all = seen_by_visitors(tx, wanted).await?;
    picked(tx, wanted, &ListFilter::default(), all).await
}

/// A page of products that match a visitor's filters, with all tags in the category.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn browse(
    tx: &TenantTx,
    wanted: &CataloguePage,
    wish: &ListFilter,
) -> Result<FilteredProducts, CommerceError> {
    let all = seen_by_visitors(tx, wanted).await?;
    let tags = CatalogueSnapshot::open(tx).await?.tags(wanted, all.clone()).await?;
    // As it is written: visitors may ask for it in upper and lower case.
    let wanted_tag = wish.tag.as_deref().map(tag_id);
    let written = wanted_tag.and_then(|id| tags.iter().find(|tag| tag_id(tag) == id)).cloned();
    let wish = ListFilter { tag: written.or_else(|| wish.tag.clone()), ..wish.clone() };
    let chosen = wish.tag.as_deref();
    let named = translations::named_tags(tx, &tags).await?.into_iter();
    let tags = named.map(|(tag, name)| ListedTag { is_chosen: chosen == Some(tag.as_str()), name }).collect();
    Ok(FilteredProducts { page: picked(tx, wanted, &wish, all).await?, tags })
}

/// A tag by which visitors can filter a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTag {
    /// Its name in the language of the transaction.
    pub name: String,
    /// Whether the list is filtered by it.
    pub is_chosen: bool,
}

/// Result of a visitor's filters.
#[derive(Clone, Debug)]
pub struct FilteredProducts {
    /// Products.
    pub page: Page<CatalogueItem>,
    /// All tags in the category, in the alphabetical order of their originals.
    pub tags: Vec<ListedTag>,
}

/// Selection of a store's products for display on other pages.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// The store.
    pub collection_id: &'a CollectionId,
    /// Only products of one of these categories, by name or slug; empty for all.
    pub categories: &'a [String],
    /// Only products with one of these tags; empty for all.
    pub tags: &'a [String],
    /// Number of products to skip.
    pub skip: usize,
    /// Maximum number of products.
    pub limit: usize,
}

/// The visible products of a selection, in the store's order.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn selected(tx: &TenantTx, wanted: &Selection<'_>) -> Result<Vec<CatalogueItem>, CommerceError> {
    let store = wanted.collection_id;
    let mut fitting = product_query::of_store(store).add(shown(tx));
    if !wanted.categories.is_empty() {
        let is_named = |name: &str, url_id: &str| {
            let name = name.to_lowercase();
            wanted.categories.iter().any(|wanted| wanted == url_id || wanted.to_lowercase() == name)
        };
        let root = store::root_category(tx, store).await?;
        let is_all = root.is_some_and(|root| is_named(&root.name, &root.url_id));
        if !is_all {
            fitting = fitting.add(product_query::in_category(tx, store, |own| is_named(&own.name, &own.url_id)).await?);
        }
    }
    if !wanted.tags.is_empty() {
        fitting = fitting.add(product_query::tagged_with_any(tx, wanted.tags));
    }
    let most = u64::try_from(wanted.skip.saturating_add(wanted.limit)).unwrap_or(u64::MAX);
    let spots =
        product_query::page(tx, fitting, ListFilter::default().sorting(), None, most.min(PageRequest::MAX_LIMIT))
            .await?;
    let ids: Vec<ProductId> = spots.into_iter().skip(wanted.skip).map(|spot| spot.id).collect();
    items(tx, &ids).await
}

/// Condition for the visible products of a store or of one of its categories.
async fn seen_by_visitors(tx: &TenantTx, wanted: &CataloguePage) -> Result<Condition, CommerceError> {
    let store = &wanted.collection_id;
    let seen = product_query::of_store(store).add(shown(tx));
    let Some(category) = &wanted.category else { return Ok(seen) };
    let root = store::root_category(tx, store).await?;
    if root.is_some_and(|root| &root.url_id == category) {
        return Ok(seen);
    }
    Ok(seen.add(product_query::in_category(tx, store, |own| &own.url_id == category).await?))
}

/// Condition for products that visitors can see: visible, and in an enabled store.
pub(crate) fn shown(tx: &TenantTx) -> Condition {
    let open = tx.find::<collection::Entity>().filter(collection::Column::Enabled.eq(true));
    Condition::all()
        .add(product::Column::Visible.eq(true))
        .add(product::Column::CollectionId.in_subquery(open.subquery(collection::Column::Id)))
}

/// A page of the products in `all` that match the filters. The last product of the previous page may have changed
/// since; if it was deleted, the list ends.
async fn picked(
    tx: &TenantTx,
    wanted: &CataloguePage,
    wish: &ListFilter,
    all: Condition,
) -> Result<Page<CatalogueItem>, CommerceError> {
    let sorting = wish.sorting();
    let behind = match &wanted.request.cursor {
        None => None,
        Some(cursor) => {
            let spot = match cursor.parse() {
                Ok(id) => product_query::spot_of(tx, &wanted.collection_id, sorting, &id).await?,
                Err(_) => None,
            };
            let Some(spot) = spot else { return Ok(Page { items: Vec::new(), next_cursor: None }) };
            Some(spot)
        }
    };
    let limit = wanted.request.limit();
    let spots = product_query::page(tx, wish.condition(tx, all), sorting, behind.as_ref(), limit + 1).await?;
    let page = Page::from_rows(spots, limit, |spot| spot.id.to_string());
    let ids: Vec<ProductId> = page.items.into_iter().map(|spot| spot.id).collect();
    Ok(Page { items: items(tx, &ids).await?, next_cursor: page.next_cursor })
}

/// The visible product at a path of a store.
///
/// # Errors
/// [`CommerceError::NotFound`] when it does not exist or is hidden.
#[boxed]
pub async fn item_by_url(
    tx: &TenantTx,
    collection_id: &CollectionId,
    url_id: &str,
) -> Result<CatalogueItem, CommerceError> {
    let own = product_query::of_store(collection_id).add(product::Column::UrlId.eq(url_id));
    store::load(tx, own, VisibilityScope::Visitors).await?.pop().ok_or(CommerceError::NotFound)
}

/// The product with this id, if visible.
///
/// # Errors
/// [`CommerceError::NotFound`] when it does not exist or is hidden.
#[boxed]
pub async fn item(tx: &TenantTx, id: &ProductId) -> Result<CatalogueItem, CommerceError> {
    items(tx, std::slice::from_ref(id)).await?.pop().ok_or(CommerceError::NotFound)
}

/// The visible products with these ids, in the order of the ids.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn items(tx: &TenantTx, ids: &[ProductId]) -> Result<Vec<CatalogueItem>, CommerceError> {
    store::by_ids(tx, ids, VisibilityScope::Visitors).await
}

/// The same as the owner wrote them, whatever the language of the transaction: for carts, and what is stored.
pub(crate) async fn originals(tx: &TenantTx, ids: &[ProductId]) -> Result<Vec<CatalogueItem>, CommerceError> {
    store::by_ids(tx, ids, VisibilityScope::VisitorsInOriginal).await
}

/// The variants of a visible product, with their stock.
///
/// # Errors
/// [`CommerceError::NotFound`] when it does not exist or is hidden.
#[boxed]
pub async fn variant_stock(db: &TenantDb, id: &ProductId) -> Result<Vec<Variant>, CommerceError> {
    let tx = db.read().await?;
    Ok(item(&tx, id).await?.variants)
}
