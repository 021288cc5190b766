//! Questions of plugins in the checkout.

use serde::{Deserialize, Serialize};

use super::{CartPlace, QuotedCart};

/// The form of an answer in the checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerKind {
    /// One line.
    Text,
    /// Several lines.
    Paragraph,
    /// One of the choices.
    Choice,
    /// A box to tick.
    Checkbox,
    /// A day.
    Date,
}

/// A choice of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckoutChoice {
    /// What the plugin gets when it is chosen.
    pub value: String,
    /// What is shown.
    pub label: String,
}

/// A question of the checkout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutQuestion {
    /// Its name within the answer.
    pub id: String,
    /// The form of its answer.
    pub kind: AnswerKind,
    /// The question, in the language of the call.
    pub label: String,
    /// What helps to answer it; may be empty.
    pub help: String,
    /// Whether an answer is required.
    pub required: bool,
    /// What can be chosen.
    pub choices: Vec<CheckoutChoice>,
}

/// The chosen delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartDelivery {
    /// Id of the shop's option.
    pub id: String,
    /// Its name, as the owner wrote it.
    pub label: String,
    /// Whether the order is picked up.
    pub pickup: bool,
}

/// A checkout as plugins are told about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedCheckout {
    /// The cart, without a tax number.
    pub cart: QuotedCart,
    /// The destination, if known.
    pub destination: Option<CartPlace>,
    /// The chosen delivery, if any.
    pub delivery: Option<CartDelivery>,
}

/// An answer of a shopper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckoutAnswer {
    /// Id of the question.
    pub question: String,
    /// The answer, or the value of the choice.
    pub value: String,
}

/// An answer that a plugin refuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckoutRefusal {
    /// Id of the question.
    pub question: String,
    /// The reason, for the shopper.
    pub message: String,
}
