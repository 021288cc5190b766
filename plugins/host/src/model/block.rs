//! Blocks as plugins get and answer them.

use serde::{Deserialize, Serialize};

/// One block to render.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockInput {
    /// Kind of the block, as named in the plugin's manifest.
    pub kind: String,
    /// Id of the block in its document.
    pub instance_id: String,
    /// The block's own settings.
    pub settings: serde_json::Value,
    /// The data that the manifest requests.
    pub data: serde_json::Value,
}

/// A rendered block. The HTML is untrusted: the site's sanitizer has to process it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockOutput {
    /// At most the block limit, 1 MiB unless configured.
    pub html: String,
    /// Lines for the page's head; at most 32, each at most 4 KiB.
    pub head: Vec<String>,
    /// Seconds for which the same input gives the same HTML; 0 says nothing.
    pub cache_seconds: u32,
    /// Names of `vary-on` that no block knows, which were ignored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
}
