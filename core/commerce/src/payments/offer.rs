//! Which of the methods at hand a checkout offers, and in which order. Pure.

use super::model::{MethodChoice, PaymentChoices};
use crate::ports::PaymentMethod;

/// The methods for a buyer from a country; without one, those of all countries. Methods of test providers are
/// there in test mode unless the owner switched them off, all others once the owner switched them on. What is paid on
/// delivery needs something that is delivered, or picked up.
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
        let label = choices.choice(&method.provider, &method.method).and_then(|choice| choice.label.clone());
        if let Some(label) = label {
            method.label = label;
        }
    }
    shown
}
