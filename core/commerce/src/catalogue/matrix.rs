//! The variants of a product as one table: what each row must be, and what all must be together.

use std::collections::{BTreeMap, HashSet};

use stoa_kernel::error::Checks;
use stoa_kernel::id::{AssetId, VariantId};

use super::sku;
use super::variant::Variant;
use crate::inventory::MAX_STOCK;

/// Most variants of a product.
pub const MAX_VARIANTS: usize = 250;
/// Most options of a product, such as size and colour.
const MAX_OPTIONS: usize = 6;
/// Longest name or value of an option, characters.
const LONGEST_OPTION: usize = 60;
/// Largest price, minor units: room enough for quantities and sums.
pub(super) const MAX_PRICE_CENTS: i64 = 99_999_999_999;
/// Largest weight of a piece, grams: a hundred tons.
const MAX_WEIGHT_GRAMS: i64 = 100_000_000;
/// How much of a variant there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// Whether it is not counted.
    pub unlimited: bool,
    /// Pieces when it is.
    pub qty_in_stock: i64,
    /// [`StockLevel::version`](crate::inventory::StockLevel::version) of the level that was seen, for a variant that
    /// is there.
    pub seen: Option<i64>,
}

impl Stock {
    /// A new variant that is not counted.
    pub(super) const UNCOUNTED: Stock = Stock { unlimited: true, qty_in_stock: 0, seen: None };
}

/// A variant as a contributor wants it to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantPatch {
    /// Which variant; none for a new one.
    pub id: Option<VariantId>,
    /// Stock keeping unit; blank to have one made up.
    pub sku: String,
    /// Option name to value.
    pub attributes: BTreeMap<String, String>,
    /// Price, minor units.
    pub price_cents: i64,
    /// Price while on sale, minor units.
    pub sale_price_cents: Option<i64>,
    /// Whether the sale price holds.
    pub on_sale: bool,
    /// Weight of one piece with its wrapping, grams.
    pub weight_grams: i64,
    /// Its picture, one of the product's.
    pub main_image_id: Option<AssetId>,
    /// None leaves the stock as it is; a new variant has none then.
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

/// Brings names and values of options, and stock keeping units, into the form in which they are stored.
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

/// Checks the whole table. `known` are the variants that the product has.
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
            checks.require(ids.insert(id), &field("id"), "The variant is named twice.");
        }
        checks.require(sku::is_valid(&variant.sku), &field("sku"), "A SKU has 1 to 60 characters.");
        checks.require(skus.insert(variant.sku.to_lowercase()), &field("sku"), "Two variants have this SKU.");
        let complete = variant.attributes.len() == options.len()
            && options.iter().all(|name| variant.attributes.get(name).is_some_and(|value| !value.is_empty()));
        checks.require(complete, &field("attributes"), "Give the variant a value for each option, and for no other.");
        let short = variant.attributes.values().all(|value| value.chars().count() <= LONGEST_OPTION);
        checks.require(short, &field("attributes"), "A value can have at most 60 characters.");
        let first = combinations.insert(&variant.attributes);
        checks.require(first, &field("attributes"), "Another variant has the same values.");
        check_amounts(variant, &field, checks);
    }
}

fn check_options(options: &[String], checks: &mut Checks) {
    let field = "variantOptionOrdering";
    checks.require(options.len() <= MAX_OPTIONS, field, format!("A product can have at most {MAX_OPTIONS} options."));
    let named = options.iter().all(|name| (1..=LONGEST_OPTION).contains(&name.chars().count()));
    checks.require(named, field, "The name of an option has 1 to 60 characters.");
    let mut names = HashSet::new();
    let different = options.iter().all(|name| names.insert(name.to_lowercase()));
    checks.require(different, field, "Two options have the same name.");
}

fn check_amounts(variant: &VariantPatch, field: &dyn Fn(&str) -> String, checks: &mut Checks) {
    let price = 0..=MAX_PRICE_CENTS;
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
    checks.require(known, &field("stock.seen"), "Say what stock was seen before, -1 when it was not counted.");
}
