//! Products of a store.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, CollectionId, ProductId, WebsiteId};

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
    pub tags: Json,
    /// List of asset ids, main image first.
    pub image_ids: Json,
    /// List of option names in the order of their selectors.
    pub variant_option_ordering: Json,
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
    pub publish_on: Option<i64>,
    /// Title for search engines; empty to use the name.
    pub seo_title: String,
    /// Description for search engines; empty to use the short description.
    pub seo_description: String,
    /// Whether search engines are asked not to index it (`noindex`).
    pub no_index: bool,
    /// Image for social sharing; none for the main image.
    pub share_image_id: Option<AssetId>,
    /// List of ids of related products; empty for others of the store.
    pub related_ids: Json,
    /// Low stock message; none for no message.
    pub scarcity: Option<Json>,
    /// Custom form that shoppers fill in before adding it to the cart; none if there is none.
    pub additional_fields: Option<Json>,
    /// Position in the store.
    pub position: i32,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: i64,
    /// Search text, folded (`stoa_kernel::search`).
    pub searched: String,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
