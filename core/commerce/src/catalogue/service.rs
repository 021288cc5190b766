use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CollectionId, ProductId};
use stoa_kernel::page::{Page, PageRequest};

use super::browse::{ListWish, tags_of};
use super::model::{CatalogueItem, Category};
use super::store::{self, Seen};
use super::variant::Variant;
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
    Ok(slice(in_category(tx, wanted).await?, &wanted.request))
}

/// A page of what a visitor looks for, with all tags that the category's products have.
///
/// # Errors
/// When the database refuses.
pub async fn browse(tx: &TenantTx, wanted: &CataloguePage, wish: &ListWish) -> Result<Browsed, CommerceError> {
    let mut items = in_category(tx, wanted).await?;
    let (tags, among) = (tags_of(&items), items.iter().map(|item| item.id.clone()).collect());
    wish.apply(&mut items);
    Ok(Browsed { page: slice(items, &wanted.request), tags, among })
}

/// What a visitor finds in a store.
#[derive(Clone, Debug)]
pub struct Browsed {
    /// Products.
    pub page: Page<CatalogueItem>,
    /// All tags there are to choose from.
    pub tags: Vec<String>,
    /// The products it was chosen among: when one of them changes, the page may be another.
    pub among: Vec<ProductId>,
}

/// The products that visitors see of a store or of one of its categories, in the store's order.
async fn in_category(tx: &TenantTx, wanted: &CataloguePage) -> Result<Vec<CatalogueItem>, CommerceError> {
    let rows = store::of_store(tx, &wanted.collection_id).await?;
    let mut items = store::complete(tx, rows, Seen::ByVisitors).await?;
    if let Some(category) = &wanted.category {
        let root = store::root_category(tx, &wanted.collection_id).await?;
        if root.is_none_or(|root| &root.url_id != category) {
            items.retain(|item| item.is_in_category(category));
        }
    }
    Ok(items)
}

/// Cuts the page out of a whole list.
fn slice(mut items: Vec<CatalogueItem>, request: &PageRequest) -> Page<CatalogueItem> {
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
