//! What merchants send about products and stores.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{
    AdditionalField, BulkAction, FieldKind, NewProduct, NewStore, PriceChange, ProductPatch, ProductType, Publication,
    Scarcity, Stock, StockPatch, VariantPatch,
};
use utoipa::ToSchema;

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

/// When visitors see a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StatusDto {
    /// Not by itself.
    Draft,
    /// From `publishOn` on.
    Scheduled,
    /// Now.
    Published,
}

/// What is said when few of a product are left.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Scarcity)]
pub struct ScarcityDto {
    /// Whether anything is said.
    pub(super) enabled: bool,
    /// With `{qtyInStock}` where the number goes; empty for the default.
    #[serde(default)]
    pub(super) text: String,
    /// Whether it is said before a variant is chosen.
    #[serde(default)]
    pub(super) shown_by_default: bool,
}

/// How a field is answered.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FieldKindDto {
    /// One line of text.
    Text,
    /// Several lines of text.
    Textarea,
    /// One of several, from a list.
    Select,
    /// One of several, all in view.
    Radio,
    /// Any of several.
    Checkbox,
}

/// Something a shopper fills in before a product is put into the cart.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdditionalField)]
pub struct AdditionalFieldDto {
    /// Key of its answer: letters, digits, `-` and `_`.
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: FieldKindDto,
    /// Label.
    pub(super) title: String,
    #[serde(default)]
    pub(super) required: bool,
    /// What can be chosen.
    #[serde(default)]
    pub(super) options: Vec<String>,
}

/// What is known of a product. What is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFields {
    name: Option<String>,
    /// Address below the store: lower-case letters, digits and single hyphens.
    url_id: Option<String>,
    /// HTML.
    description: Option<String>,
    /// HTML.
    excerpt: Option<String>,
    /// Whether tax is charged on it.
    taxable: Option<bool>,
    status: Option<StatusDto>,
    /// When a scheduled product appears, UTC milliseconds.
    publish_on: Option<i64>,
    tags: Option<Vec<String>>,
    /// Ids of its categories.
    categories: Option<Vec<String>>,
    /// Ids of its pictures, the main one first.
    image_ids: Option<Vec<String>>,
    use_custom_add_button_text: Option<bool>,
    custom_add_button_text: Option<String>,
    /// Replaces the words of the sold-out badge; empty for the default.
    custom_sold_out_text: Option<String>,
    /// Title for search engines; empty to use the name.
    seo_title: Option<String>,
    /// Description for search engines; empty to use the short description.
    seo_description: Option<String>,
    /// Whether search engines are asked to leave it out.
    no_index: Option<bool>,
    /// Picture shown where it is shared; empty for its main one.
    share_image_id: Option<String>,
    /// Products shown beside it; empty for others of the store.
    related_product_ids: Option<Vec<String>>,
    scarcity: Option<ScarcityDto>,
    /// What shoppers fill in before it is put into the cart.
    additional_fields: Option<Vec<AdditionalFieldDto>>,
    /// Option names in the order of their selectors.
    variant_option_ordering: Option<Vec<String>>,
    /// All variants in their order: those the product has and that are not named are removed.
    variants: Option<Vec<VariantBody>>,
}

/// What is to be changed of a product.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProductBody {
    #[serde(flatten)]
    fields: ProductFields,
    /// The revision that was read.
    pub(super) revision: i64,
}

/// A product to be made. It needs a name; unless told otherwise it is a draft with one variant.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewProductBody {
    /// 1 physical, 2 digital, 3 service, 4 gift card, 5 paywall.
    #[serde(rename = "productType")]
    product_type: i32,
    #[serde(flatten)]
    fields: ProductFields,
}

/// What a variant is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantBody {
    /// Left out for a new one.
    #[serde(default)]
    id: Option<String>,
    /// Blank to have one made up.
    #[serde(default)]
    sku: String,
    /// Option name to value, for each option of the product.
    attributes: BTreeMap<String, String>,
    price_cents: i64,
    /// Left out when it has none.
    #[serde(default)]
    sale_price_cents: Option<i64>,
    on_sale: bool,
    /// Weight of one piece with its wrapping.
    weight_grams: i64,
    /// One of the product's pictures; left out when it has none.
    #[serde(default)]
    main_image_id: Option<String>,
    /// Left out to leave the stock as it is; a new variant has none then.
    #[serde(default)]
    stock: Option<StockDto>,
}

/// How much of a variant there is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Stock)]
pub struct StockDto {
    /// Whether stock is not counted.
    unlimited: bool,
    qty_in_stock: i64,
    /// Pieces that were seen, -1 when they were not counted. Needed for a variant that is there: 409 when there is
    /// another number of it now.
    #[serde(default)]
    seen: Option<i64>,
}

/// What the stock of a variant is to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockBody {
    variant_id: String,
    /// Whether stock is not counted.
    unlimited: bool,
    qty_in_stock: i64,
    /// Pieces that were seen, -1 when they were not counted.
    seen: i64,
    /// Why, for the history.
    #[serde(default)]
    reason: Option<String>,
}

/// Where a product is to stand in its store's list.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceBody {
    /// The product that comes right before it; none to stand first.
    #[schema(required)]
    pub(super) after_item_id: Option<String>,
}

/// What is done to each product.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BulkActionDto {
    /// Visitors see it.
    Publish,
    /// Only contributors see it.
    Hide,
    /// It comes into the category.
    AddCategory,
    /// It goes out of the category.
    RemoveCategory,
    /// It gets the tags.
    AddTags,
    /// It loses the tags, whatever their capitals.
    RemoveTags,
    /// Tax is charged on it.
    ChargeTax,
    /// No tax is charged on it.
    ChargeNoTax,
    /// The prices of its variants change.
    ChangePrice,
    /// Its variants are sold for less: each sale price is made of the price, and holds.
    ChangeSalePrice,
    /// The sale prices it has hold.
    StartSale,
    /// No sale price holds.
    EndSale,
    /// It is removed for good.
    Delete,
}

/// In which way a price becomes another.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PriceWayDto {
    /// It is the value, minor units.
    Set,
    /// By a part of it in hundredths of a percent, negative to lower it: -1000 takes 10 % off. Rounded to the nearest
    /// minor unit, a half up.
    Percent,
    /// By an amount in minor units, negative to lower it.
    Amount,
}

/// How a price becomes another.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = PriceChange)]
pub struct PriceChangeDto {
    way: PriceWayDto,
    value: i64,
}

impl From<PriceChangeDto> for PriceChange {
    fn from(PriceChangeDto { way, value }: PriceChangeDto) -> Self {
        match way {
            PriceWayDto::Set => PriceChange::Set(value),
            PriceWayDto::Percent => PriceChange::Percent(value),
            PriceWayDto::Amount => PriceChange::Amount(value),
        }
    }
}

/// One change to many products.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkBody {
    /// At most 200.
    pub(super) item_ids: Vec<String>,
    action: BulkActionDto,
    /// The category of `add-category` and `remove-category`.
    #[serde(default)]
    category_id: Option<String>,
    /// The tags of `add-tags` and `remove-tags`; at most 50.
    #[serde(default)]
    tags: Vec<String>,
    /// The change of `change-price` and `change-sale-price`.
    #[serde(default)]
    price: Option<PriceChangeDto>,
}

fn refused(field: &str, message: impl Display) -> CommerceError {
    CommerceError::Invalid([(field.to_owned(), message.to_string())].into())
}

/// A text as an id; one of another shape names nothing that is there.
fn id<T: FromStr>(text: &str, field: &str, what: &str) -> Result<T, CommerceError> {
    text.parse().map_err(|_| refused(field, format!("{what} is no longer there. Reload the page.")))
}

fn ids<T: FromStr>(texts: Option<Vec<String>>, field: &str, what: &str) -> Result<Option<Vec<T>>, CommerceError> {
    texts.map(|texts| texts.iter().map(|text| id(text, field, what)).collect()).transpose()
}

/// An id that can be left empty for none.
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
            price_cents: self.price_cents,
            sale_price_cents: self.sale_price_cents,
            on_sale: self.on_sale,
            weight_grams: self.weight_grams,
            main_image_id: self
                .main_image_id
                .map(|text| id(&text, &field("mainImageId"), "The picture"))
                .transpose()?,
            stock: self.stock.map(|StockDto { unlimited, qty_in_stock, seen }| Stock { unlimited, qty_in_stock, seen }),
        })
    }
}

impl From<AdditionalFieldDto> for AdditionalField {
    fn from(field: AdditionalFieldDto) -> Self {
        Self {
            id: field.id,
            kind: match field.kind {
                FieldKindDto::Text => FieldKind::Text,
                FieldKindDto::Textarea => FieldKind::Textarea,
                FieldKindDto::Select => FieldKind::Select,
                FieldKindDto::Radio => FieldKind::Radio,
                FieldKindDto::Checkbox => FieldKind::Checkbox,
            },
            title: field.title,
            required: field.required,
            options: field.options,
        }
    }
}

impl ProductFields {
    fn publication(&self) -> Result<Option<Publication>, CommerceError> {
        Ok(match (self.status, self.publish_on) {
            (None, _) => None,
            (Some(StatusDto::Draft), _) => Some(Publication::Draft),
            (Some(StatusDto::Published), _) => Some(Publication::Published),
            (Some(StatusDto::Scheduled), Some(on)) => Some(Publication::Scheduled(on)),
            (Some(StatusDto::Scheduled), None) => return Err(refused("publishOn", "Choose when it appears.")),
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
            image_ids: ids(fields.image_ids, "imageIds", "A picture")?,
            use_custom_add_button_text: fields.use_custom_add_button_text,
            custom_add_button_text: fields.custom_add_button_text,
            custom_sold_out_text: fields.custom_sold_out_text,
            seo_title: fields.seo_title,
            seo_description: fields.seo_description,
            no_index: fields.no_index,
            share_image_id: fields
                .share_image_id
                .map(|text| chosen(&text, "shareImageId", "The picture"))
                .transpose()?,
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
            .ok_or_else(|| refused("productType", "Choose what kind of product it is."))?;
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

impl BulkBody {
    pub(super) fn action(&self) -> Result<BulkAction, CommerceError> {
        let category = || {
            let wanted = self.category_id.as_deref().unwrap_or_default();
            wanted.parse().map_err(|_| refused("categoryId", "Choose a category."))
        };
        let price = || {
            let change = self.price.ok_or_else(|| refused("price", "Say how the price changes."))?;
            Ok::<_, CommerceError>(PriceChange::from(change))
        };
        Ok(match self.action {
            BulkActionDto::Publish => BulkAction::Publish,
            BulkActionDto::Hide => BulkAction::Hide,
            BulkActionDto::AddCategory => BulkAction::AddCategory(category()?),
            BulkActionDto::RemoveCategory => BulkAction::RemoveCategory(category()?),
            BulkActionDto::AddTags => BulkAction::AddTags(self.tags.clone()),
            BulkActionDto::RemoveTags => BulkAction::RemoveTags(self.tags.clone()),
            BulkActionDto::ChargeTax => BulkAction::Taxable(true),
            BulkActionDto::ChargeNoTax => BulkAction::Taxable(false),
            BulkActionDto::ChangePrice => BulkAction::ChangePrice(price()?),
            BulkActionDto::ChangeSalePrice => BulkAction::ChangeSalePrice(price()?),
            BulkActionDto::StartSale => BulkAction::StartSale,
            BulkActionDto::EndSale => BulkAction::EndSale,
            BulkActionDto::Delete => BulkAction::Delete,
        })
    }
}
