//! Instructions of a provider for paying, such as a bank account.

use serde_json::Value;
use stoa_entity::TenantTx;
pub use stoa_entity::tenant::payment::{Instructions, PaymentDetail, PaymentDue};
use stoa_entity::tenant::site;
use stoa_messages::{Catalogue, Texts};
use stoa_wording::wording_in;

use crate::CommerceError;
use crate::translations::PaymentWords;

const ENGLISH: &str = "en";
/// Maximum length of the instructions, characters.
const MAX_TEXT_LENGTH: usize = 4_000;
/// Maximum number of details, and the maximum length of a label or value, characters.
const MAX_DETAILS: usize = 20;
const MAX_DETAIL_LENGTH: usize = 200;
/// Stands for the number of the order in a reference.
const NUMBER: &str = "{number}";

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
        language: action.get("language").and_then(Value::as_str).map(str::to_owned),
        due: action.get("due").cloned().and_then(|due| serde_json::from_value(due).ok()).unwrap_or_default(),
        reference: None,
    })
}

/// Adds the order number as payment reference, when there are account details: in the words that the customer was told,
/// which the owner may have changed since, or the usual ones in the language of the instructions.
pub(crate) fn with_reference(mut instructions: Instructions, number: i64) -> Instructions {
    if !instructions.details.is_empty() {
        let usual = || reference_in(Catalogue::for_language(instructions.language.as_deref().unwrap_or(ENGLISH)));
        let PaymentDetail { label, value } = instructions.reference.take().unwrap_or_else(usual);
        let value = value.replace(NUMBER, &number.to_string());
        instructions.details.push(PaymentDetail { label, value });
    }
    instructions
}

/// Keeps how a transfer names the order, in the words of the site.
///
/// # Errors
/// When a database query fails.
pub(crate) async fn keep_reference(tx: &TenantTx, instructions: &mut Instructions) -> Result<(), CommerceError> {
    if !instructions.details.is_empty() {
        let site = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
        let catalogue = Catalogue::for_language(instructions.language.as_deref().unwrap_or(ENGLISH));
        let wording = wording_in(tx, site.texts_stamp.as_deref(), catalogue).await?;
        instructions.reference = Some(reference_in(wording.texts()));
    }
    Ok(())
}

fn reference_in(texts: Texts<'_>) -> PaymentDetail {
    PaymentDetail {
        label: shortened(texts.text("orderSummary.paymentReference"), MAX_DETAIL_LENGTH),
        value: shortened(texts.text("orderSummary.paymentReferenceOrder"), MAX_DETAIL_LENGTH),
    }
}

fn detail_of(detail: &Value) -> Option<PaymentDetail> {
    let text = |name: &str| Some(shortened(detail.get(name)?.as_str()?.trim(), MAX_DETAIL_LENGTH));
    Some(PaymentDetail { label: text("label")?, value: text("value")? })
}

/// Truncates a text and removes control characters except line breaks.
fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).take(most).collect()
}

/// Puts what the owner has written in a language, where it is translated.
pub(crate) async fn put_in_words(
    tx: &TenantTx,
    instructions: &mut Instructions,
    language: Option<&str>,
) -> Result<(), CommerceError> {
    let Some(language) = language else { return Ok(()) };
    let words = PaymentWords::of(tx, language).await?;
    words.say(&mut instructions.text);
    Ok(())
}
