//! Design of a site besides its theme's files: the theme, its settings, custom CSS. One row.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Map;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::json_column::JsonOf;

/// One row of `site_design`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_design")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Draft.
    pub draft: JsonOf<Design>,
    /// Published design; none before the first publication.
    pub published: Option<JsonOf<Design>>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Design of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// Folder name of the theme.
    pub theme: String,
    /// Values of the site by theme and name of the setting; missing ones have the theme's default. The
    /// theme decides their shapes.
    #[serde(default)]
    pub values: BTreeMap<String, Map<String, Json>>,
    /// Custom CSS of the site, after all other style sheets.
    #[serde(default)]
    pub css: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
