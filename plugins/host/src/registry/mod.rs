//! The plugins that are loaded from a folder or a package, and their descriptions.

mod loader;
mod plugin;
mod trial;

use serde::Serialize;

pub(crate) use self::loader::PluginLoader;
pub(crate) use self::plugin::Plugin;
pub(crate) use self::trial::Trial;
use crate::limits::PluginClass;
use crate::manifest::{ClientScript, Permissions, Provision};

pub(crate) const LARGEST_COMPONENT: u64 = 24 * 1024 * 1024;

/// Description of a loaded plugin.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginInfo {
    /// `publisher.name`.
    pub id: String,
    /// Three numbers separated by dots.
    pub version: String,
    /// Version of the contract.
    pub api: String,
    /// Display name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// SPDX expression.
    pub license: String,
    /// URL of the publisher's page.
    pub homepage: Option<String>,
    /// SHA-256 of the component, in hex; identifies the build.
    pub digest: String,
    /// What it provides.
    pub provides: Vec<Provision>,
    /// Interfaces that its component imports, such as `stoa:plugin/http@0.1.0`; empty before it is compiled.
    pub imports: Vec<String>,
    /// Features of the contract that may still change, and that it uses.
    pub unstable: Vec<String>,
    /// Permissions that it requests.
    pub permissions: Permissions,
    /// Its class of limits.
    pub class: PluginClass,
    /// Memory of an instance that it asks for, bytes; none for that of its class.
    pub memory: Option<usize>,
    /// JSON Schema of its settings.
    pub settings_schema: Option<serde_json::Value>,
    /// Version of its settings. Above 1, it makes them of those of earlier versions.
    pub settings_version: u32,
    /// Its blocks, with their parsed schemas and examples.
    pub blocks: Vec<BlockInfo>,
    /// Its panels of the admin, with their parsed forms.
    pub panels: Vec<PanelInfo>,
    /// What of the manifest this host does not serve.
    pub warnings: Vec<String>,
}

impl PluginInfo {
    /// Gives the blocks of a package their full kinds, so that nobody else's have the same; those that the bundled
    /// version has too keep its kinds, which documents contain.
    pub(crate) fn use_full_kinds(&mut self, bundled: &[BlockInfo]) {
        for block in &mut self.blocks {
            let same = bundled.iter().find(|known| known.name == block.name);
            block.kind = same.map_or_else(|| full_kind(&self.id, &block.name), |known| known.kind.clone());
        }
    }
}

fn full_kind(plugin_id: &str, block: &str) -> String {
    format!("{}--{block}", plugin_id.replace('.', "-"))
}

/// A kind of block.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockInfo {
    /// Kind in documents: its name, or with that of the plugin before it when another plugin has a block of this name.
    pub kind: String,
    /// Its name in the manifest.
    pub name: String,
    /// Display name.
    pub title: String,
    /// JSON Schema of the block's settings.
    pub settings_schema: serde_json::Value,
    /// Incremented when existing settings need a migration.
    pub settings_version: u32,
    /// Whether the component makes its settings of those of earlier versions.
    pub settings_migration: bool,
    /// Data that the host loads for the call.
    pub data: Vec<String>,
    /// Example settings for the block picker.
    pub example: Option<serde_json::Value>,
    /// Requested group in the block picker.
    pub category: Option<String>,
    /// The script that runs in a frame in its place.
    pub client: Option<ClientScript>,
}

/// A panel of the admin.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PanelInfo {
    /// Its name in the manifest.
    pub name: String,
    /// Display name; none for that of the plugin.
    pub title: Option<String>,
    /// File with the HTML of its page; none for a table.
    pub page: Option<String>,
    /// JSON Schema of the form above its table.
    pub form: Option<serde_json::Value>,
    /// Kinds of data that a person has to see to open it.
    pub needs: Vec<String>,
}
