//! The bundled provider of test cards.

use hmac::{Hmac, Mac};
use serde_json::{Value as Json, json};
use sha2::Sha256;
use stoa_plugin_host::model::{
    DisputeStatus, PaymentAttempt, PaymentBuyer, PaymentCustomer, PaymentNext, PaymentOutcome, PaymentStatus,
    PaymentWebhook, SavedUse,
};
use stoa_plugin_host::{GuestErrorCode, PaymentCalls, PluginError, PluginErrorKind};

use crate::fixtures::{attempt, bundled, dollars, site};

const APPROVED: &str = "4242 4242 4242 4242";
const DECLINED: &str = "4000000000000002";
const ASKS: &str = "4000-0025-0000-3155";

fn calls(config: Json) -> PaymentCalls {
    bundled().payment("stoa.testcard", &site("stoa.testcard", config)).expect("calls")
}

fn with_card(number: &str) -> PaymentAttempt {
    attempt("card", json!({ "cardNumber": number, "email": "a@shop.example" }))
}

/// The attempt as stored after an outcome: without the card number, with the state.
fn after(outcome: &PaymentOutcome) -> PaymentAttempt {
    PaymentAttempt { provider_state: outcome.provider_state.clone(), ..attempt("card", json!({})) }
}

fn guest_code(error: &PluginError) -> GuestErrorCode {
    match &error.kind {
        PluginErrorKind::Guest(error) => error.code,
        other => panic!("not an error of the guest: {other}"),
    }
}

#[tokio::test]
async fn approved_card_is_captured() {
    let outcome = calls(json!({})).create(&with_card(APPROVED)).await.expect("outcome");
    assert_eq!(outcome.status, PaymentStatus::Captured);
    assert_eq!(outcome.next, PaymentNext::None);
    assert_eq!(outcome.captured, Some(dollars(2500)));
    assert_eq!(outcome.provider_ref.as_deref(), Some("testcard_attempt 1"));
    assert_eq!(outcome.provider_state["lastFour"], json!("4242"));
    assert!(!outcome.provider_state.to_string().contains("42424242"), "no card number is kept");
}

#[tokio::test]
async fn declined_card_message() {
    let calls = calls(json!({}));
    for (number, word) in
        [(DECLINED, "declined"), ("4242424242424241", "not valid"), ("5555555555554444", "test cards")]
    {
        let attempt = PaymentAttempt { attempt_id: number.to_owned(), ..with_card(number) };
        let outcome = calls.create(&attempt).await.expect("outcome");
        assert_eq!(outcome.status, PaymentStatus::Declined);
        assert_eq!(outcome.captured, None);
        assert!(outcome.decline_message.expect("words").contains(word), "{number}");
    }
    let error = calls.create(&attempt("card", json!({}))).await.expect_err("no number");
    assert_eq!(guest_code(&error), GuestErrorCode::InvalidInput);
    assert_eq!(error.buyer_message(), Some("Enter a card number."));
}

#[tokio::test]
async fn card_requiring_confirmation_redirects() {
    let calls = calls(json!({}));
    let created = calls.create(&with_card(ASKS)).await.expect("outcome");
    assert_eq!(created.status, PaymentStatus::RequiresAction);
    let address = "https://shop.example/checkout/return?order=1&stoa_action=confirm&attempt=attempt%201";
    assert_eq!(created.next, PaymentNext::Redirect(address.to_owned()));
    let undecided = calls.authorise(&after(&created), "").await.expect("outcome");
    assert_eq!(undecided.status, PaymentStatus::RequiresAction, "coming back without an answer changes nothing");
    let error = calls.authorise(&after(&created), "attempt=other&confirm=yes").await.expect_err("another attempt");
    assert_eq!(guest_code(&error), GuestErrorCode::InvalidInput);
    let confirmed = calls.authorise(&after(&created), "attempt=attempt%201&confirm=yes").await.expect("outcome");
    assert_eq!(confirmed.status, PaymentStatus::Captured);
    let other = PaymentAttempt { attempt_id: "attempt 2".to_owned(), ..with_card(ASKS) };
    calls.create(&other).await.expect("outcome");
    let refused = calls.authorise(&other, "confirm=no").await.expect("outcome");
    assert_eq!(refused.status, PaymentStatus::Declined);
    let again = calls.authorise(&after(&confirmed), "confirm=no").await.expect("outcome");
    assert_eq!(again.status, PaymentStatus::Captured, "a decided payment does not change");
}

#[tokio::test]
async fn create_is_idempotent() {
    let calls = calls(json!({}));
    let first = calls.create(&with_card(APPROVED)).await.expect("outcome");
    let repeated = calls.create(&with_card(APPROVED)).await.expect("outcome");
    assert_eq!(first, repeated);
    let with_state = calls.create(&after(&first)).await.expect("outcome");
    assert_eq!(first, with_state);
}

#[tokio::test]
async fn capture_once_up_to_amount() {
    let calls = calls(json!({ "capture": "manual" }));
    let authorised = calls.create(&with_card(APPROVED)).await.expect("outcome");
    assert_eq!((authorised.status, &authorised.captured), (PaymentStatus::Authorised, &None));
    let part = calls.capture(&after(&authorised), &dollars(2000), "c1").await.expect("outcome");
    assert_eq!((part.status, &part.captured), (PaymentStatus::Captured, &Some(dollars(2000))));
    let repeated = calls.capture(&after(&part), &dollars(2000), "c1").await.expect("outcome");
    assert_eq!(part, repeated, "the same key changes nothing");
    let error = calls.capture(&after(&part), &dollars(500), "c2").await.expect_err("second capture");
    assert_eq!(guest_code(&error), GuestErrorCode::NotSupported);
    for wrong in [dollars(2501), dollars(0), stoa_plugin_host::model::Money::new(100, "EUR")] {
        let error = calls.capture(&after(&authorised), &wrong, "c3").await.expect_err("wrong amount");
        assert!(matches!(error.kind, PluginErrorKind::Invalid(_)), "{error}");
    }
}

#[tokio::test]
async fn refunds_limited_to_captured_amount() {
    let calls = calls(json!({}));
    let captured = calls.create(&with_card(APPROVED)).await.expect("outcome");
    let part = calls.refund(&after(&captured), &dollars(1000), "r1", "wrong size").await.expect("outcome");
    assert_eq!((part.status, &part.refunded), (PaymentStatus::PartiallyRefunded, &Some(dollars(1000))));
    let repeated = calls.refund(&after(&part), &dollars(1000), "r1", "wrong size").await.expect("outcome");
    assert_eq!(part, repeated, "the same key changes nothing");
    let error = calls.refund(&after(&part), &dollars(900), "r1", "").await.expect_err("same key, other amount");
    assert_eq!(guest_code(&error), GuestErrorCode::InvalidInput);
    let error = calls.refund(&after(&part), &dollars(1501), "r2", "").await.expect_err("more than is left");
    assert_eq!(guest_code(&error), GuestErrorCode::InvalidInput);
    let full = calls.refund(&after(&part), &dollars(1500), "r2", "").await.expect("outcome");
    assert_eq!((full.status, &full.refunded), (PaymentStatus::Refunded, &Some(dollars(2500))));
    let refused = PaymentAttempt { attempt_id: "attempt 2".to_owned(), ..with_card(DECLINED) };
    calls.create(&refused).await.expect("outcome");
    let error = calls.refund(&refused, &dollars(100), "r3", "").await.expect_err("nothing was captured");
    assert_eq!(guest_code(&error), GuestErrorCode::NotSupported);
}

#[tokio::test]
async fn uncaptured_payment_can_be_cancelled() {
    let calls = calls(json!({ "capture": "manual" }));
    let authorised = calls.create(&with_card(APPROVED)).await.expect("outcome");
    let voided = calls.cancel(&after(&authorised), "v1").await.expect("outcome");
    assert_eq!(voided.status, PaymentStatus::Voided);
    assert_eq!(calls.cancel(&after(&voided), "v1").await.expect("outcome"), voided);
    let other = PaymentAttempt { attempt_id: "attempt 2".to_owned(), ..with_card(APPROVED) };
    calls.create(&other).await.expect("outcome");
    calls.capture(&other, &dollars(2500), "c1").await.expect("outcome");
    let error = calls.cancel(&other, "v2").await.expect_err("captured");
    assert_eq!(guest_code(&error), GuestErrorCode::NotSupported);
}

#[tokio::test]
async fn status_query_at_any_time() {
    let calls = calls(json!({}));
    let captured = calls.create(&with_card(APPROVED)).await.expect("outcome");
    assert_eq!(calls.fetch_status(&after(&captured)).await.expect("outcome"), captured);
    let lost = calls.fetch_status(&attempt("card", json!({}))).await.expect("outcome");
    assert_eq!(lost, captured, "also when the answer to create was lost");
    let unknown = PaymentAttempt { attempt_id: "attempt 2".to_owned(), ..attempt("card", json!({})) };
    let outcome = calls.fetch_status(&unknown).await.expect("outcome");
    assert_eq!(outcome.status, PaymentStatus::Expired, "a charge that never arrived does not arrive later");
    let strange = PaymentAttempt { amount: dollars(2400), ..after(&captured) };
    let error = calls.fetch_status(&strange).await.expect_err("amount mismatch");
    assert_eq!(guest_code(&error), GuestErrorCode::InvalidInput);
}

fn signed(body: &Json, secret: &str) -> PaymentWebhook {
    let body = body.to_string().into_bytes();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key");
    mac.update(&body);
    let tag = hex::encode(mac.finalize().into_bytes());
    PaymentWebhook {
        method: "POST".to_owned(),
        headers: vec![("x-stoa-signature".to_owned(), tag)],
        query: String::new(),
        body,
    }
}

#[tokio::test]
async fn signed_webhook_parsing_is_idempotent() {
    let calls = calls(json!({}));
    let captured = calls.create(&with_card(APPROVED)).await.expect("outcome");
    let body = json!({ "id": "event-1", "attemptId": "attempt 1", "state": captured.provider_state });
    let webhook = signed(&body, "whsec");
    let events = calls.verify_webhook(&webhook).await.expect("events");
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].event_id, "event-1");
    assert_eq!(events[0].attempt_id.as_deref(), Some("attempt 1"));
    assert_eq!(events[0].outcome, captured, "the browser and the webhook report the same");
    assert_eq!(calls.verify_webhook(&webhook).await.expect("events"), events);
}

#[tokio::test]
async fn webhook_with_wrong_signature_rejected() {
    let calls = calls(json!({}));
    let captured = calls.create(&with_card(APPROVED)).await.expect("outcome");
    let body = json!({ "id": "event-1", "attemptId": "attempt 1", "state": captured.provider_state });
    let mut changed = signed(&body, "whsec");
    changed.body.push(b' ');
    let mut unsigned = signed(&body, "whsec");
    unsigned.headers.clear();
    for bad in [signed(&body, "another"), changed, unsigned] {
        let error = calls.verify_webhook(&bad).await.expect_err("refused");
        assert_eq!(guest_code(&error), GuestErrorCode::InvalidInput);
    }
}

#[tokio::test]
async fn webhook_amounts_checked_against_attempt() {
    let calls = calls(json!({}));
    let captured = calls.create(&with_card(APPROVED)).await.expect("outcome");
    let mut state = captured.provider_state.clone();
    state["captured"] = json!(9999);
    let body = json!({ "id": "event-2", "attemptId": "attempt 1", "state": state });
    let events = calls.verify_webhook(&signed(&body, "whsec")).await.expect("events");
    let fault = events[0].outcome.check_amounts(&dollars(2500)).expect_err("mismatch");
    assert!(fault.contains("9999"), "{fault}");
}

#[test]
fn methods_offered_per_site() {
    let host = bundled();
    let methods = host.payment_methods(&site("stoa.testcard", json!({})), "EUR");
    assert_eq!(methods.len(), 1);
    assert_eq!((methods[0].plugin_id.as_str(), methods[0].method.as_str()), ("stoa.testcard", "card"));
    assert_eq!(host.payment_methods(&site("stoa.callout", json!({})), "EUR"), []);
    let error = host.payment("stoa.testcard", &site("stoa.callout", json!({}))).expect_err("not switched on");
    assert_eq!(error.kind, PluginErrorKind::NotFound);
    let error = host.payment("stoa.callout", &site("stoa.callout", json!({}))).expect_err("no payments");
    assert!(matches!(error.kind, PluginErrorKind::NotProvided(_)));
}

/// An attempt of a customer with an account.
fn of_customer(id: &str, number: &str, customer: &str, saved: SavedUse) -> PaymentAttempt {
    let customer = PaymentCustomer { customer_id: Some(customer.to_owned()), ..PaymentCustomer::default() };
    let buyer = PaymentBuyer { entered: json!({ "cardNumber": number }), customer: Some(customer) };
    PaymentAttempt { attempt_id: id.to_owned(), buyer, saved, ..attempt("card", json!({})) }
}

/// Saves a card, and returns its token.
async fn saved(calls: &PaymentCalls, id: &str, number: &str) -> String {
    let outcome = calls.create(&of_customer(id, number, "c-1", SavedUse::Save)).await.expect("outcome");
    assert_eq!(outcome.status, PaymentStatus::Captured);
    let method = outcome.saved_method.expect("a saved method");
    assert_eq!(method.label, format!("Card ending in {}", &number[12..]));
    assert!(!outcome.provider_state.to_string().contains(number), "no card number is kept");
    method.token
}

#[tokio::test]
async fn saved_card_is_charged_with_and_without_its_customer() {
    let calls = calls(json!({}));
    let token = saved(&calls, "1", "4242424242424242").await;
    let uses = [SavedUse::Present(token.clone()), SavedUse::OffSession(token.clone())];
    for (number, used) in uses.into_iter().enumerate() {
        let own = of_customer(&format!("own {number}"), "", "c-1", used.clone());
        let paid = calls.create(&own).await.expect("outcome");
        assert_eq!((paid.status, paid.saved_method), (PaymentStatus::Captured, None));
        let foreign = of_customer(&format!("foreign {number}"), "", "c-2", used);
        assert_eq!(calls.create(&foreign).await.expect("outcome").status, PaymentStatus::Declined);
    }
    calls.forget(&token).await.expect("forgotten");
    calls.forget(&token).await.expect("forgotten before");
    let late = of_customer("late", "", "c-1", SavedUse::Present(token));
    assert_eq!(calls.create(&late).await.expect("outcome").status, PaymentStatus::Declined);
    let guest = PaymentAttempt { attempt_id: "guest".to_owned(), saved: SavedUse::Save, ..with_card(APPROVED) };
    assert_eq!(calls.create(&guest).await.expect("outcome").saved_method, None, "guests have no cards");
}

/// An attempt with a card and what was entered of its expiry, to be saved.
fn expiring(number: &str, expiry: &str) -> PaymentAttempt {
    let mut attempt = of_customer(&format!("expires {expiry}"), number, "c-1", SavedUse::Save);
    attempt.buyer.entered = json!({ "cardNumber": number, "expiry": expiry });
    attempt
}

#[tokio::test]
async fn saved_card_expires_when_the_shopper_says() {
    let calls = calls(json!({}));
    for (number, expiry, until) in [
        (APPROVED, "12/34", 2_051_222_399_999),
        ("4000000000009995", "01 / 27", 1_801_439_999_999),
        // Asked at the end of September 2026, when the shop of these tests is open.
        (APPROVED, "09/26", 1_790_812_799_999),
    ] {
        let method = calls.create(&expiring(number, expiry)).await.expect("outcome").saved_method.expect("saved");
        assert_eq!(method.expires_ms, Some(until), "{expiry}");
    }
    let asks = expiring("4000002500003155", "02/28");
    assert_eq!(calls.create(&asks).await.expect("outcome").saved_method, None, "not before it is confirmed");
    let confirmed = calls.authorise(&asks, "confirm=yes").await.expect("outcome");
    assert_eq!(confirmed.saved_method.expect("saved").expires_ms, Some(1_835_481_599_999));
    for (expiry, words) in [("08/26", "expired"), ("13/30", "month and year"), ("soon", "month and year")] {
        let declined = calls.create(&expiring(APPROVED, expiry)).await.expect("outcome");
        assert_eq!((declined.status, declined.saved_method), (PaymentStatus::Declined, None), "{expiry}");
        assert!(declined.decline_message.expect("words").contains(words), "{expiry}");
    }
}

#[tokio::test]
async fn cards_that_need_their_customer_are_declined_without() {
    let calls = calls(json!({}));
    let asks = of_customer("asks", "4000002500003155", "c-1", SavedUse::Save);
    calls.create(&asks).await.expect("outcome");
    let confirmed = calls.authorise(&asks, "confirm=yes").await.expect("outcome");
    let asks = confirmed.saved_method.expect("saved once it is confirmed").token;
    let poor = saved(&calls, "poor", "4000000000009995").await;
    for (token, status, word) in
        [(asks, PaymentStatus::RequiresAction, "confirm"), (poor, PaymentStatus::Captured, "funds")]
    {
        let present = of_customer(&format!("present {token}"), "", "c-1", SavedUse::Present(token.clone()));
        assert_eq!(calls.create(&present).await.expect("outcome").status, status);
        let alone = of_customer(&format!("alone {token}"), "", "c-1", SavedUse::OffSession(token));
        let declined = calls.create(&alone).await.expect("outcome");
        assert_eq!(declined.status, PaymentStatus::Declined);
        assert!(declined.decline_message.expect("words").contains(word), "{word}");
    }
}

#[tokio::test]
async fn messages_about_disputed_cards_are_genuine() {
    let calls = calls(json!({}));
    for (number, statuses) in [
        ("4000000000002685", vec![DisputeStatus::NeedsResponse]),
        ("4000000000001976", vec![DisputeStatus::NeedsResponse, DisputeStatus::Lost]),
    ] {
        let paid = PaymentAttempt { attempt_id: number.to_owned(), ..with_card(number) };
        let outcome = calls.create(&paid).await.expect("outcome");
        assert_eq!(outcome.status, PaymentStatus::Captured);
        let messages = outcome.provider_state["messages"].as_array().expect("messages").clone();
        let mut told = Vec::new();
        for message in messages {
            let header = &message["headers"][0];
            let text = |value: &Json| value.as_str().expect("text").to_owned();
            let webhook = PaymentWebhook {
                method: "POST".to_owned(),
                headers: vec![(text(&header[0]), text(&header[1]))],
                query: String::new(),
                body: text(&message["body"]).into_bytes(),
            };
            let events = calls.verify_webhook(&webhook).await.expect("genuine");
            let dispute = events[0].dispute.as_ref().expect("a dispute");
            assert_eq!(dispute.amount, dollars(2500));
            told.push(dispute.status);
        }
        assert_eq!(told, statuses, "{number}");
    }
}
