//! Panels of plugins in the admin.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A panel of a plugin that the caller may open.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginPanel)]
pub struct PluginPanelOut {
    /// Id of the plugin.
    pub plugin_id: String,
    /// Name of the panel.
    pub name: String,
    /// Its title in the language of the caller.
    pub title: String,
    /// Name of the plugin.
    pub plugin_name: String,
    /// Digest of the version that the site uses.
    pub digest: String,
    /// Whether it is a page in a frame; otherwise a table.
    pub has_page: bool,
    /// JSON Schema of the form above the table.
    #[schema(value_type = Option<Object>)]
    pub form: Option<Value>,
}

/// The panels that the caller may open.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PluginPanels)]
pub struct PluginPanelsOut {
    /// By the titles.
    pub panels: Vec<PluginPanelOut>,
}

/// The page of a panel.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PluginPanelPage)]
pub struct PluginPanelPageOut {
    /// What is in its body, HTML by a stranger.
    pub html: String,
}

/// The answer of a panel, or why there is none.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PluginPanelAnswer)]
pub struct PluginPanelAnswerOut {
    /// What the plugin returned; null if it failed.
    pub result: Value,
    /// Why it failed, in words for a person.
    pub error: Option<String>,
}
