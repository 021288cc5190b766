//! The merchant's list of a store's products: what is looked for, and in which order it comes. A store
//! holds few enough products that each page is cut from the whole.

use serde::{Deserialize, Serialize};
use stoa_kernel::page::{Page, PageRequest};

use super::model::{CatalogueItem, ProductStatus, ProductType};
use crate::CommerceError;

/// How much there is of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockState {
    /// Something is left.
    InStock,
    /// Nothing is left.
    SoldOut,
    /// It is not counted.
    Unlimited,
}

/// By what products are put in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProductSort {
    /// The order of the store.
    #[default]
    Position,
    /// By name.
    Name,
    /// By the lowest price now.
    Price,
    /// By pieces left.
    Stock,
    /// By the latest change.
    Updated,
}

/// Which products a contributor wants to see, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductFilter {
    /// Looked for in names, tags and stock keeping units.
    pub query: Option<String>,
    /// Only those that visitors see, or do not see.
    pub status: Option<ProductStatus>,
    /// Only those in this category or in one below it.
    pub category_id: Option<String>,
    /// Only those of which there is so much.
    pub stock: Option<StockState>,
    /// Only those of this type.
    pub kind: Option<ProductType>,
    /// By what they are put in order.
    pub sort: ProductSort,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// Where a product stands in the order: its place there, then its id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Key {
    Number(i64, String),
    Text(String, String),
}

impl ProductFilter {
    fn fits(&self, item: &CatalogueItem) -> bool {
        let in_category = |id: &String| item.all_categories().any(|category| category.id.as_str() == id);
        self.status.is_none_or(|status| item.status() == status)
            && self.kind.is_none_or(|kind| item.kind() == Some(kind))
            && self.category_id.as_ref().is_none_or(in_category)
            && self.stock.is_none_or(|stock| stock_state(item) == stock)
            && self.is_found(item)
    }

    fn is_found(&self, item: &CatalogueItem) -> bool {
        let wanted = self.query.as_deref().unwrap_or_default().trim().to_lowercase();
        let contains = |text: &str| text.to_lowercase().contains(&wanted);
        wanted.is_empty()
            || contains(&item.name)
            || item.tags.iter().any(|tag| contains(tag))
            || item.variants.iter().any(|variant| contains(&variant.sku))
    }

    fn key(&self, item: &CatalogueItem) -> Key {
        let id = item.id.to_string();
        match self.sort {
            ProductSort::Position => Key::Number(i64::from(item.position), id),
            ProductSort::Name => Key::Text(item.name.to_lowercase(), id),
            ProductSort::Price => Key::Number(item.from_price_cents(), id),
            ProductSort::Stock => Key::Number(item.total_stock(), id),
            ProductSort::Updated => Key::Number(item.updated_on, id),
        }
    }

    /// A page of what fits, of all products of a store.
    ///
    /// # Errors
    /// When the cursor is of no list.
    pub(super) fn page(
        &self,
        items: Vec<CatalogueItem>,
        request: &PageRequest,
    ) -> Result<Page<CatalogueItem>, CommerceError> {
        let wrong = |_| CommerceError::field("cursor", "The cursor is not one of this list.");
        let behind: Option<Key> = request.cursor.as_deref().map(serde_json::from_str).transpose().map_err(wrong)?;
        let mut keyed: Vec<(Key, CatalogueItem)> =
            items.into_iter().filter(|item| self.fits(item)).map(|item| (self.key(&item), item)).collect();
        keyed.sort_by(|(one, _), (other, _)| if self.descending { other.cmp(one) } else { one.cmp(other) });
        if let Some(behind) = behind {
            keyed.retain(|(key, _)| if self.descending { key < &behind } else { key > &behind });
        }
        let cursor = |(key, _): &(Key, CatalogueItem)| serde_json::to_string(key).unwrap_or_default();
        Ok(Page::from_rows(keyed, request.limit(), cursor).map(|(_, item)| item))
    }
}

fn stock_state(item: &CatalogueItem) -> StockState {
    match (item.sold_out(), item.unlimited()) {
        (true, _) => StockState::SoldOut,
        (false, true) => StockState::Unlimited,
        (false, false) => StockState::InStock,
    }
}
