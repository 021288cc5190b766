//! From the product to the paid order, with double submits and failures on the way.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres};
use crate::client::Client;
use crate::shop::{self, APPROVED, CONFIRM, DECLINED};

async fn stock(app: &App, product: &Value, sku: &Value) -> Result<i64> {
    let path = format!("/api/1/commerce/inventory/stock/?itemId={}", product["id"].as_str().unwrap());
    let results = app.juniper().get(&path).await?.expect(200)?;
    let row = results["results"].as_array().unwrap().iter().find(|row| &row["sku"] == sku).unwrap().clone();
    Ok(row["qtyInStock"].as_i64().unwrap())
}

async fn orders(app: &App) -> Result<Vec<Value>> {
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/orders", app.website("juniper").await?);
    Ok(owner.get(&path).await?.expect(200)?["orders"].as_array().unwrap().clone())
}

/// A cart with two mugs, ready to pay.
async fn ready(app: &App) -> Result<(Client, Value, Value, Value)> {
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    let variant = shop::in_stock(&product);
    let mut shopper = app.juniper();
    shop::add(&mut shopper, &product, &variant, 2).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    Ok((shopper, product, variant, checkout))
}

// spec: cart.entries.post, cart.add-entry.response, cart.get, cart.entity.fields, cart.entry.fields, cart.entries.post.merge.open, cart.entries.quantity.open, cart.entries.remove.open, cart.load.cookie-names.open
#[tokio::test(flavor = "multi_thread")]
async fn cart_update_and_remove() -> Result<()> {
    on_postgres(async |app| {
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&product);
        let mut shopper = app.juniper();
        let empty = shopper.get("/api/commerce/shopping-cart").await?;
        assert_eq!(empty.header("cache-control"), "no-store");
        assert_eq!(empty.json()["id"], Value::Null);
        let added = shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        ensure!(shopper.cookies.contains_key("CART") && shopper.cookies["hasCart"] == "true", "{:?}", shopper.cookies);
        let again = shop::add(&mut shopper, &product, &variant, 2).await?.expect(200)?;
        assert_eq!(added["newlyAdded"]["id"], again["newlyAdded"]["id"], "equal items merge");
        assert_eq!((&again["newlyAdded"]["quantity"], &again["shoppingCart"]["totalQuantity"]), (&json!(3), &json!(3)));
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        assert_eq!(cart["entries"].as_array().map(Vec::len), Some(1));
        for field in CART_FIELDS {
            assert!(cart.get(field).is_some(), "the cart lacks {field}");
        }
        let entry = &cart["entries"][0];
        for field in ["id", "itemId", "quantity", "chosenVariant", "title", "subTotal", "purchasePriceCents"] {
            assert!(entry.get(field).is_some(), "the entry lacks {field}");
        }
        assert_eq!(entry["subTotal"].as_i64(), entry["purchasePriceCents"].as_i64().map(|price| price * 3));
        let path = format!("/api/commerce/shopping-cart/entries/{}", entry["id"].as_str().unwrap());
        let fewer = shopper.put(&path, &json!({"quantity": 1})).await?.expect(200)?;
        assert_eq!(fewer["updatedEntry"]["quantity"], 1);
        let refused = shopper.put(&path, &json!({"quantity": 10_000})).await?.problem(400)?;
        assert_eq!(refused["error"], "Quantity must be between 1 and 9999");
        assert_eq!(app.kissaten().delete(&path).await?.status, 404);
        let gone = shopper.delete(&path).await?.expect(200)?;
        assert_eq!(gone["shoppingCart"]["totalQuantity"], 0);
        assert_eq!(shopper.cookies["hasCart"], "false");
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        assert_eq!(cart["entries"], json!([]));
        shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        let path = format!("/api/commerce/shopping-cart/entries/{}", cart["entries"][0]["id"].as_str().unwrap());
        let none = shopper.put(&path, &json!({"quantity": 0})).await?.expect(200)?;
        assert_eq!(none["shoppingCart"]["entries"], json!([]), "none of it takes the line out");
        Ok(())
    })
    .await
}

const CART_FIELDS: [&str; 22] = [
    "id",
    "websiteId",
    "orderId",
    "created",
    "isPurchased",
    "entries",
    "shippingOptions",
    "selectedShippingOption",
    "shippingLocation",
    "applicableTaxRules",
    "coupons",
    "validCoupons",
    "invalidCoupons",
    "subtotalCents",
    "taxCents",
    "shippingCostCents",
    "discountCents",
    "grandTotalCents",
    "totalQuantity",
    "hasDigital",
    "purelyDigital",
    "requiresShipping",
];

// spec: cart.server-validation.open, add-to-cart.message.quantity-range.open, add-to-cart.message.out-of-stock
#[tokio::test(flavor = "multi_thread")]
async fn server_side_cart_validation() -> Result<()> {
    let app = App::sqlite().await?;
    let product = shop::product(&app, "juniper", "hearth-mug").await?;
    let variant = shop::in_stock(&product);
    let mut shopper = app.juniper();
    for outside in [-1, 0, 10_000] {
        let problem = shop::add(&mut shopper, &product, &variant, outside).await?.problem(400)?;
        assert_eq!(problem["error"], "Quantity must be between 1 and 9999", "{outside}");
    }
    let problem = shop::add(&mut shopper, &product, &variant, 9999).await?;
    assert!((400..500).contains(&problem.status));
    assert_eq!(problem.json()["error"], "Sorry, we do not have enough of that item available.");
    let body = json!({"itemId": product["id"], "sku": "no-such-sku", "quantity": 1, "additionalFields": null});
    let problem = shopper.post("/api/commerce/shopping-cart/entries", &body).await?;
    let text = "Sorry, that item variant is unavailable. Please select another variant.";
    assert_eq!(problem.json()["error"], text);
    let sold_out = shop::product(&app, "juniper", "moon-jar").await?;
    let problem = shop::add(&mut shopper, &sold_out, &sold_out["variants"][0], 1).await?;
    assert_eq!(problem.json()["error"], "Sorry, we do not have enough of that item available.");
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    assert_eq!(cart["totalQuantity"], 0);
    app.stop().await
}

// spec: checkout.flow.open, checkout.other-requests.open, order.number.open, order.entity.fields, product.inventory.open
#[tokio::test(flavor = "multi_thread")]
async fn repeated_submit_makes_one_paid_order() -> Result<()> {
    on_postgres(async |app| {
        let (mut shopper, product, variant, checkout) = ready(app).await?;
        let before = stock(app, &product, &variant["sku"]).await?;
        let total = checkout["cart"]["grandTotalCents"].clone();
        let (mut one, mut two) = (shopper.clone(), shopper.clone());
        let (first, second) = tokio::join!(
            shop::submit(&mut one, &checkout, "double-click-1", APPROVED),
            shop::submit(&mut two, &checkout, "double-click-1", APPROVED),
        );
        for answer in [&first?, &second?] {
            ensure!(answer.status == 200 || answer.status == 409, "{answer:?}");
        }
        let repeated = shop::submit(&mut shopper, &checkout, "double-click-1", APPROVED).await?.expect(200)?;
        let other_key = shop::submit(&mut shopper, &checkout, "another-tab-22", APPROVED).await?.problem(409)?;
        assert_eq!(other_key["code"], "already-purchased");
        let placed = orders(app).await?;
        assert_eq!(placed.len(), 1);
        assert_eq!(repeated["orderId"], placed[0]["id"], "the same key, the same order");
        assert_eq!((&placed[0]["number"], &placed[0]["paymentStatus"]), (&json!(1), &json!("PAID")));
        assert_eq!(placed[0]["grandTotalCents"], total);
        assert_eq!(stock(app, &product, &variant["sku"]).await?, before - 2);
        let emails = app.emails(2).await?;
        assert!(emails.iter().any(|message| message.contains("ada@example.com")));
        let page = shopper.get(repeated["redirectUrl"].as_str().context("no page")?).await?;
        ensure!(page.status == 200 && page.text.contains("Hearth Mug"), "{}", page.text);
        assert_eq!(page.header("cache-control"), "no-store");
        let told =
            page.text.split("data-stoa-island=\"purchase\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let told: Value = serde_json::from_str(told.context("scripts are told nothing")?)?;
        for key in ["purchasedCartId", "websiteId", "grandTotal", "shippingTotal", "taxTotal"] {
            ensure!(told[key].is_string(), "{key} is missing: {told}");
        }
        assert_eq!((&told["id"], &told["testMode"]), (&placed[0]["id"], &json!(true)));
        let line = &told["items"][0];
        assert_eq!((&line["sku"], &line["quantity"]), (&variant["sku"], &json!(2)));
        ensure!(line["productName"] == "Hearth Mug" && line["unitPrice"].is_string(), "{told}");
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        assert_eq!(cart["totalQuantity"], 0, "the bought cart is done with");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn declined_card_keeps_cart_and_stock() -> Result<()> {
    on_postgres(async |app| {
        let (mut shopper, product, variant, checkout) = ready(app).await?;
        let before = stock(app, &product, &variant["sku"]).await?;
        let declined = shop::submit(&mut shopper, &checkout, "first-try-0001", DECLINED).await?.expect(200)?;
        assert_eq!(declined["status"], "declined");
        assert!(declined["message"].as_str().is_some_and(|message| !message.is_empty()));
        assert_eq!(stock(app, &product, &variant["sku"]).await?, before);
        let paid = shop::submit(&mut shopper, &checkout, "second-try-002", APPROVED).await?.expect(200)?;
        assert_eq!((&paid["status"], &paid["orderId"]), (&json!("paid"), &declined["orderId"]));
        assert_eq!(stock(app, &product, &variant["sku"]).await?, before - 2);
        assert_eq!(orders(app).await?.len(), 1);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn three_d_secure_confirmation_page() -> Result<()> {
    on_postgres(async |app| {
        let (mut shopper, product, variant, checkout) = ready(app).await?;
        let before = stock(app, &product, &variant["sku"]).await?;
        let started = shop::submit(&mut shopper, &checkout, "confirm-no-001", CONFIRM).await?.expect(200)?;
        assert_eq!(started["status"], "action-required");
        let confirm = started["redirectUrl"].as_str().unwrap().to_owned();
        let page = shopper.get(&confirm).await?;
        ensure!(page.status == 200, "{page:?}");
        let back = page.text.split("action=\"").find(|rest| rest.starts_with("/checkout/payment-return/"));
        let back = back.and_then(|rest| rest.split('"').next()).unwrap().to_owned();
        let refused = shopper.get(&format!("{back}?confirm=no")).await?;
        ensure!(refused.status == 303 && refused.location().starts_with("/checkout"), "{refused:?}");
        assert_eq!(stock(app, &product, &variant["sku"]).await?, before);
        let started = shop::submit(&mut shopper, &checkout, "confirm-yes-02", CONFIRM).await?.expect(200)?;
        let attempt = started["redirectUrl"].as_str().and_then(|url| url.rsplit('/').next()).unwrap();
        let back = format!("/checkout/payment-return/{attempt}");
        for _ in 0..2 {
            let agreed = shopper.get(&format!("{back}?confirm=yes")).await?;
            ensure!(agreed.status == 303 && agreed.location().contains("order-confirmed"), "{agreed:?}");
        }
        let placed = orders(app).await?;
        assert_eq!((placed.len(), &placed[0]["paymentStatus"]), (1, &json!("PAID")));
        assert_eq!(stock(app, &product, &variant["sku"]).await?, before - 2);
        Ok(())
    })
    .await
}

// spec: cart.price-change.open
#[tokio::test(flavor = "multi_thread")]
async fn changed_price_requires_confirmation() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut shopper, mut product, variant, checkout) = ready(&app).await?;
    let path = product["path"].as_str().unwrap().to_owned();
    for changed in product["variants"].as_array_mut().unwrap() {
        if changed["id"] == variant["id"] {
            changed["priceCents"] = json!(changed["priceCents"].as_i64().unwrap() + 100);
            changed["onSale"] = json!(false);
        }
    }
    app.owner().await?.put(&path, &product).await?.expect(200)?;
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    let before = checkout["cart"]["entries"][0]["purchasePriceCents"].as_i64().context("no price")?;
    assert_eq!(cart["entries"][0]["purchasePriceCents"].as_i64(), Some(before + 100), "shown by the cart at once");
    let problem = shop::submit(&mut shopper, &checkout, "old-price-0001", APPROVED).await?.problem(409)?;
    assert_eq!(problem["code"], "cart-changed");
    let refreshed = problem["cart"]["subtotalCents"].as_i64().unwrap();
    assert_eq!(refreshed, checkout["cart"]["subtotalCents"].as_i64().unwrap() + 200);
    assert_eq!(orders(&app).await?.len(), 0);
    app.stop().await
}

// spec: money.jpy-cents.open
#[tokio::test(flavor = "multi_thread")]
async fn zero_decimal_currency_and_no_sharing_between_sites() -> Result<()> {
    let app = App::sqlite().await?;
    let mut shopper = app.kissaten();
    let bought = shop::buy(&app, &mut shopper, "kissaten", "asagiri-blend").await?;
    assert_eq!(bought["status"], "paid");
    assert_eq!(orders(&app).await?.len(), 0, "the other shop has no order");
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/orders", app.website("kissaten").await?);
    let listed = owner.get(&path).await?.expect(200)?;
    assert_eq!(listed["orders"][0]["currency"], "JPY");
    let emails = app.emails(2).await?;
    assert!(!emails.iter().any(|message| message.contains(".00")), "yen have no decimals");
    app.stop().await
}
