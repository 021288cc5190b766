//! Payment methods: no call loses or moves money twice, whatever arrives.

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::{
    Money, PaymentAttempt, PaymentBuyer, PaymentCustomer, PaymentIntent, PaymentLine, PaymentOutcome, PaymentStatus,
    PaymentWebhook, SavedUse,
};
use stoa_plugin_host::{PaymentCalls, PaymentForm, PluginError, PluginErrorKind};

use super::values::{json_values, texts};
use super::workbench::Shop;
use super::{TestReport, Workbench, fault, shorten, without_faults};
use crate::AuthorError;

/// What an attempt of the kit is about.
pub(super) const AMOUNT: i64 = 2500;

/// A payment method of the manifest.
pub(super) struct Offer<'a> {
    pub(super) method: &'a str,
    pub(super) form: PaymentForm,
    pub(super) currencies: &'a [String],
    pub(super) can_save: bool,
}

impl Offer<'_> {
    fn currency(&self) -> &str {
        match self.currencies {
            [first, ..] if !self.currencies.iter().any(|currency| currency == "USD") => first,
            _ => "USD",
        }
    }

    fn attempt(&self, number: &str) -> PaymentAttempt {
        let buyer = match self.form {
            PaymentForm::None => json!({}),
            PaymentForm::Card => json!({
                "cardNumber": "4242424242424242", "cardHolder": "Ada",
                "expiryMonth": 12, "expiryYear": 2040, "cvc": "123",
            }),
        };
        attempt(self.method, number, &Money::new(AMOUNT, self.currency()), buyer)
    }
}

/// A new attempt.
pub(super) fn attempt(method: &str, number: &str, amount: &Money, buyer: Json) -> PaymentAttempt {
    PaymentAttempt {
        attempt_id: format!("attempt-{number}"),
        order_id: "order-1".to_owned(),
        idempotency_key: format!("create-{number}"),
        amount: amount.clone(),
        method: method.to_owned(),
        return_url: "https://shop.example/checkout/return?order=1".to_owned(),
        cancel_url: "https://shop.example/cart".to_owned(),
        webhook_url: "https://shop.example/hooks/plugin".to_owned(),
        intent: Some(PaymentIntent::Capture),
        buyer: PaymentBuyer { entered: buyer, customer: Some(customer("Ada Example")) },
        lines: vec![line("Cheese", 1, amount.clone())],
        saved: SavedUse::No,
        provider_state: Json::Null,
    }
}

fn customer(name: &str) -> PaymentCustomer {
    PaymentCustomer { email: "ada@example.com".to_owned(), name: name.to_owned(), ..PaymentCustomer::default() }
}

fn line(name: &str, quantity: i64, total: Money) -> PaymentLine {
    PaymentLine { sku: "cheese-1".to_owned(), name: name.to_owned(), quantity, unit_price: total.clone(), total }
}

/// The attempt as the host stores it after an outcome.
pub(super) fn after(attempt: &PaymentAttempt, outcome: &PaymentOutcome) -> PaymentAttempt {
    PaymentAttempt { buyer: json!({}).into(), provider_state: outcome.provider_state.clone(), ..attempt.clone() }
}

/// Runs the asynchronous calls of a test.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, AuthorError> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(|error| AuthorError::Host(error.to_string()))
}

pub(super) fn run(bench: &Workbench, offer: &Offer<'_>, report: &mut TestReport) -> Result<(), AuthorError> {
    let Ok(info) = bench.plugin() else { return Ok(()) };
    let calls = || {
        let site = bench.site(&Shop { currency: offer.currency(), ..Shop::default() });
        bench.host.payment(&info.id, &site).map_err(|error| AuthorError::Host(error.to_string()))
    };
    let name = |test: &str| format!("payment {}: {test}", offer.method);
    let runtime = runtime()?;
    report.add(name("a repeated call gives the same outcome"), runtime.block_on(repeated(&calls()?, offer)));
    report.add(name("the status can always be asked for"), runtime.block_on(status(&calls()?, offer)));
    report.add(name("amounts that cannot be paid"), runtime.block_on(wrong_amounts(&calls()?, offer)));
    report.add(name("an unknown method"), runtime.block_on(unknown_method(&calls()?, offer)));
    report.add(name("refunds that were made, or are too much"), runtime.block_on(too_much(&calls()?, offer)));
    if offer.can_save {
        report.add(name("saved methods"), runtime.block_on(saved_methods(&calls()?, offer)));
    }
    let mut results = Vec::new();
    for (number, value) in json_values().into_iter().enumerate() {
        let calls = calls()?;
        results.push(runtime.block_on(bad_data(&calls, offer, number, &value)));
    }
    report.add(name("data of the wrong kind"), results.into_iter().collect());
    let mut results = Vec::new();
    for text in texts() {
        let calls = calls()?;
        results.push(runtime.block_on(forged(&calls, &text)));
    }
    report.add(name("forged webhooks"), results.into_iter().collect());
    Ok(())
}

type Answer = Result<PaymentOutcome, PluginError>;

/// Fails if the call failed, or its totals cannot be.
fn check(what: &str, answer: &Answer, amount: &Money) -> Result<(), String> {
    if let Some(fault) = fault(answer) {
        return Err(format!("{what}: {fault}"));
    }
    match answer {
        Ok(outcome) => outcome.check_amounts(amount).map_err(|reason| format!("{what}: {reason}")),
        Err(_) => Ok(()),
    }
}

async fn repeated(calls: &PaymentCalls, offer: &Offer<'_>) -> Result<(), String> {
    let attempt = offer.attempt("1");
    let (first, second) = (calls.create(&attempt).await, calls.create(&attempt).await);
    check("create", &first, &attempt.amount)?;
    check("the second create", &second, &attempt.amount)?;
    match (first, second) {
        (Ok(first), Ok(second)) if first.status == second.status && first.provider_ref == second.provider_ref => Ok(()),
        (Ok(first), Ok(second)) => Err(format!(
            "create with the same idempotency key gave {:?} {:?}, then {:?} {:?}",
            first.status, first.provider_ref, second.status, second.provider_ref
        )),
        (Ok(_), Err(error)) => Err(format!("create with the same idempotency key fails: {}", error.kind)),
        (Err(_), _) => Ok(()),
    }
}

/// A method can be saved; one that nobody has saved pays nothing, and can be forgotten.
async fn saved_methods(calls: &PaymentCalls, offer: &Offer<'_>) -> Result<(), String> {
    const UNKNOWN: &str = "token-of-nobody";
    let keeping = PaymentAttempt { saved: SavedUse::Save, ..offer.attempt("save") };
    check("create that saves the method", &calls.create(&keeping).await, &keeping.amount)?;
    for (number, saved) in
        [("present", SavedUse::Present(UNKNOWN.to_owned())), ("alone", SavedUse::OffSession(UNKNOWN.to_owned()))]
    {
        let foreign = PaymentAttempt { saved, ..offer.attempt(number) };
        let answer = calls.create(&foreign).await;
        check("create with a token that was never given", &answer, &foreign.amount)?;
        if let Ok(outcome) = &answer
            && matches!(outcome.status, PaymentStatus::Captured | PaymentStatus::Authorised)
        {
            return Err(format!("create with a token that was never given is {:?}", outcome.status));
        }
    }
    let forgotten = fault(&calls.forget(UNKNOWN).await);
    forgotten.map_or(Ok(()), |fault| Err(format!("forget of a token that was never given: {fault}")))
}

async fn status(calls: &PaymentCalls, offer: &Offer<'_>) -> Result<(), String> {
    let attempt = offer.attempt("2");
    let before = calls.fetch_status(&attempt).await;
    check("`fetch_status` of an attempt that never began", &before, &attempt.amount)?;
    let Ok(created) = calls.create(&attempt).await else { return Ok(()) };
    let stored = after(&attempt, &created);
    let asked = calls.fetch_status(&stored).await;
    check("`fetch_status`", &asked, &attempt.amount)?;
    if let Err(error) = asked {
        return Err(format!("`fetch_status` after `create` returned an error: {}", error.kind));
    }
    let returned = calls.authorise(&stored, "unknown=1&confirm=perhaps").await;
    check("`authorise` with an unknown query", &returned, &attempt.amount)
}

async fn wrong_amounts(calls: &PaymentCalls, offer: &Offer<'_>) -> Result<(), String> {
    for minor in [0, -1, i64::MIN] {
        let base = offer.attempt(&format!("amount {minor}"));
        let attempt = PaymentAttempt { amount: Money::new(minor, offer.currency()), ..base };
        let answer = calls.create(&attempt).await;
        if let Some(fault) = fault(&answer) {
            return Err(format!("an amount of {minor}: {fault}"));
        }
        if answer.is_ok_and(|outcome| outcome.captured.is_some()) {
            return Err(format!("an amount of {minor} was captured"));
        }
    }
    Ok(())
}

async fn unknown_method(calls: &PaymentCalls, offer: &Offer<'_>) -> Result<(), String> {
    let attempt = PaymentAttempt { method: "no-such-method".to_owned(), ..offer.attempt("3") };
    match calls.create(&attempt).await {
        Err(error) if matches!(error.kind, PluginErrorKind::Guest(_)) => Ok(()),
        Err(error) => Err(error.kind.to_string()),
        Ok(_) => Err("it was accepted: return the error `not-supported`".to_owned()),
    }
}

/// A repeated refund is made once, and no more than what was captured is refunded.
async fn too_much(calls: &PaymentCalls, offer: &Offer<'_>) -> Result<(), String> {
    let attempt = offer.attempt("4");
    let Ok(created) = calls.create(&attempt).await else { return Ok(()) };
    let stored = after(&attempt, &created);
    let currency = offer.currency();
    let captured = match created.captured {
        Some(_) => created,
        None => match calls.capture(&stored, &attempt.amount, "c-2").await {
            Ok(captured) => captured,
            Err(error) if matches!(error.kind, PluginErrorKind::Guest(_)) => return Ok(()),
            Err(error) => return Err(format!("capture: {}", error.kind)),
        },
    };
    let stored = after(&attempt, &captured);
    let Ok(once) = calls.refund(&stored, &Money::new(1000, currency), "r-2", "kit").await else { return Ok(()) };
    let twice = calls.refund(&after(&attempt, &once), &Money::new(1000, currency), "r-2", "kit").await;
    check("a repeated refund", &twice, &attempt.amount)?;
    match twice {
        Ok(twice) if twice.refunded != once.refunded => {
            Err("a refund with the same idempotency key was made twice".to_owned())
        }
        Ok(twice) => {
            let above = calls.refund(&after(&attempt, &twice), &attempt.amount, "r-3", "kit").await;
            check("a refund above what is left", &above, &attempt.amount)
        }
        Err(_) => Ok(()),
    }
}

/// Values that no plugin expects, as the buyer, the lines and the state.
async fn bad_data(calls: &PaymentCalls, offer: &Offer<'_>, number: usize, value: &Json) -> Result<(), String> {
    let shown = shorten(&value.to_string());
    let new = |part: &str| offer.attempt(&format!("{part}-{number}"));
    let buyer = PaymentAttempt { buyer: value.clone().into(), ..new("buyer") };
    let odd = vec![line(&value.to_string(), i64::MIN, Money::new(i64::MAX, offer.currency()))];
    let lines = PaymentAttempt { lines: odd, ..new("lines") };
    let state = PaymentAttempt { provider_state: value.clone(), ..new("state") };
    let answers = [
        (format!("the buyer is {shown}"), calls.create(&buyer).await),
        (format!("a line is {shown}"), calls.create(&lines).await),
        (format!("the state is {shown}"), calls.fetch_status(&state).await),
        (format!("the state at a cancellation is {shown}"), calls.cancel(&state, "x-1").await),
    ];
    without_faults(answers)
}

async fn forged(calls: &PaymentCalls, text: &str) -> Result<(), String> {
    let webhook = PaymentWebhook {
        method: "POST".to_owned(),
        headers: vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("x-signature".to_owned(), "00".repeat(32)),
        ],
        query: "a=1".to_owned(),
        body: text.as_bytes().to_vec(),
    };
    let answer = calls.verify_webhook(&webhook).await;
    if let Some(fault) = fault(&answer) {
        return Err(format!("{}: {fault}", shorten(text)));
    }
    match answer {
        Ok(events) if !events.is_empty() => Err(format!("{} was believed", shorten(text))),
        _ => Ok(()),
    }
}
