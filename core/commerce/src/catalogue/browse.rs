//! What a visitor looks for in a store: which products, in which order.

use std::collections::BTreeSet;

use super::model::CatalogueItem;

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
    fn fits(&self, item: &CatalogueItem) -> bool {
        let price = item.from_price_cents();
        (!self.in_stock || !item.sold_out())
            && self.tag.as_ref().is_none_or(|tag| item.tags.contains(tag))
            && self.least_cents.is_none_or(|least| price >= least)
            && self.most_cents.is_none_or(|most| price <= most)
    }

    /// What fits, in order. Equals keep the store's order.
    pub(super) fn apply(&self, items: &mut Vec<CatalogueItem>) {
        items.retain(|item| self.fits(item));
        match self.order {
            ListOrder::Featured => {}
            ListOrder::PriceUp => items.sort_by_key(CatalogueItem::from_price_cents),
            ListOrder::PriceDown => items.sort_by_key(|item| -item.from_price_cents()),
            ListOrder::Newest => items.sort_by_key(|item| -item.publish_on.unwrap_or(item.created_on)),
            ListOrder::Name => items.sort_by_key(|item| item.name.to_lowercase()),
        }
    }
}

/// All tags of products, in alphabetical order.
pub(super) fn tags_of(items: &[CatalogueItem]) -> Vec<String> {
    let tags: BTreeSet<&String> = items.iter().flat_map(|item| &item.tags).collect();
    tags.into_iter().cloned().collect()
}
