//! JSON types of payment settings and payment provider webhooks.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_commerce::payments::{MethodChoice, PaymentChoices, PaymentSettings, ProviderSettings, WebhookReceiptView};
use stoa_commerce::ports::ProviderMethod;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::payment::{CaptureMode, PaymentMessageStatus};
use utoipa::ToSchema;

use crate::site_plugins::PluginHealth;

/// When an authorized payment is captured.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CaptureMode)]
pub enum CaptureModeBody {
    /// Immediately after authorization.
    AtOnce,
    /// With the first shipment.
    OnFulfillment,
    /// Manually.
    ByHand,
}

/// Configuration of a payment method.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MethodChoice)]
pub struct PaymentMethodBody {
    /// The payment plugin.
    provider: String,
    method: String,
    /// Whether customers can choose it.
    enabled: bool,
    /// Name shown to customers instead of the provider's.
    #[serde(default)]
    #[schema(max_length = 80)]
    label: Option<String>,
    /// Whether customers can save it for their next purchase, if the provider can.
    #[serde(default = "saves_by_default")]
    saves: bool,
}

fn saves_by_default() -> bool {
    true
}

/// Payment settings.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentSettingsBody {
    /// Whether test methods, which charge no real money, are offered.
    test_mode: bool,
    capture_mode: CaptureModeBody,
    /// How long stock is reserved for an order paid by bank transfer or on delivery, hours.
    #[schema(minimum = 1, maximum = 2_160)]
    transfer_hold_hours: i64,
    /// The methods in the order shown to customers.
    methods: Vec<PaymentMethodBody>,
}

/// Payment settings, with the available providers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentSettings)]
pub struct PaymentSettingsOut {
    #[serde(flatten)]
    body: PaymentSettingsBody,
    /// Revision to send in `If-Match` with a change.
    revision: i64,
    /// The available providers.
    providers: Vec<ProviderOut>,
}

/// A payment plugin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentProvider)]
pub struct ProviderOut {
    id: String,
    name: String,
    summary: String,
    /// Whether it charges no real money.
    is_test: bool,
    health: PluginHealth,
    methods: Vec<ProviderMethodOut>,
    /// ISO 4217 codes of the supported currencies; empty for all.
    currencies: Vec<String>,
    /// ISO 3166 codes of the supported customer countries; empty for all.
    countries: Vec<String>,
    /// JSON Schema of its settings.
    #[schema(value_type = Option<Object>)]
    settings_schema: Option<Value>,
    #[schema(value_type = Object)]
    settings: Value,
    /// Revision to send in `If-Match` with a change of the settings.
    settings_revision: i64,
}

/// A payment method of a provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderMethod)]
pub struct ProviderMethodOut {
    name: String,
    /// Name of the method given by the provider.
    label: String,
    /// Whether the provider can save it, so that customers pay with it again.
    can_save: bool,
}

/// Webhook messages of payment providers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PaymentMessages)]
pub struct PaymentMessagesOut {
    messages: Vec<PaymentMessageOut>,
}

/// A webhook message of a payment provider.
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
    /// The payment event that it reports, such as `captured`.
    says: String,
    status: PaymentMessageStatus,
    /// Number of attempts to apply it.
    attempts: i32,
    /// Error of the last attempt.
    last_error: Option<String>,
    /// When it was received, UTC milliseconds.
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
            // The payment settings reject `Never`, so no shop has it.
            CaptureMode::ByHand | CaptureMode::Never => Self::ByHand,
        }
    }
}

impl From<PaymentSettingsBody> for PaymentChoices {
    fn from(body: PaymentSettingsBody) -> Self {
        let method = |method: PaymentMethodBody| MethodChoice {
            provider: method.provider,
            method: method.method,
            enabled: method.enabled,
            label: method.label,
            saves: method.saves,
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
        let method = |method: MethodChoice| PaymentMethodBody {
            provider: method.provider,
            method: method.method,
            enabled: method.enabled,
            label: method.label,
            saves: method.saves,
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
            health: PluginHealth::new(provider.is_resting),
            methods: methods.map(ProviderMethodOut::from).collect(),
            currencies: provider.currencies,
            countries: provider.countries,
            settings_schema: provider.settings_schema,
            settings: own.settings,
            settings_revision: own.revision,
        }
    }
}

impl From<ProviderMethod> for ProviderMethodOut {
    fn from(method: ProviderMethod) -> Self {
        Self { name: method.name, label: method.label, can_save: method.can_save }
    }
}

impl From<Vec<WebhookReceiptView>> for PaymentMessagesOut {
    fn from(receipts: Vec<WebhookReceiptView>) -> Self {
        Self { messages: receipts.into_iter().map(PaymentMessageOut::from).collect() }
    }
}

impl From<WebhookReceiptView> for PaymentMessageOut {
    fn from(receipt: WebhookReceiptView) -> Self {
        Self {
            id: receipt.id.into(),
            provider: receipt.provider,
            event_id: receipt.event_id,
            payment_id: receipt.payment_id.map(String::from),
            says: receipt.says,
            status: receipt.status,
            attempts: receipt.attempts,
            last_error: receipt.last_error,
            received_on: receipt.received_on.ms(),
            settled_on: receipt.settled_on.map(Timestamp::ms),
        }
    }
}
