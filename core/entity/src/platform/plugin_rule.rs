//! What the operator decides about plugins.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::plugin::PluginRuleKind;

/// One row of `plugin_rule`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_rule")]
pub struct Model {
    /// What is decided.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: PluginRuleKind,
    /// What it is about: a publisher's key, the digest of a package, the id of a plugin, or the key of a limit, after
    /// the name of a plan and a slash if it is for the sites of that alone.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    /// Digest of the package, for a plugin that runs on all sites.
    pub package: Option<String>,
    /// Value of a limit, in the unit of its key.
    pub value: Option<i64>,
    /// When it was decided, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
