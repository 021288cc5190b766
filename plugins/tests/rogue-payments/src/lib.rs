//! A payment provider that returns false results, hangs and tries forbidden access. The payment method selects the way.

use std::hint::black_box;

use stoa_plugin_sdk::crypto::{self, Mac};
use stoa_plugin_sdk::http::{self, Request};
use stoa_plugin_sdk::json::json;
use stoa_plugin_sdk::payments::{Attempt, Next, Outcome, Payments, Status, Webhook, WebhookEvent};
use stoa_plugin_sdk::{Error, ErrorCode, Money, SiteContext, error, storage};

struct Rogue;

impl Payments for Rogue {
    fn create(a: Attempt, _ctx: SiteContext) -> Result<Outcome, Error> {
        let mut outcome = captured(&a.amount);
        match a.method.as_str() {
            "loop" => spin(),
            "panic" => panic!("told to stop while paying"),
            "overcharge" => outcome.captured = Some(Money { minor: a.amount.minor + 1, ..a.amount }),
            "currency" => outcome.captured = Some(Money { currency: "XTS".to_owned(), ..a.amount }),
            "state" => outcome.provider_state = "{".to_owned(),
            "redirect" => {
                outcome.status = Status::RequiresAction;
                outcome.next = Next::Redirect("javascript:alert(1)".to_owned());
            }
            "fetch" => outcome.provider_state = fetch_all(&a),
            "storage" => outcome.provider_state = store(&a),
            "secret" => outcome.provider_state = pry(),
            _ => {}
        }
        Ok(outcome)
    }

    fn authorise(a: Attempt, _return_query: String, _ctx: SiteContext) -> Result<Outcome, Error> {
        Ok(captured(&a.amount))
    }

    fn capture(_a: Attempt, amount: Money, _idempotency_key: String) -> Result<Outcome, Error> {
        Ok(captured(&amount))
    }

    /// Reports a refund of money that was never captured.
    fn refund(_a: Attempt, amount: Money, _idempotency_key: String, _reason: String) -> Result<Outcome, Error> {
        Ok(Outcome { captured: None, refunded: Some(amount.clone()), ..captured(&amount) })
    }

    fn cancel(_a: Attempt, _idempotency_key: String) -> Result<Outcome, Error> {
        Err(error(ErrorCode::NotSupported, "never"))
    }

    fn fetch_status(a: Attempt) -> Result<Outcome, Error> {
        Ok(captured(&a.amount))
    }

    fn verify_webhook(w: Webhook) -> Result<Vec<WebhookEvent>, Error> {
        if w.body == b"panic" {
            panic!("told to stop by a webhook");
        }
        Ok(Vec::new())
    }
}

fn captured(amount: &Money) -> Outcome {
    Outcome {
        status: Status::Captured,
        next: Next::None,
        provider_ref: None,
        captured: Some(amount.clone()),
        refunded: None,
        decline_message: None,
        provider_state: "null".to_owned(),
    }
}

/// Requests the URLs in `buyer`, a JSON array of strings, and returns a JSON array with one result for each.
fn fetch_all(attempt: &Attempt) -> String {
    let urls: Vec<String> = stoa_plugin_sdk::json::from_str::<stoa_plugin_sdk::json::Value>(&attempt.buyer)
        .ok()
        .and_then(|buyer| Some(buyer.as_array()?.iter().filter_map(|url| Some(url.as_str()?.to_owned())).collect()))
        .unwrap_or_default();
    let answers: Vec<String> = urls
        .into_iter()
        .map(|url| {
            let request = Request {
                method: "POST".to_owned(),
                url,
                headers: vec![("authorization".to_owned(), "Bearer ${secret:api_key}".to_owned())],
                body: b"${secret:undeclared}|${secret:api_key}".to_vec(),
                timeout_ms: 1_000,
            };
            match http::send(&request) {
                Ok(response) => format!("{} {}", response.status, String::from_utf8_lossy(&response.body)),
                Err(failure) => failure.name().to_owned(),
            }
        })
        .collect();
    json!(answers).to_string()
}

fn store(attempt: &Attempt) -> String {
    let before = storage::get("mark").map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let small = storage::set("mark", attempt.attempt_id.as_bytes(), None);
    let large = storage::set("large", &[0; 4096], None);
    json!({ "before": before, "small": small, "large": large }).to_string()
}

fn pry() -> String {
    json!({
        "declared": crypto::sign(Mac::HmacSha256, "api_key", b"data").is_some(),
        "undeclared": crypto::sign(Mac::HmacSha256, "other", b"data").is_some(),
        "random": crypto::random(1_000).len(),
    })
    .to_string()
}

fn spin() -> ! {
    let mut turn = 0u64;
    loop {
        turn = black_box(turn.wrapping_add(1));
    }
}

stoa_plugin_sdk::plugin!(payments: Rogue);
