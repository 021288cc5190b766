//! Changes of the plugins of a site.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{PluginChangeId, WebsiteId};
use stoa_kernel::plugin_change::PluginChangeKind;

/// One row of `plugin_change`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_change")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Id; later changes have later ones.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PluginChangeId,
    /// Publisher and name of the plugin.
    pub plugin_id: String,
    /// UTC milliseconds.
    pub at: Timestamp,
    /// What changed.
    pub kind: PluginChangeKind,
    /// The version that is used since then, or was removed.
    pub version: String,
    /// Why, where it happened by itself.
    pub reason: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
