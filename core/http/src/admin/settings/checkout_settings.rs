//! JSON types of the checkout settings.

use serde::{Deserialize, Serialize};
use stoa_commerce::checkout::{CheckoutChoices, CheckoutField};
use stoa_kernel::checkout::CheckoutFieldKind;
use utoipa::ToSchema;

/// Checkout settings.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutSettings)]
pub struct CheckoutSettingsBody {
    /// Whether customers can order without an account.
    guest_checkout: bool,
    /// Whether customers can add a note to the order.
    order_note: bool,
    /// Additional fields besides the addresses, at most 10.
    #[schema(max_items = 10)]
    fields: Vec<CheckoutFieldBody>,
}

/// An additional checkout field.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutField)]
pub struct CheckoutFieldBody {
    /// Unique identifier: lower-case letters, digits and hyphens.
    #[schema(min_length = 1, max_length = 40)]
    id: String,
    #[schema(min_length = 1, max_length = 100)]
    label: String,
    kind: CheckoutFieldKind,
    /// Whether the field is required.
    required: bool,
    /// Options to choose from, for `choice`.
    #[serde(default)]
    #[schema(max_items = 50)]
    choices: Vec<String>,
}

impl Default for CheckoutSettingsBody {
    fn default() -> Self {
        CheckoutChoices::default().into()
    }
}

impl From<CheckoutChoices> for CheckoutSettingsBody {
    fn from(choices: CheckoutChoices) -> Self {
        Self {
            guest_checkout: choices.guest_checkout,
            order_note: choices.order_note,
            fields: choices.fields.into_iter().map(CheckoutFieldBody::from).collect(),
        }
    }
}

impl From<CheckoutSettingsBody> for CheckoutChoices {
    fn from(body: CheckoutSettingsBody) -> Self {
        Self {
            guest_checkout: body.guest_checkout,
            order_note: body.order_note,
            fields: body.fields.into_iter().map(CheckoutField::from).collect(),
        }
    }
}

impl From<CheckoutField> for CheckoutFieldBody {
    fn from(field: CheckoutField) -> Self {
        Self { id: field.id, label: field.label, kind: field.kind, required: field.required, choices: field.choices }
    }
}

impl From<CheckoutFieldBody> for CheckoutField {
    fn from(body: CheckoutFieldBody) -> Self {
        let CheckoutFieldBody { id, label, kind, required, choices } = body;
        Self { id, label, kind, required, choices, plugin_help: None }
    }
}
