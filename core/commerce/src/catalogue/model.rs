use std::collections::HashMap;

use stoa_entity::tenant::{asset, category, product};
use stoa_kernel::id::{AssetId, CategoryId, CollectionId, ProductId};
use stoa_kernel::money::Currency;

use super::additional_fields::AdditionalField;
use super::categories::PageRendering;
use super::chosen::ChosenOptions;
use super::merchandising::Scarcity;
use super::variant::{ProductOption, Variant};
use crate::donations::DonationTerms;
use crate::subscriptions::SubscriptionPlan;
use crate::{CommerceError, columns};

/// Stock that is not counted, as the storefront reads it: the largest whole number that scripts
/// hold exactly.
pub const UNLIMITED_STOCK: i64 = 9_007_199_254_740_991;

/// What kind of thing a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductType {
    /// Sent by post.
    Physical,
    /// A file.
    Digital,
    /// Work that is done.
    Service,
    /// A code worth money.
    GiftCard,
    /// The right to see a part of the site.
    Paywall,
}

impl ProductType {
    /// All, in the order of their numbers.
    pub const ALL: [ProductType; 5] = [
        ProductType::Physical,
        ProductType::Digital,
        ProductType::Service,
        ProductType::GiftCard,
        ProductType::Paywall,
    ];

    /// Its number on the wire.
    pub fn code(self) -> i32 {
        match self {
            ProductType::Physical => 1,
            ProductType::Digital => 2,
            ProductType::Service => 3,
            ProductType::GiftCard => 4,
            ProductType::Paywall => 5,
        }
    }

    /// Whether there is always enough of it, so that nobody counts it: files and codes are made as they are sold.
    pub fn is_never_counted(self) -> bool {
        matches!(self, ProductType::Digital | ProductType::GiftCard)
    }

    /// Whether its buyer has it with the payment, and nobody sends or does anything.
    pub fn is_given_at_once(self) -> bool {
        matches!(self, ProductType::Digital | ProductType::GiftCard | ProductType::Paywall)
    }

    /// The type of a number.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// A picture, with what is needed to show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its id.
    pub id: AssetId,
    /// Name in its address.
    pub filename: String,
    /// Description for those who do not see it.
    pub alt_text: String,
    /// Pixels.
    pub width: i32,
    /// Pixels.
    pub height: i32,
    /// What to keep in view when cropped, 0 left to 1 right.
    pub focal_x: f64,
    /// What to keep in view when cropped, 0 top to 1 bottom.
    pub focal_y: f64,
    /// Average colours of its five parts, as JSON text; empty when they are not known.
    pub color_data: String,
    /// Whether it is served in smaller widths.
    pub has_widths: bool,
    url: String,
}

impl Picture {
    /// Its address on the site.
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
    /// Name shown.
    pub name: String,
    /// Short name for filters.
    pub url_id: String,
    /// The category above.
    pub parent_id: Option<CategoryId>,
    /// Whether it stands for the whole store.
    pub is_root: bool,
    /// How its page is drawn, `LIST_VIEW`, `GRID_VIEW` or `STORE_VIEW`.
    pub page_rendering: String,
    /// Order among its siblings.
    pub position: i32,
}

impl Category {
    /// How its page is drawn.
    pub fn rendering(&self) -> PageRendering {
        PageRendering::from_name(&self.page_rendering).unwrap_or(PageRendering::StoreView)
    }
}

impl From<category::Model> for Category {
    fn from(row: category::Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            url_id: row.url_id,
            parent_id: row.parent_id,
            is_root: row.kind == "ROOT",
            page_rendering: row.page_rendering,
            position: row.position,
        }
    }
}

/// Whether and since when visitors see a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductStatus {
    /// Only contributors see it.
    Draft,
    /// It appears by itself at its time.
    Scheduled,
    /// Visitors see it.
    Published,
}

impl ProductStatus {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            ProductStatus::Draft => "draft",
            ProductStatus::Scheduled => "scheduled",
            ProductStatus::Published => "published",
        }
    }
}

/// A product with everything that a page or a list shows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogueItem {
    /// Its id.
    pub id: ProductId,
    /// The store.
    pub collection_id: CollectionId,
    /// Address below the store.
    pub url_id: String,
    /// Path on the site.
    pub full_url: String,
    /// Name.
    pub name: String,
    /// Number of its type, see [`ProductType`].
    pub product_type: i32,
    /// Short description as HTML.
    pub excerpt: String,
    /// Long description as HTML.
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Categories it is in.
    pub categories: Vec<Category>,
    /// Categories above those, without repetition.
    pub categories_above: Vec<Category>,
    /// Pictures, the main one first.
    pub pictures: Vec<Picture>,
    /// Its buyable forms.
    pub variants: Vec<Variant>,
    /// Option names in the order of their selectors.
    pub variant_option_ordering: Vec<String>,
    /// Whether tax is charged on it.
    pub taxable: bool,
    /// Whether visitors see it.
    pub visible: bool,
    /// When it appears by itself, UTC milliseconds.
    pub publish_on: Option<i64>,
    /// Title for search engines; empty to use the name.
    pub seo_title: String,
    /// Description for search engines; empty to use the short description.
    pub seo_description: String,
    /// Whether search engines are asked to leave it out.
    pub no_index: bool,
    /// The picture shown where it is shared; none for its main one.
    pub share_image_id: Option<AssetId>,
    /// Products shown beside it, as the merchant chose them.
    pub related_ids: Vec<ProductId>,
    /// What is said when few are left.
    pub scarcity: Scarcity,
    /// What shoppers fill in before it is put into the cart.
    pub additional_fields: Vec<AdditionalField>,
    /// How it is bought again and again; none when it is sold a single time alone.
    pub subscription: Option<SubscriptionPlan>,
    /// Which amounts it takes as donations; none when it is sold at its price.
    pub donation: Option<DonationTerms>,
    /// Whether the button has a text of its own.
    pub use_custom_add_button_text: bool,
    /// That text.
    pub custom_add_button_text: String,
    /// Replaces the words of the sold-out badge; empty for the default.
    pub custom_sold_out_text: String,
    /// Order in the store.
    pub position: i32,
    /// Currency of its prices.
    pub currency: Currency,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// What stands around a product's row.
pub(crate) struct Surroundings<'a> {
    pub(crate) collection_url_id: &'a str,
    pub(crate) categories: &'a HashMap<CategoryId, Category>,
    pub(crate) category_ids: Vec<CategoryId>,
    pub(crate) pictures: &'a HashMap<AssetId, Picture>,
    pub(crate) subscription: Option<SubscriptionPlan>,
    pub(crate) donation: Option<DonationTerms>,
    pub(crate) currency: Currency,
}

fn own_categories(around: &Surroundings<'_>) -> Vec<Category> {
    let mut own: Vec<Category> =
        around.category_ids.iter().filter_map(|id| around.categories.get(id)).cloned().collect();
    own.sort_by(|one, other| (one.position, &one.id).cmp(&(other.position, &other.id)));
    own
}

fn categories_above(around: &Surroundings<'_>) -> Vec<Category> {
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
    pub(crate) fn from_row(
        row: product::Model,
        variants: Vec<Variant>,
        around: &Surroundings<'_>,
    ) -> Result<Self, CommerceError> {
        let image_ids: Vec<AssetId> = columns::read("product.image_ids", &row.image_ids)?;
        Ok(Self {
            full_url: format!("/{}/{}", around.collection_url_id, row.url_id),
            tags: columns::read("product.tags", &row.tags)?,
            categories: own_categories(around),
            categories_above: categories_above(around),
            related_ids: columns::read("product.related_ids", &row.related_ids)?,
            scarcity: columns::read_optional("product.scarcity", row.scarcity.as_ref())?.unwrap_or_default(),
            additional_fields: columns::read_optional("product.additional_fields", row.additional_fields.as_ref())?
                .unwrap_or_default(),
            pictures: image_ids.iter().filter_map(|id| around.pictures.get(id).cloned()).collect(),
            variant_option_ordering: columns::read("product.variant_option_ordering", &row.variant_option_ordering)?,
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
        })
    }

    /// Whether and since when visitors see it.
    pub fn status(&self) -> ProductStatus {
        match (self.visible, self.publish_on) {
            (true, _) => ProductStatus::Published,
            (false, Some(_)) => ProductStatus::Scheduled,
            (false, None) => ProductStatus::Draft,
        }
    }

    /// Its categories and those above them.
    pub fn all_categories(&self) -> impl Iterator<Item = &Category> {
        self.categories.iter().chain(&self.categories_above)
    }

    /// Whether it is in a category, or in one below it.
    pub fn is_in_category(&self, url_id: &str) -> bool {
        self.all_categories().any(|category| category.url_id == url_id)
    }

    /// Its type; none for a number that stands for nothing.
    pub fn kind(&self) -> Option<ProductType> {
        ProductType::from_code(self.product_type)
    }

    /// Whether it stands for money, as gift cards and donations do.
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

    /// What one piece of a variant costs now, minor units.
    pub fn effective_price_cents(&self, variant: &Variant) -> i64 {
        match variant.sale_price_cents {
            Some(sale) if variant.on_sale && !self.never_on_sale() => sale,
            _ => variant.price_cents,
        }
    }

    /// The lowest price now, minor units; 0 without variants.
    pub fn from_price_cents(&self) -> i64 {
        self.variants.iter().map(|variant| self.effective_price_cents(variant)).min().unwrap_or(0)
    }

    /// The variant with the lowest price now.
    pub fn cheapest(&self) -> Option<&Variant> {
        self.variants.iter().min_by_key(|variant| self.effective_price_cents(variant))
    }

    /// Whether variants cost differently now.
    pub fn has_varied_prices(&self) -> bool {
        let mut prices = self.variants.iter().map(|variant| self.effective_price_cents(variant));
        prices.next().is_some_and(|first| prices.any(|price| price != first))
    }

    /// Whether any variant is on sale; a gift card never is.
    pub fn on_sale(&self) -> bool {
        !self.never_on_sale() && self.variants.iter().any(|variant| variant.on_sale)
    }

    /// Whether nothing of it is left. Files and gift cards are never sold out.
    pub fn sold_out(&self) -> bool {
        match self.kind() {
            Some(kind) if kind.is_never_counted() => false,
            _ => self.variants.iter().all(|variant| variant.stock() == 0),
        }
    }

    /// Pieces over all variants; [`UNLIMITED_STOCK`] when one is not counted.
    pub fn total_stock(&self) -> i64 {
        self.variants.iter().fold(0_i64, |sum, variant| sum.saturating_add(variant.stock()).min(UNLIMITED_STOCK))
    }

    /// Whether stock of any variant is not counted.
    pub fn unlimited(&self) -> bool {
        self.variants.iter().any(|variant| variant.unlimited)
    }

    /// Whether a quantity can be entered: of physical things, and of services where the shop allows
    /// more than one, when there is more than one left.
    pub fn has_quantity_input(&self, multiple_quantity_for_services: bool) -> bool {
        let countable = match self.kind() {
            Some(ProductType::Physical) => true,
            Some(ProductType::Service) => multiple_quantity_for_services,
            _ => false,
        };
        countable && !self.is_subscribable() && self.total_stock() > 1
    }

    /// The options a shopper chooses: those of the ordering first, then any others that variants
    /// have.
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

    /// A variant's values in the order of the selectors, such as `M / Blue`; empty without options.
    pub fn attributes_text(&self, variant: &Variant) -> String {
        self.chosen_options(variant).text()
    }

    /// A variant's values in the order of the selectors.
    pub(crate) fn chosen_options(&self, variant: &Variant) -> ChosenOptions {
        ChosenOptions::in_order(&self.variant_option_ordering, variant.attributes.clone())
    }

    /// The picture of a variant, else the first of the product.
    pub fn picture_of(&self, variant: &Variant) -> Option<&Picture> {
        variant
            .main_image_id
            .as_ref()
            .and_then(|id| self.pictures.iter().find(|picture| &picture.id == id))
            .or_else(|| self.pictures.first())
    }

    /// The variant of a stock keeping unit, whatever its case.
    pub fn variant_by_sku(&self, sku: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.sku.eq_ignore_ascii_case(sku))
    }
}

/// What a shopper is told who has not chosen these options; none when none is missing.
pub fn missing_options_message(kind: Option<ProductType>, missing: &[String]) -> Option<String> {
    if missing.is_empty() {
        return None;
    }
    if kind == Some(ProductType::GiftCard) {
        return Some("Select a denomination for the Gift Card".to_owned());
    }
    Some(match missing {
        [only] => format!("Please select the {only} option."),
        [first, second] => format!("Please select the {first} and {second} options."),
        [head @ .., last] => format!("Please select the {}, and {last} options.", head.join(", ")),
        [] => String::new(),
    })
}
