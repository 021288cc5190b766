//! Name and settings of a site: one row.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, WebsiteId};

use crate::json_column::JsonOf;

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
    /// Postal address of the owner.
    pub location: JsonOf<SiteAddress>,
    /// Social profiles.
    pub social_accounts: JsonOf<Vec<SocialAccount>>,
    /// Items of the main navigation; JSON, because invalid entries are left out one by one (`site::navigation`).
    pub main_navigation: Json,
    /// Items of the footer navigation, likewise.
    pub footer_navigation: Json,
    /// Settings of the store (`commerce::settings::StoreChoices`); JSON, because their defaults are rules of the store.
    pub store_settings: Json,
    /// Whether test orders are fulfilled like real ones, as in the demo.
    pub delivers_test_orders: Option<bool>,
    /// Renewed with each change of its own texts (`site_text`); none without such texts.
    pub texts_stamp: Option<String>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// A social profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SocialAccount {
    /// Name of the service, such as `instagram`; if empty or `website`, it is derived from the address.
    #[serde(default)]
    pub r#type: String,
    /// Text of the link.
    #[serde(default)]
    pub title: String,
    /// URL of the profile.
    pub profile_url: String,
}

/// Postal address of the site's owner, as printed on pages and invoices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SiteAddress {
    /// Name of the company or person, if different from the site's.
    pub address_title: String,
    /// Street and number.
    pub address_line1: String,
    /// Town, postal code and region.
    pub address_line2: String,
    /// Country, as written by the owner.
    pub address_country: String,
    /// Latitude in degrees, for maps.
    pub map_lat: Option<f64>,
    /// Longitude in degrees.
    pub map_lng: Option<f64>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
