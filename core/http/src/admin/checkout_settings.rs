//! What the owner of a shop chooses for its checkout, on the wire.

use serde::{Deserialize, Serialize};
use stoa_commerce::checkout::{CheckoutChoices, CheckoutField, CheckoutFieldKind};
use utoipa::ToSchema;

/// The checkout of a shop.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutSettings)]
pub struct CheckoutSettingsBody {
    /// Whether people can buy without signing in.
    guest_checkout: bool,
    /// Whether shoppers can write a note to the shop.
    order_note: bool,
    /// What is asked beside addresses, at most 10.
    fields: Vec<CheckoutFieldBody>,
}

/// A question at the checkout.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutField)]
pub struct CheckoutFieldBody {
    /// Small letters, digits and hyphens; tells it from the others.
    id: String,
    label: String,
    kind: CheckoutFieldKindDto,
    /// Whether nobody can buy without an answer.
    required: bool,
    /// What can be chosen, for `choice`.
    #[serde(default)]
    choices: Vec<String>,
}

/// What kind of answer a question wants.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CheckoutFieldKind)]
pub enum CheckoutFieldKindDto {
    /// One line of text.
    Text,
    /// Several lines of text.
    Textarea,
    /// One of some choices.
    Choice,
    /// Yes or no; when it is required, yes.
    Checkbox,
    /// A day, written `2026-11-21`.
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
