use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Longest text of instructions, characters.
const LONGEST_TEXT: usize = 4_000;
/// Most details, and the longest label or value, characters.
const MOST_DETAILS: usize = 20;
const LONGEST_DETAIL: usize = 200;

/// When a customer pays who is told how to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentDue {
    /// Before anything is sent: the order is kept for a time.
    #[default]
    Ahead,
    /// When it arrives or is picked up: the order is sent unpaid.
    OnDelivery,
}

/// How a customer pays when no provider takes the money: by transfer, or on delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Instructions {
    /// What to do, in lines.
    pub text: String,
    /// What to enter where, such as an account's number.
    pub details: Vec<PaymentDetail>,
    /// When it is paid.
    #[serde(default)]
    pub due: PaymentDue,
}

/// A labelled value, such as `IBAN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDetail {
    /// What it is.
    pub label: String,
    /// What to enter.
    pub value: String,
}

impl Instructions {
    /// Reads a provider's action of the type `instructions`; any other action is none.
    pub(crate) fn from_action(action: &Value) -> Option<Self> {
        if action.get("type").and_then(Value::as_str) != Some("instructions") {
            return None;
        }
        let text = action.get("text").and_then(Value::as_str).unwrap_or_default();
        let details = action.get("details").and_then(Value::as_array).into_iter().flatten();
        Some(Self {
            text: shortened(text, LONGEST_TEXT),
            details: details.filter_map(PaymentDetail::read).take(MOST_DETAILS).collect(),
            due: action.get("due").cloned().and_then(|due| serde_json::from_value(due).ok()).unwrap_or_default(),
        })
    }
}

impl Instructions {
    /// With the order's number, by which a transfer is recognised, where an account is named.
    pub(crate) fn with_reference(mut self, number: i64) -> Self {
        if !self.details.is_empty() {
            self.details.push(PaymentDetail { label: "Reference".to_owned(), value: format!("Order {number}") });
        }
        self
    }
}

impl PaymentDetail {
    fn read(detail: &Value) -> Option<Self> {
        let text = |name: &str| Some(shortened(detail.get(name)?.as_str()?.trim(), LONGEST_DETAIL));
        Some(Self { label: text("label")?, value: text("value")? })
    }
}

/// Control characters but line breaks are taken out.
fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).take(most).collect()
}
