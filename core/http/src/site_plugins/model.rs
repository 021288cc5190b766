//! Plugins of a site as the admin shows them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_kernel::plugin::PluginData;
use utoipa::ToSchema;

/// Health of a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PluginHealth {
    /// It works.
    Ok,
    /// It is suspended after repeated failures.
    Suspended,
}

impl PluginHealth {
    /// By whether anything of it is suspended.
    pub fn new(is_suspended: bool) -> Self {
        if is_suspended { Self::Suspended } else { Self::Ok }
    }
}

/// Where a version of a plugin comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PluginSource {
    /// It is part of the server.
    Bundled,
    /// The operator of the server provides it.
    Operator,
    /// A contributor of this site uploaded it.
    Upload,
    /// An index that the operator allows lists it.
    Index,
}

/// What is known about the publisher of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PluginSignature {
    /// The publisher signed it, and the operator or an index of theirs names it.
    Valid,
    /// It is part of the server and needs no signature.
    Unsigned,
    /// It is signed with a key that nobody but its uploader vouches for.
    Untrusted,
}

/// Something that a plugin may do on the site, besides reading its own settings and writing to its own log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PluginPermission {
    /// It sends requests to addresses that contributors enter in its settings.
    Addresses {
        /// Names of the settings.
        settings: Vec<String>,
    },
    /// It sends requests to these origins and reads the responses.
    Http {
        /// `https://host[:port]`.
        origins: Vec<String>,
    },
    /// It reads data of the site.
    Reads {
        /// What it reads.
        data: PluginData,
    },
    /// It runs a script in frames on pages. The frames have no origin: the script sees its block alone.
    Script,
    /// It uses secrets that contributors enter. It cannot read them.
    Secrets {
        /// Names of the secrets.
        names: Vec<String>,
    },
    /// It stores data of its own.
    Storage {
        /// At most so many bytes.
        bytes: u64,
    },
}

/// What a contributor allows a plugin, of what it asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PluginGrants {
    /// Origins that it may send requests to.
    pub origins: Vec<String>,
    /// Data of the site that it may read.
    pub data: Vec<PluginData>,
}

/// A plugin and its health.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginOut {
    /// Publisher and name.
    pub id: String,
    /// Name in the language of the request, if the plugin has one.
    pub name: String,
    /// Version used on this site.
    pub version: String,
    /// Identifies the version used.
    pub digest: String,
    /// Name of the publisher: the first part of the id.
    pub publisher: String,
    /// One sentence on what it does, in the language of the request, if the plugin has one.
    pub summary: String,
    /// Extension points that it implements, such as `payment-provider`.
    pub kinds: Vec<String>,
    /// Where the version comes from.
    pub source: PluginSource,
    /// Whether it has an icon.
    pub has_icon: bool,
    /// Whether the site has enabled it.
    pub enabled: bool,
    /// Whether required settings or secrets are missing.
    pub needs_set_up: bool,
    /// A later version that can be installed.
    pub available: Option<String>,
    /// Health of the plugin on this site.
    pub health: PluginHealth,
    /// What of it is suspended after repeated failures and has not succeeded since: kind and name, such as
    /// `block countdown`.
    pub failing: Vec<String>,
}

/// A plugin that a check refused when the server was started.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefusedPluginOut {
    /// Publisher and name, or the name of its folder.
    pub id: String,
    /// Empty when it could not be read.
    pub version: String,
    /// What is wrong with it, for its author.
    pub reason: String,
}

/// The available plugins.
#[derive(Debug, Serialize, ToSchema)]
pub struct PluginsOut {
    /// Those of the site: the ones of the server, and those that were installed.
    pub plugins: Vec<PluginOut>,
    /// Plugins of the server that cannot be used.
    pub refused: Vec<RefusedPluginOut>,
}

/// A plugin that can be installed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginCatalogueEntry)]
pub struct PluginEntryOut {
    /// Publisher and name.
    pub id: String,
    /// Name in the language of the request, if the plugin has one.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Identifies the version.
    pub digest: String,
    /// Name of the publisher: the first part of the id.
    pub publisher: String,
    /// One sentence on what it does, in the language of the request, if the plugin has one.
    pub summary: String,
    /// Extension points that it implements, such as `payment-provider`.
    pub kinds: Vec<String>,
    /// Where it comes from.
    pub source: PluginSource,
    /// What is known about its publisher.
    pub signature: PluginSignature,
    /// Whether it has an icon.
    pub has_icon: bool,
    /// The version that is installed on the site, if any.
    pub installed: Option<String>,
    /// What it may do.
    pub permissions: Vec<PluginPermission>,
}

/// The plugins that can be installed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginCatalogue)]
pub struct PluginCatalogueOut {
    /// The latest version of each, in order of their names.
    pub entries: Vec<PluginEntryOut>,
}

/// A page of the site that has blocks of a plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginUse)]
pub struct PluginUseOut {
    /// The page.
    pub page_id: String,
    /// Its title.
    pub title: String,
}

/// A secret of a plugin; its value is never sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginSecret)]
pub struct PluginSecretOut {
    /// Its name in the manifest.
    pub name: String,
    /// Its name for people, in the language of the request, if the plugin has one.
    pub label: Option<String>,
    /// Whether a value was entered.
    pub is_set: bool,
}

/// A version of a plugin.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginVersion)]
pub struct PluginVersionOut {
    /// Three numbers separated by dots.
    pub version: String,
    /// Identifies it.
    pub digest: String,
    /// Where it comes from.
    pub source: PluginSource,
    /// Whether the site uses it.
    pub is_current: bool,
    /// Whether the site used it before.
    pub is_previous: bool,
    /// When it was added, UTC milliseconds; 0 for the version of the server.
    pub added_on: i64,
    /// What it may do.
    pub permissions: Vec<PluginPermission>,
    /// Why its publisher has withdrawn it, if it was: then only a site that used it before can return to it.
    pub withdrawn: Option<String>,
}

/// Limits of a plugin on the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginLimits)]
pub struct PluginLimitsOut {
    /// Name of the plan of the site, if the plan has limits of its own.
    pub plan: Option<String>,
    /// Whether it brings an interpreter along: such plugins have limits of their own.
    pub interpreted: bool,
    /// Memory of an instance, bytes.
    pub memory_bytes: i64,
    /// What it may store on the site, bytes; 0 if it stores nothing.
    pub storage_bytes: i64,
    /// Processor time of one call of a formatter or predicate, milliseconds.
    pub formatter_ms: i64,
    /// Processor time of all of its calls for one page, milliseconds.
    pub page_ms: i64,
    /// Its calls for one page.
    pub page_calls: i64,
    /// Processor time of all plugins of the site for all its pages within a minute, milliseconds.
    pub site_ms: i64,
    /// Processor time of a call that may wait, such as a payment, milliseconds.
    pub running_ms: i64,
    /// Duration of such a call with waiting, milliseconds.
    pub waiting_ms: i64,
    /// HTTP requests of one call.
    pub http_requests: i64,
    /// Log text of one call, bytes.
    pub log_bytes: i64,
    /// Log lines of one call.
    pub log_lines: i64,
}

/// A plugin with everything that the site has set for it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginDetail)]
pub struct PluginDetailOut {
    /// Publisher and name.
    pub id: String,
    /// Name in the language of the request, if the plugin has one.
    pub name: String,
    /// Version that is described here.
    pub version: String,
    /// Identifies the version that is described here.
    pub digest: String,
    /// Name of the publisher: the first part of the id.
    pub publisher: String,
    /// Key with which the publisher signed it; none for the version of the server.
    pub publisher_key: Option<String>,
    /// What is known about the publisher.
    pub signature: PluginSignature,
    /// Where it comes from.
    pub source: PluginSource,
    /// One sentence on what it does, in the language of the request, if the plugin has one.
    pub summary: String,
    /// Its description as sanitized HTML.
    pub readme: Option<String>,
    /// SPDX expression.
    pub licence: Option<String>,
    /// URL of the publisher's page.
    pub homepage: Option<String>,
    /// Number of pictures.
    pub pictures: u32,
    /// Whether it has an icon.
    pub has_icon: bool,
    /// Extension points that it implements, such as `payment-provider`.
    pub kinds: Vec<String>,
    /// Names of its blocks for people.
    pub blocks: Vec<String>,
    /// Names of its formatters in templates.
    pub formatters: Vec<String>,
    /// Names of its predicates in templates.
    pub predicates: Vec<String>,
    /// Whether it is installed on the site. Plugins of the server always are.
    pub installed: bool,
    /// Whether the site has enabled it.
    pub enabled: bool,
    /// Health of the plugin on this site.
    pub health: PluginHealth,
    /// What of it is suspended after repeated failures and has not succeeded since.
    pub failing: Vec<String>,
    /// Whether required settings or secrets are missing.
    pub needs_set_up: bool,
    /// What is missing: `settings.<name>` or `secrets.<name>`.
    pub missing: Vec<String>,
    /// Pages that show its blocks, at most 50.
    pub used_on: Vec<PluginUseOut>,
    /// What it may do.
    pub permissions: Vec<PluginPermission>,
    /// What of that nobody on this site has agreed to yet.
    pub asks: Vec<PluginPermission>,
    /// What of its permissions the site grants.
    pub grants: PluginGrants,
    /// JSON Schema of its settings.
    #[schema(value_type = Option<Object>)]
    pub settings_schema: Option<Value>,
    /// Its settings.
    #[schema(value_type = Object)]
    pub settings: Value,
    /// Its secrets.
    pub secrets: Vec<PluginSecretOut>,
    /// What it may use on this site at most.
    pub limits: PluginLimitsOut,
    /// Its versions, the latest first.
    pub versions: Vec<PluginVersionOut>,
    /// The revision to change: increased by each change, 0 before the first.
    pub revision: i64,
}
