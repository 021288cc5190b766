//! Payment settings and providers' messages on the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_commerce::payments::{
    CaptureMode, MethodChoice, PaymentChoices, PaymentSettings, ProviderSettings, ReceiptView,
};
use utoipa::ToSchema;

/// When money that was set aside is taken.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CaptureMode)]
pub enum CaptureModeBody {
    /// As soon as it is set aside.
    AtOnce,
    /// When the first parcel leaves.
    OnFulfillment,
    /// When somebody says so.
    ByHand,
}

/// A payment method as the owner has arranged it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MethodChoice)]
pub struct MethodChoiceBody {
    /// Plugin that takes the money.
    provider: String,
    method: String,
    /// Whether shoppers can choose it.
    enabled: bool,
    /// What shoppers read instead of the provider's own name for it.
    #[serde(default)]
    label: Option<String>,
}

/// What an owner chooses about being paid.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentSettingsBody {
    /// Whether methods that move no real money are offered.
    test_mode: bool,
    capture_mode: CaptureModeBody,
    /// How long stock is kept for an order that is paid by transfer or on delivery, hours.
    transfer_hold_hours: i64,
    /// The methods in the order in which shoppers see them.
    methods: Vec<MethodChoiceBody>,
}

/// How the site is paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentSettings)]
pub struct PaymentSettingsOut {
    #[serde(flatten)]
    body: PaymentSettingsBody,
    /// To be named in `If-Match` with a change.
    revision: i64,
    /// The providers at hand.
    providers: Vec<ProviderOut>,
}

/// A plugin that takes payments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentProvider)]
pub struct ProviderOut {
    id: String,
    name: String,
    summary: String,
    /// Whether no real money moves.
    is_test: bool,
    /// `ok`, or `suspended` after it failed too often.
    health: &'static str,
    methods: Vec<ProviderMethodOut>,
    /// ISO 4217 codes it takes; empty for all.
    currencies: Vec<String>,
    /// ISO 3166 codes of the buyers it is for; empty for all.
    countries: Vec<String>,
    /// JSON Schema of its settings.
    #[schema(value_type = Option<Object>)]
    settings_schema: Option<Value>,
    #[schema(value_type = Object)]
    settings: Value,
    /// To be named in `If-Match` with a change of the settings.
    settings_revision: i64,
}

/// A method of a provider.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProviderMethod)]
pub struct ProviderMethodOut {
    name: String,
    /// The provider's own name for it.
    label: String,
}

/// Messages of providers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PaymentMessages)]
pub struct PaymentMessagesOut {
    messages: Vec<PaymentMessageOut>,
}

/// A message of a provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentMessage)]
pub struct PaymentMessageOut {
    id: String,
    provider: String,
    /// The provider's id of the event.
    event_id: String,
    /// The payment it was applied to.
    payment_id: Option<String>,
    /// What it says of the payment, such as `captured`.
    says: String,
    /// `received`, `applied`, `unmatched` or `given-up`.
    status: String,
    /// How often applying it was tried.
    attempts: i32,
    /// Why the last try failed.
    last_error: Option<String>,
    /// When it came, UTC milliseconds.
    received_on: i64,
    /// When it was applied or given up, UTC milliseconds.
    settled_on: Option<i64>,
}

impl From<CaptureModeBody> for CaptureMode {
    fn from(mode: CaptureModeBody) -> Self {
        match mode {
            CaptureModeBody::AtOnce => Self::AtOnce,
            CaptureModeBody::OnFulfillment => Self::OnFulfillment,
            CaptureModeBody::ByHand => Self::ByHand,
        }
    }
}

impl From<CaptureMode> for CaptureModeBody {
    fn from(mode: CaptureMode) -> Self {
        match mode {
            CaptureMode::AtOnce => Self::AtOnce,
            CaptureMode::OnFulfillment => Self::OnFulfillment,
            // No shop has chosen never to take money: its settings are refused then.
            CaptureMode::ByHand | CaptureMode::Never => Self::ByHand,
        }
    }
}

impl From<PaymentSettingsBody> for PaymentChoices {
    fn from(body: PaymentSettingsBody) -> Self {
        let method = |method: MethodChoiceBody| MethodChoice {
            provider: method.provider,
            method: method.method,
            enabled: method.enabled,
            label: method.label,
        };
        Self {
            test_mode: body.test_mode,
            capture_mode: body.capture_mode.into(),
            transfer_hold_hours: body.transfer_hold_hours,
            methods: body.methods.into_iter().map(method).collect(),
        }
    }
}

impl From<PaymentChoices> for PaymentSettingsBody {
    fn from(choices: PaymentChoices) -> Self {
        let method = |method: MethodChoice| MethodChoiceBody {
            provider: method.provider,
            method: method.method,
            enabled: method.enabled,
            label: method.label,
        };
        Self {
            test_mode: choices.test_mode,
            capture_mode: choices.capture_mode.into(),
            transfer_hold_hours: choices.transfer_hold_hours,
            methods: choices.methods.into_iter().map(method).collect(),
        }
    }
}

impl From<PaymentSettings> for PaymentSettingsOut {
    fn from(settings: PaymentSettings) -> Self {
        Self {
            body: settings.choices.into(),
            revision: settings.revision,
            providers: settings.providers.into_iter().map(ProviderOut::from).collect(),
        }
    }
}

impl From<ProviderSettings> for ProviderOut {
    fn from(own: ProviderSettings) -> Self {
        let provider = own.provider;
        let methods = provider.methods.into_iter();
        Self {
            id: provider.id,
            name: provider.name,
            summary: provider.summary,
            is_test: provider.is_test,
            health: if provider.is_resting { "suspended" } else { "ok" },
            methods: methods.map(|method| ProviderMethodOut { name: method.name, label: method.label }).collect(),
            currencies: provider.currencies,
            countries: provider.countries,
            settings_schema: provider.settings_schema,
            settings: own.settings,
            settings_revision: own.revision,
        }
    }
}

impl From<Vec<ReceiptView>> for PaymentMessagesOut {
    fn from(receipts: Vec<ReceiptView>) -> Self {
        Self { messages: receipts.into_iter().map(PaymentMessageOut::from).collect() }
    }
}

impl From<ReceiptView> for PaymentMessageOut {
    fn from(receipt: ReceiptView) -> Self {
        Self {
            id: receipt.id.into(),
            provider: receipt.provider,
            event_id: receipt.event_id,
            payment_id: receipt.payment_id.map(String::from),
            says: receipt.says,
            status: receipt.status,
            attempts: receipt.attempts,
            last_error: receipt.last_error,
            received_on: receipt.received_on,
            settled_on: receipt.settled_on,
        }
    }
}
