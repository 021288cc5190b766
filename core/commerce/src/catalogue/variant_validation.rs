//! Validation of a product's variants: each one, and all together.

use std::collections::{BTreeMap, HashSet};

use stoa_kernel::error::Checks;
use stoa_kernel::id::{AssetId, VariantId};
use stoa_kernel::money::Cents;

use super::sku;
use super::variant::Variant;
use crate::contributor_texts;
use crate::inventory::MAX_STOCK;

/// Maximum number of variants of a product.
pub const MAX_VARIANTS: usize = 250;
/// Maximum number of options of a product, such as size and colour.
pub(super) const MAX_OPTIONS: usize = 6;
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
    checks.require(!variants.is_empty(), "variants", contributor_texts::PRODUCT_NEEDS_AT_LEAST_ONE_VARIANT);
    let few = variants.len() <= MAX_VARIANTS;
    checks.require(
        few,
        "variants",
        contributor_texts::PRODUCT_CAN_HAVE_VARIANTS.with("count", MAX_VARIANTS).to_string(),
    );
    let mut ids = HashSet::new();
    let mut skus = HashSet::new();
    let mut combinations = HashSet::new();
    for (index, variant) in variants.iter().enumerate().take(MAX_VARIANTS) {
        let field = |name: &str| format!("variants[{index}].{name}");
        if let Some(id) = &variant.id {
            let own = known.iter().any(|known| &known.id == id);
            checks.require(own, &field("id"), contributor_texts::PRODUCT_HAS_NO_SUCH_VARIANT);
            checks.require(ids.insert(id), &field("id"), contributor_texts::VARIANT_IS_LISTED_TWICE);
        }
        checks.require(sku::is_valid(&variant.sku), &field("sku"), contributor_texts::ENTER_A_SKU_OF_1_TO_60);
        checks.require(
            skus.insert(variant.sku.to_lowercase()),
            &field("sku"),
            contributor_texts::TWO_VARIANTS_HAVE_THIS_SKU,
        );
        let complete = variant.attributes.len() == options.len()
            && options.iter().all(|name| variant.attributes.get(name).is_some_and(|value| !value.is_empty()));
        checks.require(complete, &field("attributes"), contributor_texts::ENTER_A_VALUE_FOR_EACH_OPTION);
        let short = variant.attributes.values().all(|value| value.chars().count() <= MAX_OPTION_LENGTH);
        checks.require(short, &field("attributes"), contributor_texts::VALUE_CAN_HAVE_AT_MOST_60_CHARACTERS);
        let first = combinations.insert(&variant.attributes);
        checks.require(first, &field("attributes"), contributor_texts::ANOTHER_VARIANT_HAS_THE_SAME_VALUES);
        check_amounts(variant, &field, checks);
    }
}

fn check_options(options: &[String], checks: &mut Checks) {
    let field = "variantOptionOrdering";
    checks.require(
        options.len() <= MAX_OPTIONS,
        field,
        contributor_texts::PRODUCT_CAN_HAVE_OPTIONS.with("count", MAX_OPTIONS).to_string(),
    );
    let named = options.iter().all(|name| (1..=MAX_OPTION_LENGTH).contains(&name.chars().count()));
    checks.require(named, field, contributor_texts::ENTER_AN_OPTION_NAME);
    let mut names = HashSet::new();
    let different = options.iter().all(|name| names.insert(name.to_lowercase()));
    checks.require(different, field, contributor_texts::TWO_OPTIONS_HAVE_THE_SAME_NAME);
}

fn check_amounts(variant: &VariantPatch, field: &dyn Fn(&str) -> String, checks: &mut Checks) {
    let price = Cents::ZERO..=MAX_PRICE_CENTS;
    checks.require(
        price.contains(&variant.price_cents),
        &field("priceCents"),
        contributor_texts::PRICE_IS_OUT_OF_RANGE,
    );
    let sale = variant.sale_price_cents.is_none_or(|sale| price.contains(&sale));
    checks.require(sale, &field("salePriceCents"), contributor_texts::SALE_PRICE_IS_OUT_OF_RANGE);
    let priced = !variant.on_sale || variant.sale_price_cents.is_some();
    checks.require(priced, &field("salePriceCents"), contributor_texts::ENTER_THE_SALE_PRICE);
    let lower = !variant.on_sale || variant.sale_price_cents.is_none_or(|sale| sale < variant.price_cents);
    checks.require(lower, &field("salePriceCents"), contributor_texts::SALE_PRICE_MUST_BE_BELOW_THE_PRICE);
    let fits = (0..=MAX_WEIGHT_GRAMS).contains(&variant.weight_grams);
    checks.require(fits, &field("weightGrams"), contributor_texts::WEIGHT_IS_OUT_OF_RANGE);
    let counted = variant.stock.is_none_or(|stock| (0..=MAX_STOCK).contains(&stock.qty_in_stock));
    checks.require(
        counted,
        &field("stock.qtyInStock"),
        contributor_texts::STOCK_MUST_BE_BETWEEN.with("count", MAX_STOCK).to_string(),
    );
    let known = variant.id.is_none() || variant.stock.is_none_or(|stock| stock.seen.is_some());
    checks.require(known, &field("stock.seen"), contributor_texts::SEND_THE_PREVIOUS_STOCK_OR_1_WHEN);
}
