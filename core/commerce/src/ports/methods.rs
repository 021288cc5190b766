//! Payment methods, and the providers that an owner configures.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::Serialize;
use serde_json::Value;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::payment::PaymentForm;
use stoa_kernel::{Failure, TenantCtx};

/// A payment method that shoppers can select.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethod {
    /// Plugin that takes the money, such as `stoa.testcard`.
    pub provider: String,
    /// Digest of the version of the plugin that the site uses; none when unknown.
    #[serde(skip)]
    pub version: Option<String>,
    /// The provider's method, such as `card`.
    pub method: String,
    /// Name shown to shoppers.
    pub label: String,
    /// The same by language, by tags in lower case; empty for a name that the owner has given.
    #[serde(skip)]
    pub labels: BTreeMap<String, String>,
    /// Whether the owner has named it, so that its name is translated like other texts of the shop.
    #[serde(skip)]
    pub is_named_by_owner: bool,
    /// Whether no real money moves.
    pub test_mode: bool,
    /// The input form it needs.
    pub form: PaymentForm,
    /// ISO 3166 codes of the buyer countries; empty for all.
    #[serde(skip)]
    pub countries: Vec<String>,
    /// How long the provider keeps an authorisation, days; none when unknown.
    #[serde(skip)]
    pub authorisation_days: Option<u32>,
    /// Whether it is paid on delivery.
    #[serde(skip)]
    pub on_delivery: bool,
    /// Whether the provider can save it, so that customers pay with it again.
    #[serde(skip)]
    pub can_save: bool,
}

impl PaymentMethod {
    /// Its name in a language, given as BCP 47 tag.
    pub fn label_in(&self, language: &str) -> &str {
        let wanted = language.to_lowercase();
        let mut tag = wanted.as_str();
        loop {
            if let Some(label) = self.labels.get(tag) {
                return label;
            }
            match tag.rsplit_once('-') {
                Some((shorter, _)) => tag = shorter,
                None => return &self.label,
            }
        }
    }
}

/// A payment plugin's description of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    /// `publisher.name`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Whether no real money moves.
    pub is_test: bool,
    /// Whether it is paused after repeated failures, so that its methods are not offered.
    pub is_resting: bool,
    /// Its methods.
    pub methods: Vec<ProviderMethod>,
    /// Supported ISO 4217 codes; empty for all.
    pub currencies: Vec<String>,
    /// ISO 3166 codes of the buyer countries; empty for all.
    pub countries: Vec<String>,
    /// JSON Schema of its settings.
    pub settings_schema: Option<Value>,
    /// Version of its settings.
    pub settings_version: u32,
}

/// A method of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderMethod {
    /// Its identifier, such as `card`.
    pub name: String,
    /// Its display name.
    pub label: String,
    /// Whether the provider can save it, so that customers pay with it again.
    pub can_save: bool,
}

/// The payment providers that the owner of a site can configure.
#[async_trait]
pub trait PaymentProviders: Send + Sync {
    /// All payment providers that the site can use, enabled or not.
    ///
    /// # Errors
    /// When the plugins of the site cannot be read.
    async fn list(&self, ctx: &TenantCtx) -> Result<Vec<Provider>, Failure>;
    /// Settings with the defaults of the provider's schema filled in.
    ///
    /// # Errors
    /// Field errors, keyed by setting name.
    fn checked_settings(&self, schema: Option<&Value>, settings: &Value) -> Result<Value, FieldErrors>;
    /// Called after settings were saved, so that later calls to a provider use them.
    async fn changed(&self, ctx: &TenantCtx);
}
