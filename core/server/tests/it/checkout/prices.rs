//! Discounts, shipping and taxes, from the owner's rules to the paid order.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_commerce::pricing::totals;
use stoa_entity::tenant::order;

use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::shop::{self, APPROVED, DECLINED};

/// The owner of the dollar shop with the base path of its API.
async fn owner(app: &App) -> Result<(Client, String)> {
    Ok((app.shared_owner().await?, format!("/api/v1/websites/{}", app.website("juniper").await?)))
}

/// A discount with defaults for everything not given.
fn discount(code: &str, more: &Value) -> Value {
    let mut body = json!({"label": "Test", "code": code, "kind": "percent", "rateBasisPoints": 1000,
        "appliesTo": "order", "enabled": true});
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

async fn create(app: &App, body: &Value) -> Result<Value> {
    let (mut owner, base) = owner(app).await?;
    owner.post(&format!("{base}/discounts"), body).await?.expect(201)
}

async fn used(app: &App, discount: &Value) -> Result<i64> {
    let (mut owner, base) = owner(app).await?;
    let path = format!("{base}/discounts/{}", discount["id"].as_str().unwrap());
    owner.get(&path).await?.expect(200)?["usedCount"].as_i64().context("no count")
}

/// A shopper with one mug for 38.00 and one gift card in the cart.
async fn mug_and_card(app: &App) -> Result<(Client, Value)> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let card = shop::product(app, "juniper", "gift-card").await?;
    let mut shopper = app.juniper();
    shop::add(&mut shopper, &mug, &mug["variants"][0], 1).await?.expect(200)?;
    shop::add(&mut shopper, &card, &card["variants"][0], 1).await?.expect(200)?;
    Ok((shopper, mug))
}

async fn enter(shopper: &mut Client, code: &str) -> Result<Value> {
    let path = "/api/commerce/shopping-cart/coupons";
    Ok(shopper.post(path, &json!({"promoCode": code})).await?.expect(200)?["shoppingCart"].clone())
}

/// One mug in a new cart, ready to pay.
async fn ready(app: &App) -> Result<(Client, Value)> {
    ready_for(app, &shop::product(app, "juniper", "hearth-mug").await?).await
}

async fn ready_for(app: &App, product: &Value) -> Result<(Client, Value)> {
    let mut shopper = app.juniper();
    shop::add(&mut shopper, product, &product["variants"][0], 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    Ok((shopper, checkout))
}

async fn enter_at_checkout(shopper: &mut Client, checkout: &Value, code: &str) -> Result<Value> {
    let path = format!("/api/2/commerce/checkout/{}/coupons", checkout["cartToken"].as_str().unwrap());
    shopper.post(&path, &json!({"promoCode": code})).await?.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn coupon_kinds() -> Result<()> {
    on_sqlite(async |app| {
        let (mut shopper, mug) = mug_and_card(app).await?;
        let price = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?["entries"][0]["subTotal"].clone();
        let price = price.as_i64().unwrap();
        let category = &mug["categories"][0];
        let table = [
            ("ORDER-PERCENT", json!({"rateBasisPoints": 1000}), price / 10),
            ("ORDER-AMOUNT", json!({"kind": "amount", "amountCents": 500}), 500),
            ("ORDER-ALL", json!({"kind": "amount", "amountCents": 9_999_999}), price),
            ("GOODS-PERCENT", json!({"appliesTo": "products", "targetIds": [mug["id"]]}), price / 10),
            (
                "GOODS-AMOUNT",
                json!({"kind": "amount", "amountCents": 700, "appliesTo": "products",
                "targetIds": [mug["id"]]}),
                700,
            ),
            ("SHELF-PERCENT", json!({"appliesTo": "categories", "targetIds": [category]}), price / 10),
            (
                "SHELF-AMOUNT",
                json!({"kind": "amount", "amountCents": 900, "appliesTo": "categories",
                "targetIds": [category]}),
                900,
            ),
        ];
        for (code, more, off) in &table {
            let made = create(app, &discount(code, more)).await?;
            let cart = enter(&mut shopper, &code.to_lowercase()).await?;
            assert_eq!(cart["discountCents"], json!(off), "{code}");
            assert_eq!(cart["validCoupons"][0]["promoCode"], json!(code));
            let subtotal = cart["subtotalCents"].as_i64().unwrap();
            assert_eq!(cart["grandTotalCents"], json!(subtotal - off), "{code}");
            let path = format!("/api/commerce/shopping-cart/coupons/{}", made["id"].as_str().unwrap());
            let cart = shopper.delete(&path).await?.expect(200)?["shoppingCart"].clone();
            assert_eq!((&cart["discountCents"], &cart["coupons"]), (&json!(0), &json!([])));
        }
        let problem = shopper.post("/api/commerce/shopping-cart/coupons", &json!({"promoCode": "nonsense"})).await?;
        assert_eq!(problem.problem(400)?["errors"]["promoCode"], "This code is not valid.");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cart_totals_after_discount_without_script() -> Result<()> {
    on_sqlite(async |app| {
        let (mut shopper, _) = mug_and_card(app).await?;
        let plain = shopper.get("/cart").await?.text;
        ensure!(plain.contains("<dt>Subtotal</dt>") && !plain.contains("<dt>Subtotal after discounts"), "{plain}");
        create(app, &discount("FIVE-OFF", &json!({"kind": "amount", "amountCents": 500}))).await?;
        let cart = enter(&mut shopper, "FIVE-OFF").await?;
        let left = cart["subtotalCents"].as_i64().context("no subtotal")? - 500;
        let row = format!("<dt>Subtotal after discounts</dt><dd>${}.{:02}</dd>", left / 100, left % 100);
        let lowered = shopper.get("/cart").await?.text;
        ensure!(lowered.contains("−$5.00") && lowered.contains(&row), "{lowered}");
        Ok(())
    })
    .await
}

// spec: cart.coupons.open
#[tokio::test(flavor = "multi_thread")]
async fn inapplicable_coupon_has_reason() -> Result<()> {
    on_sqlite(async |app| {
        let (mut shopper, _) = mug_and_card(app).await?;
        let card = shop::product(app, "juniper", "gift-card").await?;
        let table = [
            ("EXPIRED", json!({"endsOn": 1}), "This code has expired."),
            ("TOO-EARLY", json!({"startsOn": 99_999_999_999_999_i64}), "This code is not valid yet."),
            (
                "TOO-DEAR",
                json!({"minimumSubtotalCents": 100_000}),
                "This code needs an order subtotal of $1,000.00 or more.",
            ),
            (
                "GIFTS",
                json!({"appliesTo": "products", "targetIds": [card["id"]]}),
                "This code is not for the items in your cart.",
            ),
        ];
        for (code, more, reason) in &table {
            create(app, &discount(code, more)).await?;
            let cart = enter(&mut shopper, code).await?;
            let told = cart["invalidCoupons"].as_array().unwrap().iter().find(|coupon| &coupon["promoCode"] == code);
            assert_eq!(told.unwrap()["reason"], json!(reason), "{code}");
            assert_eq!((&cart["discountCents"], &cart["validCoupons"]), (&json!(0), &json!([])));
        }
        let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        assert_eq!(cart["coupons"].as_array().map(Vec::len), Some(table.len()));
        create(app, &discount("TEN-A", &json!({}))).await?;
        create(app, &discount("TWENTY", &json!({"rateBasisPoints": 2000}))).await?;
        enter(&mut shopper, "TEN-A").await?;
        let cart = enter(&mut shopper, "TWENTY").await?;
        assert_eq!(cart["validCoupons"][0]["promoCode"], "TWENTY");
        let beaten = cart["invalidCoupons"].as_array().unwrap().iter().find(|coupon| coupon["promoCode"] == "TEN-A");
        assert_eq!(beaten.unwrap()["reason"], "A better discount already applies.");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_order_pricing_is_reproducible() -> Result<()> {
    on_both(async |app| {
        let (mut shopper, plain) = ready(app).await?;
        create(app, &discount("", &json!({"code": null, "label": "Spring", "kind": "free-shipping"}))).await?;
        let checkout = enter_at_checkout(&mut shopper, &plain, "welcome10").await?;
        let cart = &checkout["cart"];
        let off = cart["discountCents"].as_i64().unwrap();
        assert_eq!((off, &cart["shippingCostCents"]), (380, &json!(0)));
        assert_eq!(cart["discounts"].as_array().map(Vec::len), Some(2));
        // 7 % of the discounted price of the mug.
        assert_eq!((&cart["taxCents"], &cart["grandTotalCents"]), (&json!(239), &json!(3_420 + 239)));
        let bought = shop::submit(&mut shopper, &checkout, "with-a-code-01", APPROVED).await?.expect(200)?;
        assert_eq!(bought["status"], "paid");
        let (mut owner, base) = owner(app).await?;
        let id = bought["orderId"].as_str().unwrap();
        let detail = owner.get(&format!("{base}/orders/{id}")).await?.expect(200)?;
        assert_eq!((&detail["discountCents"], &detail["grandTotalCents"]), (&json!(380), &json!(3_659)));
        assert_eq!(
            (&detail["discounts"][0]["code"], &detail["discounts"][1]["label"]),
            (&json!("WELCOME10"), &json!("Spring"))
        );
        assert_eq!(
            (&detail["taxes"][0]["label"], &detail["taxes"][0]["amountCents"]),
            (&json!("NC sales tax"), &json!(239))
        );
        let confirmed = shopper.get(bought["redirectUrl"].as_str().unwrap()).await?.text;
        ensure!(confirmed.contains("WELCOME10") && confirmed.contains("$3.80"), "{confirmed}");
        let emails = app.emails(2).await?;
        ensure!(emails.iter().all(|message| message.contains("WELCOME10")), "{emails:?}");
        let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
        let rows = tenant.db.read().await?.find::<order::Entity>().all().await?;
        let row = rows.into_iter().find(|row| row.id.as_str() == id).context("no order")?;
        let inputs = row.pricing.0;
        let again = totals(&inputs)?;
        assert_eq!(inputs.rules, "stoa-pricing-3");
        assert_eq!(
            (
                again.subtotal_cents,
                again.discount_cents,
                again.shipping_cents,
                again.tax_cents,
                again.grand_total_cents
            ),
            (row.subtotal_cents, row.discount_cents, row.shipping_cents, row.tax_cents, row.grand_total_cents)
        );
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn once_per_customer_coupon_released_on_failure() -> Result<()> {
    on_both(async |app| {
        let made = create(app, &discount("ONCE", &json!({"oncePerCustomer": true, "usageLimit": 5}))).await?;
        let (mut shopper, checkout) = ready(app).await?;
        let checkout = enter_at_checkout(&mut shopper, &checkout, "once").await?;
        assert_eq!(checkout["cart"]["discountCents"], 380);
        let declined = shop::submit(&mut shopper, &checkout, "once-first-try", DECLINED).await?.expect(200)?;
        assert_eq!((&declined["status"], used(app, &made).await?), (&json!("declined"), 0));
        let paid = shop::submit(&mut shopper, &checkout, "once-second-try", APPROVED).await?.expect(200)?;
        assert_eq!((&paid["status"], used(app, &made).await?), (&json!("paid"), 1));
        let (mut again, checkout) = ready(app).await?;
        let checkout = enter_at_checkout(&mut again, &checkout, "ONCE").await?;
        assert_eq!(checkout["cart"]["invalidCoupons"][0]["reason"], "You have already used this code.");
        assert_eq!(checkout["cart"]["discountCents"], 0);
        let base = format!("/api/2/commerce/checkout/{}", checkout["cartToken"].as_str().unwrap());
        let other = json!({"email": "grace@example.com", "mailConsent": false});
        let checkout = again.put(&format!("{base}/customer"), &other).await?.expect(200)?;
        assert_eq!(checkout["cart"]["discountCents"], 380);
        let (mut owner, path) = owner(app).await?;
        let path = format!("{path}/orders/{}/cancel", paid["orderId"].as_str().unwrap());
        let answer = owner.post(&path, &json!({"reason": "", "restock": false, "notifyCustomer": false})).await?;
        ensure!(answer.status == 200, "{answer:?}");
        assert_eq!(used(app, &made).await?, 0);
        Ok(())
    })
    .await
}

/// Raises the stock of the mug, so that only the code is limited.
async fn raise_stock(app: &App) -> Result<()> {
    let mug = shop::product(app, "juniper", "hearth-mug").await?;
    let path = format!("{}/stock", mug["path"].as_str().unwrap());
    let body = json!({"variantId": mug["variants"][0]["id"], "unlimited": true, "qtyInStock": 0,
        "seen": shop::seen(&mug["variants"][0])});
    app.shared_owner().await?.put(&path, &body).await?.expect(200)?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn discount_usage_limit_under_concurrency() -> Result<()> {
    on_both(async |app| {
        const SHOPPERS: usize = 40;
        const LIMIT: usize = 7;
        raise_stock(app).await?;
        let made = create(app, &discount("RUSH", &json!({"usageLimit": LIMIT}))).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut waiting = Vec::new();
        for _ in 0..SHOPPERS {
            let (mut shopper, checkout) = ready_for(app, &mug).await?;
            let checkout = enter_at_checkout(&mut shopper, &checkout, "rush").await?;
            assert_eq!(checkout["cart"]["discountCents"], 380);
            waiting.push((shopper, checkout));
        }
        let mut racing = tokio::task::JoinSet::new();
        for (number, (mut shopper, checkout)) in waiting.into_iter().enumerate() {
            let key = format!("rush-{number:04}");
            racing.spawn(async move { shop::submit(&mut shopper, &checkout, &key, APPROVED).await });
        }
        let (mut lucky, mut late) = (0, 0);
        while let Some(answer) = racing.join_next().await {
            let answer = answer??;
            if answer.status == 200 {
                assert_eq!(answer.json()["status"], "paid");
                lucky += 1;
            } else {
                let problem = answer.problem(409)?;
                assert_eq!((&problem["code"], &problem["cart"]["discountCents"]), (&json!("cart-changed"), &json!(0)));
                assert_eq!(problem["cart"]["invalidCoupons"][0]["reason"], "This code has been used up.");
                late += 1;
            }
        }
        assert_eq!((lucky, late), (LIMIT, SHOPPERS - LIMIT));
        assert_eq!(used(app, &made).await?, i64::try_from(LIMIT)?);
        let (mut owner, base) = owner(app).await?;
        let orders = owner.get(&format!("{base}/orders?limit=100")).await?.expect(200)?;
        assert_eq!(orders["orders"].as_array().map(Vec::len), Some(LIMIT));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn free_shipping_discount_by_product() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let free = |code: &str, more: Value| {
            let mut body = discount(code, &more);
            body["kind"] = json!("free-shipping");
            body
        };
        for (code, more) in [
            ("MUGS", json!({"appliesTo": "products", "targetIds": [mug["id"]]})),
            ("BOWLS", json!({"appliesTo": "products", "targetIds": [bowl["id"]]})),
            ("SHELF", json!({"appliesTo": "categories", "targetIds": [mug["categories"][0]]})),
        ] {
            let made = create(app, &free(code, more.clone())).await?;
            assert_eq!((&made["appliesTo"], &made["targetIds"]), (&more["appliesTo"], &more["targetIds"]), "{made}");
        }
        let (mut shopper, checkout) = ready(app).await?;
        let price = checkout["cart"]["shippingCostCents"].as_i64().context("no price")?;
        assert!(price > 0);
        for (code, cost) in [("BOWLS", price), ("MUGS", 0)] {
            let seen = enter_at_checkout(&mut shopper, &checkout, code).await?;
            assert_eq!(seen["cart"]["shippingCostCents"], cost, "{code}");
        }
        let seen = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
        assert_eq!(seen["invalidCoupons"][0]["reason"], "This code is not for the items in your cart.");
        let (mut other, checkout) = ready(app).await?;
        let seen = enter_at_checkout(&mut other, &checkout, "SHELF").await?;
        assert_eq!(seen["cart"]["shippingCostCents"], 0, "something of the category is in the cart");
        let nothing = free("EMPTY", json!({"appliesTo": "products", "targetIds": []}));
        let (mut owner, base) = owner(app).await?;
        let refused = owner.post(&format!("{base}/discounts"), &nothing).await?.problem(400)?;
        assert_eq!(refused["errors"]["targetIds"], "Choose at least one product.");
        Ok(())
    })
    .await
}

// spec: cart.shipping.open, order.shipping.open
#[tokio::test(flavor = "multi_thread")]
async fn shipping_and_tax_by_destination() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = owner(app).await?;
        let zone = json!({"name": "Islands", "places": [{"country": "US", "regions": ["HI"]}], "options": [
            {"label": "Boat", "kind": "by-subtotal", "bands": [{"upTo": 5000, "priceCents": 1900},
                {"upTo": null, "priceCents": 900}]}]});
        let made = owner.post(&format!("{base}/shipping-zones"), &zone).await?.expect(201)?;
        let tax =
            json!({"label": "GET", "country": "US", "region": "Hawaii", "rateBasisPoints": 400, "onShipping": true});
        let now_ended = json!({"label": "Old", "country": "US", "rateBasisPoints": 900, "validUntil": 1});
        for body in [&tax, &now_ended] {
            owner.post(&format!("{base}/taxes"), body).await?.expect(201)?;
        }
        let listed = owner.get(&format!("{base}/taxes")).await?.expect(200)?;
        let listed = listed["taxes"].as_array().context("no taxes")?;
        let labels: Vec<&str> = listed.iter().filter_map(|tax| tax["label"].as_str()).collect();
        let place = |label: &str| labels.iter().position(|own| *own == label);
        ensure!(place("Old").is_some() && place("Old") < place("GET"), "the country before its regions: {labels:?}");
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &mug, &mug["variants"][0], 1).await?.expect(200)?;
        let location = "/api/commerce/shopping-cart/shipping/location";
        let at = |region: &str| json!({"country": "US", "region": region, "postalCode": "96801"});
        let cart = shopper.put(location, &at("hi")).await?.expect(200)?["shoppingCart"].clone();
        // The only option is selected automatically; 4 % of 38.00 and of 19.00.
        assert_eq!((&cart["shippingCostCents"], &cart["taxCents"]), (&json!(1_900), &json!(152 + 76)));
        assert_eq!(cart["applicableTaxRules"][0]["label"], "GET");
        let cart = shopper.put(location, &at("NC")).await?.expect(200)?["shoppingCart"].clone();
        assert_eq!((&cart["shippingCostCents"], &cart["taxCents"]), (&json!(0), &json!(266)));
        let ids: Vec<&str> =
            cart["shippingOptions"].as_array().unwrap().iter().filter_map(|option| option["id"].as_str()).collect();
        assert_eq!(ids, ["ground", "expedited", "studio"]);
        let option = "/api/commerce/shopping-cart/shipping/option";
        let cart = shopper.put(option, &json!({"optionId": "expedited"})).await?.expect(200)?["shoppingCart"].clone();
        assert_eq!(cart["selectedShippingOption"]["priceCents"], 2_450);
        let problem = shopper.put(option, &json!({"optionId": "boat"})).await?.problem(400)?;
        assert!(problem["errors"]["optionId"].is_string());
        let token = cart["cartToken"].as_str().unwrap();
        let shipping = format!("/api/2/commerce/checkout/{token}/shipping");
        let problem = shopper.put(&shipping, &shop::address("DE")).await?.problem(400)?;
        assert_eq!(problem["errors"]["country"], "We do not deliver to this address.");
        let refused = shopper.put(location, &json!({"country": "DE"})).await?.problem(400)?;
        assert_eq!(refused["error"], "We do not deliver to this address.");
        let path = format!("{base}/shipping-zones/{}", made["id"].as_str().unwrap());
        let zones = owner.get(&format!("{base}/shipping-zones")).await?.expect(200)?;
        let mut order: Vec<Value> = zones["zones"].as_array().unwrap().iter().map(|zone| zone["id"].clone()).collect();
        order.reverse();
        let arranged =
            owner.put(&format!("{base}/shipping-zones/order"), &json!({"zoneIds": order})).await?.expect(200)?;
        let seen: Vec<Value> = arranged["zones"].as_array().unwrap().iter().map(|zone| zone["id"].clone()).collect();
        assert_eq!(seen, order);
        order.pop();
        let short =
            owner.put(&format!("{base}/shipping-zones/order"), &json!({"zoneIds": order})).await?.problem(400)?;
        assert!(short["errors"]["zoneIds"].is_string(), "{short}");
        owner.delete(&path).await?.problem(428)?;
        owner.if_match = Some("\"1\"".to_owned());
        owner.delete(&path).await?.expect(204)?;
        owner.get(&path).await?.problem(404)?;
        Ok(())
    })
    .await
}

// spec: cart.minimum-subtotal.open
#[tokio::test(flavor = "multi_thread")]
async fn minimum_order_and_inclusive_tax_settings() -> Result<()> {
    on_both(async |app| {
        let (mut shopper, checkout) = ready(app).await?;
        let exclusive = checkout["cart"]["grandTotalCents"].as_i64().unwrap();
        let (mut owner, base) = owner(app).await?;
        let path = format!("{base}/store-settings");
        let mut settings = owner.get(&path).await?.expect(200)?;
        assert_eq!(settings["minimumSubtotalCents"], 0);
        settings["pricesIncludeTax"] = json!(true);
        settings["minimumSubtotalCents"] = json!(4_000);
        owner.put(&path, &settings).await?.problem(428)?;
        owner.if_match = Some(format!("\"{}\"", settings["revision"]));
        owner.put(&path, &settings).await?.expect(200)?;
        assert_eq!(owner.put(&path, &settings).await?.problem(412)?["code"], "revision-stale");
        owner.if_match = None;
        let token = checkout["cartToken"].as_str().unwrap();
        let checkout = shopper.get(&format!("/api/2/commerce/checkout/{token}")).await?.expect(200)?;
        // 38.00 includes 7 %.
        assert_eq!(checkout["cart"]["taxCents"], 249);
        assert_eq!(checkout["cart"]["grandTotalCents"], json!(exclusive - 266));
        let problem = shop::submit(&mut shopper, &checkout, "under-minimum", APPROVED).await?.problem(400)?;
        assert_eq!(problem["error"], "To check out, your order subtotal must be $40.00 or more.");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn pricing_rules_check_revision() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = owner(app).await?;
        let made = create(app, &discount("TWICE", &json!({}))).await?;
        let taken = owner.post(&format!("{base}/discounts"), &discount("twice", &json!({}))).await?.problem(400)?;
        assert_eq!(taken["errors"]["code"], "Another discount has this code.");
        let wrong = discount("a b", &json!({"rateBasisPoints": 0, "label": ""}));
        let problem = owner.post(&format!("{base}/discounts"), &wrong).await?.problem(400)?;
        assert_eq!(problem["errors"].as_object().map(serde_json::Map::len), Some(3), "{problem}");
        let path = format!("{base}/discounts/{}", made["id"].as_str().unwrap());
        owner.put(&path, &made).await?.problem(428)?;
        owner.if_match = Some("\"1\"".to_owned());
        let off = discount("TWICE", &json!({"enabled": false}));
        let saved = owner.put(&path, &off).await?;
        assert_eq!(saved.header("etag"), "\"2\"");
        assert_eq!(saved.expect(200)?["enabled"], false);
        assert_eq!(owner.put(&path, &off).await?.problem(412)?["code"], "revision-stale");
        owner.if_match = None;
        let mut shopper = mug_and_card(app).await?.0;
        let refused = shopper.post("/api/commerce/shopping-cart/coupons", &json!({"promoCode": "TWICE"})).await?;
        refused.problem(400)?;
        let found = owner.get(&format!("{base}/discounts?query=twi")).await?.expect(200)?;
        assert_eq!(found["discounts"].as_array().map(Vec::len), Some(1));
        owner.if_match = Some("\"1\"".to_owned());
        assert_eq!(owner.delete(&path).await?.problem(412)?["code"], "revision-stale");
        owner.if_match = Some("\"2\"".to_owned());
        owner.delete(&path).await?.expect(204)?;
        owner.get(&path).await?.problem(404)?;
        Ok(())
    })
    .await
}
