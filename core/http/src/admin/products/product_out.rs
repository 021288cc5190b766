//! JSON types of stores and products.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_commerce::catalogue::{
    AdditionalField, BulkOutcome, CatalogueItem, MAX_PRODUCTS, Picture, StorePage, Variant,
};
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use utoipa::ToSchema;

use super::product_in::{AdditionalFieldDto, LowStockMessageDto};
use crate::extract::Listing;

/// A store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductCollection)]
pub struct CollectionOut {
    id: String,
    website_id: String,
    /// Always 13.
    #[serde(rename = "type")]
    kind: i32,
    navigation_title: String,
    title: String,
    url_id: String,
    full_url: String,
    description: String,
    enabled: bool,
    /// The root category; null until it is created.
    root_category_id: Option<String>,
    product_count: u64,
    /// Maximum number of products.
    product_limit: u64,
    created_on: i64,
    updated_on: i64,
}

/// The stores of a site.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionsOut {
    pub(in crate::admin) collections: Vec<CollectionOut>,
}

/// A product in the list. Amounts are minor units of its currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductSummary)]
pub struct ProductSummaryOut {
    id: String,
    /// Its store.
    collection_id: String,
    name: String,
    url_id: String,
    full_url: String,
    product_type: i32,
    image_url: Option<String>,
    visible: bool,
    status: ProductStatus,
    /// When a scheduled product becomes visible, UTC milliseconds.
    publish_on: Option<i64>,
    variant_count: usize,
    /// Stock over all variants; null if one of them is unlimited.
    total_stock: Option<i64>,
    unlimited: bool,
    /// The lowest current price.
    price_from_cents: i64,
    currency: String,
    on_sale: bool,
    sold_out: bool,
    updated_on: i64,
}

/// A page of products.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductsOut {
    pub(in crate::admin) items: Vec<ProductSummaryOut>,
    #[serde(flatten)]
    pub(in crate::admin) listing: Listing,
}

/// A product with all details.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Product)]
pub struct ProductOut {
    id: String,
    collection_id: String,
    name: String,
    url_id: String,
    full_url: String,
    product_type: i32,
    /// HTML.
    description: String,
    /// HTML.
    excerpt: String,
    /// Whether it is taxable.
    taxable: bool,
    visible: bool,
    status: ProductStatus,
    /// When a scheduled product becomes visible, UTC milliseconds.
    publish_on: Option<i64>,
    tags: Vec<String>,
    /// Ids of its categories.
    categories: Vec<String>,
    /// Option names in display order.
    variant_option_ordering: Vec<String>,
    variants: Vec<VariantOut>,
    images: Vec<ProductImageOut>,
    currency: String,
    use_custom_add_button_text: bool,
    custom_add_button_text: String,
    custom_sold_out_text: String,
    /// Title for search engines; empty to use the name.
    seo_title: String,
    /// Description for search engines; empty to use the short description.
    seo_description: String,
    /// Whether it is excluded from search engines (noindex).
    no_index: bool,
    /// Image for shared links; null for its main image.
    share_image_id: Option<String>,
    /// Related products; empty for other products of the store.
    related_product_ids: Vec<String>,
    scarcity: LowStockMessageDto,
    /// Additional fields that customers fill in before adding it to the cart.
    additional_fields: Vec<AdditionalFieldDto>,
    /// On how many wishlists it is; null where that was not counted.
    wishlist_count: Option<i64>,
    /// Revision to send with a change.
    revision: i64,
    created_on: i64,
    updated_on: i64,
}

impl ProductOut {
    /// With the number of wishlists that it is on.
    pub(super) fn on_wishlists(self, count: u64) -> Self {
        Self { wishlist_count: i64::try_from(count).ok(), ..self }
    }
}

/// A variant of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Variant)]
pub struct VariantOut {
    id: String,
    sku: String,
    /// Option values by option name.
    attributes: BTreeMap<String, String>,
    price_cents: i64,
    sale_price_cents: Option<i64>,
    on_sale: bool,
    unlimited: bool,
    qty_in_stock: i64,
    /// Weight of one piece including packaging.
    weight_grams: i64,
    main_image_id: Option<String>,
}

/// An image of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductImage)]
pub struct ProductImageOut {
    id: String,
    url: String,
    alt_text: String,
    width: i32,
    height: i32,
    /// Horizontal focal point, 0 left to 1 right.
    focal_x: f64,
    /// Vertical focal point, 0 top to 1 bottom.
    focal_y: f64,
}

impl CollectionOut {
    pub(in crate::admin) fn new(website: &WebsiteId, store: StorePage) -> Self {
        Self {
            id: store.id.into(),
            website_id: website.to_string(),
            kind: 13,
            navigation_title: store.navigation_title,
            title: store.title,
            full_url: format!("/{}", store.url_id),
            root_category_id: store.root_category_id.map(String::from),
            product_count: store.product_count,
            product_limit: MAX_PRODUCTS,
            url_id: store.url_id,
            description: store.description,
            enabled: store.enabled,
            created_on: store.created_on.ms(),
            updated_on: store.updated_on.ms(),
        }
    }
}

impl From<CatalogueItem> for ProductSummaryOut {
    fn from(item: CatalogueItem) -> Self {
        Self {
            status: item.status(),
            image_url: item.pictures.first().map(Picture::url),
            variant_count: item.variants.len(),
            total_stock: (!item.unlimited()).then(|| item.total_stock()),
            unlimited: item.unlimited(),
            price_from_cents: item.from_price_cents().0,
            currency: item.currency.code().to_owned(),
            on_sale: item.on_sale(),
            sold_out: item.sold_out(),
            id: item.id.into(),
            collection_id: item.collection_id.into(),
            name: item.name,
            url_id: item.url_id,
            full_url: item.full_url,
            product_type: item.product_type,
            visible: item.visible,
            publish_on: item.publish_on.map(Timestamp::ms),
            updated_on: item.updated_on.ms(),
        }
    }
}

impl From<Variant> for VariantOut {
    fn from(variant: Variant) -> Self {
        Self {
            id: variant.id.into(),
            sku: variant.sku,
            attributes: variant.attributes,
            price_cents: variant.price_cents.0,
            sale_price_cents: variant.sale_price_cents.map(i64::from),
            on_sale: variant.on_sale,
            unlimited: variant.unlimited,
            qty_in_stock: variant.qty_in_stock,
            weight_grams: variant.weight_grams,
            main_image_id: variant.main_image_id.map(String::from),
        }
    }
}

impl From<Picture> for ProductImageOut {
    fn from(picture: Picture) -> Self {
        Self {
            url: picture.url(),
            id: picture.id.into(),
            alt_text: picture.alt_text,
            width: picture.width,
            height: picture.height,
            focal_x: picture.focal_x,
            focal_y: picture.focal_y,
        }
    }
}

impl From<CatalogueItem> for ProductOut {
    fn from(item: CatalogueItem) -> Self {
        Self {
            status: item.status(),
            id: item.id.into(),
            collection_id: item.collection_id.into(),
            name: item.name,
            url_id: item.url_id,
            full_url: item.full_url,
            product_type: item.product_type,
            description: item.description,
            excerpt: item.excerpt,
            taxable: item.taxable,
            visible: item.visible,
            publish_on: item.publish_on.map(Timestamp::ms),
            tags: item.tags,
            categories: item.categories.into_iter().map(|category| category.id.into()).collect(),
            variant_option_ordering: item.variant_option_ordering,
            variants: item.variants.into_iter().map(VariantOut::from).collect(),
            images: item.pictures.into_iter().map(ProductImageOut::from).collect(),
            currency: item.currency.code().to_owned(),
            use_custom_add_button_text: item.use_custom_add_button_text,
            custom_add_button_text: item.custom_add_button_text,
            custom_sold_out_text: item.custom_sold_out_text,
            seo_title: item.seo_title,
            seo_description: item.seo_description,
            no_index: item.no_index,
            share_image_id: item.share_image_id.map(String::from),
            related_product_ids: item.related_ids.into_iter().map(String::from).collect(),
            scarcity: LowStockMessageDto {
                enabled: item.scarcity.enabled,
                text: item.scarcity.text,
                shown_by_default: item.scarcity.shown_by_default,
            },
            additional_fields: item.additional_fields.into_iter().map(AdditionalFieldDto::from).collect(),
            wishlist_count: None,
            revision: item.revision,
            created_on: item.created_on.ms(),
            updated_on: item.updated_on.ms(),
        }
    }
}

impl From<AdditionalField> for AdditionalFieldDto {
    fn from(field: AdditionalField) -> Self {
        Self { id: field.id, kind: field.kind, title: field.title, required: field.required, options: field.options }
    }
}

/// Outcome of a bulk action for each product.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkOut {
    pub(in crate::admin) results: Vec<BulkResultOut>,
}

/// Outcome for one product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkResult)]
pub struct BulkResultOut {
    item_id: String,
    success: bool,
    /// Why it was not changed.
    error: Option<String>,
}

impl From<BulkOutcome> for BulkResultOut {
    fn from(outcome: BulkOutcome) -> Self {
        Self { item_id: outcome.item_id, success: outcome.error.is_none(), error: outcome.error }
    }
}
