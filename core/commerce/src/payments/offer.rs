//! Selects the payment methods that a checkout offers, and their order.

use stoa_entity::TenantTx;
use stoa_kernel::boxed;

use super::model::{MethodChoice, PaymentChoices};
use crate::CommerceError;
use crate::ports::PaymentMethod;

/// The methods that the shop offers to buyers of any country.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn offered_anywhere(tx: &TenantTx, at_hand: &[PaymentMethod]) -> Result<Vec<PaymentMethod>, CommerceError> {
    let (choices, _) = PaymentChoices::load(tx).await?;
    Ok(offered(at_hand, &choices, None, true))
}

/// The methods for a buyer's country, or of all countries without one. Test methods are offered in test mode unless the
/// owner disabled them; other methods only once the owner enabled them. Payment on delivery requires goods that are
/// delivered or picked up.
pub(crate) fn offered(
    at_hand: &[PaymentMethod],
    choices: &PaymentChoices,
    country: Option<&str>,
    is_delivered: bool,
) -> Vec<PaymentMethod> {
    let reaches = |method: &PaymentMethod| {
        let is_for = |country: &str| method.countries.iter().any(|known| known == country);
        (is_delivered || !method.on_delivery) && (method.countries.is_empty() || country.is_none_or(is_for))
    };
    let is_on = |method: &PaymentMethod| {
        let enabled = choices.choice(&method.provider, &method.method).map(|choice| choice.enabled);
        if method.test_mode { choices.test_mode && enabled.unwrap_or(true) } else { enabled.unwrap_or(false) }
    };
    let place = |method: &PaymentMethod| {
        let own = |choice: &MethodChoice| choice.provider == method.provider && choice.method == method.method;
        choices.methods.iter().position(own).unwrap_or(usize::MAX)
    };
    let mut shown: Vec<PaymentMethod> =
        at_hand.iter().filter(|method| reaches(method) && is_on(method)).cloned().collect();
    shown.sort_by_key(place);
    for method in &mut shown {
        let choice = choices.choice(&method.provider, &method.method);
        method.can_save = method.can_save && choice.is_none_or(|choice| choice.saves);
        let label = choice.and_then(|choice| choice.label.clone());
        if let Some(label) = label {
            method.label = label;
            method.labels.clear();
            method.is_named_by_owner = true;
        }
    }
    shown
}
