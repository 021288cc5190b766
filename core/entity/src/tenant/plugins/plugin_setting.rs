//! Plugins of a site and their settings.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;

use crate::json_column::JsonOf;

/// Settings that were saved for other versions of the settings of a plugin, by these versions.
pub type EarlierSettings = BTreeMap<u32, Json>;

/// Versions of settings that are kept.
const MAX_EARLIER: usize = 5;

/// Keeps settings for a return to their version. The oldest versions make room.
pub fn keep_earlier(earlier: &mut EarlierSettings, version: i64, settings: &Json) {
    let is_empty = settings.as_object().is_none_or(serde_json::Map::is_empty);
    let Some(version) = u32::try_from(version).ok().filter(|_| !is_empty) else { return };
    earlier.insert(version, settings.clone());
    while earlier.len() > MAX_EARLIER {
        earlier.pop_first();
    }
}

/// One row of `plugin_setting`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_setting")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Its settings; JSON, because the plugin's schema decides its members.
    pub settings: Json,
    /// Version of the settings that they are made for, by the manifest of the plugin.
    pub settings_version: i64,
    /// Those of other versions, for a return to these.
    pub earlier: Option<JsonOf<EarlierSettings>>,
    /// Revision, incremented by each change.
    pub revision: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
