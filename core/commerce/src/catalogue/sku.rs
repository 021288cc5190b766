use stoa_kernel::token::random_token;

/// Longest stock keeping unit.
pub(super) const MAX_LENGTH: usize = 60;

/// A stock keeping unit as it is stored: trimmed, and made up when blank.
pub(super) fn normalised(sku: &str) -> String {
    let sku = sku.trim();
    if sku.is_empty() { format!("SKU-{}", random_token(8).to_uppercase()) } else { sku.to_owned() }
}

/// Whether a text can be a stock keeping unit.
pub(super) fn is_valid(sku: &str) -> bool {
    !sku.is_empty() && sku.chars().count() <= MAX_LENGTH && !sku.chars().any(char::is_control)
}
