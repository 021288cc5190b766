//! The test of a plugin.

use serde::Serialize;
use utoipa::ToSchema;

use super::PluginLogLineOut;

/// A call of a test.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginCheck)]
pub struct PluginCheckOut {
    /// What was called, such as `block`.
    pub kind: String,
    /// Which of them, by its name.
    pub name: Option<String>,
    /// Whether it worked.
    pub passed: bool,
    /// How long it took, milliseconds.
    pub ms: i64,
    /// Why it did not work, in words for a person.
    pub error: Option<String>,
}

/// What a test of a plugin gave.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginTest)]
pub struct PluginTestOut {
    /// What was called.
    pub checks: Vec<PluginCheckOut>,
    /// What the plugin wrote meanwhile, newest first.
    pub log: Vec<PluginLogLineOut>,
}
