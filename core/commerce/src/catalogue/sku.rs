use sea_orm::sea_query::{Expr, ExprTrait, Func};
use stoa_entity::tenant::variant;
use stoa_entity::{containing, contains_ignore_case};
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

/// Condition on variants: the SKU contains a text, ignoring case, and accents and character width of the text, so that
/// `ｍüｇ` finds `MUG-1`. There is no folded column, so accents of the SKU itself have to be typed.
pub(crate) fn contains(text: &str) -> Expr {
    let sku = || Expr::col((variant::Entity, variant::Column::Sku));
    let found = contains_ignore_case(text, sku);
    if text.is_ascii() {
        return found;
    }
    found.or(Expr::expr(Func::lower(sku())).like(containing(&folded(text))))
}
