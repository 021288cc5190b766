//! Custom product form answers of shoppers, from the cart to all documents of the order.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::shop::{self, APPROVED};

/// Adds an engraving field to a product of the dollar shop.
async fn ask(app: &App, title: &str) -> Result<Value> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let path = mug["path"].as_str().context("no path")?;
    let fields = json!([{"id": "name", "type": "text", "title": title, "required": false, "options": []},
        {"id": "wrap", "type": "checkbox", "title": "Wrapping", "required": false, "options": ["Paper", "Ribbon"]},
        {"id": "note", "type": "text", "title": "Note", "required": false, "options": []}]);
    let mut owner = app.owner().await?;
    owner.put(path, &json!({"revision": mug["revision"], "additionalFields": fields})).await?.expect(200)?;
    shop::product(app, "juniper", "hearth-mug").await
}

#[tokio::test(flavor = "multi_thread")]
async fn form_answers_stored_with_order() -> Result<()> {
    on_sqlite(async |app| {
        let mug = ask(app, "Engraving").await?;
        let mut shopper = app.juniper();
        let answers = json!({"name": "Ada & <Byron>", "wrap": ["Paper", "Ribbon"], "note": "", "other": "x"});
        let entry = json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "quantity": 1,
            "additionalFields": answers.to_string()});
        shopper.post("/api/commerce/shopping-cart/entries", &entry).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let bought = shop::submit(&mut shopper, &checkout, "engraved-0001", APPROVED).await?.expect(200)?;
        ask(app, "Something else").await?;

        let (mut owner, website) = app.owner_of("juniper").await?;
        let orders = format!("/api/v1/websites/{website}/orders");
        let path = format!("{orders}/{}", bought["orderId"].as_str().context("no order")?);
        let order = owner.get(&path).await?.expect(200)?;
        let kept = json!([{"label": "Engraving", "value": "Ada & <Byron>"},
            {"label": "Wrapping", "value": "Paper, Ribbon"}]);
        ensure!(order["items"][0]["answers"] == kept, "{order}");

        let escaped = "Engraving: Ada &amp; &lt;Byron&gt;";
        let page = shopper.get(bought["redirectUrl"].as_str().context("no page")?).await?;
        ensure!(page.text.contains(escaped) && page.text.contains("Wrapping: Paper, Ribbon"), "not on the page");
        let slip = owner.get(&format!("{path}/packing-slip")).await?;
        ensure!(slip.text.contains(escaped), "not on the packing slip: {}", slip.text);
        let emails = app.emails(2).await?;
        let plain = |message: &String| message.replace("=\r\n", "").contains("Engraving: Ada & <Byron>");
        ensure!(emails.iter().all(plain), "not in the emails: {emails:?}");
        let link = owner.post(&format!("{orders}/export-link"), &Value::Null).await?.expect(200)?;
        let csv = owner.get(link["url"].as_str().context("no link")?).await?;
        ensure!(csv.text.contains("\"Engraving: Ada & <Byron>; Wrapping: Paper, Ribbon\""), "{csv:?}");
        Ok(())
    })
    .await
}

// spec: checkout.binding.open
#[tokio::test(flavor = "multi_thread")]
async fn checkout_link_omits_form_answers() -> Result<()> {
    on_sqlite(async |app| {
        let mug = ask(app, "Engraving").await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let mut shopper = app.juniper();
        let entry = json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "quantity": 1,
            "additionalFields": json!({"name": "Ada Byron"}).to_string()});
        shopper.post("/api/commerce/shopping-cart/entries", &entry).await?.expect(200)?;
        let cart = shop::add(&mut shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let token = cart["shoppingCart"]["cartToken"].as_str().context("no token")?;
        let link = format!("/checkout?cartToken={token}");
        let copy = async || {
            let mut other = app.juniper();
            other.get(&link).await?;
            let copy = other.get("/api/commerce/shopping-cart").await?;
            ensure!(!copy.text.contains("Ada Byron"), "{}", copy.text);
            Ok(copy.expect(200)?["entries"].as_array().context("no lines")?.clone())
        };
        ensure!(copy().await?.len() == 2, "both can be bought without an answer");

        let mut asked = shop::product(app, "juniper", "hearth-mug").await?;
        asked["additionalFields"][0]["required"] = true.into();
        let path = mug["path"].as_str().context("no path")?;
        let change = json!({"revision": asked["revision"], "additionalFields": asked["additionalFields"]});
        app.owner().await?.put(path, &change).await?.expect(200)?;
        let left = copy().await?;
        ensure!(left.len() == 1 && left[0]["itemId"] == bowl["id"], "one has to be asked about: {left:?}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn customer_erasure_deletes_form_answers() -> Result<()> {
    on_postgres(async |app| {
        let mug = ask(app, "Engraving").await?;
        let mut shopper = app.juniper();
        let entry = json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "quantity": 1,
            "additionalFields": json!({"name": "Ada Byron"}).to_string()});
        shopper.post("/api/commerce/shopping-cart/entries", &entry).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let bought = shop::submit(&mut shopper, &checkout, "engraved-0002", APPROVED).await?.expect(200)?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let path = format!("{base}/orders/{}", bought["orderId"].as_str().context("no order")?);
        let sent = json!({"trackingNumber": "1Z", "notifyCustomer": false});
        owner.post(&format!("{path}/fulfill"), &sent).await?.expect(200)?;
        let customer = shop::customer(&mut owner, &base, "ada@example.com").await?;
        let erased = format!("{base}/customers/{}", customer["id"].as_str().context("no customer")?);
        owner.call("DELETE", &erased, Some(&json!({"email": "ada@example.com"}))).await?.expect(200)?;
        let order = owner.get(&path).await?.expect(200)?;
        ensure!(order["customerEmail"] == "" && order["items"][0]["answers"] == json!([]), "{order}");

        let again = owner.post(&format!("{path}/resend"), &json!({"kind": "order-confirmed"})).await?.problem(409)?;
        ensure!(again["error"] == "The customer of this order was erased. There is no e-mail address.", "{again}");
        Ok(())
    })
    .await
}
