use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::page::{Page, PageRequest};

use super::model::{CatalogueItem, Category, Variant};
use super::store::{self, Seen};
use crate::CommerceError;

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
    let rows = store::of_store(tx, &wanted.collection_id).await?;
    let mut items = store::complete(tx, rows, Seen::ByVisitors).await?;
    if let Some(category) = &wanted.category {
        items.retain(|item| item.categories.iter().any(|own| own.is_root || &own.url_id == category));
    }
    Ok(slice(items, &wanted.request))
}

/// Cuts the page out of a whole list.
pub(super) fn slice(mut items: Vec<CatalogueItem>, request: &PageRequest) -> Page<CatalogueItem> {
    if let Some(cursor) = &request.cursor {
        let seen = items.iter().position(|item| item.id.as_str() == cursor).map_or(items.len(), |index| index + 1);
        items.drain(..seen);
    }
    Page::from_rows(items, request.limit(), |item| item.id.to_string())
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

/// The categories of a store, in their order.
///
/// # Errors
/// When the database refuses.
pub async fn categories(tx: &TenantTx, collection_id: &CollectionId) -> Result<Vec<Category>, CommerceError> {
    Ok(store::categories(tx, std::slice::from_ref(collection_id)).await?)
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
