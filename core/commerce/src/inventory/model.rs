use std::collections::BTreeMap;

use stoa_kernel::id::VariantId;

/// So many pieces of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The variant.
    pub variant_id: VariantId,
    /// How many.
    pub quantity: i64,
}

/// A line of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockChange {
    /// The variant.
    pub variant_id: VariantId,
    /// Pieces added; negative when taken.
    pub delta: i64,
    /// `order`, `order-released`, `order-refunded`, `manual` or `seed`.
    pub reason: &'static str,
    /// What caused it, such as the order's id.
    pub reference: String,
}

/// Sums the pieces of each variant, in the one order in which variants are locked, so that two
/// orders never wait for each other in a circle.
pub fn summed(lines: impl IntoIterator<Item = Pieces>) -> Vec<Pieces> {
    let mut sums: BTreeMap<VariantId, i64> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry(line.variant_id).or_default();
        *sum = sum.saturating_add(line.quantity);
    }
    sums.into_iter().map(|(variant_id, quantity)| Pieces { variant_id, quantity }).collect()
}
