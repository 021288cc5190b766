//! What plugins may know of a site, and which plugins it has.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::manifest::data_of_topic;
use crate::on_demand::LoadedPlugin;

/// Data about a site that plugins may read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteContext {
    /// Opaque id of the site.
    pub site_id: String,
    /// Language tag of the page or of the customer.
    pub locale: String,
    /// ISO 4217 code of the store.
    pub currency: String,
    /// Digits of the currency's minor unit: 2 for USD, 0 for JPY.
    pub currency_exponent: u8,
    /// IANA time zone.
    pub timezone: String,
    /// Offset of the time zone from UTC at `now_ms`, minutes.
    pub offset_minutes: i16,
    /// Whether real payments are taken: false in test mode.
    pub live: bool,
    /// Whether this is the editor's preview.
    pub preview: bool,
    /// Current time, UTC epoch milliseconds; constant during a page render.
    pub now_ms: i64,
}

/// A site with its enabled plugins.
#[derive(Debug, Clone)]
pub struct Site {
    /// Data about the site for plugins.
    pub context: SiteContext,
    /// The plugins of the site; if two provide the same name, the first one is used.
    pub activations: Arc<[Activation]>,
}

/// Configuration of a plugin on one site.
#[derive(Debug, Clone, Default)]
pub struct Activation {
    /// Id of the plugin.
    pub plugin_id: String,
    /// The version of a package that the site uses; none for the version of the server's folder.
    pub version: Option<LoadedPlugin>,
    /// Settings after the schema check, without secrets. An object; anything else counts as an empty one.
    pub config: serde_json::Value,
    /// Secrets by their names in the manifest.
    pub secrets: BTreeMap<String, Secret>,
    /// Origins that the site's owner has granted; `None` grants those of the manifest.
    pub http_grant: Option<Vec<String>>,
    /// Kinds of data that the site's owner lets it read and be told of; `None` grants those of the manifest.
    pub data_grant: Option<Vec<String>>,
    /// The limits of the plan of the site; `None` for those of the host.
    pub limits: Option<Arc<Limits>>,
}

/// Secret bytes, never logged and never passed to a guest.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// Wraps the bytes.
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

impl Activation {
    /// Whether the site lets the plugin have the data that events of a topic tell of.
    pub(crate) fn may_be_told(&self, topic: &str) -> bool {
        let data = data_of_topic(topic);
        self.data_grant.as_ref().is_none_or(|granted| granted.iter().any(|known| known == data))
    }
}

impl Site {
    /// The configuration of a plugin, if it is enabled on the site.
    #[must_use]
    pub fn activation(&self, plugin_id: &str) -> Option<&Activation> {
        self.activations.iter().find(|activation| activation.plugin_id == plugin_id)
    }

    /// The limits of a plugin on the site, which are those of its plan or the `general` ones.
    pub(crate) fn limits<'a>(&'a self, plugin_id: &str, general: &'a Arc<Limits>) -> &'a Arc<Limits> {
        self.activation(plugin_id).and_then(|activation| activation.limits.as_ref()).unwrap_or(general)
    }
}
