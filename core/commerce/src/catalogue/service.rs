use std::sync::Arc;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::{collection, product};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::page::{Page, PageRequest};

use super::browse::ListWish;
use super::model::CatalogueItem;
use super::seek;
use super::store::{self, Seen};
use super::variant::Variant;
use crate::CommerceError;
use crate::shelf::Shelf;

/// Which part of a store a visitor wants to see.
#[derive(Clone, Debug)]
pub struct CataloguePage {
    /// The store.
    pub collection_id: CollectionId,
    /// Only products of the category with this short name.
    pub category: Option<String>,
    /// Which page of the list.
    pub request: PageRequest,
}

/// A page of the products that visitors see, in the store's order. The cursor is the id of the
/// last product.
///
/// # Errors
/// When the database refuses.
pub async fn page(tx: &TenantTx, wanted: &CataloguePage) -> Result<Page<CatalogueItem>, CommerceError> {
    let all = seen_by_visitors(tx, wanted).await?;
    picked(tx, wanted, &ListWish::default(), all).await
}

/// A page of what a visitor looks for, with all tags that the category's products have.
///
/// # Errors
/// When the database refuses.
pub async fn browse(tx: &TenantTx, wanted: &CataloguePage, wish: &ListWish) -> Result<Browsed, CommerceError> {
    let all = seen_by_visitors(tx, wanted).await?;
    let tags = Shelf::open(tx).await?.tags(wanted, all.clone()).await?;
    Ok(Browsed { page: picked(tx, wanted, wish, all).await?, tags })
}

/// What a visitor finds in a store.
#[derive(Clone, Debug)]
pub struct Browsed {
    /// Products.
    pub page: Page<CatalogueItem>,
    /// All tags there are to choose from, in alphabetical order.
    pub tags: Arc<Vec<String>>,
}

/// The products that visitors see of a store or of one of its categories.
async fn seen_by_visitors(tx: &TenantTx, wanted: &CataloguePage) -> Result<Condition, CommerceError> {
    let store = &wanted.collection_id;
    let seen = seek::of_store(store).add(shown(tx));
    let Some(category) = &wanted.category else { return Ok(seen) };
    let root = store::root_category(tx, store).await?;
    if root.is_some_and(|root| &root.url_id == category) {
        return Ok(seen);
    }
    Ok(seen.add(seek::in_category(tx, store, |own| &own.url_id == category).await?))
}

/// Products that visitors can come to see: those that are visible, of stores that are open.
pub(crate) fn shown(tx: &TenantTx) -> Condition {
    let open = tx.find::<collection::Entity>().filter(collection::Column::Enabled.eq(true));
    Condition::all()
        .add(product::Column::Visible.eq(true))
        .add(product::Column::CollectionId.in_subquery(open.values_of(collection::Column::Id)))
}

/// A page of what fits among `all`. The products of the page before may have changed since; one that is gone
/// ends the list.
async fn picked(
    tx: &TenantTx,
    wanted: &CataloguePage,
    wish: &ListWish,
    all: Condition,
) -> Result<Page<CatalogueItem>, CommerceError> {
    let sorting = wish.sorting();
    let behind = match &wanted.request.cursor {
        None => None,
        Some(cursor) => {
            let spot = match cursor.parse() {
                Ok(id) => seek::spot_of(tx, &wanted.collection_id, sorting, &id).await?,
                Err(_) => None,
            };
            let Some(spot) = spot else { return Ok(Page { items: Vec::new(), next_cursor: None }) };
            Some(spot)
        }
    };
    let limit = wanted.request.limit();
    let spots = seek::page(tx, wish.condition(tx, all), sorting, behind.as_ref(), limit + 1).await?;
    let page = Page::from_rows(spots, limit, |spot| spot.id.to_string());
    let ids: Vec<ProductId> = page.items.into_iter().map(|spot| spot.id).collect();
    Ok(Page { items: items(tx, &ids).await?, next_cursor: page.next_cursor })
}

/// The product that visitors see at an address of a store.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is none or it is hidden.
pub async fn item_by_url(
    tx: &TenantTx,
    collection_id: &CollectionId,
    url_id: &str,
) -> Result<CatalogueItem, CommerceError> {
    let rows = store::by_url(tx, collection_id, url_id).await?.into_iter().collect();
    store::complete(tx, rows, Seen::ByVisitors).await?.pop().ok_or(CommerceError::NotFound)
}

/// The product of an id, when visitors see it.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is none or it is hidden.
pub async fn item(tx: &TenantTx, id: &ProductId) -> Result<CatalogueItem, CommerceError> {
    items(tx, std::slice::from_ref(id)).await?.pop().ok_or(CommerceError::NotFound)
}

/// The products of these ids that visitors see, in the order of the ids.
///
/// # Errors
/// When the database refuses.
pub async fn items(tx: &TenantTx, ids: &[ProductId]) -> Result<Vec<CatalogueItem>, CommerceError> {
    store::by_ids(tx, ids, Seen::ByVisitors).await
}

/// The variants of a product that visitors see, with their stock.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such product or it is hidden.
pub async fn variant_stock(db: &TenantDb, item_id: &str) -> Result<Vec<Variant>, CommerceError> {
    let id = item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.read().await?;
    Ok(item(&tx, &id).await?.variants)
}
