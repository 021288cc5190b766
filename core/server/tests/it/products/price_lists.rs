//! Price lists and discounts for named customers: prices in carts, in orders and in the data sent to browsers.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_commerce::pricing::{list_effect_on, totals};
use stoa_entity::tenant::order;
use stoa_kernel::money::{Cents, Currency};

use crate::account::member_accounts::{confirmed, token_in};
use crate::account::roles::holder;
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, MEMBER_PASSWORD};
use crate::customers::email_change::emails_to;
use crate::shop::{self, APPROVED};

const CART: &str = "/api/commerce/shopping-cart";
const EVER: i64 = 99_999_999_999_999;

/// A list for one customer, with defaults for everything not given.
fn named(email: &str, more: &Value) -> Value {
    let mut body = json!({"name": "Friends", "enabled": true, "audience": "named", "customers": [email],
        "rateBasisPoints": 0, "prices": []});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn lists(app: &App) -> Result<(Client, String)> {
    Ok((app.owner().await?, format!("/api/v1/websites/{}/price-lists", app.website("juniper").await?)))
}

async fn save(owner: &mut Client, path: &str, revision: i64, body: &Value) -> Result<Value> {
    owner.if_match = Some(format!("\"{revision}\""));
    let saved = owner.put(path, body).await?.expect(200);
    owner.if_match = None;
    saved
}

async fn unit_price(shopper: &mut Client) -> Result<i64> {
    let cart = shopper.get(CART).await?.expect(200)?;
    let price = cart["entries"][0]["purchasePriceCents"].as_i64().context("no price")?;
    ensure!(cart["subtotalCents"] == json!(price), "{cart}");
    Ok(price)
}

async fn shown_price(shopper: &mut Client, product: &Value) -> Result<Value> {
    let path = format!("/api/commerce/prices?itemIds={}", product["id"].as_str().context("no id")?);
    Ok(shopper.get(&path).await?.expect(200)?["prices"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn price_list_applies_to_members_only() -> Result<()> {
    on_postgres(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = mug["variants"][0].clone();
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let mut other = app.juniper();
        other.join("eve@example.com").await?;
        let token = token_in(&emails_to(&app.emails(2).await?, "eve@example.com"), "verify")?;
        other.post("/api/site-users/account/email/verify", &json!({"token": token})).await?.expect(200)?;
        let mut guest = app.juniper();
        let mut neighbour = app.kissaten();
        neighbour.join("ada@example.com").await?;
        for shopper in [&mut member, &mut other, &mut guest] {
            shop::add(shopper, &mug, &variant, 1).await?.expect(200)?;
        }
        let general = unit_price(&mut guest).await?;
        let (mut owner, base) = lists(app).await?;
        let tenth = json!({"rateBasisPoints": 1000});
        let made = owner.post(&base, &named("Ada@Example.com", &tenth)).await?.expect(201)?;
        assert_eq!(made["customers"], json!(["ada@example.com"]));
        let path = format!("{base}/{}", made["id"].as_str().context("no id")?);
        let price =
            |cents: i64, variant: &Value| json!({"productId": mug["id"], "variantId": variant, "priceCents": cents});
        let all = &Value::Null;
        let table = [
            (tenth, general * 9 / 10),
            (json!({"prices": [price(900, all)]}), 900),
            (json!({"prices": [price(900, all), price(1_200, &variant["id"])]}), 1_200),
            (json!({"rateBasisPoints": 9_000, "prices": [price(1_500, all)]}), 1_500),
            (json!({"prices": [price(general + 1, all)]}), general),
            (json!({"rateBasisPoints": 10_000}), 0),
            (json!({"rateBasisPoints": 1000, "enabled": false}), general),
            (json!({"rateBasisPoints": 1000, "endsOn": 1}), general),
            (json!({"rateBasisPoints": 1000, "startsOn": EVER}), general),
            (json!({"rateBasisPoints": 1000, "startsOn": 1, "endsOn": EVER}), general * 9 / 10),
            (json!({"rateBasisPoints": 1000, "customers": ["someone@example.com"]}), general),
        ];
        for (revision, (more, expected)) in (1..).zip(&table) {
            save(&mut owner, &path, revision, &named("ada@example.com", more)).await?;
            assert_eq!(unit_price(&mut member).await?, *expected, "{more}");
            assert_eq!(unit_price(&mut other).await?, general, "{more}");
            assert_eq!(unit_price(&mut guest).await?, general, "{more}");
            let own = shown_price(&mut member, &mug).await?;
            let seen = own.as_array().and_then(|own| own.iter().find(|own| own["variantId"] == variant["id"]).cloned());
            let is_lowered = seen.as_ref().is_some_and(|seen| seen["priceCents"] != seen["generalPriceCents"]);
            assert_eq!(is_lowered, *expected < general, "{more}: {own}");
            if let Some(seen) = seen {
                assert_eq!((&seen["priceCents"], &seen["generalPriceCents"]), (&json!(expected), &json!(general)));
            }
            for shopper in [&mut other, &mut guest, &mut neighbour] {
                assert_eq!(shown_price(shopper, &mug).await?, json!([]), "{more}");
            }
        }
        let kept = member.get(&format!("/api/commerce/prices?itemIds={}", mug["id"].as_str().unwrap())).await?;
        assert_eq!(kept.header("cache-control"), "private, no-store");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn lowest_price_list_applies() -> Result<()> {
    on_sqlite(async |app| {
        let mut mug = shop::product(app, "juniper", "hearth-mug").await?;
        let path = mug["path"].as_str().context("no path")?.to_owned();
        let variant = mug["variants"][0].clone();
        let (mut owner, base) = lists(app).await?;
        let everyone = json!({"name": "Members", "enabled": true, "audience": "signed-in", "rateBasisPoints": 1000});
        owner.post(&base, &everyone).await?.expect(201)?;
        let fixed = json!([{"productId": mug["id"], "priceCents": 2_000}]);
        owner.post(&base, &named("ada@example.com", &json!({"prices": fixed}))).await?.expect(201)?;
        let mut unproven = app.juniper();
        unproven.join("ada@example.com").await?;
        shop::add(&mut unproven, &mug, &variant, 1).await?.expect(200)?;
        let general = variant["priceCents"].as_i64().context("no price")?;
        assert_eq!(unit_price(&mut unproven).await?, general * 9 / 10, "an address that anyone can type names nobody");
        let mut member = unproven;
        let emails = app.emails(1).await?;
        let token = token_in(&emails, "verify")?;
        member.post("/api/site-users/account/email/verify", &json!({"token": token})).await?.expect(200)?;
        assert_eq!(unit_price(&mut member).await?, 2_000);

        let mut guest = app.juniper();
        shop::add(&mut guest, &mug, &variant, 1).await?.expect(200)?;
        assert_eq!(unit_price(&mut guest).await?, general);
        for (sale, expected) in [(1_500, 1_350), (2_100, 1_890), (3_000, 2_000)] {
            mug = owner.get(&path).await?.expect(200)?;
            mug["variants"][0]["onSale"] = json!(true);
            mug["variants"][0]["salePriceCents"] = json!(sale);
            owner.put(&path, &mug).await?.expect(200)?;
            assert_eq!(unit_price(&mut guest).await?, sale);
            assert_eq!(unit_price(&mut member).await?, expected, "a percentage is taken off the sale price");
        }
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cart_prices_follow_sign_in() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&mug);
        confirmed(app, "ada@example.com", 1).await?;
        let (mut owner, base) = lists(app).await?;
        let half = json!({"rateBasisPoints": 5000});
        owner.post(&base, &named("ada@example.com", &half)).await?.expect(201)?;
        let mut browser = app.juniper();
        shop::add(&mut browser, &mug, &variant, 1).await?.expect(200)?;
        let general = unit_price(&mut browser).await?;
        browser.enter("ada@example.com", MEMBER_PASSWORD).await?;
        assert_eq!(unit_price(&mut browser).await?, general / 2, "a guest's cart is the account's now");
        let mut second = app.juniper();
        shop::add(&mut second, &mug, &variant, 1).await?.expect(200)?;
        second.enter("ada@example.com", MEMBER_PASSWORD).await?;
        let joined = second.get(CART).await?.expect(200)?;
        assert_eq!((&joined["totalQuantity"], &joined["subtotalCents"]), (&json!(2), &json!(general)));
        second.get("/api/site-users/account").await?.expect(200)?;
        second.delete("/api/site-users/account/session?cloneCart=true").await?.expect(200)?;
        let left = second.get(CART).await?.expect(200)?;
        assert_eq!(left["entries"][0]["purchasePriceCents"], json!(general), "who has left pays what everyone pays");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn order_stores_price_list() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let (mut owner, base) = lists(app).await?;
        let made =
            owner.post(&base, &named("ada@example.com", &json!({"rateBasisPoints": 3333}))).await?.expect(201)?;
        let variant = shop::in_stock(&mug);
        shop::add(&mut member, &mug, &variant, 1).await?.expect(200)?;
        let paid = unit_price(&mut member).await?;
        let checkout = shop::prepare(&mut member, "US").await?;
        assert_eq!(checkout["cart"]["subtotalCents"], json!(paid));
        let bought = shop::submit(&mut member, &checkout, "with-a-list-01", APPROVED).await?.expect(200)?;
        let id = bought["orderId"].as_str().context("no order")?.to_owned();
        owner.if_match = Some("\"1\"".to_owned());
        owner.delete(&format!("{base}/{}", made["id"].as_str().unwrap())).await?.expect(204)?;
        owner.if_match = None;
        let orders = format!("/api/v1/websites/{}/orders", app.website("juniper").await?);
        let detail = owner.get(&format!("{orders}/{id}")).await?.expect(200)?;
        let line = &detail["items"][0];
        assert_eq!((&line["unitPriceCents"], &line["priceList"]), (&json!(paid), &json!("Friends")));
        let confirmed = member.get(bought["redirectUrl"].as_str().unwrap()).await?.text;
        ensure!(!confirmed.contains("Friends"), "the name of a list is for contributors");
        let tenant = app.stoa.foundation.tenancy.for_system(&app.website("juniper").await?.parse()?, "test").await?;
        let rows = tenant.db.read().await?.find::<order::Entity>().all().await?;
        let row = rows.into_iter().find(|row| row.id.as_str() == id).context("no order")?;
        let inputs = row.pricing.0;
        let again = totals(&inputs)?;
        assert_eq!((again.subtotal_cents, again.grand_total_cents), (row.subtotal_cents, row.grand_total_cents));
        let list = inputs.lines[0].price_list.clone().context("no list")?;
        assert_eq!(list.id, made["id"].as_str().unwrap());
        assert_eq!(list_effect_on(list.effect, list.general_price_cents.of(Currency::DEFAULT))?, Cents(paid));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn price_list_isolation_and_validation() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, base) = lists(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let own = json!([{"productId": mug["id"], "variantId": mug["variants"][0]["id"], "priceCents": 900},
            {"productId": mug["id"], "priceCents": 1_000}]);
        let made = owner.post(&base, &named("ada@example.com", &json!({"prices": own}))).await?.expect(201)?;
        let path = format!("{base}/{}", made["id"].as_str().context("no id")?);
        let seen = owner.get(&path).await?.expect(200)?;
        assert_eq!(
            (&seen["prices"][0]["productName"], &seen["prices"][0]["variantText"]),
            (&mug["name"], &Value::Null)
        );
        assert!(seen["prices"][1]["variantText"].is_string(), "{seen}");
        let listed = owner.get(&base).await?.expect(200)?["priceLists"][0].clone();
        assert_eq!((&listed["customerCount"], &listed["priceCount"]), (&json!(1), &json!(2)));
        for (field, more) in [
            ("name", json!({"name": " "})),
            ("customers", json!({"customers": []})),
            ("customers", json!({"customers": ["nobody"]})),
            ("rateBasisPoints", json!({"prices": []})),
            ("rateBasisPoints", json!({"rateBasisPoints": 10_001})),
            ("endsOn", json!({"startsOn": 2, "endsOn": 1})),
            ("prices", json!({"prices": [{"productId": "prd_none", "priceCents": 1}]})),
            ("prices", json!({"prices": [{"productId": mug["id"], "variantId": "var_other", "priceCents": 1}]})),
            ("prices", json!({"prices": [{"productId": mug["id"], "priceCents": -1}]})),
        ] {
            let body = named("ada@example.com", &json!({"prices": own}));
            let mut body = body.as_object().unwrap().clone();
            body.extend(more.as_object().unwrap().clone());
            let refused = owner.post(&base, &Value::Object(body)).await?.problem(400)?;
            ensure!(refused["errors"][field].is_string(), "{field}: {refused}");
        }
        let body = named("ada@example.com", &json!({"rateBasisPoints": 1000}));
        assert_eq!(owner.put(&path, &body).await?.status, 428);
        save(&mut owner, &path, 1, &body).await?;
        owner.if_match = Some("\"1\"".to_owned());
        assert_eq!(owner.put(&path, &body).await?.status, 412);
        assert_eq!(owner.delete(&path).await?.status, 412);
        owner.if_match = None;
        let website = app.website("juniper").await?;
        let mut editor = holder(app, &website, &[4]).await?;
        assert_eq!((editor.get(&base).await?.status, editor.post(&base, &body).await?.status), (403, 403));
        let elsewhere = format!("/api/v1/websites/{}/price-lists", app.website("kissaten").await?);
        let id = made["id"].as_str().unwrap();
        assert_eq!(owner.get(&elsewhere).await?.expect(200)?["priceLists"], json!([]));
        assert_eq!(owner.get(&format!("{elsewhere}/{id}")).await?.status, 404);
        let audit = owner.get(&format!("/api/v1/websites/{website}/audit-log")).await?.expect(200)?.to_string();
        ensure!(audit.contains("price-list.create") && audit.contains("price-list.save"), "{audit}");
        let many = vec!["prd_a"; 101].join(",");
        let mut guest = app.juniper();
        assert_eq!(guest.get(&format!("/api/commerce/prices?itemIds={many}")).await?.status, 400);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn customer_specific_discount() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}/discounts", app.website("juniper").await?);
        let body = json!({"label": "Hers", "code": "HERS", "kind": "amount", "amountCents": 300, "appliesTo": "order",
            "customers": ["Ada@example.com", "zoe@example.com"], "enabled": true});
        let made = owner.post(&base, &body).await?.expect(201)?;
        assert_eq!(made["customers"], json!(["ada@example.com", "zoe@example.com"]));
        let listed = owner.get(&format!("{base}?query=hers")).await?.expect(200)?;
        assert_eq!(listed["discounts"][0]["customers"], made["customers"]);
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&mug);
        let code = json!({"promoCode": "hers"});

        let mut member = confirmed(app, "ada@example.com", 1).await?;
        shop::add(&mut member, &mug, &variant, 1).await?.expect(200)?;
        let cart = member.post(&format!("{CART}/coupons"), &code).await?.expect(200)?["shoppingCart"].clone();
        assert_eq!(cart["discountCents"], 300, "the account's address is named");

        let mut guest = app.juniper();
        shop::add(&mut guest, &mug, &variant, 1).await?.expect(200)?;
        let cart = guest.post(&format!("{CART}/coupons"), &code).await?.expect(200)?["shoppingCart"].clone();
        let reason = cart["invalidCoupons"][0]["reason"].as_str().context("no reason")?;
        ensure!(cart["discountCents"] == 0 && reason.contains("certain customers"), "{cart}");
        let checkout = format!("/api/2/commerce/checkout/{}", cart["cartToken"].as_str().context("no token")?);
        for (email, off) in [("eve@example.com", 0), ("zoe@example.com", 300), ("eve@example.com", 0)] {
            let customer = json!({"email": email, "mailConsent": false});
            let seen = guest.put(&format!("{checkout}/customer"), &customer).await?.expect(200)?;
            assert_eq!(seen["cart"]["discountCents"], json!(off), "{email}");
        }

        let path = format!("{base}/{}", made["id"].as_str().unwrap());
        owner.if_match = Some("\"1\"".to_owned());
        let mut by_itself = body.clone();
        by_itself["code"] = Value::Null;
        owner.put(&path, &by_itself).await?.expect(200)?;
        assert_eq!(member.get(CART).await?.expect(200)?["discountCents"], 300);
        assert_eq!(app.juniper().get(CART).await?.expect(200)?["discountCents"], 0);
        owner.if_match = Some("\"2\"".to_owned());
        by_itself["customers"] = json!([]);
        let refused = owner.put(&path, &by_itself).await?.problem(400)?;
        ensure!(refused["errors"]["customers"].is_string(), "{refused}");
        by_itself["customers"] = Value::Null;
        owner.put(&path, &by_itself).await?.expect(200)?;
        assert_eq!(guest.get(CART).await?.expect(200)?["discountCents"], 300, "everyone gets it now");
        Ok(())
    })
    .await
}
