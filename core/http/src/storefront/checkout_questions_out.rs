//! What a checkout asks, in responses.

use serde::Serialize;
use stoa_commerce::checkout::{CheckoutChoices, CheckoutField};
use stoa_kernel::checkout::CheckoutFieldKind;
use utoipa::ToSchema;

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
