//! Request types of products and stores.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{
    AdditionalField, NewProduct, NewStore, ProductPatch, ProductType, Publication, Scarcity, Stock, StockPatch,
    VariantPatch,
};
use stoa_kernel::catalogue::{AdditionalFieldKind, ProductStatus};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::money::Cents;
use utoipa::ToSchema;

/// A store to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionBody {
    #[serde(default)]
    #[schema(max_length = 200)]
    navigation_title: String,
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// 3 to 100 lower-case letters, digits and single hyphens.
    url_id: String,
    #[serde(default)]
    #[schema(max_length = 2000)]
    description: String,
    /// Always true.
    #[serde(default)]
    #[expect(dead_code, reason = "clients send it; a new store is always enabled")]
    enabled: bool,
}

/// Low stock message of a product.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Scarcity)]
pub struct LowStockMessageDto {
    /// Whether the message is shown.
    pub(in crate::admin) enabled: bool,
    /// With `{qtyInStock}` as placeholder of the number; empty for the default.
    #[serde(default)]
    #[schema(max_length = 120)]
    pub(in crate::admin) text: String,
    /// Whether it is shown before a variant is chosen.
    #[serde(default)]
    pub(in crate::admin) shown_by_default: bool,
}

/// An additional field that the customer fills in before adding a product to the cart.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdditionalField)]
pub struct AdditionalFieldDto {
    /// Key of the field: letters, digits, `-` and `_`.
    pub(in crate::admin) id: String,
    #[serde(rename = "type")]
    pub(in crate::admin) kind: AdditionalFieldKind,
    /// Label.
    #[schema(min_length = 1, max_length = 120)]
    pub(in crate::admin) title: String,
    #[serde(default)]
    pub(in crate::admin) required: bool,
    /// The options.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub(in crate::admin) options: Vec<String>,
}

/// Product data. Omitted fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFields {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    /// URL slug below the store: lower-case letters, digits and single hyphens.
    url_id: Option<String>,
    /// HTML.
    description: Option<String>,
    /// HTML.
    excerpt: Option<String>,
    /// Whether it is taxable.
    taxable: Option<bool>,
    status: Option<ProductStatus>,
    /// When a scheduled product becomes visible, UTC milliseconds.
    publish_on: Option<i64>,
    #[schema(max_items = 50)]
    tags: Option<Vec<String>>,
    /// Ids of its categories.
    #[schema(max_items = 50)]
    categories: Option<Vec<String>>,
    /// Ids of its images, the main image first.
    #[schema(max_items = 30)]
    image_ids: Option<Vec<String>>,
    use_custom_add_button_text: Option<bool>,
    #[schema(max_length = 60)]
    custom_add_button_text: Option<String>,
    /// Text of the sold-out badge; empty for the default.
    #[schema(max_length = 60)]
    custom_sold_out_text: Option<String>,
    /// Title for search engines; empty to use the name.
    #[schema(max_length = 200)]
    seo_title: Option<String>,
    /// Description for search engines; empty to use the short description.
    #[schema(max_length = 400)]
    seo_description: Option<String>,
    /// Whether it is excluded from search engines (noindex).
    no_index: Option<bool>,
    /// Image for shared links; empty for its main image.
    share_image_id: Option<String>,
    /// Related products; empty for other products of the store.
    #[schema(max_items = 12)]
    related_product_ids: Option<Vec<String>>,
    scarcity: Option<LowStockMessageDto>,
    /// Additional fields that customers fill in before adding it to the cart.
    #[schema(max_items = 20)]
    additional_fields: Option<Vec<AdditionalFieldDto>>,
    /// Option names in display order.
    #[schema(max_items = 6)]
    variant_option_ordering: Option<Vec<String>>,
    /// All variants in display order; existing variants that are not listed are removed.
    #[schema(min_items = 1, max_items = 250)]
    variants: Option<Vec<VariantBody>>,
}

/// Changes of a product.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProductBody {
    #[serde(flatten)]
    fields: ProductFields,
    /// The revision that was read.
    pub(in crate::admin) revision: i64,
}

/// A product to create. The name is required; by default it is a draft with one variant.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewProductBody {
    /// 1 physical, 2 digital, 3 service, 4 gift card, 5 paywall.
    #[serde(rename = "productType")]
    product_type: i32,
    #[serde(flatten)]
    fields: ProductFields,
}

/// A variant to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantBody {
    /// Omitted for a new variant.
    #[serde(default)]
    id: Option<String>,
    /// Generated if empty.
    #[serde(default)]
    #[schema(max_length = 60)]
    sku: String,
    /// Option values by option name, for each option of the product.
    attributes: BTreeMap<String, String>,
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    price_cents: i64,
    /// Omitted for none.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 99_999_999_999_i64)]
    sale_price_cents: Option<i64>,
    on_sale: bool,
    /// Weight of one piece including packaging.
    #[schema(minimum = 0, maximum = 100_000_000)]
    weight_grams: i64,
    /// One of the product's images; omitted for none.
    #[serde(default)]
    main_image_id: Option<String>,
    /// Omitted to leave the stock unchanged; a new variant then has none.
    #[serde(default)]
    stock: Option<StockDto>,
}

/// Stock of a variant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Stock)]
pub struct StockDto {
    /// Whether stock is unlimited (not tracked).
    unlimited: bool,
    qty_in_stock: i64,
    /// The stock that was read, -1 for unlimited. Required for an existing variant: 409 if the stock has changed since.
    #[serde(default)]
    seen: Option<i64>,
}

/// Stock of a variant to set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockBody {
    variant_id: String,
    /// Whether stock is unlimited (not tracked).
    unlimited: bool,
    #[schema(minimum = 0, maximum = 999_999_999)]
    qty_in_stock: i64,
    /// The stock that was read, -1 for unlimited.
    seen: i64,
    /// Reason for the stock history.
    #[serde(default)]
    #[schema(max_length = 200)]
    reason: Option<String>,
}

/// New position of a product in its store's list.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceBody {
    /// The preceding product; omitted for the first position.
    #[schema(required)]
    pub(in crate::admin) after_item_id: Option<String>,
}

pub(super) fn refused(field: &str, message: impl Display) -> CommerceError {
    CommerceError::Invalid([(field.to_owned(), message.to_string())].into())
}

/// Parses an id; a malformed one is treated as not existing.
fn id<T: FromStr>(text: &str, field: &str, what: &str) -> Result<T, CommerceError> {
    text.parse().map_err(|_| refused(field, format!("{what} no longer exists. Reload the page.")))
}

fn ids<T: FromStr>(texts: Option<Vec<String>>, field: &str, what: &str) -> Result<Option<Vec<T>>, CommerceError> {
    texts.map(|texts| texts.iter().map(|text| id(text, field, what)).collect()).transpose()
}

/// Parses an optional id; empty means none.
fn chosen<T: FromStr>(text: &str, field: &str, what: &str) -> Result<Option<T>, CommerceError> {
    if text.is_empty() { Ok(None) } else { id(text, field, what).map(Some) }
}

impl From<CollectionBody> for NewStore {
    fn from(body: CollectionBody) -> Self {
        Self {
            navigation_title: body.navigation_title,
            title: body.title,
            url_id: body.url_id,
            description: body.description,
        }
    }
}

impl VariantBody {
    fn patch(self, index: usize) -> Result<VariantPatch, CommerceError> {
        let field = |name: &str| format!("variants[{index}].{name}");
        Ok(VariantPatch {
            id: self.id.map(|text| id(&text, &field("id"), "The variant")).transpose()?,
            sku: self.sku,
            attributes: self.attributes,
            price_cents: Cents(self.price_cents),
            sale_price_cents: self.sale_price_cents.map(Cents),
            on_sale: self.on_sale,
            weight_grams: self.weight_grams,
            main_image_id: self.main_image_id.map(|text| id(&text, &field("mainImageId"), "The image")).transpose()?,
            stock: self.stock.map(|StockDto { unlimited, qty_in_stock, seen }| Stock { unlimited, qty_in_stock, seen }),
        })
    }
}

impl From<AdditionalFieldDto> for AdditionalField {
    fn from(field: AdditionalFieldDto) -> Self {
        Self { id: field.id, kind: field.kind, title: field.title, required: field.required, options: field.options }
    }
}

impl ProductFields {
    fn publication(&self) -> Result<Option<Publication>, CommerceError> {
        Ok(match (self.status, self.publish_on) {
            (None, _) => None,
            (Some(ProductStatus::Draft), _) => Some(Publication::Draft),
            (Some(ProductStatus::Published), _) => Some(Publication::Published),
            (Some(ProductStatus::Scheduled), Some(on)) => Some(Publication::Scheduled(Timestamp::from_ms(on))),
            (Some(ProductStatus::Scheduled), None) => {
                return Err(refused("publishOn", stoa_kernel::contributor_texts::CHOOSE_A_PUBLICATION_TIME.english()));
            }
        })
    }
}

impl TryFrom<ProductFields> for ProductPatch {
    type Error = CommerceError;

    fn try_from(fields: ProductFields) -> Result<Self, CommerceError> {
        let publication = fields.publication()?;
        let variants = fields.variants.map(|variants| {
            variants.into_iter().enumerate().map(|(index, variant)| variant.patch(index)).collect::<Result<Vec<_>, _>>()
        });
        Ok(Self {
            publication,
            name: fields.name,
            url_id: fields.url_id,
            description: fields.description,
            excerpt: fields.excerpt,
            taxable: fields.taxable,
            tags: fields.tags,
            category_ids: ids(fields.categories, "categories", "A category")?,
            image_ids: ids(fields.image_ids, "imageIds", "An image")?,
            use_custom_add_button_text: fields.use_custom_add_button_text,
            custom_add_button_text: fields.custom_add_button_text,
            custom_sold_out_text: fields.custom_sold_out_text,
            seo_title: fields.seo_title,
            seo_description: fields.seo_description,
            no_index: fields.no_index,
            share_image_id: fields.share_image_id.map(|text| chosen(&text, "shareImageId", "The image")).transpose()?,
            related_ids: ids(fields.related_product_ids, "relatedProductIds", "A related product")?,
            scarcity: fields.scarcity.map(|scarcity| Scarcity {
                enabled: scarcity.enabled,
                text: scarcity.text,
                shown_by_default: scarcity.shown_by_default,
            }),
            additional_fields: fields.additional_fields.map(|list| list.into_iter().map(Into::into).collect()),
            variant_option_ordering: fields.variant_option_ordering,
            variants: variants.transpose()?,
        })
    }
}

impl TryFrom<ProductBody> for ProductPatch {
    type Error = CommerceError;

    fn try_from(body: ProductBody) -> Result<Self, CommerceError> {
        body.fields.try_into()
    }
}

impl TryFrom<NewProductBody> for NewProduct {
    type Error = CommerceError;

    fn try_from(body: NewProductBody) -> Result<Self, CommerceError> {
        let kind = ProductType::from_code(body.product_type)
            .ok_or_else(|| refused("productType", "Choose a product type."))?;
        Ok(Self { kind, patch: body.fields.try_into()? })
    }
}

impl TryFrom<StockBody> for StockPatch {
    type Error = CommerceError;

    fn try_from(body: StockBody) -> Result<Self, CommerceError> {
        Ok(Self {
            variant_id: body.variant_id.parse().map_err(|_| CommerceError::NotFound)?,
            unlimited: body.unlimited,
            qty_in_stock: body.qty_in_stock,
            seen: body.seen,
            reason: body.reason,
        })
    }
}
