//! The owner's choices about payments.

use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::payment_setting;
pub use stoa_entity::tenant::payment_setting::MethodChoice;
use stoa_kernel::payment::CaptureMode;

use crate::CommerceError;
use crate::ports::Provider;
use stoa_messages::Texts;

/// The bundled plugin for test payments.
const TEST_PROVIDER: &str = "stoa.testcard";

/// Default time for which stock is reserved for an order paid by bank transfer, hours.
const TRANSFER_HOLD_HOURS: i64 = 7 * 24;

/// The payment settings chosen by the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentChoices {
    /// Whether test methods, which move no real money, are offered.
    pub test_mode: bool,
    /// When authorised money is captured.
    pub capture_mode: CaptureMode,
    /// How long stock is reserved for an order paid by bank transfer or on delivery, hours.
    pub transfer_hold_hours: i64,
    /// The methods in the order shown to shoppers.
    pub methods: Vec<MethodChoice>,
}

impl Default for PaymentChoices {
    fn default() -> Self {
        Self {
            test_mode: true,
            capture_mode: CaptureMode::default(),
            transfer_hold_hours: TRANSFER_HOLD_HOURS,
            methods: Vec::new(),
        }
    }
}

impl PaymentChoices {
    /// The settings of a site and their revision: 0 before the first save.
    pub(crate) async fn load(tx: &TenantTx) -> Result<(Self, i64), CommerceError> {
        let Some(row) = tx.find::<payment_setting::Entity>().one().await? else { return Ok((Self::default(), 0)) };
        let choices = Self {
            test_mode: row.test_mode,
            capture_mode: row.capture_mode,
            transfer_hold_hours: row.transfer_hold_hours,
            methods: row.methods.0,
        };
        Ok((choices, row.revision))
    }

    /// Whether a method that takes real money is enabled.
    fn has_live_method(&self) -> bool {
        self.methods.iter().any(|choice| choice.enabled && choice.provider != TEST_PROVIDER)
    }

    /// The notice shown to shoppers in test mode; none outside test mode.
    pub(crate) fn test_notice<'a>(&self, texts: Texts<'a>) -> Option<&'a str> {
        let key = if self.has_live_method() { "testMode.storeWithLiveMethods" } else { "testMode.store" };
        self.test_mode.then(|| texts.text(key))
    }

    /// The owner's settings for a method.
    pub(crate) fn choice(&self, provider: &str, method: &str) -> Option<&MethodChoice> {
        self.methods.iter().find(|choice| choice.provider == provider && choice.method == method)
    }
}

/// The payment settings of a site, and the available providers.
#[derive(Clone, Debug, PartialEq)]
pub struct PaymentSettings {
    /// The owner's settings; contains every method of every provider once.
    pub choices: PaymentChoices,
    /// Expected by a change.
    pub revision: i64,
    /// The available providers.
    pub providers: Vec<ProviderSettings>,
}

/// A provider and its settings on the site.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderSettings {
    /// The provider's description of itself.
    pub provider: Provider,
    /// Its settings on the site.
    pub settings: Value,
    /// Increased by each change; 0 before the first.
    pub revision: i64,
}
