//! Validation of a product's variants: each one, and all together.

use std::collections::{BTreeMap, HashSet};

use stoa_kernel::error::Checks;
use stoa_kernel::id::{AssetId, VariantId};
use stoa_kernel::money::Cents;

use super::sku;
use super::variant::Variant;
use crate::inventory::MAX_STOCK;

/// Maximum number of variants of a product.
pub const MAX_VARIANTS: usize = 250;
/// Maximum number of options of a product, such as size and colour.
const MAX_OPTIONS: usize = 6;
/// Maximum length of an option name or value, characters.
const MAX_OPTION_LENGTH: usize = 60;
/// Maximum price, minor units; leaves room for quantities and sums.
pub(super) const MAX_PRICE_CENTS: Cents = Cents(99_999_999_999);
/// Maximum weight of one item, grams: 100 tonnes.
const MAX_WEIGHT_GRAMS: i64 = 100_000_000;
/// Stock of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// Whether stock is not tracked.
    pub unlimited: bool,
    /// Quantity when stock is tracked.
    pub qty_in_stock: i64,
    /// [`StockLevel::version`](crate::inventory::StockLevel::version) that the caller has seen; required for an
    /// existing variant.
    pub seen: Option<i64>,
}

impl Stock {
    /// A new variant with untracked stock.
    pub(super) const UNCOUNTED: Stock = Stock { unlimited: true, qty_in_stock: 0, seen: None };
}

/// A variant to create or change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantPatch {
    /// Id; `None` for a new variant.
    pub id: Option<VariantId>,
    /// SKU; generated when blank.
    pub sku: String,
    /// Option values by option name.
    pub attributes: BTreeMap<String, String>,
    /// Price, minor units.
    pub price_cents: Cents,
    /// Sale price, minor units.
    pub sale_price_cents: Option<Cents>,
    /// Whether the sale price is active.
    pub on_sale: bool,
    /// Weight of one item with packaging, grams.
    pub weight_grams: i64,
    /// Its image, one of the product's.
    pub main_image_id: Option<AssetId>,
    /// `None` leaves the stock unchanged; a new variant then has 0.
    pub stock: Option<Stock>,
}

impl From<&Variant> for VariantPatch {
    fn from(variant: &Variant) -> Self {
        Self {
            id: Some(variant.id.clone()),
            sku: variant.sku.clone(),
            attributes: variant.attributes.clone(),
            price_cents: variant.price_cents,
            sale_price_cents: variant.sale_price_cents,
            on_sale: variant.on_sale,
            weight_grams: variant.weight_grams,
            main_image_id: variant.main_image_id.clone(),
            stock: None,
        }
    }
}

/// Normalises option names, option values and SKUs for storage.
pub(super) fn normalise(options: &mut [String], variants: &mut [VariantPatch]) {
    for name in options.iter_mut() {
        *name = name.trim().to_owned();
    }
    for variant in variants {
        variant.sku = sku::normalised(&variant.sku);
        let attributes = std::mem::take(&mut variant.attributes);
        variant.attributes =
            attributes.into_iter().map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
    }
}

/// Validates all variants. `known` are the existing variants of the product.
pub(super) fn check(options: &[String], variants: &[VariantPatch], known: &[Variant], checks: &mut Checks) {
    check_options(options, checks);
    checks.require(!variants.is_empty(), "variants", "A product needs at least one variant.");
    let few = variants.len() <= MAX_VARIANTS;
    checks.require(few, "variants", format!("A product can have at most {MAX_VARIANTS} variants."));
    let mut ids = HashSet::new();
    let mut skus = HashSet::new();
    let mut combinations = HashSet::new();
    for (index, variant) in variants.iter().enumerate().take(MAX_VARIANTS) {
        let field = |name: &str| format!("variants[{index}].{name}");
        if let Some(id) = &variant.id {
            let own = known.iter().any(|known| &known.id == id);
            checks.require(own, &field("id"), "The product has no such variant.");
            checks.require(ids.insert(id), &field("id"), "The variant is listed twice.");
        }
        checks.require(sku::is_valid(&variant.sku), &field("sku"), "Enter a SKU of 1 to 60 characters.");
        checks.require(skus.insert(variant.sku.to_lowercase()), &field("sku"), "Two variants have this SKU.");
        let complete = variant.attributes.len() == options.len()
            && options.iter().all(|name| variant.attributes.get(name).is_some_and(|value| !value.is_empty()));
        checks.require(
            complete,
            &field("attributes"),
            "Enter a value for each option of the variant, and for no other.",
        );
        let short = variant.attributes.values().all(|value| value.chars().count() <= MAX_OPTION_LENGTH);
        checks.require(short, &field("attributes"), "A value can have at most 60 characters.");
        let first = combinations.insert(&variant.attributes);
        checks.require(first, &field("attributes"), "Another variant has the same values.");
        check_amounts(variant, &field, checks);
    }
}

fn check_options(options: &[String], checks: &mut Checks) {
    let field = "variantOptionOrdering";
    checks.require(options.len() <= MAX_OPTIONS, field, format!("A product can have at most {MAX_OPTIONS} options."));
    let named = options.iter().all(|name| (1..=MAX_OPTION_LENGTH).contains(&name.chars().count()));
    checks.require(named, field, "Enter an option name of 1 to 60 characters.");
    let mut names = HashSet::new();
    let different = options.iter().all(|name| names.insert(name.to_lowercase()));
    checks.require(different, field, "Two options have the same name.");
}

fn check_amounts(variant: &VariantPatch, field: &dyn Fn(&str) -> String, checks: &mut Checks) {
    let price = Cents::ZERO..=MAX_PRICE_CENTS;
    checks.require(price.contains(&variant.price_cents), &field("priceCents"), "The price is out of range.");
    let sale = variant.sale_price_cents.is_none_or(|sale| price.contains(&sale));
    checks.require(sale, &field("salePriceCents"), "The sale price is out of range.");
    let priced = !variant.on_sale || variant.sale_price_cents.is_some();
    checks.require(priced, &field("salePriceCents"), "Enter the sale price.");
    let lower = !variant.on_sale || variant.sale_price_cents.is_none_or(|sale| sale < variant.price_cents);
    checks.require(lower, &field("salePriceCents"), "The sale price must be below the price.");
    let weighed = (0..=MAX_WEIGHT_GRAMS).contains(&variant.weight_grams);
    checks.require(weighed, &field("weightGrams"), "The weight is out of range.");
    let counted = variant.stock.is_none_or(|stock| (0..=MAX_STOCK).contains(&stock.qty_in_stock));
    checks.require(counted, &field("stock.qtyInStock"), format!("Stock must be between 0 and {MAX_STOCK}."));
    let known = variant.id.is_none() || variant.stock.is_none_or(|stock| stock.seen.is_some());
    checks.require(known, &field("stock.seen"), "Send the previous stock, or -1 when stock was not tracked.");
}
