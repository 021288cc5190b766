//! Payment attempts of orders. Card data is never stored.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId, SavedPaymentMethodId, WebsiteId};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::{AttemptStatus, CaptureMode};

use crate::json_column::JsonOf;

/// One row of `payment`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "payment")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id, sent to the provider as the attempt.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PaymentId,
    /// The order.
    pub order_id: OrderId,
    /// Plugin of the payment provider.
    pub provider: String,
    /// Digest of the version of the plugin that began it, which is called for it as long as it is there; none when not
    /// recorded.
    pub plugin_digest: Option<String>,
    /// Payment method, such as `card`.
    pub method: String,
    /// Whether it is a test payment, without real money; none when not recorded.
    pub test_mode: Option<bool>,
    /// Whether the shop was in test mode when it was begun, as its provider is told in every call for it; none when not
    /// recorded.
    pub shop_test_mode: Option<bool>,
    /// Idempotency key: a repeated request is the same attempt.
    pub idempotency_key: String,
    /// Its status.
    pub status: AttemptStatus,
    /// Requested amount, minor units.
    pub amount_cents: Cents,
    /// Received amount, minor units.
    pub captured_cents: Cents,
    /// Refunded amount according to the provider, minor units.
    pub refunded_cents: Cents,
    /// ISO 4217 code.
    pub currency: String,
    /// The provider's id of the payment.
    pub provider_ref: Option<String>,
    /// Data that the provider needs in later requests; JSON, because the provider decides its shape.
    pub provider_state: Json,
    /// URL to which the customer is redirected for confirmation.
    pub next_url: Option<String>,
    /// Message shown to the customer.
    pub buyer_message: Option<String>,
    /// When it is captured once it is authorised.
    pub capture_mode: CaptureMode,
    /// Until when an authorised payment can be captured, as far as the provider guarantees, UTC milliseconds.
    pub capture_before: Option<Timestamp>,
    /// Payment instructions for methods without a provider.
    pub instructions: Option<JsonOf<Instructions>>,
    /// How it uses a saved payment method; none if it does not.
    pub saved_use: Option<JsonOf<SavedUse>>,
    /// Number of requests for an unknown outcome.
    pub checks: i32,
    /// Next request for the outcome, UTC milliseconds.
    pub next_check_on: Option<Timestamp>,
    /// Start time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// How a payment uses a saved payment method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SavedUse {
    /// The customer agreed that the method is saved.
    Save {
        /// Whether the shop was in test mode.
        test_mode: bool,
    },
    /// The method was saved.
    Saved,
    /// The customer pays with this one.
    Present(SavedPaymentMethodId),
    /// A contributor charges this one, without the customer.
    OffSession(SavedPaymentMethodId),
}

/// When a customer who pays by instructions has to pay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentDue {
    /// Before anything is shipped: stock is reserved for a limited time.
    #[default]
    Ahead,
    /// On delivery or pickup: the order is shipped unpaid.
    OnDelivery,
}

/// Payment instructions for the customer when no provider takes the money: bank transfer or payment on delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Instructions {
    /// What to do; may contain line breaks.
    pub text: String,
    /// What to enter where, such as an account number.
    pub details: Vec<PaymentDetail>,
    /// When payment is due.
    #[serde(default)]
    pub due: PaymentDue,
    /// BCP 47 tag of the language in which they are; none in older ones, which are in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// How a transfer names the order, with `{number}` in place of its number, as it was worded when the customer was
    /// told; none in older ones, and where nothing is transferred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<PaymentDetail>,
}

/// A labelled value, such as `IBAN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDetail {
    /// Name of the value.
    pub label: String,
    /// The value to enter.
    pub value: String,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
