//! Items delivered with the payment (files, gift cards, lessons) need no fulfilment, and restocked items are not
//! shipped.

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_testkit::Postgres;

use crate::app::{App, on_sqlite, settings};
use crate::client::Client;
use crate::orders::payments::arrange;
use crate::transaction_pauses::Journal;
use crate::{demo_database, shop};

/// An order of a pattern, which is a file, and of this many mugs: its path, the order and the response to the shopper.
async fn bought(app: &App, owner: &mut Client, mugs: i64) -> Result<(String, Value, Value)> {
    let mut shopper = app.juniper();
    let pattern = shop::product(app, "juniper", "glaze-notebook").await?;
    shop::add(&mut shopper, &pattern, &pattern["variants"][0], 1).await?.expect(200)?;
    if mugs > 0 {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), mugs).await?.expect(200)?;
    }
    let checkout = shop::prepare(&mut shopper, "US").await?;
    let key = format!("pattern-and-{mugs}-mugs");
    let placed = shop::submit(&mut shopper, &checkout, &key, shop::APPROVED).await?.expect(200)?;
    let id = placed["orderId"].as_str().context("no order")?;
    let path = format!("/api/v1/websites/{}/orders/{id}", app.website("juniper").await?);
    let order = owner.get(&path).await?.expect(200)?;
    Ok((path, order, placed))
}

fn line(order: &Value, is_mug: bool) -> Result<&Value> {
    let items = order["items"].as_array().context("no items")?;
    items.iter().find(|item| (item["productType"] == 1) == is_mug).context("no such line")
}

// spec: order.status-page.open
#[tokio::test(flavor = "multi_thread")]
async fn files_only_order_fulfilled_on_payment() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let (path, order, placed) = bought(app, &mut owner, 0).await?;
        ensure!(order["fulfillmentStatus"] == "FULFILLED" && order["paymentStatus"] == "PAID", "{order}");
        ensure!(order["timeline"].to_string().contains("This order has nothing to fulfill."), "{order}");
        ensure!(order["items"][0]["sendableQuantity"] == 0, "{order}");
        let refused = owner.post(&format!("{path}/fulfill"), &json!({"notifyCustomer": true})).await?.problem(409)?;
        ensure!(refused["error"] == "The order has already been fulfilled.", "{refused}");

        let confirmed = app.juniper().get(placed["redirectUrl"].as_str().context("no page")?).await?;
        let followed = app.juniper().get(&shop::status_page(&confirmed.text)?).await?;
        ensure!(followed.text.contains("Completed") && !followed.text.contains("preparing"), "{}", followed.text);
        let contact = format!("?subject=%23{}\"", order["number"]);
        ensure!(followed.text.contains("Questions about your order?") && followed.text.contains(&contact), "{contact}");
        for message in app.emails(2).await? {
            ensure!(!message.contains("on its way"), "nothing is sent: {message}");
        }
        Ok(())
    })
    .await
}

// spec: order.admin.open
#[tokio::test(flavor = "multi_thread")]
async fn tracking_entered_before_capture_is_kept() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        arrange(app, &mut owner, |settings| settings["captureMode"] = json!("on-fulfillment")).await?;
        let tracked = json!({"trackingNumber": "RB 123 GB", "carrier": "Royal Mail", "notifyCustomer": false});
        for is_captured_meanwhile in [false, true] {
            let (path, order, _) = bought(app, &mut owner, 0).await?;
            ensure!(order["paymentStatus"] == "AUTHORIZED", "{order}");
            if is_captured_meanwhile {
                let payment = order["payments"][0]["id"].as_str().context("no payment")?;
                owner.post(&format!("{path}/payments/{payment}/capture"), &json!({})).await?.expect(200)?;
            }
            let fulfill = format!("{path}/fulfill");
            let sent = owner.post(&fulfill, &tracked).await?.expect(200)?;
            ensure!(sent["fulfillmentStatus"] == "FULFILLED" && sent["paymentStatus"] == "PAID", "{sent}");
            let parcel = &sent["fulfillments"][0];
            ensure!(parcel["trackingNumber"] == "RB 123 GB" && parcel["carrier"] == "Royal Mail", "{sent}");
            ensure!(parcel["items"] == json!([{"orderItemId": order["items"][0]["id"], "quantity": 1}]), "{sent}");
            let again = owner.post(&fulfill, &tracked).await?.problem(409)?;
            ensure!(again["error"] == "The order has already been fulfilled.", "{again}");
        }
        let (path, _, _) = bought(app, &mut owner, 0).await?;
        let sent = owner.post(&format!("{path}/fulfill"), &json!({"notifyCustomer": false})).await?.expect(200)?;
        ensure!(sent["fulfillmentStatus"] == "FULFILLED" && sent["fulfillments"] == json!([]), "{sent}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn mixed_order_ships_physical_items() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let (path, order, _) = bought(app, &mut owner, 2).await?;
        ensure!(order["fulfillmentStatus"] == "PENDING", "{order}");
        let (mug, file) = (line(&order, true)?, line(&order, false)?);
        ensure!((mug["sendableQuantity"] == 2) && (file["sendableQuantity"] == 0), "{order}");
        let name = |item: &Value| item["productName"].as_str().map(str::to_owned).context("no name");
        let slip = owner.get(&format!("{path}/packing-slip")).await?.text;
        ensure!(slip.contains(&name(mug)?) && !slip.contains(&name(file)?), "{slip}");
        let named = json!({"items": [{"orderItemId": file["id"], "quantity": 1}], "notifyCustomer": false});
        let refused = owner.post(&format!("{path}/fulfill"), &named).await?.problem(409)?;
        ensure!(
            refused["error"].as_str().is_some_and(|told| told.contains("does not need to be fulfilled")),
            "{refused}"
        );
        let sent = owner.post(&format!("{path}/fulfill"), &json!({"notifyCustomer": false})).await?.expect(200)?;
        ensure!(sent["fulfillmentStatus"] == "FULFILLED", "{sent}");
        ensure!(sent["fulfillments"][0]["items"] == json!([{"orderItemId": mug["id"], "quantity": 2}]), "{sent}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn restocked_items_need_no_shipment() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let (path, order, _) = bought(app, &mut owner, 3).await?;
        let mug = &line(&order, true)?["id"];
        let pieces = |quantity: i64| json!([{"orderItemId": mug, "quantity": quantity}]);
        for (key, restock) in [("back-in-stock-01", true), ("kept-by-buyer-01", false)] {
            let wish = json!({"idempotencyKey": key, "items": pieces(1), "restock": restock, "notifyCustomer": false});
            owner.post(&format!("{path}/refund"), &wish).await?.expect(200)?;
        }
        let refunded = owner.get(&path).await?.expect(200)?;
        ensure!(line(&refunded, true)?["sendableQuantity"] == 2, "{refunded}");
        let fulfill = format!("{path}/fulfill");
        let all = json!({"items": pieces(3), "notifyCustomer": false});
        let refused = owner.post(&fulfill, &all).await?.problem(409)?;
        ensure!(refused["error"].as_str().is_some_and(|told| told.contains("can still be fulfilled")), "{refused}");
        let two = json!({"items": pieces(2), "notifyCustomer": false});
        let sent = owner.post(&fulfill, &two).await?.expect(200)?;
        ensure!(sent["fulfillmentStatus"] == "FULFILLED", "{sent}");
        Ok(())
    })
    .await
}

/// Two orders from before the migration, and their state after an update of the program.
async fn closed_by_migration(data: &std::path::Path, url: &str) -> Result<()> {
    let app = App::start(settings(data, url)).await?;
    let mut owner = app.owner().await?;
    let (files, ..) = bought(&app, &mut owner, 0).await?;
    let (both, ..) = bought(&app, &mut owner, 1).await?;
    let website = app.website("juniper").await?;
    app.stop().await?;
    let journal =
        if url.is_empty() { Journal::sqlite(data, &website).await? } else { Journal::postgres(url, &website).await? };
    journal.execute("UPDATE orders SET fulfillment_status = 'PENDING'").await?;
    journal.execute("DELETE FROM tenant_migration WHERE version = 'm20261124_000130_given_at_once'").await?;
    if url.is_empty() {
        // The file is from an earlier version of the program.
        journal.execute("PRAGMA user_version = 1").await?;
    }
    drop(journal);
    let app = App::start(settings(data, url)).await?;
    let mut owner = app.owner().await?;
    for (path, status) in [(files, "FULFILLED"), (both, "PENDING")] {
        let order = owner.get(&path).await?.expect(200)?;
        ensure!(order["fulfillmentStatus"] == status, "{status}: {order}");
    }
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn migration_closes_auto_fulfilled_orders() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("sqlite");
    demo_database::sqlite(&data).await?;
    closed_by_migration(&data, "").await.context("on SQLite")?;
    let server = Arc::new(Postgres::start()?);
    let data = folder.path().join("postgres");
    let url = demo_database::postgres(&server, &data).await?;
    closed_by_migration(&data, &url).await.context("on Postgres")
}
