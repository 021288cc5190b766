//! JSON types of the checkout settings, and of what a checkout asks.

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

/// Which further data a checkout asks for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutQuestions)]
pub struct CheckoutQuestionsOut {
    /// Whether customers can order without an account.
    guest_checkout: bool,
    /// Whether customers can add a note to the order.
    order_note: bool,
    /// The questions of the shop, then those of its plugins.
    fields: Vec<CheckoutQuestionOut>,
}

/// A question of a checkout.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckoutQuestion)]
pub struct CheckoutQuestionOut {
    /// Names it in the answers. That of a plugin has a colon.
    id: String,
    label: String,
    /// What helps to answer it; may be empty.
    help: String,
    kind: CheckoutFieldKind,
    /// Whether an answer is required.
    required: bool,
    /// Options to choose from, for `choice`.
    choices: Vec<String>,
    /// Maximum length of a typed answer, characters.
    max_length: u32,
}

impl From<CheckoutChoices> for CheckoutQuestionsOut {
    fn from(choices: CheckoutChoices) -> Self {
        Self {
            guest_checkout: choices.guest_checkout,
            order_note: choices.order_note,
            fields: choices.fields.into_iter().map(CheckoutQuestionOut::from).collect(),
        }
    }
}

impl From<CheckoutField> for CheckoutQuestionOut {
    fn from(field: CheckoutField) -> Self {
        let max_length = u32::try_from(field.max_chars()).unwrap_or(u32::MAX);
        let CheckoutField { id, label, kind, required, choices, plugin_help } = field;
        Self { id, label, help: plugin_help.unwrap_or_default(), kind, required, choices, max_length }
    }
}
