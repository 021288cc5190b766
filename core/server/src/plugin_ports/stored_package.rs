//! A package of a plugin, as it is stored.

use stoa_entity::platform::plugin_package::{self, PackageFace};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::plugin::PackageOrigin;
use stoa_plugin_host::{CompileReport, Permissions};
use stoa_tenancy::{JudgedPackage, PluginRules};

/// A stored package.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPackage {
    /// SHA-256 of the package, in hex.
    pub digest: String,
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
    /// What it provides, such as `block`.
    pub kinds: Vec<String>,
    /// Size of the package.
    pub bytes: i64,
    /// SHA-256 of the component in it, in hex.
    pub component_digest: String,
    /// Where it comes from.
    pub origin: PackageOrigin,
    /// Permissions that it requests.
    pub permissions: Permissions,
    /// What compiling it took.
    pub report: CompileReport,
    /// How it is shown in lists.
    pub face: PackageFace,
    /// When it was stored.
    pub created_on: Timestamp,
    /// Why its publisher has withdrawn it, if it was.
    pub withdrawn: Option<String>,
}

impl From<plugin_package::Model> for StoredPackage {
    fn from(row: plugin_package::Model) -> Self {
        Self {
            digest: row.digest,
            plugin_id: row.plugin_id,
            version: row.version,
            name: row.name,
            summary: row.summary,
            publisher_key: row.publisher_key,
            kinds: row.kinds.0,
            bytes: row.bytes,
            component_digest: row.component_digest,
            origin: row.origin,
            // Both were written when the package was examined; later versions of them add members alone.
            permissions: serde_json::from_value(row.permissions).unwrap_or_default(),
            report: serde_json::from_value(row.report).unwrap_or_default(),
            face: row.face.0,
            created_on: row.created_on,
            withdrawn: row.withdrawn,
        }
    }
}

impl StoredPackage {
    /// Why the operator's rules do not let it run or be installed; none when they do.
    #[must_use]
    pub fn refusal(&self, rules: &PluginRules) -> Option<&'static str> {
        let Self { plugin_id, digest, publisher_key, .. } = self;
        let by_operator = self.origin == PackageOrigin::Operator;
        rules.refusal(JudgedPackage { plugin_id, digest, publisher_key, by_operator })
    }
}
