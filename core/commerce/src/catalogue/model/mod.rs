//! Products as visitors see them: types, prices, stock, and what the views are made of.

mod item;
mod parts;
mod rows;

use stoa_kernel::Said;

pub use self::item::CatalogueItem;
pub use self::parts::{Category, Picture};
pub(crate) use self::rows::ProductRelations;
use crate::problem_texts::{DENOMINATION_MISSING, MANY_OPTIONS_MISSING, OPTION_MISSING, OPTIONS_MISSING};

/// Stock value of variants with untracked stock in the storefront: the largest integer that JavaScript represents
/// exactly.
pub const UNLIMITED_STOCK: i64 = 9_007_199_254_740_991;

/// Type of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductType {
    /// Shipped.
    Physical,
    /// A downloadable file.
    Digital,
    /// A service.
    Service,
    /// A gift card code.
    GiftCard,
    /// Access to a members-only part of the site.
    Paywall,
}

impl ProductType {
    /// All types, ordered by code.
    pub const ALL: [ProductType; 5] = [
        ProductType::Physical,
        ProductType::Digital,
        ProductType::Service,
        ProductType::GiftCard,
        ProductType::Paywall,
    ];

    /// Its code in the API.
    pub fn code(self) -> i32 {
        match self {
            ProductType::Physical => 1,
            ProductType::Digital => 2,
            ProductType::Service => 3,
            ProductType::GiftCard => 4,
            ProductType::Paywall => 5,
        }
    }

    /// Whether its stock is never tracked: files and gift card codes are created on sale.
    pub fn has_unlimited_stock(self) -> bool {
        matches!(self, ProductType::Digital | ProductType::GiftCard)
    }

    /// Whether it is fulfilled by the payment, without shipping or work.
    pub fn is_auto_fulfilled(self) -> bool {
        matches!(self, ProductType::Digital | ProductType::GiftCard | ProductType::Paywall)
    }

    /// The type with this code.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// What a shopper is told who has not chosen these options; `None` when none is missing.
pub(crate) fn missing_options_text(kind: Option<ProductType>, missing: &[String]) -> Option<Said> {
    Some(match missing {
        [] => return None,
        _ if kind == Some(ProductType::GiftCard) => DENOMINATION_MISSING.into(),
        [only] => OPTION_MISSING.with("option", only.as_str()),
        [first, second] => OPTIONS_MISSING.with("first", first.as_str()).with("second", second.as_str()),
        [head @ .., last] => MANY_OPTIONS_MISSING.with("options", head.join(", ")).with("last", last.as_str()),
    })
}
