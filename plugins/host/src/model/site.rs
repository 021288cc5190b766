use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The facts of a site that a plugin may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteContext {
    /// Opaque identifier of the site.
    pub site_id: String,
    /// Language tag of the page or of the shopper.
    pub locale: String,
    /// ISO 4217 code of the store.
    pub currency: String,
    /// IANA name.
    pub timezone: String,
    /// True in the editor's preview.
    pub preview: bool,
    /// UTC, epoch milliseconds; frozen for one page render.
    pub now_ms: i64,
}

/// A site with the plugins that are switched on for it.
#[derive(Debug, Clone)]
pub struct Site {
    /// What plugins may know of the site.
    pub context: SiteContext,
    /// The plugins of the site; where two offer the same name, the first one serves it.
    pub activations: Vec<Activation>,
}

/// One plugin as one site has set it up.
#[derive(Debug, Clone, Default)]
pub struct Activation {
    /// Identifier of the plugin.
    pub plugin_id: String,
    /// Settings after the schema check, without secrets. An object; anything else reads as an empty one.
    pub config: serde_json::Value,
    /// Secrets by the names of the manifest.
    pub secrets: BTreeMap<String, Secret>,
    /// Origins that the site's owner granted; `None` grants what the manifest asks for.
    pub http_grant: Option<Vec<String>>,
}

/// Secret bytes, kept out of logs and never handed to a guest.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// Takes the bytes into custody.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    pub(crate) fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

impl Site {
    /// The set-up of a plugin, when the site has it switched on.
    #[must_use]
    pub fn activation(&self, plugin_id: &str) -> Option<&Activation> {
        self.activations.iter().find(|activation| activation.plugin_id == plugin_id)
    }
}
