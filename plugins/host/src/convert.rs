//! Conversions between the types of the contract and those of [`crate::model`].

use crate::bindings::context::stoa::plugin0_2_0::context::CallContext;
use crate::bindings::imports::stoa::plugin::types;
use crate::bindings::installments::interface as installments;
use crate::bindings::payments::interface as payments;
use crate::capability::secret_places::OPEN;
use crate::error::PluginErrorKind;
use crate::model::{
    InstallmentAvailability, InstallmentItem, InstallmentModal, InstallmentOffer, InstallmentPlan, InstallmentRequest,
    InstallmentText, Money, PaymentAttempt, PaymentNext, PaymentOutcome, PaymentStatus, PaymentWebhook, SiteContext,
    Value,
};

pub(crate) fn invalid(text: impl Into<String>) -> PluginErrorKind {
    PluginErrorKind::Invalid(text.into())
}

fn parse_json(field: &str, text: &str) -> Result<serde_json::Value, PluginErrorKind> {
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

fn money_out(money: types::Money) -> Money {
    Money { minor: money.minor, currency: money.currency }
}

/// JSON with texts that people typed. What looks like a placeholder of a secret is taken apart, so that no plugin can
/// pass it on as one. JSON does not escape its characters, so it is found in the text.
fn typed_in(value: &serde_json::Value) -> String {
    value.to_string().replace(OPEN, "$ {secret:")
}

pub(crate) fn attempt_in(attempt: &PaymentAttempt) -> payments::Attempt {
    payments::Attempt {
        attempt_id: attempt.attempt_id.clone(),
        order_id: attempt.order_id.clone(),
        idempotency_key: attempt.idempotency_key.clone(),
        amount: money_in(&attempt.amount),
        method: attempt.method.clone(),
        return_url: attempt.return_url.clone(),
        cancel_url: attempt.cancel_url.clone(),
        webhook_url: attempt.webhook_url.clone(),
        buyer: typed_in(&attempt.buyer),
        lines: typed_in(&attempt.lines),
        provider_state: attempt.provider_state.to_string(),
    }
}

pub(crate) fn webhook_in(webhook: &PaymentWebhook) -> payments::Webhook {
    payments::Webhook {
        method: webhook.method.clone(),
        headers: webhook.headers.clone(),
        query: webhook.query.clone(),
        body: webhook.body.clone(),
    }
}

/// Converts an outcome and checks everything that can be checked without the attempt.
pub(crate) fn outcome_out(outcome: payments::Outcome, state_limit: usize) -> Result<PaymentOutcome, PluginErrorKind> {
    if outcome.provider_state.len() > state_limit {
        return Err(PluginErrorKind::Oversize { what: "provider state", limit: state_limit });
    }
    let status = match outcome.status {
        payments::Status::RequiresAction => PaymentStatus::RequiresAction,
        payments::Status::Pending => PaymentStatus::Pending,
        payments::Status::Authorised => PaymentStatus::Authorised,
        payments::Status::Captured => PaymentStatus::Captured,
        payments::Status::PartiallyRefunded => PaymentStatus::PartiallyRefunded,
        payments::Status::Refunded => PaymentStatus::Refunded,
        payments::Status::Voided => PaymentStatus::Voided,
        payments::Status::Declined => PaymentStatus::Declined,
        payments::Status::Expired => PaymentStatus::Expired,
        payments::Status::Unknown => PaymentStatus::Unknown,
    };
    let next = match outcome.next {
        payments::Next::None => PaymentNext::None,
        payments::Next::Redirect(address) => PaymentNext::Redirect(check_redirect(address)?),
        payments::Next::ClientAction(text) => PaymentNext::ClientAction(parse_json("client action", &text)?),
    };
    if status == PaymentStatus::RequiresAction && next == PaymentNext::None {
        return Err(invalid("the payment requires an action of the shopper but has no next step"));
    }
    Ok(PaymentOutcome {
        status,
        next,
        provider_ref: outcome.provider_ref,
        captured: outcome.captured.map(money_out),
        refunded: outcome.refunded.map(money_out),
        decline_message: outcome.decline_message,
        provider_state: parse_json("provider state", &outcome.provider_state)?,
    })
}

fn check_redirect(address: String) -> Result<String, PluginErrorKind> {
    match url::Url::parse(&address) {
        Ok(url) if matches!(url.scheme(), "https" | "http") && url.host().is_some() => Ok(address),
        _ => Err(invalid("redirect is not an absolute web address")),
    }
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::typed_in;

    #[test]
    fn typed_placeholders_are_taken_apart() {
        let buyer = json!({ "name": "${secret:api_key}", "note": "$5 {each} \"${secret:\"", "${secret:x}": 1 });
        let text = typed_in(&buyer);
        assert!(!text.contains("${secret:"), "{text}");
        let read: Value = serde_json::from_str(&text).expect("still JSON");
        assert_eq!(
            read,
            json!({ "name": "$ {secret:api_key}", "note": "$5 {each} \"$ {secret:\"", "$ {secret:x}": 1 })
        );
    }
}
