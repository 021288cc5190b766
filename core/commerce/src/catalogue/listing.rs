//! Filters and sort order of the admin product list, of one store or of all.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::product;
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::id::CollectionId;

use super::model::ProductType;
use super::product_query::{self, Measure, Sorting};
use crate::CommerceError;

/// Availability of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockState {
    /// In stock.
    InStock,
    /// Sold out.
    SoldOut,
    /// Stock is not tracked.
    Unlimited,
}

/// Sort key of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProductSort {
    /// The store's manual order.
    #[default]
    Position,
    /// By name.
    Name,
    /// By the lowest current price.
    Price,
    /// By quantity in stock.
    Stock,
    /// By last modification.
    Updated,
}

/// Filters and sort order chosen by a contributor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductFilter {
    /// Search text for names, tags and SKUs.
    pub query: Option<String>,
    /// Only products with this publication status.
    pub status: Option<ProductStatus>,
    /// Only products in this category of the listed store, or in one of its subcategories.
    pub category_id: Option<String>,
    /// Only products with this availability.
    pub stock: Option<StockState>,
    /// Only products of this type.
    pub kind: Option<ProductType>,
    /// Sort key.
    pub sort: ProductSort,
    /// Whether the order is descending.
    pub descending: bool,
}

impl ProductFilter {
    /// The condition for matching products of one store, or of all.
    pub(super) async fn condition(
        &self,
        tx: &TenantTx,
        store: Option<&CollectionId>,
    ) -> Result<Condition, CommerceError> {
        let mut wanted = store.map_or_else(Condition::all, product_query::of_store);
        wanted = match self.status {
            None => wanted,
            Some(ProductStatus::Published) => wanted.add(product::Column::Visible.eq(true)),
            Some(hidden) => {
                let scheduled = hidden == ProductStatus::Scheduled;
                let publish_on = product::Column::PublishOn;
                let time = if scheduled { publish_on.is_not_null() } else { publish_on.is_null() };
                wanted.add(product::Column::Visible.eq(false)).add(time)
            }
        };
        wanted = match self.stock {
            None => wanted,
            Some(StockState::SoldOut) => wanted.add(product_query::available(tx).not()),
            Some(StockState::InStock) => {
                wanted.add(product_query::available(tx)).add(product_query::uncounted(tx).not())
            }
            Some(StockState::Unlimited) => wanted.add(product_query::available(tx)).add(product_query::uncounted(tx)),
        };
        if let Some(kind) = self.kind {
            wanted = wanted.add(product::Column::ProductType.eq(kind.code()));
        }
        if let (Some(store), Some(id)) = (store, &self.category_id) {
            wanted = wanted.add(product_query::in_category(tx, store, |category| category.id.as_str() == id).await?);
        }
        if let Some(text) = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            wanted = wanted.add(product_query::containing(tx, text));
        }
        Ok(wanted)
    }

    pub(super) fn sorting(&self) -> Sorting {
        let by = match self.sort {
            ProductSort::Position => Measure::Position,
            ProductSort::Name => Measure::Name,
            ProductSort::Price => Measure::Price,
            ProductSort::Stock => Measure::Stock,
            ProductSort::Updated => Measure::Updated,
        };
        Sorting { by, descending: self.descending }
    }
}
