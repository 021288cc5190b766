//! Products as contributors submit them, and the check of their values.

use std::collections::HashSet;

use stoa_kernel::Failure;
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{AssetId, CategoryId, ProductId, VariantId};
use stoa_kernel::money::Cents;

use super::additional_fields::{self, AdditionalField};
use super::merchandising::{Scarcity, check_scarcity};
use super::model::{CatalogueItem, Picture, ProductType};
use super::store_page::is_address;
use super::variant::Variant;
use super::variant_validation::{self, Stock, VariantPatch};
use crate::contributor_texts;
use crate::inventory::MAX_STOCK;

/// Maximum length of a product name, characters.
pub(super) const MAX_NAME_LENGTH: usize = 200;
/// Maximum size of a product's HTML text, bytes. Cleaning invalid HTML takes more than linear time, so a longer text is
/// refused without parsing.
const MAX_HTML_LENGTH: usize = 20_000;
/// Maximum number of images of a product.
const MAX_PICTURES: usize = 30;
/// Maximum number of categories of a product.
const MAX_CATEGORIES: usize = 50;
/// Maximum number of tags of a product.
pub(super) const MAX_TAGS: usize = 50;
/// Maximum number of related products.
const MAX_RELATED: usize = 12;

/// Publication state of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Publication {
    /// Draft.
    Draft,
    /// Scheduled for this time.
    Scheduled(Timestamp),
    /// Published now.
    Published,
}

/// Changes to a product. `None` leaves a value unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductPatch {
    /// Name.
    pub name: Option<String>,
    /// Last segment of its path.
    pub url_id: Option<String>,
    /// Long description as HTML.
    pub description: Option<String>,
    /// Short description as HTML.
    pub excerpt: Option<String>,
    /// Whether it is taxable.
    pub taxable: Option<bool>,
    /// Publication state.
    pub publication: Option<Publication>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Categories it is in.
    pub category_ids: Option<Vec<CategoryId>>,
    /// Images, the main one first.
    pub image_ids: Option<Vec<AssetId>>,
    /// Whether the "add to cart" button has a custom label.
    pub use_custom_add_button_text: Option<bool>,
    /// The custom label.
    pub custom_add_button_text: Option<String>,
    /// Custom text of the sold-out badge; empty for the default.
    pub custom_sold_out_text: Option<String>,
    /// Title for search engines; empty to use the name.
    pub seo_title: Option<String>,
    /// Description for search engines; empty to use the short description.
    pub seo_description: Option<String>,
    /// Whether search engines are asked not to index it.
    pub no_index: Option<bool>,
    /// Image for social sharing; `Some(None)` for the main image.
    pub share_image_id: Option<Option<AssetId>>,
    /// Related products; empty for others of the store.
    pub related_ids: Option<Vec<ProductId>>,
    /// Low-stock notice.
    pub scarcity: Option<Scarcity>,
    /// Form fields that a shopper fills in before adding it to the cart.
    pub additional_fields: Option<Vec<AdditionalField>>,
    /// Option names in display order.
    pub variant_option_ordering: Option<Vec<String>>,
    /// All variants in display order. Existing variants that are not listed are deleted.
    pub variants: Option<Vec<VariantPatch>>,
}

/// A product to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewProduct {
    /// Product type.
    pub kind: ProductType,
    /// Its values; the name is required.
    pub patch: ProductPatch,
}

/// New stock of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockPatch {
    /// The variant.
    pub variant_id: VariantId,
    /// Whether stock is not tracked.
    pub unlimited: bool,
    /// Quantity in stock.
    pub qty_in_stock: i64,
    /// [`StockLevel::version`](crate::inventory::StockLevel::version) that the caller has seen.
    pub seen: i64,
    /// Reason, for the stock ledger.
    pub reason: Option<String>,
}

/// All values of a product before they are written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProductDraft {
    pub(super) name: String,
    /// Empty to generate it from the name.
    pub(super) url_id: String,
    pub(super) description: String,
    pub(super) excerpt: String,
    pub(super) taxable: bool,
    pub(super) visible: bool,
    pub(super) publish_on: Option<Timestamp>,
    pub(super) tags: Vec<String>,
    pub(super) category_ids: Vec<CategoryId>,
    pub(super) image_ids: Vec<AssetId>,
    pub(super) use_custom_add_button_text: bool,
    pub(super) custom_add_button_text: String,
    pub(super) custom_sold_out_text: String,
    pub(super) seo_title: String,
    pub(super) seo_description: String,
    pub(super) no_index: bool,
    pub(super) share_image_id: Option<AssetId>,
    pub(super) related_ids: Vec<ProductId>,
    pub(super) scarcity: Scarcity,
    pub(super) additional_fields: Vec<AdditionalField>,
    pub(super) variant_option_ordering: Vec<String>,
    pub(super) variants: Vec<VariantPatch>,
    /// Whether options or variants must be written.
    pub(super) changes_variants: bool,
}

impl ProductDraft {
    /// Defaults of a new product: one variant with price 0. Stock is tracked only for physical products.
    pub(super) fn empty(kind: ProductType) -> Self {
        let unlimited = kind != ProductType::Physical;
        let only = VariantPatch {
            id: None,
            sku: String::new(),
            attributes: Default::default(),
            price_cents: Cents::ZERO,
            sale_price_cents: None,
            on_sale: false,
            weight_grams: 0,
            main_image_id: None,
            stock: Some(variant_validation::Stock { unlimited, qty_in_stock: 0, seen: None }),
        };
        Self {
            name: String::new(),
            url_id: String::new(),
            description: String::new(),
            excerpt: String::new(),
            taxable: true,
            visible: false,
            publish_on: None,
            tags: Vec::new(),
            category_ids: Vec::new(),
            image_ids: Vec::new(),
            use_custom_add_button_text: false,
            custom_add_button_text: String::new(),
            custom_sold_out_text: String::new(),
            seo_title: String::new(),
            seo_description: String::new(),
            no_index: false,
            share_image_id: None,
            related_ids: Vec::new(),
            scarcity: Scarcity::default(),
            additional_fields: Vec::new(),
            variant_option_ordering: Vec::new(),
            variants: vec![only],
            changes_variants: true,
        }
    }

    /// The draft with a patch applied.
    pub(super) fn with(self, patch: ProductPatch) -> Self {
        let (visible, publish_on) = match patch.publication {
            None => (self.visible, self.publish_on),
            Some(Publication::Draft) => (false, None),
            Some(Publication::Scheduled(on)) => (false, Some(on)),
            Some(Publication::Published) => (true, None),
        };
        let changes_variants =
            self.changes_variants || patch.variants.is_some() || patch.variant_option_ordering.is_some();
        Self {
            name: patch.name.unwrap_or(self.name),
            url_id: patch.url_id.unwrap_or(self.url_id),
            description: patch.description.unwrap_or(self.description),
            excerpt: patch.excerpt.unwrap_or(self.excerpt),
            taxable: patch.taxable.unwrap_or(self.taxable),
            visible,
            publish_on,
            tags: patch.tags.unwrap_or(self.tags),
            category_ids: patch.category_ids.unwrap_or(self.category_ids),
            image_ids: patch.image_ids.unwrap_or(self.image_ids),
            use_custom_add_button_text: patch.use_custom_add_button_text.unwrap_or(self.use_custom_add_button_text),
            custom_add_button_text: patch.custom_add_button_text.unwrap_or(self.custom_add_button_text),
            custom_sold_out_text: patch.custom_sold_out_text.unwrap_or(self.custom_sold_out_text),
            seo_title: patch.seo_title.unwrap_or(self.seo_title),
            seo_description: patch.seo_description.unwrap_or(self.seo_description),
            no_index: patch.no_index.unwrap_or(self.no_index),
            share_image_id: patch.share_image_id.unwrap_or(self.share_image_id),
            related_ids: patch.related_ids.unwrap_or(self.related_ids),
            scarcity: patch.scarcity.unwrap_or(self.scarcity),
            additional_fields: patch.additional_fields.unwrap_or(self.additional_fields),
            variant_option_ordering: patch.variant_option_ordering.unwrap_or(self.variant_option_ordering),
            variants: patch.variants.unwrap_or(self.variants),
            changes_variants,
        }
    }

    /// Forces untracked stock for types that never sell out, such as files and gift cards.
    pub(super) fn counted_as(mut self, kind: Option<ProductType>) -> Self {
        if kind.is_some_and(ProductType::has_unlimited_stock) {
            for variant in &mut self.variants {
                match &mut variant.stock {
                    Some(stock) => stock.unlimited = true,
                    None if variant.id.is_none() => variant.stock = Some(Stock::UNCOUNTED),
                    None => {}
                }
            }
        }
        self
    }

    /// Publication status.
    pub(super) fn status(&self) -> ProductStatus {
        match (self.visible, self.publish_on) {
            (true, _) => ProductStatus::Published,
            (false, Some(_)) => ProductStatus::Scheduled,
            (false, None) => ProductStatus::Draft,
        }
    }

    /// Validates the values and normalises texts for storage. `known` are the existing variants of the product.
    pub(super) fn checked(mut self, known: &[Variant]) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        self.check_texts(&mut checks);
        clean(&mut self.description, "description", &mut checks);
        clean(&mut self.excerpt, "excerpt", &mut checks);
        self.check_tags(&mut checks);
        self.check_references(&mut checks);
        check_scarcity(&mut self.scarcity, &mut checks);
        additional_fields::check(&mut self.additional_fields, &mut checks);
        if self.changes_variants {
            variant_validation::normalise(&mut self.variant_option_ordering, &mut self.variants);
            variant_validation::check(&self.variant_option_ordering, &self.variants, known, &mut checks);
        }
        checks.finish()?;
        Ok(self)
    }

    fn check_texts(&mut self, checks: &mut Checks) {
        for (text, field, label, most) in [
            (&mut self.name, "name", "Name", MAX_NAME_LENGTH),
            (&mut self.custom_add_button_text, "customAddButtonText", "The button label", 60),
            (&mut self.custom_sold_out_text, "customSoldOutText", "The sold-out text", 60),
            (&mut self.seo_title, "seoTitle", "The title for search engines", 200),
            (&mut self.seo_description, "seoDescription", "The description for search engines", 400),
        ] {
            *text = text.trim().to_owned();
            let message = contributor_texts::PRODUCT_TEXT_CAN_HAVE.with("label", label).with("count", most).to_string();
            checks.require(text.chars().count() <= most, field, message);
        }
        checks.require(!self.name.is_empty(), "name", stoa_kernel::contributor_texts::NAME_CANNOT_BE_BLANK);
        let labelled = !self.use_custom_add_button_text || !self.custom_add_button_text.is_empty();
        checks.require(labelled, "customAddButtonText", contributor_texts::ENTER_THE_TEXT_OF_THE_BUTTON);
        let address = self.url_id.is_empty() || is_address(&self.url_id);
        checks.require(address, "urlId", contributor_texts::ADDRESS_NEEDS_LOWER_CASE_LETTERS_DIGITS);
    }

    fn check_tags(&mut self, checks: &mut Checks) {
        let mut seen = HashSet::new();
        self.tags = self.tags.iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
        self.tags.retain(|tag| seen.insert(tag.to_lowercase()));
        checks.require(
            self.tags.len() <= MAX_TAGS,
            "tags",
            stoa_kernel::contributor_texts::YOU_HAVE_REACHED_THE_LIMIT_OF_50,
        );
        let short = self.tags.iter().all(|tag| tag.chars().count() <= 50);
        checks.require(short, "tags", contributor_texts::TAG_CAN_HAVE_AT_MOST_50_CHARACTERS);
    }

    fn check_references(&mut self, checks: &mut Checks) {
        self.category_ids.sort();
        self.category_ids.dedup();
        let mut pictures = HashSet::new();
        self.image_ids.retain(|id| pictures.insert(id.clone()));
        let mut related = HashSet::new();
        self.related_ids.retain(|id| related.insert(id.clone()));
        for (count, most, field, message) in [
            (self.category_ids.len(), MAX_CATEGORIES, "categories", contributor_texts::PRODUCT_IN_CATEGORIES),
            (self.image_ids.len(), MAX_PICTURES, "imageIds", contributor_texts::PRODUCT_HAS_IMAGES),
            (self.related_ids.len(), MAX_RELATED, "relatedProductIds", contributor_texts::PRODUCT_HAS_RELATED_PRODUCTS),
        ] {
            checks.require(count <= most, field, message);
        }
        for (index, variant) in self.variants.iter().enumerate() {
            let own = variant.main_image_id.as_ref().is_none_or(|id| pictures.contains(id));
            let message = contributor_texts::CHOOSE_AN_IMAGE_OF_THE_PRODUCT.english();
            checks.require(own, &format!("variants[{index}].mainImageId"), message);
        }
    }
}

impl From<&CatalogueItem> for ProductDraft {
    fn from(item: &CatalogueItem) -> Self {
        let image_ids: Vec<AssetId> = item.pictures.iter().map(|picture: &Picture| picture.id.clone()).collect();
        let mut variants: Vec<VariantPatch> = item.variants.iter().map(VariantPatch::from).collect();
        for variant in &mut variants {
            // Variants must not keep an image that was removed from the product.
            variant.main_image_id = variant.main_image_id.take().filter(|id| image_ids.contains(id));
        }
        Self {
            name: item.name.clone(),
            url_id: item.url_id.clone(),
            description: item.description.clone(),
            excerpt: item.excerpt.clone(),
            taxable: item.taxable,
            visible: item.visible,
            publish_on: item.publish_on,
            tags: item.tags.clone(),
            category_ids: item.categories.iter().map(|category| category.id.clone()).collect(),
            image_ids,
            use_custom_add_button_text: item.use_custom_add_button_text,
            custom_add_button_text: item.custom_add_button_text.clone(),
            custom_sold_out_text: item.custom_sold_out_text.clone(),
            seo_title: item.seo_title.clone(),
            seo_description: item.seo_description.clone(),
            no_index: item.no_index,
            share_image_id: item.share_image_id.clone(),
            related_ids: item.related_ids.clone(),
            scarcity: item.scarcity.clone(),
            additional_fields: item.additional_fields.clone(),
            variant_option_ordering: item.options().into_iter().map(|option| option.name).collect(),
            variants,
            changes_variants: false,
        }
    }
}

fn clean(html: &mut String, field: &str, checks: &mut Checks) {
    let fits = html.len() <= MAX_HTML_LENGTH;
    checks.require(fits, field, contributor_texts::TEXT_IS_TOO_LONG);
    if fits {
        *html = ammonia::clean(html);
    }
}

impl StockPatch {
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        let counted = (0..=MAX_STOCK).contains(&self.qty_in_stock);
        checks.require(
            counted,
            "qtyInStock",
            contributor_texts::STOCK_MUST_BE_BETWEEN.with("count", MAX_STOCK).to_string(),
        );
        self.reason = self.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
        let short = self.reason.as_ref().is_none_or(|reason| reason.chars().count() <= 200);
        checks.require(short, "reason", contributor_texts::REASON_CAN_HAVE_AT_MOST_200_CHARACTERS);
        checks.finish()?;
        Ok(self)
    }
}
