use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;

use super::model::CatalogueItem;
use super::variant::Variant;

/// Said when few are left and the merchant wrote nothing else.
pub const SCARCITY_TEXT: &str = "Only {qtyInStock} left in stock";

/// Longest text, characters.
const LONGEST_TEXT: usize = 120;

/// What is said when few of a product are left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Scarcity {
    /// Whether anything is said.
    pub enabled: bool,
    /// With `{qtyInStock}` where the number goes; empty for [`SCARCITY_TEXT`].
    pub text: String,
    /// Whether it is said before a variant is chosen.
    pub shown_by_default: bool,
}

/// So few are left of a variant, or of the whole product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewLeft<'a> {
    /// The variant; none for the whole product.
    pub variant: Option<&'a Variant>,
    /// Pieces.
    pub qty_in_stock: i64,
}

impl Scarcity {
    /// The text with its placeholder.
    pub fn template(&self) -> &str {
        if self.text.is_empty() { SCARCITY_TEXT } else { &self.text }
    }

    pub(super) fn check(&mut self, checks: &mut Checks) {
        self.text = self.text.trim().to_owned();
        let short = self.text.chars().count() <= LONGEST_TEXT;
        checks.require(short, "scarcity.text", format!("The text can have at most {LONGEST_TEXT} characters."));
        checks.require(
            self.text.is_empty() || self.text.contains("{qtyInStock}"),
            "scarcity.text",
            "Write {qtyInStock} where the number goes.",
        );
    }
}

impl CatalogueItem {
    /// What of it is scarce: counted variants of which there are 1 to `threshold`. A product with one
    /// variant is scarce as a whole; one with several also when that is said before a choice is made.
    pub fn few_left(&self, threshold: i64) -> Vec<FewLeft<'_>> {
        let is_few = |pieces: i64| (1..=threshold).contains(&pieces);
        let scarce = |variant: &&Variant| !variant.unlimited && is_few(variant.qty_in_stock);
        if !self.scarcity.enabled {
            return Vec::new();
        }
        if let [only] = self.variants.as_slice() {
            let few = Some(only).filter(scarce);
            return few.map(|only| FewLeft { variant: None, qty_in_stock: only.qty_in_stock }).into_iter().collect();
        }
        let whole = Some(self.total_stock())
            .filter(|total| self.scarcity.shown_by_default && is_few(*total))
            .map(|total| FewLeft { variant: None, qty_in_stock: total });
        let each = self.variants.iter().filter(scarce);
        let each = each.map(|variant| FewLeft { variant: Some(variant), qty_in_stock: variant.qty_in_stock });
        whole.into_iter().chain(each).collect()
    }
}
