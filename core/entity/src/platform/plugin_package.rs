//! Packages of plugins. Their bytes are in the file store.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::plugin::PackageOrigin;

use crate::json_column::JsonOf;

/// Owner of the packages that all sites may choose.
pub const SHARED: &str = "";

/// How a package is shown in lists, without its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PackageFace {
    /// Whether it has an icon.
    pub has_icon: bool,
    /// Its name and summary by language.
    pub texts: BTreeMap<String, PackageTexts>,
}

/// The texts of a package in a language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PackageTexts {
    /// Display name.
    pub name: Option<String>,
    /// One sentence.
    pub summary: Option<String>,
}

/// One row of `plugin_package`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_package")]
pub struct Model {
    /// SHA-256 of the package, in hex.
    #[sea_orm(primary_key, auto_increment = false)]
    pub digest: String,
    /// The site that uploaded it, or [`SHARED`].
    #[sea_orm(primary_key, auto_increment = false)]
    pub owner: String,
    /// `publisher.name`.
    pub plugin_id: String,
    /// Version of the plugin.
    pub version: String,
    /// Display name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// The key that it was signed with.
    pub publisher_key: String,
    /// Size of the package.
    pub bytes: i64,
    /// SHA-256 of the component in it, in hex.
    pub component_digest: String,
    /// What it provides, such as `block`.
    pub kinds: JsonOf<Vec<String>>,
    /// Permissions that it requests. JSON, since their type belongs to the plugin host.
    pub permissions: Json,
    /// How it is shown in lists.
    pub face: JsonOf<PackageFace>,
    /// What compiling it took. JSON, since its type belongs to the plugin host.
    pub report: Json,
    /// Where it comes from.
    pub origin: PackageOrigin,
    /// When it was stored, UTC milliseconds.
    pub created_on: Timestamp,
    /// Why its publisher has withdrawn it, if it was.
    pub withdrawn: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
