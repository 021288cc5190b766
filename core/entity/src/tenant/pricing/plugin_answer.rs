//! What plugins said about carts.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::pricing::QuoteKind;

/// One row of `plugin_answer`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_answer")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// SHA-256 of the build of the plugin, of its settings and of the question, in hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// What the plugin was asked for.
    pub kind: QuoteKind,
    /// Publisher and name of the plugin.
    pub plugin_id: String,
    /// The answer; JSON, because each kind has members of its own.
    pub answer: Json,
    /// When the plugin is asked again, UTC milliseconds.
    pub fresh_until: Timestamp,
    /// Until when it counts if the plugin does not answer, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
