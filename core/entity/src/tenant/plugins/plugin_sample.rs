//! The last inputs of plugins, with which new versions are tried.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

/// One row of `plugin_sample`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_sample")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name of the plugin.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// What was called: kind and name, such as `block countdown`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub entry: String,
    /// SHA-256 of the input, in hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub digest: String,
    /// When it was used last.
    pub at: Timestamp,
    /// The input; JSON, because its type belongs to the server, and changes with it. What cannot be read is left out.
    pub input: Json,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
