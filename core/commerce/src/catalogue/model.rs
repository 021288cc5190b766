//! Products as visitors see them: types, prices, stock, and what the views are made of.

use std::collections::HashMap;

use stoa_entity::tenant::{asset, category, product};
use stoa_kernel::Said;
use stoa_kernel::catalogue::{CategoryKind, PageRendering, ProductStatus};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CategoryId, CollectionId, ProductId};
use stoa_kernel::money::{Cents, Currency};

use super::additional_fields::AdditionalField;
use super::chosen_options::ChosenOptions;
use super::merchandising::Scarcity;
use super::variant::{ProductOption, Variant};
use crate::donations::DonationTerms;
use crate::problem_texts::{DENOMINATION_MISSING, MANY_OPTIONS_MISSING, OPTION_MISSING, OPTIONS_MISSING};
use crate::subscriptions::SubscriptionPlan;

/// Stock value of variants with untracked stock in the storefront: the largest integer that JavaScript represents
/// exactly.
pub const UNLIMITED_STOCK: i64 = 9_007_199_254_740_991;

/// Type of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductType {
    /// Shipped.
    Physical,
    /// A downloadable file.
    Digital,
    /// A service.
    Service,
    /// A gift card code.
    GiftCard,
    /// Access to a members-only part of the site.
    Paywall,
}

impl ProductType {
    /// All types, ordered by code.
    pub const ALL: [ProductType; 5] = [
        ProductType::Physical,
        ProductType::Digital,
        ProductType::Service,
        ProductType::GiftCard,
        ProductType::Paywall,
    ];

    /// Its code in the API.
    pub fn code(self) -> i32 {
        match self {
            ProductType::Physical => 1,
            ProductType::Digital => 2,
            ProductType::Service => 3,
            ProductType::GiftCard => 4,
            ProductType::Paywall => 5,
        }
    }

    /// Whether its stock is never tracked: files and gift card codes are created on sale.
    pub fn has_unlimited_stock(self) -> bool {
        matches!(self, ProductType::Digital | ProductType::GiftCard)
    }

    /// Whether it is fulfilled by the payment, without shipping or work.
    pub fn is_auto_fulfilled(self) -> bool {
        matches!(self, ProductType::Digital | ProductType::GiftCard | ProductType::Paywall)
    }

    /// The type with this code.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// An image, with what is needed to show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its id.
    pub id: AssetId,
    /// File name in its URL.
    pub filename: String,
    /// Alternative text for people who do not see it.
    pub alt_text: String,
    /// Width, pixels.
    pub width: i32,
    /// Height, pixels.
    pub height: i32,
    /// Horizontal focal point for cropping, 0 (left) to 1 (right).
    pub focal_x: f64,
    /// Vertical focal point for cropping, 0 (top) to 1 (bottom).
    pub focal_y: f64,
    /// Average colours of five parts, as JSON text; empty when unknown.
    pub color_data: String,
    /// Whether smaller widths are available.
    pub has_widths: bool,
    url: String,
}

impl Picture {
    /// Its URL on the site.
    pub fn url(&self) -> String {
        self.url.clone()
    }
}

impl From<asset::Model> for Picture {
    fn from(row: asset::Model) -> Self {
        Self {
            url: row.url(),
            has_widths: row.has_widths(),
            id: row.id,
            filename: row.filename,
            color_data: row.color_data,
            alt_text: row.alt_text,
            width: row.width,
            height: row.height,
            focal_x: row.focal_x,
            focal_y: row.focal_y,
        }
    }
}

/// A category of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// Its id.
    pub id: CategoryId,
    /// Display name.
    pub name: String,
    /// Slug, used in filters.
    pub url_id: String,
    /// Parent category.
    pub parent_id: Option<CategoryId>,
    /// Whether it is the root category, which contains all products of the store.
    pub is_root: bool,
    /// Layout of its page.
    pub page_rendering: PageRendering,
    /// Position among its siblings.
    pub position: i32,
}

impl From<category::Model> for Category {
    fn from(row: category::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            url_id: row.url_id,
            parent_id: row.parent_id,
            is_root: row.kind == CategoryKind::Root,
            page_rendering: row.page_rendering,
            position: row.position,
        }
    }
}

/// A product with all data for its page and for lists.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogueItem {
    /// Its id.
    pub id: ProductId,
    /// The store.
    pub collection_id: CollectionId,
    /// Last segment of its path.
    pub url_id: String,
    /// Path on the site.
    pub full_url: String,
    /// Name.
    pub name: String,
    /// Code of its type, see [`ProductType`].
    pub product_type: i32,
    /// Short description as HTML.
    pub excerpt: String,
    /// Long description as HTML.
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Categories it is in.
    pub categories: Vec<Category>,
    /// Ancestors of these categories, without duplicates.
    pub categories_above: Vec<Category>,
    /// Images, the main one first.
    pub pictures: Vec<Picture>,
    /// Variants.
    pub variants: Vec<Variant>,
    /// Option names in display order.
    pub variant_option_ordering: Vec<String>,
    /// Whether it is taxable.
    pub taxable: bool,
    /// Whether it is visible to visitors.
    pub visible: bool,
    /// Scheduled publication time.
    pub publish_on: Option<Timestamp>,
    /// Title for search engines; empty to use the name.
    pub seo_title: String,
    /// Description for search engines; empty to use the short description.
    pub seo_description: String,
    /// Whether search engines are asked not to index it.
    pub no_index: bool,
    /// Image for social sharing; `None` for the main image.
    pub share_image_id: Option<AssetId>,
    /// Related products, chosen by the merchant.
    pub related_ids: Vec<ProductId>,
    /// Low-stock notice.
    pub scarcity: Scarcity,
    /// Form fields that a shopper fills in before adding it to the cart.
    pub additional_fields: Vec<AdditionalField>,
    /// Subscription plan; `None` when it is only sold once.
    pub subscription: Option<SubscriptionPlan>,
    /// Accepted donation amounts; `None` when it is sold at a price.
    pub donation: Option<DonationTerms>,
    /// Whether the "add to cart" button has a custom label.
    pub use_custom_add_button_text: bool,
    /// The custom label.
    pub custom_add_button_text: String,
    /// Custom text of the sold-out badge; empty for the default.
    pub custom_sold_out_text: String,
    /// Position in the store.
    pub position: i32,
    /// Currency of its prices.
    pub currency: Currency,
    /// Incremented by each change.
    pub revision: i64,
    /// Creation time.
    pub created_on: Timestamp,
    /// Last modification.
    pub updated_on: Timestamp,
}

/// Data that is joined to a product's row.
pub(crate) struct ProductRelations<'a> {
    pub(crate) collection_url_id: &'a str,
    pub(crate) categories: &'a HashMap<CategoryId, Category>,
    pub(crate) category_ids: Vec<CategoryId>,
    pub(crate) pictures: &'a HashMap<AssetId, Picture>,
    pub(crate) subscription: Option<SubscriptionPlan>,
    pub(crate) donation: Option<DonationTerms>,
    pub(crate) currency: Currency,
}

fn own_categories(around: &ProductRelations<'_>) -> Vec<Category> {
    let mut own: Vec<Category> =
        around.category_ids.iter().filter_map(|id| around.categories.get(id)).cloned().collect();
    own.sort_by(|one, other| (one.position, &one.id).cmp(&(other.position, &other.id)));
    own
}

fn categories_above(around: &ProductRelations<'_>) -> Vec<Category> {
    let mut above: Vec<Category> = Vec::new();
    for id in &around.category_ids {
        let mut parent = around.categories.get(id).and_then(|category| category.parent_id.as_ref());
        while let Some(category) = parent.and_then(|id| around.categories.get(id)) {
            if above.iter().any(|known| known.id == category.id) {
                break;
            }
            above.push(category.clone());
            parent = category.parent_id.as_ref();
        }
    }
    above
}

impl CatalogueItem {
    pub(crate) fn from_row(row: product::Model, variants: Vec<Variant>, around: &ProductRelations<'_>) -> Self {
        Self {
            full_url: format!("/{}/{}", around.collection_url_id, row.url_id),
            tags: row.tags.0,
            categories: own_categories(around),
            categories_above: categories_above(around),
            related_ids: row.related_ids.0,
            scarcity: row.scarcity.unwrap_or_default().0,
            additional_fields: row.additional_fields.unwrap_or_default().0,
            pictures: row.image_ids.0.iter().filter_map(|id| around.pictures.get(id).cloned()).collect(),
            variant_option_ordering: row.variant_option_ordering.0,
            variants,
            id: row.id,
            collection_id: row.collection_id,
            url_id: row.url_id,
            name: row.name,
            product_type: row.product_type,
            excerpt: row.excerpt,
            description: row.description,
            taxable: row.taxable,
            visible: row.visible,
            publish_on: row.publish_on,
            seo_title: row.seo_title,
            seo_description: row.seo_description,
            no_index: row.no_index,
            share_image_id: row.share_image_id,
            use_custom_add_button_text: row.use_custom_add_button_text,
            custom_add_button_text: row.custom_add_button_text,
            custom_sold_out_text: row.custom_sold_out_text,
            position: row.position,
            subscription: around.subscription.clone(),
            donation: around.donation.clone(),
            currency: around.currency,
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        }
    }

    /// Publication status.
    pub fn status(&self) -> ProductStatus {
        match (self.visible, self.publish_on) {
            (true, _) => ProductStatus::Published,
            (false, Some(_)) => ProductStatus::Scheduled,
            (false, None) => ProductStatus::Draft,
        }
    }

    /// Its categories and their ancestors.
    pub fn all_categories(&self) -> impl Iterator<Item = &Category> {
        self.categories.iter().chain(&self.categories_above)
    }

    /// Its type; `None` for an unknown code.
    pub fn kind(&self) -> Option<ProductType> {
        ProductType::from_code(self.product_type)
    }

    /// Whether it represents money: gift cards and donations.
    pub(crate) fn is_money(&self) -> bool {
        self.donation.is_some() || self.kind() == Some(ProductType::GiftCard)
    }

    /// Whether it is sold by subscription only.
    pub fn is_subscribable(&self) -> bool {
        self.subscription.as_ref().is_some_and(|plan| !plan.sold_once)
    }

    fn never_on_sale(&self) -> bool {
        self.kind() == Some(ProductType::GiftCard)
    }

    /// Current unit price of a variant, minor units.
    pub fn effective_price_cents(&self, variant: &Variant) -> Cents {
        match variant.sale_price_cents {
            Some(sale) if variant.on_sale && !self.never_on_sale() => sale,
            _ => variant.price_cents,
        }
    }

    /// Lowest current price, minor units; 0 without variants.
    pub fn from_price_cents(&self) -> Cents {
        self.variants.iter().map(|variant| self.effective_price_cents(variant)).min().unwrap_or_default()
    }

    /// The variant with the lowest current price.
    pub fn cheapest(&self) -> Option<&Variant> {
        self.variants.iter().min_by_key(|variant| self.effective_price_cents(variant))
    }

    /// Whether current prices differ between variants.
    pub fn has_varied_prices(&self) -> bool {
        let mut prices = self.variants.iter().map(|variant| self.effective_price_cents(variant));
        prices.next().is_some_and(|first| prices.any(|price| price != first))
    }

    /// Whether any variant is on sale; a gift card never is.
    pub fn on_sale(&self) -> bool {
        !self.never_on_sale() && self.variants.iter().any(|variant| variant.on_sale)
    }

    /// Whether it is sold out. Files and gift cards never are.
    pub fn sold_out(&self) -> bool {
        match self.kind() {
            Some(kind) if kind.has_unlimited_stock() => false,
            _ => self.variants.iter().all(|variant| variant.stock() == 0),
        }
    }

    /// Total stock of all variants; [`UNLIMITED_STOCK`] when one is not tracked.
    pub fn total_stock(&self) -> i64 {
        self.variants.iter().fold(0_i64, |sum, variant| sum.saturating_add(variant.stock()).min(UNLIMITED_STOCK))
    }

    /// Whether the stock of any variant is not tracked.
    pub fn unlimited(&self) -> bool {
        self.variants.iter().any(|variant| variant.unlimited)
    }

    /// Whether the page shows a quantity field: for physical products, and for services if the shop allows more than
    /// one, when more than one is in stock.
    pub fn has_quantity_input(&self, multiple_quantity_for_services: bool) -> bool {
        let countable = match self.kind() {
            Some(ProductType::Physical) => true,
            Some(ProductType::Service) => multiple_quantity_for_services,
            _ => false,
        };
        countable && !self.is_subscribable() && self.total_stock() > 1
    }

    /// Options that a shopper chooses: those in display order first, then others that variants have.
    pub fn options(&self) -> Vec<ProductOption> {
        let mut names = self.variant_option_ordering.clone();
        for name in self.variants.iter().flat_map(|variant| variant.attributes.keys()) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
            .into_iter()
            .map(|name| {
                let mut values: Vec<String> = Vec::new();
                for value in self.variants.iter().filter_map(|variant| variant.attributes.get(&name)) {
                    if !values.contains(value) {
                        values.push(value.clone());
                    }
                }
                ProductOption { name, values }
            })
            .filter(|option| !option.values.is_empty())
            .collect()
    }

    /// A variant's option values in display order, such as `M / Blue`; empty without options.
    pub fn attributes_text(&self, variant: &Variant) -> String {
        self.chosen_options(variant).text()
    }

    /// A variant's option values in display order.
    pub(crate) fn chosen_options(&self, variant: &Variant) -> ChosenOptions {
        ChosenOptions::in_order(&self.variant_option_ordering, variant.attributes.clone())
    }

    /// The image of a variant, otherwise the first of the product.
    pub fn image_of(&self, variant: &Variant) -> Option<&Picture> {
        variant
            .main_image_id
            .as_ref()
            .and_then(|id| self.pictures.iter().find(|picture| &picture.id == id))
            .or_else(|| self.pictures.first())
    }

    /// The variant with this SKU, ignoring case.
    pub fn variant_by_sku(&self, sku: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.sku.eq_ignore_ascii_case(sku))
    }
}

/// What a shopper is told who has not chosen these options; `None` when none is missing.
pub(crate) fn missing_options_text(kind: Option<ProductType>, missing: &[String]) -> Option<Said> {
    Some(match missing {
        [] => return None,
        _ if kind == Some(ProductType::GiftCard) => DENOMINATION_MISSING.into(),
        [only] => OPTION_MISSING.with("option", only.as_str()),
        [first, second] => OPTIONS_MISSING.with("first", first.as_str()).with("second", second.as_str()),
        [head @ .., last] => MANY_OPTIONS_MISSING.with("options", head.join(", ")).with("last", last.as_str()),
    })
}
