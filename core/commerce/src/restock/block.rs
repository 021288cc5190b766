//! Which variants shoppers can ask to be told about.

use crate::catalogue::{CatalogueItem, ProductType, Variant};

/// The variants that shoppers can sign up for: tracked ones that are out of stock. Digital files and gift cards never
/// run out.
pub fn awaited(item: &CatalogueItem) -> Vec<&Variant> {
    if matches!(item.kind(), Some(ProductType::Digital | ProductType::GiftCard)) {
        return Vec::new();
    }
    item.variants.iter().filter(|variant| variant.stock() == 0).collect()
}
