use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum length of the instructions, characters.
const MAX_TEXT_LENGTH: usize = 4_000;
/// Maximum number of details, and the maximum length of a label or value, characters.
const MAX_DETAILS: usize = 20;
const MAX_DETAIL_LENGTH: usize = 200;

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

impl Instructions {
    /// Reads a provider's action of the type `instructions`; none for any other action.
    pub(crate) fn from_action(action: &Value) -> Option<Self> {
        if action.get("type").and_then(Value::as_str) != Some("instructions") {
            return None;
        }
        let text = action.get("text").and_then(Value::as_str).unwrap_or_default();
        let details = action.get("details").and_then(Value::as_array).into_iter().flatten();
        Some(Self {
            text: shortened(text, MAX_TEXT_LENGTH),
            details: details.filter_map(PaymentDetail::read).take(MAX_DETAILS).collect(),
            due: action.get("due").cloned().and_then(|due| serde_json::from_value(due).ok()).unwrap_or_default(),
        })
    }
}

impl Instructions {
    /// Adds the order number as payment reference, when there are account details.
    pub(crate) fn with_reference(mut self, number: i64) -> Self {
        if !self.details.is_empty() {
            self.details.push(PaymentDetail { label: "Reference".to_owned(), value: format!("Order {number}") });
        }
        self
    }
}

impl PaymentDetail {
    fn read(detail: &Value) -> Option<Self> {
        let text = |name: &str| Some(shortened(detail.get(name)?.as_str()?.trim(), MAX_DETAIL_LENGTH));
        Some(Self { label: text("label")?, value: text("value")? })
    }
}

/// Truncates a text and removes control characters except line breaks.
fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).take(most).collect()
}
