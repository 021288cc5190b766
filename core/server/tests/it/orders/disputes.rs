//! Disputes of payments, which a plugin of a processor tells by signed webhooks: see `plugins/tests/processor-payments`.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::{order, payment};
use stoa_kernel::order::FulfillmentStatus;

use super::processor;
use crate::account::roles::holder;
use crate::app::App;
use crate::checkout::plugin_quotes::{start_with, tenant};
use crate::client::{Client, TestResponse};
use crate::shop;

const PROCESSOR: &str = "tests.processor";
const SECRET: &str = "whsec of a processor";
/// The campaigns editor, who sees no orders.
const CAMPAIGNS_EDITOR: i32 = 11;
/// When the shop has to answer.
const UNTIL: i64 = 4_000_000_000_000;

/// A message of the processor about a charge, in dollars, with the status of its dispute.
fn message(event: &str, charge: &Value, status: &str) -> Value {
    json!({"id": event, "charge": charge, "dispute": {
        "id": "dp_1", "status": status, "amount": charge["amount"], "reason": "product_not_received", "respondBy": UNTIL,
    }})
}

/// Sends a message with the signature of the processor.
async fn send(app: &App, message: &Value) -> Result<TestResponse> {
    processor::send(app, PROCESSOR, message, SECRET).await
}

/// A paid order of the processor, and its charge as messages tell it.
async fn charged(app: &App) -> Result<(String, Value)> {
    let bought = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
    let order = bought["orderId"].as_str().context("no order")?.to_owned();
    let tenant = tenant(app).await?;
    let tx = tenant.db.write().await?;
    let own = || payment::Column::OrderId.eq(order.as_str());
    tx.update::<payment::Entity>(own()).set(payment::Column::Provider, PROCESSOR).exec().await?;
    let row = tx.find::<payment::Entity>().filter(own()).one().await?.context("no payment")?;
    tx.commit().await?;
    let charge = json!({
        "id": format!("ch_{order}"), "reference": row.id, "currency": row.currency, "amount": row.amount_cents, "status": "captured",
        "captured": row.captured_cents,
    });
    Ok((order, charge))
}

/// A server with the plugin of the processor, whose secret it knows.
struct Shop {
    app: App,
    owner: Client,
    website: String,
    /// Where the operations of the site begin.
    base: String,
}

impl Shop {
    async fn start(folder: &Path) -> Result<Self> {
        let app = start_with(folder, PROCESSOR, None).await?;
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let mut owner = app.owner().await?;
        let secret = format!("{base}/plugins/{PROCESSOR}/secrets/webhook_secret");
        assert_eq!(owner.put(&secret, &json!({"value": SECRET})).await?.status, 204);
        Ok(Self { app, owner, website, base })
    }
}

// spec: plugins.payments.disputes
#[tokio::test(flavor = "multi_thread")]
async fn dispute_of_a_processor_reaches_the_owner() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let Shop { app, mut owner, website, base } = Shop::start(folder.path()).await?;
    let (order, charge) = charged(&app).await?;
    let path = format!("{base}/orders/{order}");
    assert_eq!(owner.get(&path).await?.expect(200)?["dispute"], json!(null));

    // Twice, by two messages; the second of them once more.
    for event in ["ev_1", "ev_2", "ev_2"] {
        let answer = send(&app, &message(event, &charge, "needs_response")).await?;
        ensure!(answer.status == 200, "{answer:?}");
    }
    let seen = owner.get(&path).await?.expect(200)?;
    let disputes = seen["payments"][0]["disputes"].as_array().context("no disputes")?;
    assert_eq!((disputes.len(), &seen["dispute"]), (1, &json!("needs-response")));
    for (name, value) in [
        ("id", json!("dp_1")),
        ("amountCents", charge["amount"].clone()),
        ("currency", json!("USD")),
        ("reason", json!("product_not_received")),
        ("respondBy", json!(UNTIL)),
    ] {
        assert_eq!(disputes[0][name], value, "{name}");
    }
    let told = |seen: &Value, words: &str| {
        let entries = seen["timeline"].as_array().into_iter().flatten();
        entries.filter(|entry| entry["message"].as_str().is_some_and(|message| message.contains(words))).count()
    };
    assert_eq!(told(&seen, "disputes the payment"), 1, "{seen}");
    let mut entries = seen["timeline"].as_array().context("no timeline")?.iter();
    let entry =
        entries.find(|entry| entry["message"].as_str().is_some_and(|said| said.contains("disputes the payment")));
    let entry = entry.context("the history does not tell it")?;
    assert_eq!((&entry["actor"], &entry["actorName"]), (&json!("payment-provider"), &json!(null)), "{entry}");

    // The list, for this site and those who may read orders.
    let found = owner.get(&format!("{base}/orders?dispute=needs-response")).await?.expect(200)?;
    assert_eq!(found["orders"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!([&found["orders"][0]["id"], &found["orders"][0]["dispute"]], [&json!(order), &json!("needs-response")]);
    let other = format!("/api/v1/websites/{}/orders", app.website("kissaten").await?);
    owner.get(&format!("{other}/{order}")).await?.problem(404)?;
    let elsewhere = owner.get(&format!("{other}?dispute=any")).await?.expect(200)?;
    assert_eq!(elsewhere["orders"], json!([]));
    holder(&app, &website, &[CAMPAIGNS_EDITOR]).await?.get(&path).await?.problem(403)?;

    let sales = format!("{base}/sales?days=1&by=day");
    assert_eq!(owner.get(&sales).await?.expect(200)?["disputesToAnswer"], 0, "that of a test order waits for nobody");
    let tenant = tenant(&app).await?;
    let tx = tenant.db.write().await?;
    let real = tx.update::<order::Entity>(order::Column::Id.eq(order.as_str())).set(order::Column::TestMode, false);
    real.exec().await?;
    tx.commit().await?;
    assert_eq!(owner.get(&sales).await?.expect(200)?["disputesToAnswer"], 1);

    // Lost. What comes late opens it no more, and the figures of the order stay.
    let lost = send(&app, &message("ev_3", &charge, "lost")).await?;
    let late = send(&app, &message("ev_4", &charge, "under_review")).await?;
    assert_eq!((lost.status, late.status), (200, 200));
    let seen = owner.get(&path).await?.expect(200)?;
    assert_eq!([&seen["dispute"], &seen["paymentStatus"]], [&json!("lost"), &json!("PAID")]);
    assert_eq!([&seen["refundedCents"], &seen["refundableCents"]], [&json!(0), &charge["amount"]]);
    assert_eq!(told(&seen, "decided for the customer"), 1, "{seen}");
    let open = owner.get(&format!("{base}/orders?dispute=open")).await?.expect(200)?;
    assert_eq!(open["orders"], json!([]));

    // An e-mail for each status that counts.
    app.outbox_done("juniper").await?;
    let mails = owner.get(&format!("{base}/mail?kind=payment-disputed")).await?.expect(200)?;
    assert_eq!(mails["messages"].as_array().map(Vec::len), Some(2), "{mails}");
    let audit = owner.get(&format!("{base}/audit-log")).await?.expect(200)?;
    ensure!(audit.to_string().contains("order.dispute"), "{audit}");

    // Won, of another order; who did not sign changes nothing.
    let (order, charge) = charged(&app).await?;
    let mut forger = app.juniper();
    forger.further.push(("processor-signature", format!("t=0,v1={}", "ab".repeat(32))));
    let forged = message("ev_5", &charge, "needs_response");
    assert_eq!(forger.post(&format!("/api/payments/webhooks/{PROCESSOR}"), &forged).await?.status, 400);
    let path = format!("{base}/orders/{order}");
    assert_eq!(owner.get(&path).await?.expect(200)?["dispute"], json!(null));
    for (event, status) in [("ev_6", "needs_response"), ("ev_7", "under_review"), ("ev_8", "won")] {
        assert_eq!(send(&app, &message(event, &charge, status)).await?.status, 200);
    }
    let seen = owner.get(&path).await?.expect(200)?;
    assert_eq!([&seen["dispute"], &seen["payments"][0]["disputes"][0]["status"]], [&json!("won"), &json!("won")]);
    app.outbox_done("juniper").await?;
    let mails = owner.get(&format!("{base}/mail?kind=payment-disputed")).await?.expect(200)?;
    assert_eq!(mails["messages"].as_array().map(Vec::len), Some(4), "the review is no news: {mails}");
    app.stop().await
}

// spec: plugins.payments.disputes
#[tokio::test(flavor = "multi_thread")]
async fn customer_is_not_erased_before_a_dispute_is_decided() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let Shop { app, mut owner, base, .. } = Shop::start(folder.path()).await?;
    let (order, charge) = charged(&app).await?;
    let tenant = tenant(&app).await?;
    let tx = tenant.db.write().await?;
    tx.update::<order::Entity>(order::Column::Id.eq(order.as_str()))
        .set(order::Column::FulfillmentStatus, FulfillmentStatus::Fulfilled)
        .exec()
        .await?;
    tx.commit().await?;
    assert_eq!(send(&app, &message("ev_1", &charge, "needs_response")).await?.status, 200);

    let path = format!("{base}/orders/{order}");
    let email = json!({"email": "ada@example.com"});
    let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
    let customer = format!("{base}/customers/{}", customer["id"].as_str().context("no id")?);
    let refused = owner.call("DELETE", &customer, Some(&email)).await?.problem(409)?;
    ensure!(refused["detail"].as_str().is_some_and(|said| said.contains("disputed")), "{refused}");
    ensure!(owner.get(&path).await?.text.contains("ada@example.com"), "the order is as it was");

    assert_eq!(send(&app, &message("ev_2", &charge, "won")).await?.status, 200);
    let erased = owner.call("DELETE", &customer, Some(&email)).await?;
    ensure!(erased.status < 300, "{erased:?}");
    app.stop().await
}

// spec: plugins.payments.disputes
#[tokio::test(flavor = "multi_thread")]
async fn late_repeat_does_not_open_an_answered_dispute() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let Shop { app, mut owner, base, .. } = Shop::start(folder.path()).await?;
    let (order, charge) = charged(&app).await?;
    let later = UNTIL + 1_000;
    let steps = [
        // The first message of the processor was lost, and is sent again later.
        ("ev_2", "under_review", json!(UNTIL), ("under-review", UNTIL)),
        ("ev_1", "needs_response", json!(UNTIL), ("under-review", UNTIL)),
        ("ev_3", "needs_response", json!(later), ("needs-response", later)),
        ("ev_4", "needs_response", json!(null), ("needs-response", later)),
        ("ev_5", "under_review", json!(null), ("under-review", later)),
        ("ev_6", "needs_response", json!(null), ("under-review", later)),
    ];
    for (event, status, limit, (known, known_limit)) in steps {
        let mut told = message(event, &charge, status);
        told["dispute"]["respondBy"] = limit;
        assert_eq!(send(&app, &told).await?.status, 200, "{event}");
        let seen = owner.get(&format!("{base}/orders/{order}")).await?.expect(200)?;
        let dispute = &seen["payments"][0]["disputes"][0];
        assert_eq!([&dispute["status"], &dispute["respondBy"]], [&json!(known), &json!(known_limit)], "{event}");
    }
    app.stop().await
}
