use std::collections::HashSet;

use stoa_kernel::Failure;
use stoa_kernel::error::Checks;
use stoa_kernel::id::VariantId;

use super::model::CatalogueItem;
use super::sku;

/// Largest price, minor units: room enough for quantities and sums.
const MAX_PRICE_CENTS: i64 = 99_999_999_999;

/// Largest weight of a piece, grams: a hundred tons.
const MAX_WEIGHT_GRAMS: i64 = 100_000_000;

/// Largest counted stock.
const MAX_STOCK: i64 = 999_999_999;

/// What a contributor wants a product to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPatch {
    /// Name.
    pub name: String,
    /// Long description as HTML.
    pub description: String,
    /// Short description as HTML.
    pub excerpt: String,
    /// Whether tax is charged on it.
    pub taxable: bool,
    /// Whether visitors see it.
    pub visible: bool,
    /// Tags.
    pub tags: Vec<String>,
    /// Whether the button has a text of its own.
    pub use_custom_add_button_text: bool,
    /// That text.
    pub custom_add_button_text: String,
    /// Changes of variants; those not named stay as they are.
    pub variants: Vec<VariantPatch>,
    /// The revision the contributor saw.
    pub revision: i64,
}

/// What a contributor wants a variant to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantPatch {
    /// Which variant.
    pub id: VariantId,
    /// Stock keeping unit; blank to have one made up.
    pub sku: String,
    /// Price, minor units.
    pub price_cents: i64,
    /// Price while on sale, minor units.
    pub sale_price_cents: Option<i64>,
    /// Whether the sale price holds.
    pub on_sale: bool,
    /// Weight of one piece with its wrapping, grams.
    pub weight_grams: i64,
}

/// What a contributor wants the stock of a variant to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockPatch {
    /// Which variant.
    pub variant_id: VariantId,
    /// Whether stock is not counted.
    pub unlimited: bool,
    /// Pieces there are.
    pub qty_in_stock: i64,
    /// Why, for the ledger.
    pub reason: Option<String>,
}

/// Longest HTML text of a product, bytes. Mending wrong HTML costs time that grows faster than the
/// text, so a longer one is refused unread.
const LONGEST_HTML: usize = 20_000;

fn clean(html: &mut String, field: &str, checks: &mut Checks) {
    let fits = html.len() <= LONGEST_HTML;
    checks.require(fits, field, "The text is too long: 20,000 characters of HTML are the most.");
    if fits {
        *html = ammonia::clean(html);
    }
}

impl ProductPatch {
    /// Checks the values against the product and brings texts into the form in which they are
    /// stored.
    pub(super) fn checked(mut self, product: &CatalogueItem) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        self.name = self.name.trim().to_owned();
        checks.require(!self.name.is_empty(), "name", "Name cannot be blank.");
        checks.require(self.name.chars().count() <= 200, "name", "Name can have at most 200 characters.");
        clean(&mut self.description, "description", &mut checks);
        clean(&mut self.excerpt, "excerpt", &mut checks);
        self.check_tags(&mut checks);
        self.custom_add_button_text = self.custom_add_button_text.trim().to_owned();
        checks.require(
            !self.use_custom_add_button_text || !self.custom_add_button_text.is_empty(),
            "customAddButtonText",
            "Enter the text of the button.",
        );
        checks.require(
            self.custom_add_button_text.chars().count() <= 60,
            "customAddButtonText",
            "The text of the button can have at most 60 characters.",
        );
        self.check_variants(&mut checks, product);
        checks.finish()?;
        Ok(self)
    }

    fn check_tags(&mut self, checks: &mut Checks) {
        let mut seen = HashSet::new();
        self.tags = self.tags.iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
        self.tags.retain(|tag| seen.insert(tag.to_lowercase()));
        checks.require(self.tags.len() <= 50, "tags", "A product can have at most 50 tags.");
        let short = self.tags.iter().all(|tag| tag.chars().count() <= 60);
        checks.require(short, "tags", "A tag can have at most 60 characters.");
    }

    fn check_variants(&mut self, checks: &mut Checks, product: &CatalogueItem) {
        let mut skus: HashSet<String> = product
            .variants
            .iter()
            .filter(|variant| self.variants.iter().all(|patch| patch.id != variant.id))
            .map(|variant| variant.sku.to_lowercase())
            .collect();
        for (index, patch) in self.variants.iter_mut().enumerate() {
            let field = |name: &str| format!("variants[{index}].{name}");
            let known = product.variants.iter().any(|variant| variant.id == patch.id);
            checks.require(known, &field("id"), "The product has no such variant.");
            patch.sku = sku::normalised(&patch.sku);
            checks.require(
                sku::is_valid(&patch.sku),
                &field("sku"),
                format!("The SKU can have at most {} characters.", sku::MAX_LENGTH),
            );
            let fresh = skus.insert(patch.sku.to_lowercase());
            checks.require(fresh, &field("sku"), "Another variant has this SKU.");
            let priced = (0..=MAX_PRICE_CENTS).contains(&patch.price_cents);
            checks.require(priced, &field("priceCents"), "The price is out of range.");
            let sale_priced = patch.sale_price_cents.is_none_or(|price| (0..=MAX_PRICE_CENTS).contains(&price));
            checks.require(sale_priced, &field("salePriceCents"), "The sale price is out of range.");
            let weighed = (0..=MAX_WEIGHT_GRAMS).contains(&patch.weight_grams);
            checks.require(weighed, &field("weightGrams"), "The weight is out of range.");
            checks.require(
                !patch.on_sale || patch.sale_price_cents.is_some(),
                &field("salePriceCents"),
                "Enter the sale price.",
            );
        }
    }
}

impl StockPatch {
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        let counted = (0..=MAX_STOCK).contains(&self.qty_in_stock);
        checks.require(counted, "qtyInStock", format!("Stock must be between 0 and {MAX_STOCK}."));
        self.reason = self.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
        let short = self.reason.as_ref().is_none_or(|reason| reason.chars().count() <= 200);
        checks.require(short, "reason", "The reason can have at most 200 characters.");
        checks.finish()?;
        Ok(self)
    }
}
