//! What a visitor looks for in a store: which products, in which order.

use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;

use super::seek::{self, Measure, Sorting};

/// The order of a store's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListOrder {
    /// As the owner has put them.
    #[default]
    Featured,
    /// The cheapest first, by the lowest price now.
    PriceUp,
    /// The dearest first, by the lowest price now.
    PriceDown,
    /// The newest first.
    Newest,
    /// By name.
    Name,
}

/// What a visitor looks for in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ListWish {
    /// In which order.
    pub order: ListOrder,
    /// Only what can be bought now.
    pub in_stock: bool,
    /// Only products with this tag.
    pub tag: Option<String>,
    /// Lowest price, minor units.
    pub least_cents: Option<i64>,
    /// Highest price, minor units.
    pub most_cents: Option<i64>,
}

impl ListOrder {
    /// All of them, as they are offered.
    pub const ALL: [Self; 5] = [Self::Featured, Self::PriceUp, Self::PriceDown, Self::Newest, Self::Name];

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Featured => "featured",
            Self::PriceUp => "price-up",
            Self::PriceDown => "price-down",
            Self::Newest => "newest",
            Self::Name => "name",
        }
    }

    /// The order of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }
}

impl ListWish {
    /// The products among `all` that fit.
    pub(super) fn condition(&self, tx: &TenantTx, all: Condition) -> Condition {
        let mut wanted = all;
        if self.in_stock {
            wanted = wanted.add(seek::available(tx));
        }
        if let Some(tag) = &self.tag {
            wanted = wanted.add(seek::tagged(tx, tag));
        }
        if self.least_cents.is_some() || self.most_cents.is_some() {
            wanted = wanted.add(seek::priced(tx, self.least_cents, self.most_cents));
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
