//! What a plugin asks for.

use serde::{Deserialize, Serialize};

use super::SecretUse;
use super::checks::parse_bytes;

/// Permissions that a plugin requests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permissions {
    /// Origins, `https://host[:port]`.
    #[serde(default)]
    pub http: Vec<String>,
    /// Names of settings that hold an address: the owner who enters one grants its origin.
    #[serde(default)]
    pub http_settings: Vec<String>,
    /// Names of secrets.
    #[serde(default)]
    pub secrets: Vec<String>,
    /// Where secrets may stand in requests.
    #[serde(default)]
    pub secret_uses: Vec<SecretUse>,
    /// Quota of the key-value storage, such as `256KiB`.
    #[serde(default)]
    pub storage: Option<String>,
    /// Kinds of the site's data that it reads: `products`, `orders`, `customers`, `pages`.
    #[serde(default)]
    pub reads: Vec<String>,
    /// Kinds of the site's data that its event hooks are told of, and its blocks and formats get. Follows from topics and from
    /// the data of blocks; a manifest does not say it.
    #[serde(default)]
    pub events: Vec<String>,
    /// Whether a script of it runs in frames on pages. Follows from its blocks; a manifest does not say it.
    #[serde(default)]
    pub client: bool,
}

impl Permissions {
    /// Quota of the key-value storage in bytes; 0 without the permission.
    #[must_use]
    pub fn storage_bytes(&self) -> usize {
        let asked = self.storage.as_deref();
        asked.and_then(|text| parse_bytes("permissions.storage", text).ok()).unwrap_or(0)
    }

    /// Whether it may send requests: to origins of the manifest, or to addresses that the owner enters.
    #[must_use]
    pub fn uses_http(&self) -> bool {
        !self.http.is_empty() || !self.http_settings.is_empty()
    }
}
