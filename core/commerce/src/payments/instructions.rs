use serde_json::Value;
pub use stoa_entity::tenant::payment::{Instructions, PaymentDetail, PaymentDue};

/// Maximum length of the instructions, characters.
const MAX_TEXT_LENGTH: usize = 4_000;
/// Maximum number of details, and the maximum length of a label or value, characters.
const MAX_DETAILS: usize = 20;
const MAX_DETAIL_LENGTH: usize = 200;

/// Reads the instructions from a provider's action of the type `instructions`; none for any other action. Details that
/// cannot be read are left out.
pub(crate) fn instructions_of(action: &Value) -> Option<Instructions> {
    if action.get("type").and_then(Value::as_str) != Some("instructions") {
        return None;
    }
    let text = action.get("text").and_then(Value::as_str).unwrap_or_default();
    let details = action.get("details").and_then(Value::as_array).into_iter().flatten();
    Some(Instructions {
        text: shortened(text, MAX_TEXT_LENGTH),
        details: details.filter_map(detail_of).take(MAX_DETAILS).collect(),
        due: action.get("due").cloned().and_then(|due| serde_json::from_value(due).ok()).unwrap_or_default(),
    })
}

/// Adds the order number as payment reference, when there are account details.
pub(crate) fn with_reference(mut instructions: Instructions, number: i64) -> Instructions {
    if !instructions.details.is_empty() {
        let reference = PaymentDetail { label: "Reference".to_owned(), value: format!("Order {number}") };
        instructions.details.push(reference);
    }
    instructions
}

fn detail_of(detail: &Value) -> Option<PaymentDetail> {
    let text = |name: &str| Some(shortened(detail.get(name)?.as_str()?.trim(), MAX_DETAIL_LENGTH));
    Some(PaymentDetail { label: text("label")?, value: text("value")? })
}

/// Truncates a text and removes control characters except line breaks.
fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).take(most).collect()
}
