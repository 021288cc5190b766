//! Payment methods and failures: bank transfer, deferred payment, lost responses, webhooks in any order, refunds.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_analytics::EventKind;

use super::reconciled::{make_checks_due, settled_order};
use crate::analytics::recorded::events;
use crate::app::{App, on_both, on_both_at_once, on_postgres, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::shop;

const TOTAL: &str = "grandTotalCents";

async fn settings_path(app: &App) -> Result<String> {
    Ok(format!("/api/v1/websites/{}/payment-settings", app.website("juniper").await?))
}

/// Changes the payment settings of the dollar shop.
pub(crate) async fn arrange(app: &App, owner: &mut Client, change: impl FnOnce(&mut Value)) -> Result<Value> {
    let path = settings_path(app).await?;
    let mut settings = owner.get(&path).await?.expect(200)?;
    change(&mut settings);
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    let saved = owner.put(&path, &settings).await;
    owner.if_match = None;
    saved?.expect(200)
}

/// A shopper with a mug, ready to pay.
async fn ready(app: &App) -> Result<(Client, Value)> {
    let mut shopper = app.juniper();
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    shop::add(&mut shopper, &product, &shop::in_stock(&product), 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    Ok((shopper, checkout))
}

async fn buy_with(app: &App, card: &str) -> Result<Value> {
    let (mut shopper, checkout) = ready(app).await?;
    shop::submit(&mut shopper, &checkout, "paying-key-0001", card).await?.expect(200)
}

async fn order_path(app: &App, bought: &Value) -> Result<String> {
    let id = bought["orderId"].as_str().context("no order")?;
    Ok(format!("/api/v1/websites/{}/orders/{id}", app.website("juniper").await?))
}

async fn stock(app: &App) -> Result<i64> {
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    shop::in_stock(&product)["qtyInStock"].as_i64().context("no stock")
}

pub(crate) async fn transfer(shopper: &mut Client, checkout: &Value, key: &str) -> Result<TestResponse> {
    let token = checkout["cartToken"].as_str().context("no token")?;
    let payment = json!({"provider": "stoa.manual", "method": "bank-transfer"});
    let body = json!({"idempotencyKey": key, "expectedTotalCents": checkout["cart"][TOTAL], "payment": payment});
    shopper.post(&format!("/api/2/commerce/checkout/{token}/submit"), &body).await
}

fn switch_on(settings: &mut Value, method: &str) {
    for choice in settings["methods"].as_array_mut().into_iter().flatten() {
        if choice["method"] == method {
            choice["enabled"] = json!(true);
        }
    }
}

/// Sets the bank account and turns bank transfer on.
pub(crate) async fn take_transfers(app: &App, owner: &mut Client) -> Result<()> {
    arrange(app, owner, |settings| switch_on(settings, "bank-transfer")).await?;
    let path = format!("/api/v1/websites/{}/payment-providers/stoa.manual", app.website("juniper").await?);
    let body = json!({"settings": {"transferText": "Please transfer the total", "accountNumber": "DE02 1203 0000"}});
    owner.if_match = Some("\"0\"".to_owned());
    let saved = owner.put(&path, &body).await;
    owner.if_match = None;
    saved?.expect(200)?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn bank_transfer_order_until_payment_recorded() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let (mut shopper, checkout) = ready(app).await?;
        transfer(&mut shopper, &checkout, "transfer-0001").await?.problem(400)?;
        take_transfers(app, &mut owner).await?;
        let before = stock(app).await?;
        let base = format!("/api/2/commerce/checkout/{}", checkout["cartToken"].as_str().context("no token")?);
        let offered = shopper.get(&base).await?.expect(200)?;
        assert_eq!(offered["paymentMethods"].as_array().map(Vec::len), Some(2), "{offered}");
        let bought = transfer(&mut shopper, &checkout, "transfer-0001").await?.expect(200)?;
        assert_eq!(bought["status"], "awaiting-transfer");
        let again = transfer(&mut shopper, &checkout, "transfer-0001").await?.expect(200)?;
        assert_eq!(again, bought);
        transfer(&mut shopper, &checkout, "transfer-0002").await?.problem(409)?;
        let page = shopper.get(bought["redirectUrl"].as_str().context("no page")?).await?;
        ensure!(
            page.text.contains("Please transfer the total") && page.text.contains("DE02 1203 0000"),
            "{}",
            page.text
        );
        ensure!(
            page.text.contains("Please pay by") && page.text.contains("The items are reserved for you until then"),
            "until when"
        );
        let emails = app.emails(2).await?;
        let how = emails.iter().find(|message| message.contains("DE02 1203 0000"));
        let how = how.context("the customer is told how to pay")?.replace("=\r\n", "");
        ensure!(how.contains("Please pay by") && how.contains("We reserve your items until then"), "until when: {how}");
        let path = order_path(app, &bought).await?;
        let order = owner.get(&path).await?.expect(200)?;
        assert_eq!((&order["paymentStatus"], stock(app).await?), (&json!("AWAITING_PAYMENT"), before - 1));
        let purchases = events(app, "juniper").await?.into_iter().filter(|event| event.kind == EventKind::Purchase);
        let purchases: Vec<Option<i64>> = purchases.map(|event| event.number).collect();
        assert_eq!(purchases, [order["grandTotalCents"].as_i64()], "submitted twice, recorded once in the visit");
        let (held, placed) = (order["heldUntil"].as_i64().unwrap_or(0), order["createdOn"].as_i64().unwrap_or(0));
        ensure!(held > placed + 6 * 24 * 3_600_000, "kept for days, not minutes: {order}");
        owner.post(&format!("{path}/fulfill"), &json!({})).await?.problem(409)?;
        let payment = order["payments"][0]["id"].as_str().context("no payment")?;
        let noted = owner.post(&format!("{path}/payments/{payment}/capture"), &json!({})).await?.expect(200)?;
        assert_eq!((&noted["paymentStatus"], &noted["heldUntil"]), (&json!("PAID"), &Value::Null));
        owner.post(&format!("{path}/payments/{payment}/capture"), &json!({})).await?.problem(409)?;
        let emails = app.emails(3).await?;
        ensure!(emails.iter().any(|message| message.contains("confirmed")), "the customer knows that the money came");
        let body = json!({"idempotencyKey": "by-hand-0001", "amountCents": 500});
        let back = owner.post(&format!("{path}/refund"), &body).await?.expect(200)?;
        assert_eq!(back["refund"]["status"], "succeeded");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cash_on_delivery_ships_before_payment() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        arrange(app, &mut owner, |settings| switch_on(settings, "pay-on-delivery")).await?;
        let before = stock(app).await?;
        let (mut shopper, checkout) = ready(app).await?;
        let token = checkout["cartToken"].as_str().context("no token")?;
        let payment = json!({"provider": "stoa.manual", "method": "pay-on-delivery"});
        let total = &checkout["cart"][TOTAL];
        let body = json!({"idempotencyKey": "delivery-0001", "expectedTotalCents": total, "payment": payment});
        let bought = shopper.post(&format!("/api/2/commerce/checkout/{token}/submit"), &body).await?.expect(200)?;
        assert_eq!(bought["status"], "awaiting-transfer");
        let page = shopper.get(bought["redirectUrl"].as_str().context("no page")?).await?;
        ensure!(!page.text.contains("Please pay by"), "it is kept without a time: {}", page.text);
        ensure!(page.text.contains("You pay on delivery.") && !page.text.contains("has arrived"), "{}", page.text);
        let path = order_path(app, &bought).await?;
        let order = owner.get(&path).await?.expect(200)?;
        assert_eq!((&order["paymentStatus"], &order["heldUntil"]), (&json!("AWAITING_PAYMENT"), &Value::Null));
        assert_eq!(order["payments"][0]["isOnDelivery"], true);
        let sent = owner.post(&format!("{path}/fulfill"), &json!({})).await?.expect(200)?;
        assert_eq!(sent["fulfillmentStatus"], "FULFILLED");
        let payment = order["payments"][0]["id"].as_str().context("no payment")?;
        let noted = owner.post(&format!("{path}/payments/{payment}/capture"), &json!({})).await?.expect(200)?;
        assert_eq!((&noted["paymentStatus"], &noted["fulfillmentStatus"]), (&json!("PAID"), &json!("FULFILLED")));
        assert_eq!(stock(app).await?, before - 1);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_cancelled_at_bank_and_in_checkout() -> Result<()> {
    on_sqlite(async |app| {
        let (mut shopper, checkout) = ready(app).await?;
        let token = checkout["cartToken"].as_str().context("no token")?;
        let asked = shop::submit(&mut shopper, &checkout, "give-up-0001", "4000002500003155").await?.expect(200)?;
        let page = asked["redirectUrl"].as_str().context("no page")?;
        let attempt = page.rsplit('/').next().context("no attempt")?;
        let back = shopper.get(&format!("/checkout/payment-canceled/{attempt}")).await?;
        assert_eq!(back.status, 303);
        ensure!(back.location().starts_with("/checkout?canceled=1"), "back to the checkout: {}", back.location());
        let asked = shop::submit(&mut shopper, &checkout, "give-up-0002", "4000002500003155").await?.expect(200)?;
        assert_eq!(asked["status"], "action-required");
        let path = format!("/api/2/commerce/checkout/{token}/payment");
        let given_up = shopper.delete(&path).await?.expect(200)?;
        assert_eq!(given_up["order"]["redirectUrl"], Value::Null);
        let paid = shop::submit(&mut shopper, &checkout, "give-up-0003", "4242424242424242").await?.expect(200)?;
        assert_eq!(paid["status"], "paid");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_transfer_releases_stock() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        take_transfers(app, &mut owner).await?;
        let before = stock(app).await?;
        let (mut shopper, checkout) = ready(app).await?;
        let bought = transfer(&mut shopper, &checkout, "transfer-0001").await?.expect(200)?;
        let path = order_path(app, &bought).await?;
        let canceled = owner.post(&format!("{path}/cancel"), &json!({})).await?.expect(200)?;
        assert_eq!((&canceled["paymentStatus"], stock(app).await?), (&json!("FAILED"), before));
        let payment = canceled["payments"][0]["id"].as_str().context("no payment")?;
        owner.post(&format!("{path}/payments/{payment}/capture"), &json!({})).await?.problem(409)?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_settings_validation_and_permissions() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let path = settings_path(app).await?;
        let settings = owner.get(&path).await?.expect(200)?;
        assert_eq!((&settings["testMode"], &settings["captureMode"]), (&json!(true), &json!("at-once")));
        owner.put(&path, &settings).await?.problem(428)?;
        owner.if_match = Some("\"0\"".to_owned());
        let mut wrong = settings.clone();
        wrong["transferHoldHours"] = json!(0);
        owner.put(&path, &wrong).await?.problem(400)?;
        let mut strange = settings.clone();
        strange["methods"][0]["provider"] = json!("nobody.pays");
        owner.put(&path, &strange).await?.problem(400)?;
        let mut real = settings.clone();
        real["testMode"] = json!(false);
        owner.put(&path, &real).await?.expect(200)?;
        owner.put(&path, &real).await?.problem(412)?;
        let provider = format!("{}/stoa.manual", path.replace("payment-settings", "payment-providers"));
        let problem = owner.put(&provider, &json!({"settings": {"accountNumber": 7}})).await?.problem(400)?;
        ensure!(problem["errors"]["settings.accountNumber"].is_string(), "{problem}");
        owner.put(&provider.replace("manual", "callout"), &json!({"settings": {}})).await?.problem(404)?;
        let (mut shopper, checkout) = ready(app).await?;
        assert_eq!(checkout["paymentMethods"], json!([]), "no test card in a shop that is in earnest");
        shop::submit(&mut shopper, &checkout, "test-card-0001", shop::APPROVED).await?.problem(400)?;
        Ok(())
    })
    .await
}

// spec: checkout.payment.open
#[tokio::test(flavor = "multi_thread")]
async fn authorise_and_capture() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        arrange(app, &mut owner, |settings| settings["captureMode"] = json!("by-hand")).await?;
        let bought = buy_with(app, shop::APPROVED).await?;
        assert_eq!(bought["status"], "paid", "the order stands");
        let path = order_path(app, &bought).await?;
        let order = owner.get(&path).await?.expect(200)?;
        assert_eq!(order["testMode"], true);
        assert_eq!((&order["paymentStatus"], &order["refundableCents"]), (&json!("AUTHORIZED"), &json!(0)));
        ensure!(order["payments"][0]["captureBefore"].as_i64() > order["createdOn"].as_i64(), "{order}");
        let problem = owner.post(&format!("{path}/fulfill"), &json!({})).await?.problem(409)?;
        ensure!(
            problem["detail"].as_str().is_some_and(|detail| detail.contains("authorized but not captured")),
            "{problem}"
        );
        let payment = order["payments"][0]["id"].as_str().context("no payment")?;
        let taken = owner.post(&format!("{path}/payments/{payment}/capture"), &json!({})).await?.expect(200)?;
        assert_eq!((&taken["paymentStatus"], &taken["refundableCents"]), (&json!("PAID"), &order[TOTAL]));
        arrange(app, &mut owner, |settings| settings["captureMode"] = json!("on-fulfillment")).await?;
        let path = order_path(app, &buy_with(app, shop::APPROVED).await?).await?;
        let sent = owner.post(&format!("{path}/fulfill"), &json!({})).await?.expect(200)?;
        assert_eq!((&sent["paymentStatus"], &sent["fulfillmentStatus"]), (&json!("PAID"), &json!("FULFILLED")));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cancellation_voids_authorisation() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let before = stock(app).await?;
        arrange(app, &mut owner, |settings| settings["captureMode"] = json!("by-hand")).await?;
        let path = order_path(app, &buy_with(app, shop::APPROVED).await?).await?;
        let canceled = owner.post(&format!("{path}/cancel"), &json!({"restock": true})).await?.expect(200)?;
        assert_eq!(canceled["payments"][0]["status"], "voided");
        assert_eq!((&canceled["paymentStatus"], &canceled["refunds"]), (&json!("FAILED"), &json!([])));
        assert_eq!(stock(app).await?, before);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn declined_and_unanswered_refunds() -> Result<()> {
    on_both_at_once(async |app| {
        let mut owner = app.owner().await?;
        let path = order_path(app, &buy_with(app, shop::REFUSES_REFUNDS).await?).await?;
        let body = json!({"idempotencyKey": "refused-0001", "amountCents": 100});
        let refused = owner.post(&format!("{path}/refund"), &body).await?.expect(200)?;
        assert_eq!(
            (&refused["refund"]["status"], &refused["order"]["paymentStatus"]),
            (&json!("failed"), &json!("PAID"))
        );
        let path = order_path(app, &buy_with(app, shop::LOSES_REFUNDS).await?).await?;
        let body = json!({"idempotencyKey": "lost-000001", "amountCents": 100});
        let lost = owner.post(&format!("{path}/refund"), &body).await?.expect(200)?;
        assert_eq!(lost["refund"]["status"], "unknown");
        owner
            .post(&format!("{path}/refund"), &json!({"idempotencyKey": "another-0001", "amountCents": 1}))
            .await?
            .problem(409)?;
        make_checks_due(app).await?;
        let settled = settled_order(&mut owner, &path, |order| order["refunds"][0]["status"] != "unknown").await?;
        assert_eq!((&settled["refunds"][0]["status"], &settled["refundedCents"]), (&json!("succeeded"), &json!(100)));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_provider_response_is_reconciled() -> Result<()> {
    on_both_at_once(async |app| {
        let mut owner = app.owner().await?;
        let (charged, lost) = (buy_with(app, shop::LOST_ANSWER).await?, buy_with(app, shop::NEVER_ARRIVES).await?);
        assert_eq!((&charged["status"], &lost["status"]), (&json!("pending"), &json!("pending")));
        make_checks_due(app).await?;
        let is_settled = |order: &Value| order["paymentStatus"] != "AWAITING_PAYMENT";
        let order = settled_order(&mut owner, &order_path(app, &charged).await?, is_settled).await?;
        assert_eq!(order["paymentStatus"], "PAID");
        let order = settled_order(&mut owner, &order_path(app, &lost).await?, is_settled).await?;
        assert_eq!((&order["paymentStatus"], &order["payments"][0]["status"]), (&json!("FAILED"), &json!("expired")));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn duplicate_late_and_unknown_webhooks() -> Result<()> {
    on_both(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let mut bank = app.juniper();
        let (mut shopper, checkout) = ready(app).await?;
        let bought = shop::submit(&mut shopper, &checkout, "pending-00001", shop::PENDING).await?.expect(200)?;
        let path = order_path(app, &bought).await?;
        let order = owner.get(&path).await?.expect(200)?;
        let (payment, total) =
            (order["payments"][0]["id"].as_str().context("no payment")?, order[TOTAL].as_i64().unwrap());
        let captured = shop::report("event-captured", payment, total, "captured");
        let (mut one, mut other) = (bank.clone(), bank.clone());
        let (first, second) = tokio::join!(
            shop::send_report(&mut one, &website, &captured),
            shop::send_report(&mut other, &website, &captured)
        );
        assert_eq!((first?.status, second?.status), (200, 200));
        assert_eq!(owner.get(&path).await?.expect(200)?["paymentStatus"], "PAID");
        let late = shop::report("event-declined", payment, total, "declined");
        assert_eq!(shop::send_report(&mut bank, &website, &late).await?.status, 200);
        assert_eq!(owner.get(&path).await?.expect(200)?["paymentStatus"], "PAID");
        let told = owner.get(&format!("{path}/payment-messages")).await?.expect(200)?;
        let says: Vec<&Value> =
            told["messages"].as_array().context("no list")?.iter().map(|one| &one["says"]).collect();
        assert_eq!(says, [&json!("captured"), &json!("declined")]);
        let stranger = shop::report("event-stranger", "pay_01arz3ndektsv4rrffq69g5fav", 100, "captured");
        assert_eq!(shop::send_report(&mut bank, &website, &stranger).await?.status, 200);
        let unmatched = owner.get(&format!("/api/v1/websites/{website}/payment-messages")).await?.expect(200)?;
        assert_eq!(unmatched["messages"][0]["status"], "unmatched");
        let forged = bank.post_signed("/api/payments/webhooks/stoa.testcard", &captured, &"ab".repeat(32)).await?;
        forged.problem(400)?;
        let kissaten = app.website("kissaten").await?;
        let elsewhere = shop::send_report(&mut app.kissaten(), &kissaten, &captured).await?;
        assert_eq!(elsewhere.status, 200, "another shop knows nothing of this payment and keeps the message");
        let elsewhere = owner.get(&format!("/api/v1/websites/{kissaten}/payment-messages")).await?.expect(200)?;
        assert_eq!(elsewhere["messages"][0]["status"], "unmatched");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn late_payment_of_cancelled_order_refunded() -> Result<()> {
    on_both_at_once(async |app| {
        let (mut owner, website) = app.owner_of("juniper").await?;
        let bought = buy_with(app, shop::CONFIRM).await?;
        let path = order_path(app, &bought).await?;
        let order = owner.get(&path).await?.expect(200)?;
        owner.post(&format!("{path}/cancel"), &json!({})).await?.expect(200)?;
        let (payment, total) =
            (order["payments"][0]["id"].as_str().context("no payment")?, order[TOTAL].as_i64().unwrap());
        let captured = shop::report("event-too-late", payment, total, "captured");
        assert_eq!(shop::send_report(&mut app.juniper(), &website, &captured).await?.status, 200);
        let settled = settled_order(&mut owner, &path, |order| order["paymentStatus"] == "REFUNDED").await?;
        assert_eq!((&settled["refundedCents"], &settled["fulfillmentStatus"]), (&json!(total), &json!("CANCELED")));
        let emails = app.emails(2).await?;
        ensure!(emails.iter().any(|message| message.contains("payment refunded")), "the owner is told: {emails:?}");
        Ok(())
    })
    .await
}
