//! Conversions between the types of the contract and those of [`crate::model`].

pub(crate) mod cart;
pub(crate) mod products;
pub(crate) mod questions;
pub(crate) mod rows;

use crate::bindings::context::stoa::plugin0_2_0::context::CallContext;
use crate::bindings::imports::stoa::plugin::types;
use crate::bindings::installments::interface as installments;
use crate::capability::secret_places::OPEN;
use crate::error::PluginErrorKind;
use crate::model::{
    InstallmentAvailability, InstallmentItem, InstallmentModal, InstallmentOffer, InstallmentPlan, InstallmentRequest,
    InstallmentText, Money, SiteContext, Value,
};

pub(crate) fn invalid(text: impl Into<String>) -> PluginErrorKind {
    PluginErrorKind::Invalid(text.into())
}

pub(crate) fn parse_json(field: &str, text: &str) -> Result<serde_json::Value, PluginErrorKind> {
    serde_json::from_str(text).map_err(|error| invalid(format!("{field} is not JSON: {error}")))
}

pub(crate) fn value_in(value: &Value) -> types::Value {
    match value {
        Value::None => types::Value::None,
        Value::Boolean(boolean) => types::Value::Boolean(*boolean),
        Value::Integer(integer) => types::Value::Integer(*integer),
        Value::Number(number) => types::Value::Number(*number),
        Value::Text(text) => types::Value::Text(text.clone()),
        Value::Json(json) => types::Value::Json(json.to_string()),
    }
}

pub(crate) fn value_out(value: types::Value) -> Result<Value, PluginErrorKind> {
    Ok(match value {
        types::Value::None => Value::None,
        types::Value::Boolean(boolean) => Value::Boolean(boolean),
        types::Value::Integer(integer) => Value::Integer(integer),
        types::Value::Number(number) => Value::Number(number),
        types::Value::Text(text) => Value::Text(text),
        types::Value::Json(text) => Value::Json(parse_json("value", &text)?),
    })
}

/// Size of a value in bytes, measured before it is converted.
pub(crate) fn value_size(value: &types::Value) -> usize {
    match value {
        types::Value::Text(text) | types::Value::Json(text) => text.len(),
        types::Value::None | types::Value::Boolean(_) | types::Value::Integer(_) | types::Value::Number(_) => 8,
    }
}

/// The context of calls of 0.2.0.
pub(crate) fn call_context_in(context: &SiteContext) -> CallContext {
    CallContext {
        site_id: context.site_id.clone(),
        locale: context.locale.clone(),
        currency: context.currency.clone(),
        currency_exponent: context.currency_exponent,
        timezone: context.timezone.clone(),
        offset_minutes: context.offset_minutes,
        live: context.live,
        preview: context.preview,
        now_ms: u64::try_from(context.now_ms).unwrap_or(0),
    }
}

pub(crate) fn context_in(context: &SiteContext) -> types::SiteContext {
    types::SiteContext {
        site_id: context.site_id.clone(),
        locale: context.locale.clone(),
        currency: context.currency.clone(),
        timezone: context.timezone.clone(),
        preview: context.preview,
        now_ms: u64::try_from(context.now_ms).unwrap_or(0),
    }
}

pub(crate) fn money_in(money: &Money) -> types::Money {
    types::Money { minor: money.minor, currency: money.currency.clone() }
}

pub(crate) fn money_out(money: types::Money) -> Money {
    Money { minor: money.minor, currency: money.currency }
}

/// A text that people typed. What looks like a placeholder of a secret is taken apart, so that no plugin can pass it on as
/// one.
#[must_use]
pub fn typed_text(text: &str) -> String {
    text.replace(OPEN, "$ {secret:")
}

/// JSON with such texts. JSON does not escape the characters of placeholders, so they are found in the text.
pub(crate) fn typed_in(value: &serde_json::Value) -> String {
    typed_text(&value.to_string())
}

pub(crate) fn request_in(request: &InstallmentRequest) -> installments::Request {
    installments::Request {
        items: request.items.iter().map(item_in).collect(),
        total: request.total.as_ref().map(money_in),
        country: request.country.clone(),
        language: request.language.clone(),
        minimum: request.minimum.as_ref().map(money_in),
        maximum: request.maximum.as_ref().map(money_in),
        payments: request.payments,
    }
}

fn item_in(item: &InstallmentItem) -> installments::Item {
    installments::Item {
        ref_: item.reference.clone(),
        unit_price: money_in(&item.unit_price),
        quantity: item.quantity,
        category: item.category.clone(),
        tags: item.tags.clone(),
        physical: item.physical,
        available: item.available,
        subscription: item.subscription,
    }
}

/// Converts an offer; refuses amounts in another currency and payments above the total.
pub(crate) fn offer_out(
    offer: installments::Offer,
    request: &InstallmentRequest,
) -> Result<InstallmentOffer, PluginErrorKind> {
    let availability = match offer.availability {
        installments::Availability::InRange => InstallmentAvailability::InRange,
        installments::Availability::BelowMinimum => InstallmentAvailability::BelowMinimum,
        installments::Availability::AboveMaximum => InstallmentAvailability::AboveMaximum,
        installments::Availability::NotEligible => InstallmentAvailability::NotEligible,
        installments::Availability::UnsupportedMarket => InstallmentAvailability::UnsupportedMarket,
        installments::Availability::Unavailable => InstallmentAvailability::Unavailable,
    };
    let offer = InstallmentOffer {
        availability,
        provider_name: offer.provider_name,
        locale: offer.locale,
        payments: offer.payments,
        amount: offer.amount.map(money_out),
        minimum: offer.minimum.map(money_out),
        maximum: offer.maximum.map(money_out),
        full_text: text_out(offer.full_text),
        one_line_text: text_out(offer.one_line_text),
        modal_page: offer.modal_page,
        plans: offer.plans.into_iter().map(plan_out).collect(),
    };
    check_offer(&offer, request)?;
    Ok(offer)
}

fn check_offer(offer: &InstallmentOffer, request: &InstallmentRequest) -> Result<(), PluginErrorKind> {
    if offer.payments == 0 {
        return Err(invalid("an offer with zero payments"));
    }
    let Some(total) = &request.total else { return Ok(()) };
    let single = [&offer.amount, &offer.minimum, &offer.maximum, &offer.full_text.amount, &offer.one_line_text.amount];
    let plans = offer.plans.iter().flat_map(|plan| [&plan.per_month, &plan.total]);
    if single.into_iter().flatten().chain(plans).any(|money| money.currency != total.currency) {
        return Err(invalid(format!("an offer in another currency than {}", total.currency)));
    }
    if offer.amount.as_ref().is_some_and(|amount| amount.minor < 0 || amount.minor > total.minor) {
        return Err(invalid("a payment above the total"));
    }
    Ok(())
}

fn text_out(text: installments::Text) -> InstallmentText {
    InstallmentText { pattern: text.pattern, count: text.count, amount: text.amount.map(money_out) }
}

fn plan_out(plan: installments::Plan) -> InstallmentPlan {
    InstallmentPlan {
        reference: plan.ref_,
        months: plan.months,
        per_month: money_out(plan.per_month),
        total: money_out(plan.total),
        apr_basis_points: plan.apr_basis_points,
        label: plan.label,
        terms_url: plan.terms_url,
    }
}

pub(crate) fn modal_out(page: installments::ModalPage) -> InstallmentModal {
    InstallmentModal { locale: page.locale, title: page.title, html: page.html }
}
