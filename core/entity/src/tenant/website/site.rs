//! Name and settings of a site: one row.

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
    /// Tagline.
    pub tagline: String,
    /// Description for search engines.
    pub description: String,
    /// BCP 47 tag of its language, such as `en-US`.
    pub language: String,
    /// ISO 4217 code of the store's currency.
    pub currency: String,
    /// IANA time zone, such as `America/New_York`.
    pub time_zone: String,
    /// Folder name of its theme.
    pub theme: String,
    /// Address for visitors' messages and order notifications.
    pub contact_email: String,
    /// Logo image.
    pub logo_asset_id: Option<AssetId>,
    /// Postal address.
    pub location: Json,
    /// List of social profiles.
    pub social_accounts: Json,
    /// Items of the main navigation.
    pub main_navigation: Json,
    /// Items of the footer navigation.
    pub footer_navigation: Json,
    /// Settings of the store.
    pub store_settings: Json,
    /// Whether test orders are fulfilled like real ones, as in the demo.
    pub delivers_test_orders: Option<bool>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
