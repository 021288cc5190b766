//! Products of a store.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::catalogue::AdditionalFieldKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CollectionId, ProductId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `product`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "product")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ProductId,
    /// The store.
    pub collection_id: CollectionId,
    /// Slug below the store.
    pub url_id: String,
    /// Name.
    pub name: String,
    /// 1 physical, 2 digital, 3 service, 4 gift card, 5 paywall.
    pub product_type: i32,
    /// Short description as HTML.
    pub excerpt: String,
    /// Long description as HTML.
    pub description: String,
    /// List of tags.
    pub tags: JsonOf<Vec<String>>,
    /// List of asset ids, main image first.
    pub image_ids: JsonOf<Vec<AssetId>>,
    /// List of option names in the order of their selectors.
    pub variant_option_ordering: JsonOf<Vec<String>>,
    /// Whether tax is charged on it.
    pub taxable: bool,
    /// Whether visitors see it.
    pub visible: bool,
    /// Whether the button has a custom text.
    pub use_custom_add_button_text: bool,
    /// That text.
    pub custom_add_button_text: String,
    /// Custom text of the sold-out badge; empty for the default.
    pub custom_sold_out_text: String,
    /// When a hidden product becomes visible automatically, UTC milliseconds.
    pub publish_on: Option<Timestamp>,
    /// Title for search engines; empty to use the name.
    pub seo_title: String,
    /// Description for search engines; empty to use the short description.
    pub seo_description: String,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Image for social sharing; none for the main image.
    pub share_image_id: Option<AssetId>,
    /// List of ids of related products; empty for others of the store.
    pub related_ids: JsonOf<Vec<ProductId>>,
    /// Low stock message; none for no message.
    pub scarcity: Option<JsonOf<Scarcity>>,
    /// Custom form that shoppers fill in before adding it to the cart; none if there is none.
    pub additional_fields: Option<JsonOf<Vec<AdditionalField>>>,
    /// Position in the store.
    pub position: i32,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
    /// Search text, folded (`stoa_kernel::search`).
    pub searched: String,
}

/// Low-stock notice of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Scarcity {
    /// Whether the notice is shown.
    pub enabled: bool,
    /// Text with `{qtyInStock}` as the placeholder for the number; empty for the default text.
    pub text: String,
    /// Whether it is shown before a variant is chosen.
    pub shown_by_default: bool,
}

/// A form field that a shopper fills in before adding the product to the cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AdditionalField {
    /// Key of its answer.
    pub id: String,
    /// Input type.
    #[serde(rename = "type")]
    pub kind: AdditionalFieldKind,
    /// Label.
    pub title: String,
    /// Whether an answer is required.
    pub required: bool,
    /// Choices, for the types that have them.
    pub options: Vec<String>,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
