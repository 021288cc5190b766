//! What a site is called and how it is set up: one row.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{AssetId, WebsiteId};

/// One row of `site`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Name of the site.
    pub title: String,
    /// A line under the name.
    pub tagline: String,
    /// What search engines are told.
    pub description: String,
    /// BCP 47 tag of its texts, such as `en-US`.
    pub language: String,
    /// ISO 4217 code in which the store sells.
    pub currency: String,
    /// IANA name, such as `America/New_York`.
    pub time_zone: String,
    /// Folder name of its theme.
    pub theme: String,
    /// Where visitors' mail goes and orders are announced.
    pub contact_email: String,
    /// Picture used as the logo.
    pub logo_asset_id: Option<AssetId>,
    /// Postal address.
    pub location: Json,
    /// List of profiles elsewhere.
    pub social_accounts: Json,
    /// List of items of the main navigation.
    pub main_navigation: Json,
    /// List of items of the footer.
    pub footer_navigation: Json,
    /// Settings of the store.
    pub store_settings: Json,
    /// Whether test orders are delivered like any other, as in the demo.
    pub delivers_test_orders: Option<bool>,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
