//! Invalid input gets a 4xx with the reason, and changes nothing.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_sqlite};
use crate::shop;

// spec: limits.request-size.open
#[tokio::test(flavor = "multi_thread")]
async fn oversized_and_non_json_bodies() -> Result<()> {
    let app = App::sqlite().await?;
    let mut shopper = app.juniper();
    let large = json!({"itemId": "x".repeat(70_000), "sku": null, "quantity": 1, "additionalFields": null});
    let problem = shopper.post("/api/commerce/shopping-cart/entries", &large).await?.problem(413)?;
    assert_eq!(problem["code"], "body-too-large");
    let mut owner = app.owner().await?;
    let pages = format!("/api/v1/websites/{}/pages", app.website("juniper").await?);
    owner.post(&pages, &json!({"title": "x".repeat(100_000)})).await?.problem(400)?;
    owner.post(&pages, &json!({"title": "x".repeat(1_100_000)})).await?.problem(413)?;
    let send = |body: &'static str, kind: &'static str| {
        reqwest::Client::new()
            .post(format!("http://{}/api/commerce/shopping-cart/entries", app.address))
            .header("Host", &shopper.host)
            .header("Cookie", format!("crumb={}", shopper.cookies["crumb"]))
            .header("X-CSRF-Token", &shopper.cookies["crumb"])
            .header("Content-Type", kind)
            .body(body)
            .send()
    };
    let unreadable: Value = send("{\n\"itemId\" 1}", "application/json").await?.json().await?;
    assert_eq!(unreadable["error"], "The body is not valid JSON: expected `:` at line 2 column 10.");
    assert_eq!(send("{\"itemId\":", "application/json").await?.status(), 400);
    assert_eq!(send("[]", "application/json").await?.status(), 400);
    assert_eq!(send("itemId=1", "text/plain").await?.status(), 415);
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_ids_are_not_found() -> Result<()> {
    let app = App::sqlite().await?;
    let (mut owner, website) = app.owner_of("juniper").await?;
    for path in [
        format!("/api/v1/websites/{website}/orders/1%27%20OR%201=1"),
        format!("/api/v1/websites/{website}/orders/ord_00000000000000000000000000"),
        format!("/api/v1/websites/{website}/orders/cus_00000000000000000000000000"),
        format!("/api/v1/websites/{website}/customers/1"),
        format!("/api/v1/websites/{website}/discounts/1"),
        format!("/api/v1/websites/{website}/assets/1"),
        format!("/api/v1/websites/{website}/mail/1"),
        format!("/api/v1/websites/{website}/mailing-lists/1"),
        format!("/api/content-service/product/1.1/websites/{website}/products/1/items"),
        format!("/api/v1/websites/{website}/pages/..%2F..%2Fetc"),
        "/api/v1/websites/not-an-id/orders".to_owned(),
        "/api/v1/websites/site_00000000000000000000000000/orders".to_owned(),
    ] {
        let problem = owner.get(&path).await?.problem(404)?;
        assert_eq!(problem["code"], "not-found", "{path}");
    }
    for path in [
        format!("/api/v1/websites/{website}/contributors/1"),
        format!("/api/v1/websites/{website}/invitations/acc_00000000000000000000000000"),
        "/api/v1/account/sign-ins/1".to_owned(),
    ] {
        owner.call("DELETE", &path, None).await?.problem(404)?;
    }
    let mut visitor = app.juniper();
    for (method, path) in [
        ("DELETE", "/api/commerce/shopping-cart/entries/1"),
        ("DELETE", "/api/commerce/shopping-cart/coupons/1"),
        ("DELETE", "/api/2/commerce/checkout/none/coupons/1"),
        ("GET", "/checkout/payment-return/ord_00000000000000000000000000"),
        ("GET", "/checkout/payment-canceled/1"),
        ("GET", "/checkout/downloads/none/1"),
        ("GET", "/checkout/lessons/1/1"),
        ("GET", "/api/commerce/lessons/1"),
        ("GET", "/api/1/commerce/inventory/stock/?itemId=1"),
        ("PUT", "/api/v1/wishlist/items/1"),
        ("DELETE", "/api/v1/wishlist/items/1"),
        ("POST", "/api/census/RecordQuickView/1"),
        ("POST", "/api/page-locks/1"),
    ] {
        let problem = visitor.call(method, path, None).await?.problem(404)?;
        assert_eq!(problem["code"], "not-found", "{method} {path}");
    }
    let refused = owner.get(&format!("/api/v1/websites/{website}/orders?cursor=%00garbage")).await?;
    assert!((400..500).contains(&refused.status), "{refused:?}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn validation_errors_by_field() -> Result<()> {
    let app = App::sqlite().await?;
    let product = shop::product(&app, "juniper", "hearth-mug").await?;
    let mut shopper = app.juniper();
    shop::add(&mut shopper, &product, &shop::in_stock(&product), 1).await?.expect(200)?;
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    let base = format!("/api/2/commerce/checkout/{}", cart["cartToken"].as_str().unwrap());
    let problem = shopper.put(&format!("{base}/customer"), &json!({"email": "nobody", "mailConsent": false})).await?;
    assert!(problem.problem(400)?["errors"]["email"].is_string());
    let mut address = shop::address("US");
    address["line1"] = json!("");
    address["country"] = json!("XX");
    let problem = shopper.put(&format!("{base}/shipping"), &address).await?.problem(400)?;
    assert!(problem["errors"]["line1"].is_string() && problem["errors"]["country"].is_string(), "{problem}");
    app.stop().await
}

/// A state that does not belong to its country is rejected, since taxes depend on it.
#[tokio::test(flavor = "multi_thread")]
async fn state_must_belong_to_country() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        let cart = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let token = cart["shoppingCart"]["cartToken"].as_str().context("no token")?;
        let path = format!("/api/2/commerce/checkout/{token}");
        let place = |region: &str| {
            let mut address = shop::address("US");
            address["region"] = json!(region);
            address
        };
        for region in ["Nort Carolina", "ZZ", "ON"] {
            let refused = shopper.put(&format!("{path}/shipping"), &place(region)).await?.problem(400)?;
            assert_eq!(refused["errors"]["region"], "Enter a state of the United States, such as OR or Oregon.");
            let billing = json!({"sameAsShipping": false, "address": place(region)});
            let refused = shopper.put(&format!("{path}/billing"), &billing).await?.problem(400)?;
            ensure!(refused["errors"]["address.region"].is_string(), "{refused}");
        }
        for region in ["nc", "North Carolina", "N.C."] {
            shopper.put(&format!("{path}/shipping"), &place(region)).await?.expect(200)?;
        }
        Ok(())
    })
    .await
}

fn address_of(length: usize) -> String {
    format!("{}@example.com", "a".repeat(length - "@example.com".len()))
}

// spec: limits.email-length
#[tokio::test(flavor = "multi_thread")]
async fn email_address_length_limit() -> Result<()> {
    let app = App::sqlite().await?;
    let sold_out = shop::product(&app, "juniper", "moon-jar").await?;
    let mug = shop::product(&app, "juniper", "hearth-mug").await?;
    let mut shopper = app.juniper();
    let cart = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
    let token = cart["shoppingCart"]["cartToken"].as_str().unwrap();
    let customer = format!("/api/2/commerce/checkout/{token}/customer");
    for (email, fits) in
        [("a@".to_owned(), false), ("a@b.co".to_owned(), true), (address_of(256), true), (address_of(257), false)]
    {
        let account = json!({"email": email, "password": "long enough words", "firstName": "Ada", "lastName": "B"});
        let restock = json!({"isJoinMailingList": false, "productId": sold_out["id"],
            "variantId": sold_out["variants"][0]["id"], "siteVisitorEmail": email});
        let answers = [
            shopper.put(&customer, &json!({"email": email, "mailConsent": false})).await?,
            app.juniper().post("/api/site-users/account", &account).await?,
            app.juniper().post("/api/site-users/account/notifications/restock", &restock).await?,
        ];
        for answer in answers {
            let is_taken = (200..300).contains(&answer.status);
            assert_eq!(is_taken, fits, "{} characters: {answer:?}", email.len());
            assert!(is_taken || answer.json()["errors"].to_string().contains("mail"), "{answer:?}");
        }
    }
    app.stop().await
}
