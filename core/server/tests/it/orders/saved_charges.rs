//! Saved payment methods that owners charge for unpaid orders, and disputes, with the test card.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::account::roles::holder;
use crate::app::{App, on_both, on_sqlite};
use crate::client::{Client, TestResponse};
use crate::shop::{self, APPROVED, CONFIRM, DECLINED};

/// Approved in the checkout, and declined without the customer.
const ALONE: &str = "4000000000009995";
/// The end of the month that `shop::submit_saving` enters as the expiry of cards.
const DECEMBER_2030: i64 = 1_924_991_999_999;
const DISPUTED: &str = "4000000000002685";
const DISPUTE_LOST: &str = "4000000000001976";
/// The campaigns editor, who sees no orders.
const CAMPAIGNS_EDITOR: i32 = 11;

async fn member(app: &App, email: &str) -> Result<Client> {
    let mut member = app.juniper();
    member.join(email).await?;
    Ok(member)
}

async fn checkout(app: &App, shopper: &mut Client) -> Result<Value> {
    let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
    shop::add(shopper, &notebook, &shop::in_stock(&notebook), 1).await?.expect(200)?;
    shop::prepare(shopper, "US").await
}

/// Buys a notebook, and saves the card.
async fn save(app: &App, shopper: &mut Client, key: &str, card: &str) -> Result<Value> {
    let ready = checkout(app, shopper).await?;
    shop::submit_saving(shopper, &ready, key, card).await?.expect(200)
}

/// An order whose card was declined: its path in the API of contributors.
async fn unpaid(app: &App, shopper: &mut Client, key: &str) -> Result<String> {
    let ready = checkout(app, shopper).await?;
    let declined = shop::submit(shopper, &ready, key, DECLINED).await?.expect(200)?;
    ensure!(declined["status"] == "declined", "{declined}");
    path_of(app, &declined).await
}

async fn path_of(app: &App, bought: &Value) -> Result<String> {
    let order = bought["orderId"].as_str().context("no order")?;
    Ok(format!("/api/v1/websites/{}/orders/{order}", app.website("juniper").await?))
}

async fn chargeable(owner: &mut Client, order: &str) -> Result<Vec<Value>> {
    let listed = owner.get(&format!("{order}/saved-payment-methods")).await?.expect(200)?;
    Ok(listed["methods"].as_array().context("no methods")?.clone())
}

async fn charge(owner: &mut Client, order: &str, key: &str, method: &Value) -> Result<TestResponse> {
    owner.post(&format!("{order}/charge"), &json!({"idempotencyKey": key, "savedMethodId": method})).await
}

/// What the history of an order says with these words, oldest first.
fn messages<'a>(order: &'a Value, words: &str) -> Vec<&'a str> {
    let entries = order["timeline"].as_array().into_iter().flatten();
    entries.filter_map(|entry| entry["message"].as_str()).filter(|message| message.contains(words)).collect()
}

/// Who wrote the entries of a kind in the history of an order that say these words.
fn authors<'a>(order: &'a Value, kind: &str, words: &str) -> Vec<&'a str> {
    let entries = order["timeline"].as_array().into_iter().flatten().filter(|entry| entry["kind"] == kind);
    let said = entries.filter(|entry| entry["message"].as_str().is_some_and(|message| message.contains(words)));
    said.filter_map(|entry| entry["actor"].as_str()).collect()
}

fn captured(order: &Value) -> usize {
    let payments = order["payments"].as_array().map_or(&[][..], Vec::as_slice);
    payments.iter().filter(|payment| payment["status"] == "captured").count()
}

// spec: orders.saved-charge
#[tokio::test(flavor = "multi_thread")]
async fn an_owner_charges_a_saved_method_once() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let mut ada = member(app, "ada@example.com").await?;
        let paid = save(app, &mut ada, "saved-0001", APPROVED).await?;
        assert_eq!(chargeable(&mut owner, &path_of(app, &paid).await?).await?, Vec::<Value>::new(), "it is paid");
        let order = unpaid(app, &mut ada, "unpaid-0001").await?;
        let methods = chargeable(&mut owner, &order).await?;
        let labels: Vec<&str> = methods.iter().filter_map(|method| method["label"].as_str()).collect();
        assert_eq!(labels, ["Card ending in 4242"]);
        let listed = ada.get("/api/v1/saved-payment-methods").await?.expect(200)?;
        for shown in [&methods[0], &listed["methods"][0]] {
            assert_eq!(shown["expiresOn"], DECEMBER_2030, "what was entered with the card: {shown}");
        }
        let method = &methods[0]["id"];

        let mut editor = holder(app, &app.website("juniper").await?, &[CAMPAIGNS_EDITOR]).await?;
        charge(&mut editor, &order, "charge-0001", method).await?.problem(403)?;
        editor.get(&format!("{order}/saved-payment-methods")).await?.problem(403)?;
        let short = charge(&mut owner, &order, "short", method).await?.problem(400)?;
        ensure!(short["errors"].get("idempotencyKey").is_some(), "{short}");
        charge(&mut owner, &order, "charge-0001", &json!("no id")).await?.problem(400)?;

        // Two tabs at once.
        let mut other = app.owner().await?;
        let (first, second) = tokio::join!(
            charge(&mut owner, &order, "charge-0001", method),
            charge(&mut other, &order, "charge-0002", method)
        );
        let mut statuses = [first?.status, second?.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "one of them charges");
        let seen = owner.get(&order).await?.expect(200)?;
        assert_eq!((seen["paymentStatus"].as_str(), captured(&seen)), (Some("PAID"), 1));
        let timeline = seen["timeline"].to_string();
        let started = "A charge of the saved payment method was started: Card ending in 4242";
        ensure!(timeline.contains(started), "{timeline}");
        let again = charge(&mut owner, &order, "charge-0003", method).await?.problem(409)?;
        ensure!(again["detail"].as_str().is_some_and(|said| said.contains("already been paid")), "{again}");
        assert_eq!(captured(&owner.get(&order).await?.expect(200)?), 1);
        // The customer is told as of any payment.
        let id = seen["id"].as_str().context("no id")?;
        let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
        app.until(async || {
            let rows = tenant.db.read().await?.everything().await?;
            Ok(rows["mail"].iter().any(|mail| mail.contains("order-confirmed") && mail.contains(id)))
        })
        .await
    })
    .await
}

// spec: orders.saved-charge
#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_charge_is_the_same() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let mut ada = member(app, "ada@example.com").await?;
        save(app, &mut ada, "saved-0001", APPROVED).await?;
        save(app, &mut ada, "saved-0002", ALONE).await?;
        let order = unpaid(app, &mut ada, "unpaid-0001").await?;
        let methods = chargeable(&mut owner, &order).await?;
        assert_eq!(methods[0]["label"], "Card ending in 9995", "the latest first");

        // The bank says why it declines; the order can be charged by another method.
        for _ in 0..2 {
            let declined = charge(&mut owner, &order, "charge-0001", &methods[0]["id"]).await?.problem(409)?;
            let said = declined["detail"].as_str().context("no detail")?;
            assert_eq!(said, "The payment provider declined the charge: The card has insufficient funds.");
        }
        charge(&mut owner, &order, "charge-0001", &methods[1]["id"]).await?.problem(409)?;
        let seen = owner.get(&order).await?.expect(200)?;
        let tried = seen["payments"].as_array().context("no payments")?.len();
        assert_eq!((seen["paymentStatus"].as_str(), tried), (Some("FAILED"), 2), "one for the two requests");
        let told =
            ["The payment was declined.", "The payment provider declined the charge: The card has insufficient funds."];
        assert_eq!(messages(&seen, "declined"), told, "that of the checkout and that of the charge, each once");
        for _ in 0..2 {
            let paid = charge(&mut owner, &order, "charge-0002", &methods[1]["id"]).await?.expect(200)?;
            assert_eq!((paid["paymentStatus"].as_str(), captured(&paid)), (Some("PAID"), 1));
        }
        Ok(())
    })
    .await
}

// spec: orders.saved-charge
#[tokio::test(flavor = "multi_thread")]
async fn only_methods_of_the_customer_are_charged() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let mut ada = member(app, "ada@example.com").await?;
        save(app, &mut ada, "saved-0001", APPROVED).await?;
        let asked = save(app, &mut ada, "saved-0002", CONFIRM).await?;
        let attempt = asked["redirectUrl"].as_str().and_then(|page| page.rsplit('/').next()).context("no attempt")?;
        ada.get(&format!("/checkout/payment-return/{attempt}?attempt={attempt}&confirm=yes")).await?;
        let of_ada = unpaid(app, &mut ada, "unpaid-0001").await?;
        let methods = chargeable(&mut owner, &of_ada).await?;
        assert_eq!([&methods[0]["label"], &methods[1]["label"]], ["Card ending in 3155", "Card ending in 4242"]);
        let method = &methods[1]["id"];

        let mut ben = member(app, "ben@example.com").await?;
        let of_ben = unpaid(app, &mut ben, "unpaid-0002").await?;
        let of_guest = unpaid(app, &mut app.juniper(), "unpaid-0003").await?;
        for order in [&of_ben, &of_guest] {
            assert_eq!(chargeable(&mut owner, order).await?, Vec::<Value>::new());
            let refused = charge(&mut owner, order, "charge-0001", method).await?.problem(409)?;
            ensure!(refused["detail"].as_str().is_some_and(|said| said.contains("cannot be charged")), "{refused}");
        }
        // One that the bank wants confirmed cannot be charged without the customer.
        let declined = charge(&mut owner, &of_ada, "charge-0002", &methods[0]["id"]).await?.problem(409)?;
        ensure!(declined["detail"].as_str().is_some_and(|said| said.contains("confirm")), "{declined}");
        Ok(())
    })
    .await
}

// spec: orders.saved-charge
#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_a_test_is_not_charged_in_earnest() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let mut ada = member(app, "ada@example.com").await?;
        save(app, &mut ada, "saved-0001", APPROVED).await?;
        let order = unpaid(app, &mut ada, "unpaid-0001").await?;
        let method = chargeable(&mut owner, &order).await?.pop().context("no method")?["id"].clone();
        let settings = format!("/api/v1/websites/{}/payment-settings", app.website("juniper").await?);
        let mut real = owner.get(&settings).await?.expect(200)?;
        real["testMode"] = json!(false);
        owner.if_match = Some(format!("\"{}\"", real["revision"]));
        owner.put(&settings, &real).await?.expect(200)?;
        owner.if_match = None;
        assert_eq!(chargeable(&mut owner, &order).await?, Vec::<Value>::new());
        let refused = charge(&mut owner, &order, "charge-0001", &method).await?.problem(409)?;
        ensure!(refused["detail"].as_str().is_some_and(|said| said.contains("is a test")), "{refused}");
        Ok(())
    })
    .await
}

// spec: plugins.payments.disputes
#[tokio::test(flavor = "multi_thread")]
async fn test_cards_are_disputed() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        for (card, key, status) in
            [(DISPUTED, "disputed-0001", "needs-response"), (DISPUTE_LOST, "disputed-0002", "lost")]
        {
            let mut shopper = app.juniper();
            let ready = checkout(app, &mut shopper).await?;
            let paid = shop::submit(&mut shopper, &ready, key, card).await?.expect(200)?;
            assert_eq!(paid["status"], "paid");
            let order = path_of(app, &paid).await?;
            let seen = owner.get(&order).await?.expect(200)?;
            let dispute = &seen["payments"][0]["disputes"][0];
            assert_eq!((&dispute["status"], &seen["dispute"]), (&json!(status), &json!(status)), "{seen}");
            assert_eq!(dispute["reason"], "product_not_received");
            ensure!(authors(&seen, "payment", "dispute").iter().all(|actor| *actor == "payment-provider"), "{seen}");
            assert_eq!(authors(&seen, "payment", "disputes the payment"), ["payment-provider"], "{seen}");
            assert_eq!(authors(&seen, "placed", ""), ["visitor"], "the order is the customer's: {seen}");
            let messages = owner.get(&format!("{order}/payment-messages")).await?.expect(200)?;
            ensure!(messages["messages"].as_array().is_some_and(|list| !list.is_empty()), "{messages}");
        }
        Ok(())
    })
    .await
}
