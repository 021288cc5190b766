//! Form and search of SKUs.

use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::containing;
use stoa_entity::tenant::variant;
use stoa_kernel::search::folded;
use stoa_kernel::token::random_token;

/// Maximum length of a SKU, characters.
pub(super) const MAX_LENGTH: usize = 60;

/// Normalises a SKU for storage: trims it, and generates one when blank.
pub(super) fn normalised(sku: &str) -> String {
    let sku = sku.trim();
    if sku.is_empty() { format!("SKU-{}", random_token(8).to_uppercase()) } else { sku.to_owned() }
}

/// Whether a text is a valid SKU.
pub(super) fn is_valid(sku: &str) -> bool {
    !sku.is_empty() && sku.chars().count() <= MAX_LENGTH && !sku.chars().any(char::is_control)
}

/// Condition on variants: the SKU contains a text, both without case, accents and character width, so that `ｍüｇ` finds
/// `MUG-1` and `creme` finds `CRÈME-1`.
pub(crate) fn contains(text: &str) -> Expr {
    Expr::col((variant::Entity, variant::Column::Searched)).like(containing(&folded(text)))
}
