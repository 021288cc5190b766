//! The merchant's list of products, of a store or of all: what is looked for, and in which order it comes.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::product;
use stoa_kernel::id::CollectionId;

use super::model::{ProductStatus, ProductType};
use super::seek::{self, Measure, Sorting};
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
    /// Only those in this category of the store that is listed, or in one below it.
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

impl ProductFilter {
    /// The products that fit, of a store or of all.
    pub(super) async fn condition(
        &self,
        tx: &TenantTx,
        store: Option<&CollectionId>,
    ) -> Result<Condition, CommerceError> {
        let mut wanted = store.map_or_else(Condition::all, seek::of_store);
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
            Some(StockState::SoldOut) => wanted.add(seek::available(tx).not()),
            Some(StockState::InStock) => wanted.add(seek::available(tx)).add(seek::uncounted(tx).not()),
            Some(StockState::Unlimited) => wanted.add(seek::available(tx)).add(seek::uncounted(tx)),
        };
        if let Some(kind) = self.kind {
            wanted = wanted.add(product::Column::ProductType.eq(kind.code()));
        }
        if let (Some(store), Some(id)) = (store, &self.category_id) {
            wanted = wanted.add(seek::in_category(tx, store, |category| category.id.as_str() == id).await?);
        }
        if let Some(text) = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            wanted = wanted.add(seek::containing(tx, text));
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
