//! Orders after the sale: refunds, shipments, cancellation, search and printing.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::Client;
use crate::shop;

/// A paid order of two mugs: its path and itself.
async fn paid(app: &App, owner: &mut Client) -> Result<(String, Value)> {
    let mut shopper = app.juniper();
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    shop::add(&mut shopper, &product, &shop::in_stock(&product), 2).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    let bought = shop::submit(&mut shopper, &checkout, "after-the-sale-1", shop::APPROVED).await?.expect(200)?;
    let id = bought["orderId"].as_str().context("no order")?;
    let path = format!("/api/v1/websites/{}/orders/{id}", app.website("juniper").await?);
    let order = owner.get(&path).await?.expect(200)?;
    Ok((path, order))
}

async fn stock(app: &App, sku: &Value) -> Result<i64> {
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    let variants = product["variants"].as_array().context("no variants")?;
    let variant = variants.iter().find(|variant| variant["sku"] == *sku).context("no such variant")?;
    variant["qtyInStock"].as_i64().context("no stock")
}

#[tokio::test(flavor = "multi_thread")]
async fn partial_refunds_up_to_total() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let (path, order) = paid(app, &mut owner).await?;
        app.emails(2).await?;
        let total = order["grandTotalCents"].as_i64().context("no total")?;
        let (item, sku) = (order["items"][0]["id"].clone(), order["items"][0]["sku"].clone());
        let before = stock(app, &sku).await?;
        let one = json!([{"orderItemId": item, "quantity": 1}]);
        let preview = owner.post(&format!("{path}/refund/preview"), &json!({"items": one})).await?.expect(200)?;
        assert_eq!(preview["refundableCents"], total);
        let body = json!({"idempotencyKey": "first-mug-0001", "items": one, "restock": true, "notifyCustomer": true,
            "reason": "Chipped"});
        let first = owner.post(&format!("{path}/refund"), &body).await?.expect(200)?;
        assert_eq!(
            (&first["refund"]["status"], &first["refund"]["amountCents"]),
            (&json!("succeeded"), &preview["amountCents"])
        );
        assert_eq!(first["order"]["paymentStatus"], "PARTIALLY_REFUNDED");
        assert_eq!(stock(app, &sku).await?, before + 1);
        let again = owner.post(&format!("{path}/refund"), &body).await?.expect(200)?;
        assert_eq!(again["refund"]["id"], first["refund"]["id"]);
        assert_eq!(again["order"]["refundedCents"], first["order"]["refundedCents"]);
        assert_eq!(stock(app, &sku).await?, before + 1);
        let emails = app.emails(3).await?;
        ensure!(emails.iter().any(|message| message.contains("Refund for order")), "the customer is told");
        let too_much = json!({"idempotencyKey": "two-mugs-00001", "items": [{"orderItemId": item, "quantity": 2}]});
        let problem = owner.post(&format!("{path}/refund"), &too_much).await?.problem(409)?;
        ensure!(problem["detail"].as_str().is_some_and(|detail| detail.contains("Only 1")), "{problem}");
        let rest = json!({"idempotencyKey": "the-rest-00001", "items": one,
            "shippingCents": preview["shippingRefundableCents"]});
        let last = owner.post(&format!("{path}/refund"), &rest).await?.expect(200)?;
        assert_eq!(
            (&last["order"]["paymentStatus"], &last["order"]["refundedCents"]),
            (&json!("REFUNDED"), &json!(total))
        );
        let over = json!({"idempotencyKey": "one-cent-00001", "amountCents": 1});
        owner.post(&format!("{path}/refund"), &over).await?.problem(409)?;
        let names = last["order"]["timeline"].as_array().context("no timeline")?;
        ensure!(
            names.iter().any(|entry| entry["actorName"].as_str().is_some_and(|name| !name.is_empty())),
            "{names:?}"
        );
        let told = last["order"]["timeline"].to_string();
        ensure!(told.contains(" was refunded: Chipped\"") && told.contains(" was refunded.\""), "{told}");
        ensure!(told.matches("The refunded items were returned to stock.").count() == 1, "{told}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cancellation_is_idempotent() -> Result<()> {
    on_sqlite(async |app| {
        let mut owner = app.owner().await?;
        let (path, order) = paid(app, &mut owner).await?;
        let sku = order["items"][0]["sku"].clone();
        let before = stock(app, &sku).await?;
        let (mut one, mut other) = (owner.clone(), owner.clone());
        let (path_of, body) = (format!("{path}/cancel"), json!({"restock": true, "notifyCustomer": true}));
        let (first, second) = tokio::join!(one.post(&path_of, &body), other.post(&path_of, &body));
        let mut statuses = [first?.status, second?.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let after = owner.get(&path).await?.expect(200)?;
        assert_eq!((&after["fulfillmentStatus"], &after["paymentStatus"]), (&json!("CANCELED"), &json!("REFUNDED")));
        assert_eq!((stock(app, &sku).await?, after["refunds"].as_array().map(Vec::len)), (before + 2, Some(1)));
        let told = after["timeline"].to_string().matches("Its items were returned to stock.").count();
        assert_eq!(told, 1, "{}", after["timeline"]);
        let page = app.juniper().get(&status_page(app, &path).await?).await?;
        ensure!(page.text.contains("Order canceled") && page.text.contains("Refunded"), "{}", page.text);
        let problem = owner.post(&format!("{path}/fulfill"), &json!({})).await?.problem(409)?;
        assert_eq!(problem["code"], "order-not-fulfillable");
        Ok(())
    })
    .await
}

/// The customer's order status page, from the latest e-mail about it.
async fn status_page(app: &App, path: &str) -> Result<String> {
    let id = path.rsplit('/').next().context("no id")?;
    for message in app.emails(2).await? {
        let text = message.replace("=\r\n", "").replace("=\n", "");
        if let Some(start) = text.find(&format!("/checkout/order-status/{id}.")) {
            let rest = text.get(start..).unwrap_or_default();
            let token = rest.split(|letter: char| letter.is_whitespace() || letter == '"' || letter == '<').next();
            return Ok(token.unwrap_or_default().to_owned());
        }
    }
    anyhow::bail!("no e-mail names the status page")
}

// spec: order.status-page.open
#[tokio::test(flavor = "multi_thread")]
async fn order_status_page_requires_its_link() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let (path, order) = paid(app, &mut owner).await?;
        let own = status_page(app, &path).await?;
        let page = app.juniper().get(&own).await?;
        let name = order["items"][0]["productName"].as_str().context("no name")?;
        ensure!(page.status == 200 && page.text.contains(name), "{}", page.text);
        let (id, token) = own.rsplit_once('.').context("no token")?;
        let turned: String = token.chars().rev().collect();
        for wrong in
            [format!("{id}.{turned}"), format!("{id}."), id.to_owned(), format!("/checkout/order-status/{token}")]
        {
            ensure!(app.juniper().get(&wrong).await?.status == 404, "{wrong}");
        }
        ensure!(app.kissaten().get(&own).await?.status == 404, "another site shows it");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn partial_shipments_with_emails() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let (path, order) = paid(app, &mut owner).await?;
        app.emails(2).await?;
        let one = json!([{"orderItemId": order["items"][0]["id"], "quantity": 1}]);
        let parcel = |number: &str| json!({"items": one, "trackingNumber": number, "notifyCustomer": true});
        let first = owner.post(&format!("{path}/fulfill"), &parcel("1Z-ONE")).await?.expect(200)?;
        assert_eq!(
            (&first["fulfillmentStatus"], &first["items"][0]["fulfilledQuantity"]),
            (&json!("PENDING"), &json!(1))
        );
        owner.post(&format!("{path}/cancel"), &json!({})).await?.problem(409)?;
        let address = shop::address("US");
        owner.put(&format!("{path}/shipping-address"), &address).await?.problem(409)?;
        let second = owner.post(&format!("{path}/fulfill"), &parcel("1Z-TWO")).await?.expect(200)?;
        assert_eq!(second["fulfillmentStatus"], "FULFILLED");
        let emails = app.emails(4).await?;
        for number in ["1Z-ONE", "1Z-TWO"] {
            assert_eq!(emails.iter().filter(|message| message.contains(number)).count(), 1, "{number}");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn order_search_notes_address_print_export() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let (path, order) = paid(app, &mut owner).await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let list = format!("{base}/orders");
        let sku = order["items"][0]["sku"].as_str().context("no sku")?.to_lowercase();
        for (query, found) in [
            ("query=%231".to_owned(), 1),
            ("query=ada%40example.com".to_owned(), 1),
            ("query=byron+mug".to_owned(), 1),
            (format!("query={sku}"), 1),
            ("query=nobody".to_owned(), 0),
            ("testMode=true".to_owned(), 1),
            ("testMode=false".to_owned(), 0),
            ("paymentStatus=PAID&fulfillmentStatus=PENDING".to_owned(), 1),
            (format!("from={}", order["createdOn"]), 1),
            (format!("until={}", order["createdOn"]), 0),
        ] {
            let listed = owner.get(&format!("{list}?{query}")).await?.expect(200)?;
            assert_eq!(listed["orders"].as_array().map(Vec::len), Some(found), "{query}");
        }
        let noted = owner.post(&format!("{path}/notes"), &json!({"text": "Wrap <it> twice"})).await?.expect(200)?;
        ensure!(noted["timeline"].to_string().contains("Wrap <it> twice"));
        let mut address = shop::address("US");
        address["line1"] = json!("=HYPERLINK(1)");
        address["city"] = json!("=Evil");
        owner.put(&format!("{path}/shipping-address"), &address).await?.expect(200)?;
        owner.put(&format!("{path}/shipping-address"), &shop::address("JP")).await?.problem(400)?;
        let slip = owner.get(&format!("{path}/packing-slip")).await?;
        ensure!(slip.status == 200 && slip.text.contains("Packing slip") && !slip.text.contains('$'), "{}", slip.text);
        let settings = format!("{base}/settings");
        let mut own = owner.get(&settings).await?.expect(200)?;
        own["location"] = json!({"addressTitle": "Clay & Co", "addressLine1": " 1 Quay ", "addressLine2": "26789 Leer",
            "addressCountry": "x".repeat(101)});
        let refused = owner.put(&settings, &own).await?.problem(400)?;
        assert_eq!(refused["errors"], json!({"location.addressCountry": "Use at most 100 characters."}));
        own["location"]["addressCountry"] = json!("Germany");
        let kept = owner.put(&settings, &own).await?.expect(200)?;
        assert_eq!(kept["location"]["addressLine1"], "1 Quay");
        let invoice = owner.get(&format!("{path}/invoice")).await?;
        for part in ["Invoice", "Total", "Clay &amp; Co", "1 Quay", "26789 Leer", "Germany"] {
            ensure!(invoice.status == 200 && invoice.text.contains(part), "no {part} in {}", invoice.text);
        }
        ensure!(app.juniper().get("/").await?.text.contains("1 Quay"), "it stands at the foot of pages");
        let csv = owner.get(&format!("{list}.csv?query=byron")).await?;
        ensure!(csv.header("content-type").starts_with("text/csv"), "{csv:?}");
        ensure!(csv.text.lines().count() == 2 && csv.text.contains("\"'=Evil\""), "{}", csv.text);
        app.emails(2).await?;
        let resent = owner.post(&format!("{path}/resend"), &json!({"kind": "order-confirmed"})).await?.expect(200)?;
        ensure!(resent["timeline"].to_string().contains("confirmed"));
        app.emails(3).await?;
        owner.post(&format!("{path}/resend"), &json!({"kind": "order-canceled"})).await?.problem(409)?;
        Ok(())
    })
    .await
}
