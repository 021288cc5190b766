//! A provider of 0.2.0 against a double of its processor: redirect, signed webhooks, saved methods, charges without the
//! buyer, and disputes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use hmac::{Hmac, Mac};
use serde_json::{Value as Json, json};
use sha2::Sha256;
use stoa_plugin_host::model::{
    DisputeStatus, PaymentAttempt, PaymentBuyer, PaymentCustomer, PaymentIntent, PaymentLine, PaymentNext,
    PaymentOutcome, PaymentStatus, PaymentWebhook, SavedUse,
};
use stoa_plugin_host::{
    GuestErrorCode, HostConfig, HttpTransport, OutboundFailure, OutboundRequest, OutboundResponse, PaymentCalls,
    PluginError, PluginErrorKind,
};

use crate::fixtures::{attempt, config, context, dollars, hostile, site};

const PLUGIN: &str = "tests.processor";
/// The time of the fixtures' context, in seconds.
const NOW: i64 = 1_790_000_000;

/// A processor in memory: charges by id, and by idempotency key what was answered.
#[derive(Default)]
struct Processor {
    charges: Mutex<BTreeMap<String, Json>>,
    answers: Mutex<BTreeMap<String, Json>>,
    methods: Mutex<Vec<String>>,
    seen: Mutex<Vec<Json>>,
}

impl Processor {
    fn charge(&self, id: &str) -> Json {
        self.charges.lock().expect("lock").get(id).cloned().unwrap_or_default()
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut Json)) -> Json {
        let mut charges = self.charges.lock().expect("lock");
        let charge = charges.get_mut(id).expect("a charge");
        change(charge);
        charge.clone()
    }

    fn new_charge(&self, asked: &Json) -> Json {
        self.seen.lock().expect("lock").push(asked.clone());
        let id = format!("ch_{}", asked["reference"].as_str().unwrap_or_default().replace(' ', "_"));
        let mut charge = json!({
            "id": id, "reference": asked["reference"], "currency": asked["currency"], "amount": asked["amount"],
            "status": "captured", "captured": asked["amount"],
        });
        let paid = if asked["capture"] == true { "captured" } else { "authorised" };
        charge["status"] = json!(paid);
        if paid == "authorised" {
            charge["captured"] = Json::Null;
        }
        match asked["saved"].as_str() {
            Some(token) => {
                let is_known = self.methods.lock().expect("lock").iter().any(|known| known == token);
                if !is_known {
                    charge["status"] = json!("declined");
                    charge["captured"] = Json::Null;
                    charge["message"] = json!("This payment method is no longer valid.");
                }
            }
            None => {
                // A new card has to be confirmed on the page of the bank.
                charge["status"] = json!("needs_action");
                charge["captured"] = Json::Null;
                charge["redirect"] = json!(format!("https://bank.example/confirm/{id}"));
                charge["keep"] = asked["keep"].clone();
            }
        }
        self.charges.lock().expect("lock").insert(id, charge.clone());
        charge
    }

    /// The buyer confirms at the bank.
    fn confirm(&self, id: &str) -> Json {
        self.change(id, |charge| {
            charge["status"] = json!("captured");
            charge["captured"] = charge["amount"].clone();
            charge["redirect"] = Json::Null;
            if charge["keep"] == true {
                self.methods.lock().expect("lock").push("m_1".to_owned());
                charge["method"] =
                    json!({ "token": "m_1", "label": "Visa ending in 4242", "expires": 1_900_000_000_000_u64 });
            }
        })
    }

    fn answer(&self, method: &str, path: &str, body: &Json) -> Option<Json> {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match (method, parts.as_slice()) {
            ("POST", ["charges"]) => Some(self.new_charge(body)),
            ("GET", ["charges", id]) => Some(self.charge(id)).filter(|charge| !charge.is_null()),
            ("POST", ["charges", id, "capture"]) => Some(self.change(id, |charge| {
                charge["status"] = json!("captured");
                charge["captured"] = body["amount"].clone();
            })),
            ("POST", ["charges", id, "refunds"]) => Some(self.change(id, |charge| {
                let refunded = charge["refunded"].as_i64().unwrap_or(0) + body["amount"].as_i64().unwrap_or(0);
                charge["refunded"] = json!(refunded);
                let is_whole = charge["captured"].as_i64() == Some(refunded);
                charge["status"] = json!(if is_whole { "refunded" } else { "partially_refunded" });
            })),
            ("POST", ["charges", id, "cancel"]) => Some(self.change(id, |charge| charge["status"] = json!("canceled"))),
            ("DELETE", ["methods", token]) => {
                self.methods.lock().expect("lock").retain(|known| known != token);
                Some(json!({}))
            }
            _ => None,
        }
    }
}

#[async_trait]
impl HttpTransport for Processor {
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        let header = |name: &str| request.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
        let answered = |status: u16, body: &Json| {
            Ok(OutboundResponse { status, headers: Vec::new(), body: body.to_string().into_bytes() })
        };
        if header("authorization").as_deref() != Some("Bearer key-123") {
            return answered(401, &json!({}));
        }
        let key = header("idempotency-key");
        if let Some(known) = key.as_ref().and_then(|key| self.answers.lock().expect("lock").get(key).cloned()) {
            return answered(200, &known);
        }
        let path = request.url.trim_start_matches("https://api.processor.example").to_owned();
        let body: Json = serde_json::from_slice(&request.body).unwrap_or_default();
        let Some(answer) = self.answer(&request.method, &path, &body) else { return answered(404, &json!({})) };
        if let Some(key) = key {
            self.answers.lock().expect("lock").insert(key, answer.clone());
        }
        answered(200, &answer)
    }
}

fn calls(processor: &Arc<Processor>) -> PaymentCalls {
    let http: Arc<dyn HttpTransport> = Arc::clone(processor) as Arc<dyn HttpTransport>;
    let host = hostile(HostConfig { http, ..config() });
    host.payment(PLUGIN, &site(PLUGIN, json!({}))).expect("calls")
}

fn by_card(number: u32, saved: SavedUse) -> PaymentAttempt {
    let customer = PaymentCustomer {
        email: "ada@example.com".to_owned(),
        name: "${secret:api_key}".to_owned(),
        customer_id: Some("c-1".to_owned()),
        billing_address: None,
    };
    let line = PaymentLine {
        sku: "MUG".to_owned(),
        name: "Mug".to_owned(),
        quantity: 2,
        unit_price: dollars(1250),
        total: dollars(2500),
    };
    PaymentAttempt {
        attempt_id: format!("attempt {number}"),
        idempotency_key: format!("create-{number}"),
        intent: Some(PaymentIntent::Capture),
        buyer: PaymentBuyer { entered: json!({}), customer: Some(customer) },
        lines: vec![line],
        saved,
        ..attempt("card", json!({}))
    }
}

fn after(attempt: &PaymentAttempt, outcome: &PaymentOutcome) -> PaymentAttempt {
    PaymentAttempt { provider_state: outcome.provider_state.clone(), ..attempt.clone() }
}

fn code(error: &PluginError) -> GuestErrorCode {
    match &error.kind {
        PluginErrorKind::Guest(error) => error.code,
        other => panic!("not an error of the guest: {other}"),
    }
}

/// A first payment that saves the method, confirmed at the bank.
async fn first_payment(processor: &Arc<Processor>, calls: &PaymentCalls) -> (PaymentAttempt, PaymentOutcome) {
    let attempt = by_card(1, SavedUse::Save);
    let created = calls.create(&attempt).await.expect("outcome");
    assert_eq!(created.status, PaymentStatus::RequiresAction);
    assert_eq!(created.next, PaymentNext::Redirect("https://bank.example/confirm/ch_attempt_1".to_owned()));
    assert_eq!(calls.create(&attempt).await.expect("the same outcome"), created);
    let stored = after(&attempt, &created);
    processor.confirm("ch_attempt_1");
    let paid = calls.authorise(&stored, "anything=1").await.expect("outcome");
    assert_eq!((paid.status, &paid.captured), (PaymentStatus::Captured, &Some(dollars(2500))));
    (stored, paid)
}

#[tokio::test]
async fn redirect_and_a_saved_method() {
    let processor = Arc::new(Processor::default());
    let calls = calls(&processor);
    let (_, paid) = first_payment(&processor, &calls).await;
    let saved = paid.saved_method.expect("a saved method");
    assert_eq!((saved.token.as_str(), saved.label.as_str()), ("m_1", "Visa ending in 4242"));
    let seen = processor.seen.lock().expect("lock");
    assert_eq!(seen.len(), 1, "a repeated create is answered by its idempotency key");
    for (name, value) in [
        ("exponent", json!(2)),
        ("live", json!(true)),
        ("customer", json!("c-1")),
        ("lines", json!(2500)),
        ("keep", json!(true)),
    ] {
        assert_eq!(seen[0][name], value, "{name}");
    }
}

#[tokio::test]
async fn charges_with_and_without_the_buyer() {
    let processor = Arc::new(Processor::default());
    let calls = calls(&processor);
    first_payment(&processor, &calls).await;
    let present = by_card(2, SavedUse::Present("m_1".to_owned()));
    assert_eq!(calls.create(&present).await.expect("outcome").status, PaymentStatus::Captured);
    let renewal = by_card(3, SavedUse::OffSession("m_1".to_owned()));
    let renewed = calls.create(&renewal).await.expect("outcome");
    assert_eq!((renewed.status, &renewed.next), (PaymentStatus::Captured, &PaymentNext::None));
    assert_eq!(processor.seen.lock().expect("lock")[2]["offSession"], json!(true));
    let part = calls.refund(&after(&renewal, &renewed), &dollars(1000), "r1", "wrong size").await.expect("outcome");
    assert_eq!((part.status, part.refunded), (PaymentStatus::PartiallyRefunded, Some(dollars(1000))));

    calls.forget("m_1").await.expect("forgotten");
    calls.forget("m_1").await.expect("twice");
    assert_eq!(code(&calls.forget("../charges").await.expect_err("no token")), GuestErrorCode::InvalidInput);
    let late = calls.create(&by_card(4, SavedUse::OffSession("m_1".to_owned()))).await.expect("outcome");
    assert_eq!(late.status, PaymentStatus::Declined);
    assert!(late.decline_message.expect("words").contains("no longer valid"));
}

#[tokio::test]
async fn authorisation_is_captured_or_cancelled() {
    let processor = Arc::new(Processor::default());
    let calls = calls(&processor);
    first_payment(&processor, &calls).await;
    let later = |number| PaymentAttempt {
        intent: Some(PaymentIntent::Authorise),
        ..by_card(number, SavedUse::Present("m_1".to_owned()))
    };
    let authorised = calls.create(&later(5)).await.expect("outcome");
    assert_eq!((authorised.status, &authorised.captured), (PaymentStatus::Authorised, &None));
    let captured = calls.capture(&after(&later(5), &authorised), &dollars(2000), "c1").await.expect("outcome");
    assert_eq!(captured.captured, Some(dollars(2000)));
    let other = calls.create(&later(6)).await.expect("outcome");
    assert_eq!(calls.cancel(&after(&later(6), &other), "x1").await.expect("outcome").status, PaymentStatus::Voided);
    let lost = calls.fetch_status(&by_card(7, SavedUse::No)).await.expect_err("never arrived");
    assert_eq!(code(&lost), GuestErrorCode::InvalidInput);
}

fn signed(event: &Json, seconds: i64) -> PaymentWebhook {
    let body = event.to_string();
    let mut mac = Hmac::<Sha256>::new_from_slice(b"whsec").expect("any key");
    mac.update(format!("{seconds}.{body}").as_bytes());
    let tag = hex::encode(mac.finalize().into_bytes());
    PaymentWebhook {
        method: "POST".to_owned(),
        headers: vec![("processor-signature".to_owned(), format!("t={seconds},v1={tag}"))],
        query: String::new(),
        body: body.into_bytes(),
    }
}

#[tokio::test]
async fn dispute_arrives_by_a_signed_webhook() {
    assert_eq!(context("site-1").now_ms, NOW * 1000);
    let processor = Arc::new(Processor::default());
    let calls = calls(&processor);
    first_payment(&processor, &calls).await;
    let dispute = json!({
        "id": "dp_1", "status": "needs_response", "amount": 2500, "reason": "fraudulent",
        "respondBy": 1_790_600_000_000_u64,
    });
    let event = json!({ "id": "ev_1", "charge": processor.charge("ch_attempt_1"), "dispute": dispute });
    let events = calls.verify_webhook(&signed(&event, NOW - 60)).await.expect("events");
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].attempt_id.as_deref(), Some("attempt 1"));
    assert_eq!(events[0].outcome.status, PaymentStatus::Captured);
    let told = events[0].dispute.as_ref().expect("a dispute");
    assert_eq!((told.id.as_str(), told.status, &told.amount), ("dp_1", DisputeStatus::NeedsResponse, &dollars(2500)));
    assert_eq!(told.respond_by_ms, Some(1_790_600_000_000));

    let mut changed = signed(&event, NOW);
    changed.body.push(b' ');
    for (what, bad) in [("old", signed(&event, NOW - 301)), ("early", signed(&event, NOW + 301)), ("changed", changed)]
    {
        let error = calls.verify_webhook(&bad).await.expect_err(what);
        assert_eq!(code(&error), GuestErrorCode::InvalidInput, "{what}");
    }
}
