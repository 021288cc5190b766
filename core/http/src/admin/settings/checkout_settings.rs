//! JSON types of the checkout settings.

use serde::{Deserialize, Serialize};
use stoa_commerce::checkout::{CheckoutChoices, CheckoutField, CheckoutFieldKind};
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
    fields: Vec<CheckoutFieldBody>,
}

/// An additional checkout field.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutField)]
pub struct CheckoutFieldBody {
    /// Unique identifier: lower-case letters, digits and hyphens.
    id: String,
    label: String,
    kind: CheckoutFieldKindDto,
    /// Whether the field is required.
    required: bool,
    /// Options to choose from, for `choice`.
    #[serde(default)]
    choices: Vec<String>,
}

/// Type of a checkout field.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CheckoutFieldKind)]
pub enum CheckoutFieldKindDto {
    /// One line of text.
    Text,
    /// Several lines of text.
    Textarea,
    /// One of several options.
    Choice,
    /// Checkbox; if required, it must be checked.
    Checkbox,
    /// A date, such as `2026-11-21`.
    Date,
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
        let kind = match field.kind {
            CheckoutFieldKind::Text => CheckoutFieldKindDto::Text,
            CheckoutFieldKind::Textarea => CheckoutFieldKindDto::Textarea,
            CheckoutFieldKind::Choice => CheckoutFieldKindDto::Choice,
            CheckoutFieldKind::Checkbox => CheckoutFieldKindDto::Checkbox,
            CheckoutFieldKind::Date => CheckoutFieldKindDto::Date,
        };
        Self { id: field.id, label: field.label, kind, required: field.required, choices: field.choices }
    }
}

impl From<CheckoutFieldBody> for CheckoutField {
    fn from(body: CheckoutFieldBody) -> Self {
        let kind = match body.kind {
            CheckoutFieldKindDto::Text => CheckoutFieldKind::Text,
            CheckoutFieldKindDto::Textarea => CheckoutFieldKind::Textarea,
            CheckoutFieldKindDto::Choice => CheckoutFieldKind::Choice,
            CheckoutFieldKindDto::Checkbox => CheckoutFieldKind::Checkbox,
            CheckoutFieldKindDto::Date => CheckoutFieldKind::Date,
        };
        Self { id: body.id, label: body.label, kind, required: body.required, choices: body.choices }
    }
}
