//! Stores and products on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{
    CatalogueItem, NewStore, Picture, ProductPatch, StockPatch, StorePage, Variant, VariantPatch,
};
use stoa_kernel::id::WebsiteId;
use utoipa::ToSchema;

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
    /// But the one that stands for all.
    categories: Vec<CategoryOut>,
    created_on: i64,
    updated_on: i64,
}

/// A category of a store.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Category)]
pub struct CategoryOut {
    id: String,
    name: String,
}

/// The stores of a site.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionsOut {
    pub(super) collections: Vec<CollectionOut>,
}

/// A store to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionBody {
    #[serde(default)]
    navigation_title: String,
    title: String,
    /// 3 to 100 lower-case letters, digits and single hyphens.
    url_id: String,
    #[serde(default)]
    description: String,
    /// Always true.
    #[serde(default)]
    #[expect(dead_code, reason = "clients send it; a new store is always enabled")]
    enabled: bool,
}

/// A product in a list. Amounts are minor units of its currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductSummary)]
pub struct ProductSummaryOut {
    id: String,
    name: String,
    url_id: String,
    full_url: String,
    product_type: i32,
    image_url: Option<String>,
    visible: bool,
    variant_count: usize,
    /// Pieces over all variants; none when one is not counted.
    total_stock: Option<i64>,
    unlimited: bool,
    /// The lowest price now.
    price_from_cents: i64,
    currency: String,
    on_sale: bool,
    sold_out: bool,
    updated_on: i64,
}

/// A page of products.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductsOut {
    pub(super) items: Vec<ProductSummaryOut>,
    #[serde(flatten)]
    pub(super) listing: Listing,
}

/// A product with everything about it.
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
    /// Whether tax is charged on it.
    taxable: bool,
    visible: bool,
    tags: Vec<String>,
    /// Ids of its categories.
    categories: Vec<String>,
    /// Option names in the order of their selectors.
    variant_option_ordering: Vec<String>,
    variants: Vec<VariantOut>,
    images: Vec<ProductImageOut>,
    currency: String,
    use_custom_add_button_text: bool,
    custom_add_button_text: String,
    custom_sold_out_text: String,
    /// To be sent back with a change.
    revision: i64,
    created_on: i64,
    updated_on: i64,
}

/// A buyable form of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Variant)]
pub struct VariantOut {
    id: String,
    sku: String,
    /// Option name to value.
    attributes: BTreeMap<String, String>,
    price_cents: i64,
    sale_price_cents: Option<i64>,
    on_sale: bool,
    unlimited: bool,
    qty_in_stock: i64,
    /// Weight of one piece with its wrapping.
    weight_grams: i64,
    main_image_id: Option<String>,
}

/// A picture of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductImage)]
pub struct ProductImageOut {
    id: String,
    url: String,
    alt_text: String,
    width: i32,
    height: i32,
}

/// What a product is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductBody {
    name: String,
    /// HTML.
    #[serde(default)]
    description: String,
    /// HTML.
    #[serde(default)]
    excerpt: String,
    /// Whether tax is charged on it.
    #[serde(default = "yes")]
    taxable: bool,
    visible: bool,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    use_custom_add_button_text: bool,
    #[serde(default)]
    custom_add_button_text: String,
    /// Those not named stay as they are.
    #[serde(default)]
    variants: Vec<VariantBody>,
    /// The revision that was read.
    revision: i64,
}

/// What a variant is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantBody {
    id: String,
    /// Blank to have one made up.
    #[serde(default)]
    sku: String,
    price_cents: i64,
    #[serde(default)]
    sale_price_cents: Option<i64>,
    #[serde(default)]
    on_sale: bool,
    /// Weight of one piece with its wrapping.
    #[serde(default)]
    weight_grams: i64,
}

fn yes() -> bool {
    true
}

/// What the stock of a variant is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockBody {
    variant_id: String,
    /// Whether stock is not counted.
    unlimited: bool,
    qty_in_stock: i64,
    /// Why, for the history.
    #[serde(default)]
    reason: Option<String>,
}

impl CollectionOut {
    pub(super) fn new(website: &WebsiteId, store: StorePage) -> Self {
        Self {
            id: store.id.into(),
            website_id: website.to_string(),
            kind: 13,
            navigation_title: store.navigation_title,
            title: store.title,
            full_url: format!("/{}", store.url_id),
            url_id: store.url_id,
            description: store.description,
            enabled: store.enabled,
            categories: store
                .categories
                .into_iter()
                .map(|category| CategoryOut { id: category.id.into(), name: category.name })
                .collect(),
            created_on: store.created_on,
            updated_on: store.updated_on,
        }
    }
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

impl From<CatalogueItem> for ProductSummaryOut {
    fn from(item: CatalogueItem) -> Self {
        Self {
            image_url: item.pictures.first().map(Picture::url),
            variant_count: item.variants.len(),
            total_stock: (!item.unlimited()).then(|| item.total_stock()),
            unlimited: item.unlimited(),
            price_from_cents: item.from_price_cents(),
            currency: item.currency.code().to_owned(),
            on_sale: item.on_sale(),
            sold_out: item.sold_out(),
            id: item.id.into(),
            name: item.name,
            url_id: item.url_id,
            full_url: item.full_url,
            product_type: item.product_type,
            visible: item.visible,
            updated_on: item.updated_on,
        }
    }
}

impl From<Variant> for VariantOut {
    fn from(variant: Variant) -> Self {
        Self {
            id: variant.id.into(),
            sku: variant.sku,
            attributes: variant.attributes,
            price_cents: variant.price_cents,
            sale_price_cents: variant.sale_price_cents,
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
        }
    }
}

impl From<CatalogueItem> for ProductOut {
    fn from(item: CatalogueItem) -> Self {
        Self {
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
            tags: item.tags,
            categories: item.categories.into_iter().map(|category| category.id.into()).collect(),
            variant_option_ordering: item.variant_option_ordering,
            variants: item.variants.into_iter().map(VariantOut::from).collect(),
            images: item.pictures.into_iter().map(ProductImageOut::from).collect(),
            currency: item.currency.code().to_owned(),
            use_custom_add_button_text: item.use_custom_add_button_text,
            custom_add_button_text: item.custom_add_button_text,
            custom_sold_out_text: item.custom_sold_out_text,
            revision: item.revision,
            created_on: item.created_on,
            updated_on: item.updated_on,
        }
    }
}

impl TryFrom<ProductBody> for ProductPatch {
    type Error = CommerceError;

    fn try_from(body: ProductBody) -> Result<Self, CommerceError> {
        let variants = body.variants.into_iter().map(VariantPatch::try_from).collect::<Result<_, _>>()?;
        Ok(Self {
            name: body.name,
            description: body.description,
            excerpt: body.excerpt,
            taxable: body.taxable,
            visible: body.visible,
            tags: body.tags,
            use_custom_add_button_text: body.use_custom_add_button_text,
            custom_add_button_text: body.custom_add_button_text,
            variants,
            revision: body.revision,
        })
    }
}

impl TryFrom<VariantBody> for VariantPatch {
    type Error = CommerceError;

    fn try_from(body: VariantBody) -> Result<Self, CommerceError> {
        Ok(Self {
            id: body.id.parse().map_err(|_| CommerceError::NotFound)?,
            sku: body.sku,
            price_cents: body.price_cents,
            sale_price_cents: body.sale_price_cents,
            on_sale: body.on_sale,
            weight_grams: body.weight_grams,
        })
    }
}

impl TryFrom<StockBody> for StockPatch {
    type Error = CommerceError;

    fn try_from(body: StockBody) -> Result<Self, CommerceError> {
        Ok(Self {
            variant_id: body.variant_id.parse().map_err(|_| CommerceError::NotFound)?,
            unlimited: body.unlimited,
            qty_in_stock: body.qty_in_stock,
            reason: body.reason,
        })
    }
}
