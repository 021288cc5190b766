//! The notice that little of a product is left.

pub use stoa_entity::tenant::product::Scarcity;
use stoa_kernel::error::Checks;

use super::model::CatalogueItem;
use super::variant::Variant;
use crate::contributor_texts;

/// Default low-stock notice.
pub const SCARCITY_TEXT: &str = "Only {qtyInStock} left in stock";

/// Placeholder of the quantity in the notice.
const QUANTITY: &str = "{qtyInStock}";
/// Maximum length of the text, characters.
const MAX_TEXT_LENGTH: usize = 120;

/// Low stock of a variant, or of the whole product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowStock<'a> {
    /// The variant; `None` for the whole product.
    pub variant: Option<&'a Variant>,
    /// Quantity in stock.
    pub qty_in_stock: i64,
}

/// Validates a low-stock notice and trims its text.
pub(super) fn check_scarcity(notice: &mut Scarcity, checks: &mut Checks) {
    notice.text = notice.text.trim().to_owned();
    let short = notice.text.chars().count() <= MAX_TEXT_LENGTH;
    checks.require(
        short,
        "scarcity.text",
        stoa_kernel::contributor_texts::TEXT_CAN_HAVE_AT_MOST.with("count", MAX_TEXT_LENGTH).to_string(),
    );
    checks.require(
        notice.text.is_empty() || notice.text.contains(QUANTITY),
        "scarcity.text",
        contributor_texts::PUT_THE_PLACEHOLDER.with("placeholder", QUANTITY).to_string(),
    );
}

impl CatalogueItem {
    /// Text of the low-stock notice, with its placeholder.
    pub fn scarcity_template(&self) -> &str {
        if self.scarcity.text.is_empty() { SCARCITY_TEXT } else { &self.scarcity.text }
    }

    /// Variants with low stock: tracked, with 1 to `threshold` items. For a product with one variant the notice is
    /// about the product; for one with several the total is included if the notice is shown before a choice.
    pub fn low_stock_variants(&self, threshold: i64) -> Vec<LowStock<'_>> {
        let is_few = |pieces: i64| (1..=threshold).contains(&pieces);
        let scarce = |variant: &&Variant| !variant.unlimited && is_few(variant.qty_in_stock);
        if !self.scarcity.enabled {
            return Vec::new();
        }
        if let [only] = self.variants.as_slice() {
            let few = Some(only).filter(scarce);
            return few.map(|only| LowStock { variant: None, qty_in_stock: only.qty_in_stock }).into_iter().collect();
        }
        let whole = Some(self.total_stock())
            .filter(|total| self.scarcity.shown_by_default && is_few(*total))
            .map(|total| LowStock { variant: None, qty_in_stock: total });
        let each = self.variants.iter().filter(scarce);
        let each = each.map(|variant| LowStock { variant: Some(variant), qty_in_stock: variant.qty_in_stock });
        whole.into_iter().chain(each).collect()
    }
}
