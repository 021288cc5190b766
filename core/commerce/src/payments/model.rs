use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::payment_setting;

use crate::ports::Provider;
use crate::settings::StoreSettings;
use crate::words::Words;
use crate::{CommerceError, columns};

/// The bundled plugin that takes payments which are none.
const TEST_PROVIDER: &str = "stoa.testcard";

/// How long stock is kept for an order that is paid by transfer unless the owner says otherwise, hours.
const TRANSFER_HOLD_HOURS: i64 = 7 * 24;

/// When money that was set aside is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureMode {
    /// As soon as it is set aside.
    #[default]
    AtOnce,
    /// When the first parcel leaves.
    OnFulfillment,
    /// When somebody says so.
    ByHand,
    /// Not at all: it is let go, because the order is not wanted any more. Nobody chooses this for a shop.
    Never,
}

impl CaptureMode {
    const ALL: [Self; 4] = [Self::AtOnce, Self::OnFulfillment, Self::ByHand, Self::Never];

    /// Its name on the wire and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::AtOnce => "at-once",
            Self::OnFulfillment => "on-fulfillment",
            Self::ByHand => "by-hand",
            Self::Never => "never",
        }
    }

    /// The mode of a name; one that is not known means at once, as for attempts that named none.
    pub fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|mode| mode.name() == name).unwrap_or_default()
    }
}

/// A payment method as the owner has arranged it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MethodChoice {
    /// Plugin that takes the money.
    pub provider: String,
    /// Its method.
    pub method: String,
    /// Whether shoppers can choose it.
    pub enabled: bool,
    /// What shoppers read instead of the plugin's own name for it.
    pub label: Option<String>,
}

/// What an owner chooses about being paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentChoices {
    /// Whether methods that move no real money are offered.
    pub test_mode: bool,
    /// When money that was set aside is taken.
    pub capture_mode: CaptureMode,
    /// How long stock is kept for an order that is paid by transfer or on delivery, hours.
    pub transfer_hold_hours: i64,
    /// The methods in the order in which shoppers see them.
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
    /// The choices of a site and their revision: 0 before anything was chosen.
    pub(crate) async fn load(tx: &TenantTx) -> Result<(Self, i64), CommerceError> {
        let Some(row) = tx.find::<payment_setting::Entity>().one().await? else { return Ok((Self::default(), 0)) };
        let choices = Self {
            test_mode: row.test_mode,
            capture_mode: CaptureMode::from_name(&row.capture_mode),
            transfer_hold_hours: row.transfer_hold_hours,
            methods: columns::read("payment_setting.methods", &row.methods)?,
        };
        Ok((choices, row.revision))
    }

    /// Whether a method is on that takes real money.
    fn takes_money(&self) -> bool {
        self.methods.iter().any(|choice| choice.enabled && choice.provider != TEST_PROVIDER)
    }

    /// What the owner said about a method.
    pub(crate) fn choice(&self, provider: &str, method: &str) -> Option<&MethodChoice> {
        self.methods.iter().find(|choice| choice.provider == provider && choice.method == method)
    }
}

/// What shoppers of a shop in test mode are told, in the site's language; none where it is not, or where test orders
/// are delivered like any other.
pub(crate) async fn test_notice(
    tx: &TenantTx,
    settings: &StoreSettings,
) -> Result<Option<&'static str>, CommerceError> {
    if settings.delivers_test_orders {
        return Ok(None);
    }
    let (choices, _) = PaymentChoices::load(tx).await?;
    let words = Words::of(&settings.language);
    let notice = if choices.takes_money() { words.test_shop_too } else { words.test_shop };
    Ok(choices.test_mode.then_some(notice))
}

/// The payment settings of a site, and what could be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct PaymentSettings {
    /// What the owner chose; every method of every provider is in it once.
    pub choices: PaymentChoices,
    /// To be named with a change.
    pub revision: i64,
    /// The providers at hand.
    pub providers: Vec<ProviderSettings>,
}

/// A provider and how the site uses it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderSettings {
    /// What the provider says about itself.
    pub provider: Provider,
    /// Its settings on the site.
    pub settings: Value,
    /// Raised by each change of them; 0 before the first.
    pub revision: i64,
}
