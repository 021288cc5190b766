//! Filters and sort order of a store's product list for visitors.

use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_kernel::catalogue::ListOrder;
use stoa_kernel::money::Cents;

use super::product_query::{self, Measure, Sorting};

/// Filters and sort order that a visitor has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ListFilter {
    /// Sort order.
    pub order: ListOrder,
    /// Only products that are in stock.
    pub in_stock: bool,
    /// Only products with this tag.
    pub tag: Option<String>,
    /// Lowest price, minor units.
    pub least_cents: Option<Cents>,
    /// Highest price, minor units.
    pub most_cents: Option<Cents>,
}

impl ListFilter {
    /// Adds the filters to the condition `all`.
    pub(super) fn condition(&self, tx: &TenantTx, all: Condition) -> Condition {
        let mut wanted = all;
        if self.in_stock {
            wanted = wanted.add(product_query::available(tx));
        }
        if let Some(tag) = &self.tag {
            wanted = wanted.add(product_query::tagged(tx, tag));
        }
        if self.least_cents.is_some() || self.most_cents.is_some() {
            wanted = wanted.add(product_query::priced(tx, self.least_cents, self.most_cents));
        }
        wanted
    }

    pub(super) fn sorting(&self) -> Sorting {
        let (by, descending) = match self.order {
            ListOrder::Featured => (Measure::Position, false),
            ListOrder::PriceUp => (Measure::Price, false),
            ListOrder::PriceDown => (Measure::Price, true),
            ListOrder::Newest => (Measure::Published, true),
            ListOrder::Name => (Measure::Name, false),
        };
        Sorting { by, descending }
    }
}
