//! What a plugin did on a site.

use serde::Serialize;
use stoa_kernel::plugin_change::{PluginChangeKind, PluginLogLevel};
use utoipa::ToSchema;

/// Calls of a plugin within the last 24 hours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginCalls)]
pub struct PluginCallsOut {
    /// Extension point, such as `block`.
    pub kind: String,
    /// Number of calls.
    pub calls: i64,
    /// How many of them failed.
    pub failures: i64,
    /// Time that half of the calls did not exceed, in microseconds; rounded up, by half of it at most.
    pub p50_micros: i64,
    /// Time that 95 % of the calls did not exceed, in microseconds; likewise.
    pub p95_micros: i64,
}

/// A line that a plugin wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PluginLogLine)]
pub struct PluginLogLineOut {
    /// UTC milliseconds.
    pub on: i64,
    /// Level of the line.
    pub level: PluginLogLevel,
    /// What it says.
    pub text: String,
}

/// What a plugin stores on the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PluginStorageUse)]
pub struct PluginStorageOut {
    /// Bytes of keys and values.
    pub bytes: i64,
    /// Number of entries.
    pub entries: i64,
    /// At most so many bytes.
    pub limit: i64,
}

/// A change of a plugin on the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PluginEvent)]
pub struct PluginEventOut {
    /// UTC milliseconds.
    pub on: i64,
    /// What changed.
    pub kind: PluginChangeKind,
    /// The version that is used since then, or was removed.
    pub version: String,
    /// Why, where it happened by itself.
    pub reason: Option<String>,
}

/// What a plugin did on a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PluginActivity)]
pub struct PluginActivityOut {
    /// Calls within the last 24 hours, by extension point.
    pub kinds: Vec<PluginCallsOut>,
    /// The last lines that it wrote, at most 500, newest first.
    pub log: Vec<PluginLogLineOut>,
    /// What it stores.
    pub storage: PluginStorageOut,
    /// The last changes, at most 100, newest first.
    pub events: Vec<PluginEventOut>,
}
