//! A product as visitors see it: what it is, costs and has in stock.

use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CollectionId, ProductId};
use stoa_kernel::money::{Cents, Currency};

use super::{Category, Picture, ProductType, UNLIMITED_STOCK};
use crate::catalogue::additional_fields::AdditionalField;
use crate::catalogue::chosen_options::ChosenOptions;
use crate::catalogue::merchandising::Scarcity;
use crate::catalogue::variant::{ProductOption, Variant};
use crate::donations::DonationTerms;
use crate::subscriptions::SubscriptionPlan;

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

impl CatalogueItem {
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
