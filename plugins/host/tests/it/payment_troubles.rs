//! Cards whose bank fails, and manual payments.

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{PaymentAttempt, PaymentIntent, PaymentNext, PaymentOutcome, PaymentStatus};
use stoa_plugin_host::{GuestErrorCode, PaymentCalls, PaymentForm, PluginError, PluginErrorKind};

use crate::fixtures::{attempt, bundled, dollars, site};

fn card() -> PaymentCalls {
    bundled().payment("stoa.testcard", &site("stoa.testcard", json!({}))).expect("calls")
}

fn by_hand(settings: Json) -> PaymentCalls {
    bundled().payment("stoa.manual", &site("stoa.manual", settings)).expect("calls")
}

fn paid_with(number: &str) -> PaymentAttempt {
    attempt("card", json!({ "cardNumber": number }))
}

fn after(outcome: &PaymentOutcome, method: &str) -> PaymentAttempt {
    PaymentAttempt { provider_state: outcome.provider_state.clone(), ..attempt(method, json!({})) }
}

fn code(error: &PluginError) -> GuestErrorCode {
    match &error.kind {
        PluginErrorKind::Guest(error) => error.code,
        other => panic!("not an error of the guest: {other}"),
    }
}

#[tokio::test]
async fn lost_response_recovered_by_status_query() {
    let calls = card();
    let error = calls.create(&paid_with("4000000000000259")).await.expect_err("no answer");
    assert!(error.has_unknown_effect());
    let asked = calls.fetch_status(&attempt("card", json!({}))).await.expect("outcome");
    assert_eq!((asked.status, asked.captured), (PaymentStatus::Captured, Some(dollars(2500))));
    let again = calls.create(&paid_with("4000000000000259")).await.expect("the same charge");
    assert_eq!(again.status, PaymentStatus::Captured);
}

#[tokio::test]
async fn charge_that_never_arrived_has_failed() {
    let calls = card();
    let error = calls.create(&paid_with("4000000000000341")).await.expect_err("no answer");
    assert!(error.has_unknown_effect());
    let asked = calls.fetch_status(&attempt("card", json!({}))).await.expect("outcome");
    assert_eq!((asked.status, asked.captured), (PaymentStatus::Expired, None));
}

#[tokio::test]
async fn pending_charge_decided_by_later_query() {
    let calls = card();
    let created = calls.create(&paid_with("4000000000000077")).await.expect("outcome");
    assert_eq!(created.status, PaymentStatus::Pending);
    let first = calls.fetch_status(&after(&created, "card")).await.expect("outcome");
    assert_eq!(first.status, PaymentStatus::Pending);
    let second = calls.fetch_status(&after(&created, "card")).await.expect("outcome");
    assert_eq!(second.status, PaymentStatus::Captured);
}

#[tokio::test]
async fn refund_outcomes_by_test_card() {
    let calls = card();
    let captured = calls.create(&paid_with("4000000000005126")).await.expect("outcome");
    let error = calls.refund(&after(&captured, "card"), &dollars(100), "r1", "").await.expect_err("refused");
    assert_eq!(code(&error), GuestErrorCode::Declined);
    assert!(!error.has_unknown_effect());
    let other = |number| PaymentAttempt { attempt_id: "attempt 2".to_owned(), ..paid_with(number) };
    calls.create(&other("4000000000007726")).await.expect("outcome");
    let error = calls.refund(&other(""), &dollars(100), "r1", "").await.expect_err("no answer");
    assert!(error.has_unknown_effect());
    let asked = calls.fetch_status(&other("")).await.expect("outcome");
    assert_eq!((asked.status, asked.refunded), (PaymentStatus::PartiallyRefunded, Some(dollars(100))));
}

#[tokio::test]
async fn manual_capture_authorises_first() {
    let attempt = PaymentAttempt {
        intent: Some(PaymentIntent::Authorise),
        ..attempt("card", json!({ "cardNumber": "4242424242424242" }))
    };
    let outcome = card().create(&attempt).await.expect("outcome");
    assert_eq!((outcome.status, outcome.captured), (PaymentStatus::Authorised, None));
}

#[tokio::test]
async fn transfer_instructions_payment_and_refund() {
    let calls = by_hand(json!({ "transferText": "Please transfer", "accountNumber": "DE02 1203", "bankName": " " }));
    let told = calls.create(&attempt("bank-transfer", json!({}))).await.expect("outcome");
    assert_eq!(told.status, PaymentStatus::Pending);
    let details = json!([{ "label": "Account number", "value": "DE02 1203" }]);
    let action = json!({ "type": "instructions", "text": "Please transfer", "details": details, "language": "en-US" });
    assert_eq!(told.next, PaymentNext::ClientAction(action));
    let part = calls.capture(&after(&told, "bank-transfer"), &dollars(100), "c1").await.expect_err("in part");
    assert_eq!(code(&part), GuestErrorCode::InvalidInput);
    let paid = calls.capture(&after(&told, "bank-transfer"), &dollars(2500), "c1").await.expect("outcome");
    assert_eq!((paid.status, &paid.captured), (PaymentStatus::Captured, &Some(dollars(2500))));
    let back = calls.refund(&after(&paid, "bank-transfer"), &dollars(500), "r1", "").await.expect("outcome");
    assert_eq!((back.status, &back.refunded), (PaymentStatus::PartiallyRefunded, &Some(dollars(500))));
    let repeated = calls.refund(&after(&back, "bank-transfer"), &dollars(500), "r1", "").await.expect("outcome");
    assert_eq!(repeated, back, "the same key changes nothing");
    let over = calls.cancel(&after(&told, "bank-transfer"), "v1").await.expect("outcome");
    assert_eq!(over.status, PaymentStatus::Voided);
}

#[test]
fn method_labels_and_fields() {
    let host = bundled();
    let methods = host.payment_methods(&site("stoa.manual", json!({})), "EUR");
    let labels: Vec<&str> = methods.iter().map(|method| method.label.as_str()).collect();
    assert_eq!(labels, ["Bank transfer", "Pay on delivery"]);
    assert!(methods.iter().all(|method| method.form == PaymentForm::None && !method.is_test));
    let cards = host.payment_methods(&site("stoa.testcard", json!({})), "EUR");
    assert!(cards.iter().all(|method| method.form == PaymentForm::Card && method.is_test));
}
