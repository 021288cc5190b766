//! Versions of plugins that sites use.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::json_column::JsonOf;

/// Permissions of a version that contributors agreed to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgreedPermissions {
    /// Origins of requests.
    pub origins: Vec<String>,
    /// Settings with addresses of requests.
    pub addresses: Vec<String>,
    /// Data of the site that it reads.
    pub data: Vec<String>,
    /// Names of secrets.
    pub secrets: Vec<String>,
    /// A script in frames on pages.
    pub script: bool,
    /// Largest size of its own data, bytes.
    pub storage: u64,
}

/// What a site grants, of the permissions that can be narrowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GrantedPermissions {
    /// Origins of requests.
    pub origins: Vec<String>,
    /// Data of the site that it may read.
    pub data: Vec<String>,
}

/// A version that a site used before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PreviousVersion {
    /// SHA-256 of its package; none for the version of the server.
    pub digest: Option<String>,
    /// Three numbers separated by dots.
    pub version: String,
    /// The settings that it had; the schema of the plugin decides their members.
    pub settings: serde_json::Value,
    /// Version of these settings.
    #[serde(default = "first")]
    pub settings_version: i64,
    /// What was agreed to.
    pub agreed: Option<AgreedPermissions>,
    /// What was granted.
    pub grants: Option<GrantedPermissions>,
    /// When the site went back from it, or over to another publisher, UTC milliseconds: it gets nothing that was entered
    /// later. None when the site went on to a later version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_on: Option<Timestamp>,
    /// Those before it, the latest first. They have none themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<PreviousVersion>,
}

/// Versions before the previous one that are kept.
const MOST_EARLIER: usize = 8;

impl PreviousVersion {
    /// With the versions before it, each as it was used last. The oldest ones make room.
    #[must_use]
    pub fn after(self, known: Option<&Self>) -> Self {
        let mut earlier: Vec<Self> = Vec::new();
        for version in known.into_iter().flat_map(Self::all) {
            let is_known = version.digest == self.digest || earlier.iter().any(|own| own.digest == version.digest);
            if !is_known && earlier.len() < MOST_EARLIER {
                earlier.push(Self { earlier: Vec::new(), ..version.clone() });
            }
        }
        Self { earlier, ..self }
    }

    /// With the time at which a site left those of these versions that it trusts no longer: `is_left` names them.
    #[must_use]
    pub fn leaving(mut self, now: Timestamp, is_left: impl Fn(&Self) -> bool) -> Self {
        let left_on = |version: &Self| version.left_on.or_else(|| is_left(version).then_some(now));
        self.left_on = left_on(&self);
        for version in &mut self.earlier {
            version.left_on = left_on(&*version);
        }
        self
    }

    /// What the site granted it, if it uses it no more: what was agreed to, where nothing was narrowed. None for all that
    /// the version asks for: those of the server and of the operator are asked for no agreement.
    pub fn granted(&self) -> Option<GrantedPermissions> {
        let agreed = || {
            let agreed = self.agreed.as_ref()?;
            Some(GrantedPermissions { origins: agreed.origins.clone(), data: agreed.data.clone() })
        };
        self.grants.clone().or_else(agreed)
    }

    /// This version and those before it, the latest first.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.earlier)
    }
}

fn first() -> i64 {
    1
}

/// One row of `plugin_installation`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plugin_installation")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Publisher and name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub plugin_id: String,
    /// SHA-256 of the package that is used; none for the version of the server.
    pub digest: Option<String>,
    /// The version that is used.
    pub version: String,
    /// What was agreed to; none for what the version of the server asks for.
    pub agreed: Option<JsonOf<AgreedPermissions>>,
    /// What is granted; none for all that the plugin asks for.
    pub grants: Option<JsonOf<GrantedPermissions>>,
    /// The version before.
    pub previous: Option<JsonOf<PreviousVersion>>,
    /// When the version was chosen, UTC milliseconds.
    pub switched_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
