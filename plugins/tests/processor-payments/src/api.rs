//! Requests to the processor, and what its charges mean.

use stoa_plugin_sdk::http::{self, Failure, Request, Response};
use stoa_plugin_sdk::json::{Value, from_slice, json};
use stoa_plugin_sdk::payments2::{Attempt, Next, Outcome, SavedMethod, Status};
use stoa_plugin_sdk::{Error, ErrorCode, Money, error, setting};

const ORIGIN: &str = "https://api.processor.example";

/// A setting of the site; none when it is empty.
fn text_setting(key: &str) -> Option<String> {
    setting(key)?.as_str().map(str::to_owned).filter(|text| !text.is_empty())
}

fn answer_to(request: &Request) -> Result<Response, Error> {
    http::send(request).map_err(|failure| match failure {
        Failure::NotAllowed => error(ErrorCode::NotConfigured, "the key or a host of the processor is missing"),
        Failure::Timeout => error(ErrorCode::TimedOut, "the processor did not answer in time"),
        other => error(ErrorCode::UpstreamFailed, format!("the processor cannot be reached: {other:?}")),
    })
}

/// Sends a request for the account of the site and returns the JSON of the answer. Where the processor fails, its other
/// address is asked, if the settings name one.
pub(crate) fn send(method: &str, path: &str, key: &str, body: &Value) -> Result<Value, Error> {
    let mut headers = vec![("authorization".to_owned(), "Bearer ${secret:api_key}".to_owned())];
    if let Some(account) = text_setting("account") {
        headers.push(("processor-account".to_owned(), account));
    }
    if !key.is_empty() {
        headers.push(("idempotency-key".to_owned(), key.to_owned()));
    }
    let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    let at = |origin: &str| Request {
        method: method.to_owned(),
        url: format!("{origin}{path}"),
        headers: headers.clone(),
        body: body.clone(),
        timeout_ms: 5_000,
    };
    let mut answer = answer_to(&at(ORIGIN))?;
    if let Some(fallback) = text_setting("fallback").filter(|_| answer.status >= 500) {
        answer = answer_to(&at(&fallback))?;
    }
    let code = match answer.status {
        200..=299 => return Ok(from_slice(&answer.body).unwrap_or_default()),
        404 => ErrorCode::InvalidInput,
        429 => ErrorCode::RateLimited,
        400..=499 => ErrorCode::NotSupported,
        _ => ErrorCode::UpstreamFailed,
    };
    Err(error(code, format!("the processor answered {}", answer.status)))
}

/// What a charge of the processor says about an attempt.
pub(crate) fn outcome(attempt: &Attempt, charge: &Value) -> Result<Outcome, Error> {
    of_charge(charge, &attempt.amount.currency)
}

/// The same for a currency.
pub(crate) fn of_charge(charge: &Value, currency: &str) -> Result<Outcome, Error> {
    let text = |name: &str| charge[name].as_str().map(str::to_owned);
    let money = |name: &str| {
        let minor = charge[name].as_i64().filter(|minor| *minor > 0)?;
        Some(Money { minor, currency: currency.to_owned() })
    };
    let status = match charge["status"].as_str() {
        Some("needs_action") => Status::RequiresAction,
        Some("authorised") => Status::Authorised,
        Some("captured") => Status::Captured,
        Some("partially_refunded") => Status::PartiallyRefunded,
        Some("refunded") => Status::Refunded,
        Some("canceled") => Status::Voided,
        Some("declined") => Status::Declined,
        _ => return Err(error(ErrorCode::UpstreamFailed, "the processor answered without a charge")),
    };
    let saved = &charge["method"];
    let saved_method = saved["token"].as_str().map(|token| SavedMethod {
        token: token.to_owned(),
        label: saved["label"].as_str().unwrap_or_default().to_owned(),
        expires_ms: saved["expires"].as_u64(),
    });
    Ok(Outcome {
        status,
        next: text("redirect").filter(|_| status == Status::RequiresAction).map_or(Next::None, Next::Redirect),
        provider_ref: text("id"),
        captured: money("captured"),
        refunded: money("refunded"),
        decline_message: text("message"),
        saved_method,
        provider_state: json!({ "charge": charge["id"] }).to_string(),
    })
}
