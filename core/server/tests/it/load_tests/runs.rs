//! Starts of runs, their passes, and what requests of a run may do.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_entity::tenant::load_run_item;
use stoa_kernel::id::WebsiteId;

use super::{allow, belong, new_run, start};
use crate::app::{App, on_both, on_sqlite, on_sqlite_with};
use crate::client::{Client, MEMBER_PASSWORD};
use crate::shop::{self, APPROVED};

const RUNS: &str = "/api/v1/load-tests/runs";

/// Checks that a start is refused with this code.
async fn refused(app: &App, key: &str, status: u16, code: &str) -> Result<()> {
    let answer = app.juniper().post(RUNS, &new_run(key, "night")).await?.problem(status)?;
    ensure!(answer["code"] == code, "{code}: {answer}");
    let challenge = app.juniper().get("/api/v1/load-tests").await?.expect(200)?;
    let is_told = code == "load-test-not-allowed" || challenge["reason"] == answer["detail"];
    ensure!(is_told && challenge.get("key").is_none(), "{challenge}");
    Ok(())
}

// spec: load-test.start
#[tokio::test(flavor = "multi_thread")]
async fn a_start_is_refused_with_what_to_switch_on() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        refused(app, "no key", 403, "load-test-not-allowed").await?;
        let key = allow(&mut owner, 50).await?;
        refused(app, "another key", 403, "load-test-not-allowed").await?;

        let payments = format!("{base}/payment-settings");
        let mut settings = owner.get(&payments).await?.expect(200)?;
        settings["testMode"] = json!(false);
        owner.if_match = Some("*".to_owned());
        owner.put(&payments, &settings).await?.expect(200)?;
        refused(app, &key, 409, "load-test-real-payments").await?;
        settings["testMode"] = json!(true);
        owner.put(&payments, &settings).await?.expect(200)?;

        owner.if_match = None;
        owner.put(&format!("{base}/site-lock"), &json!({"password": "clay and fire"})).await?.expect(200)?;
        refused(app, &key, 409, "load-test-site-closed").await?;
        owner.put(&format!("{base}/site-lock"), &json!({"password": null})).await?.expect(200)?;

        let challenge = app.juniper().get("/api/v1/load-tests").await?.expect(200)?;
        ensure!(challenge["allowed"] == true && challenge["maxCallsPerSecond"] == 50, "{challenge}");
        let started = app.juniper().post(RUNS, &new_run(&key, "night")).await?.expect(201)?;
        ensure!(started["currency"] == "USD" && started["emails"] == "suppressed", "{started}");
        ensure!(started["paymentMethods"][0]["testMode"] == true, "{started}");
        let again = app.juniper().post(RUNS, &new_run(&key, "night")).await?.problem(409)?;
        ensure!(again["code"] == "load-test-name-used", "{again}");
        app.juniper().post(RUNS, &new_run(&key, "Not a name")).await?.problem(400)?;

        owner.post(&format!("{base}/load-tests/key"), &Value::Null).await?.expect(201)?;
        refused(app, &key, 403, "load-test-not-allowed").await
    })
    .await
}

// spec: load-test.start
#[tokio::test(flavor = "multi_thread")]
async fn an_installation_may_forbid_load_tests() -> Result<()> {
    on_sqlite_with("[load_tests]\nallowed = false\n", async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        refused(app, "any key", 403, "load-tests-off").await?;
        let shown = owner.get(&format!("{base}/load-tests")).await?.expect(200)?;
        ensure!(shown["forbidden"] == true, "{shown}");
        let tomorrow = app.stoa.foundation.tenancy.now().saturating_add_ms(86_400_000).ms();
        let permission = json!({"allowedUntil": tomorrow, "maxCallsPerSecond": 50});
        let answer = owner.put(&format!("{base}/load-tests"), &permission).await?.problem(403)?;
        ensure!(answer["code"] == "load-tests-off", "{answer}");
        Ok(())
    })
    .await
}

// spec: load-test.pass, load-test.admin
#[tokio::test(flavor = "multi_thread")]
async fn a_pass_is_for_one_site_and_one_time() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        let key = allow(&mut owner, 50).await?;
        let mut visitor = app.juniper();
        let started = start(&mut visitor, &key, "one-site").await?;
        visitor.get("/shop").await?.expect(200)?;

        let mut elsewhere = app.kissaten();
        belong(&mut elsewhere, &started);
        for path in ["/shop", "/api/commerce/shopping-cart"] {
            ensure!(elsewhere.get(path).await?.status == 403, "{path} of another site");
        }
        let other = format!("/api/v1/websites/{}/orders", app.website("kissaten").await?);
        let mut tester = owner.clone();
        belong(&mut tester, &started);
        ensure!(tester.get(&other).await?.problem(403)?["code"] == "load-test-ended");
        tester.get(&format!("{base}/orders")).await?.expect(200)?;
        let mut forger = app.juniper();
        forger.further.push(("stoa-load-run", "bm90IGEgcGFzcw".to_owned()));
        ensure!(forger.get("/api/commerce/shopping-cart").await?.problem(403)?["code"] == "load-test-ended");

        let end = format!("{RUNS}/{}/end", started["runId"].as_str().context("no run")?);
        ensure!(app.juniper().post(&end, &Value::Null).await?.problem(403)?["code"] == "load-test-ended");
        let ended = visitor.post(&end, &Value::Null).await?.expect(200)?;
        ensure!(ended["state"] == "ended", "{ended}");
        let answer = visitor.get("/api/commerce/shopping-cart").await?.problem(403)?;
        ensure!(answer["detail"] == "This load test has ended or was never allowed here.", "{answer}");
        ensure!(app.juniper().get("/shop").await?.status == 200);

        let runs = owner.get(&format!("{base}/load-tests/runs")).await?.expect(200)?;
        ensure!(runs["runs"][0]["state"] == "ended" && runs["runs"][0]["name"] == "one-site", "{runs}");
        ensure!(runs["hasNextPage"] == false, "{runs}");
        start(&mut app.juniper(), &key, "newer").await?;
        let first = owner.get(&format!("{base}/load-tests/runs?limit=1")).await?.expect(200)?;
        ensure!(first["runs"][0]["name"] == "newer" && first["hasNextPage"] == true, "{first}");
        let cursor = first["nextPageCursor"].as_str().context("no cursor")?;
        let second = owner.get(&format!("{base}/load-tests/runs?limit=1&cursor={cursor}")).await?.expect(200)?;
        ensure!(second["runs"][0]["name"] == "one-site" && second["hasNextPage"] == false, "{second}");
        owner.get(&format!("{base}/load-tests/runs?cursor=page-2")).await?.problem(400)?;
        Ok(())
    })
    .await
}

/// Orders a bowl as the customer with this address.
async fn order(app: &App, shopper: &mut Client, email: &str) -> Result<Value> {
    let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
    shop::add(shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
    let cart = shopper.get("/api/commerce/shopping-cart").await?.expect(200)?;
    let checkout = format!("/api/2/commerce/checkout/{}", cart["cartToken"].as_str().context("no token")?);
    let customer = json!({"email": email, "mailConsent": true});
    shopper.put(&format!("{checkout}/customer"), &customer).await?.expect(200)?;
    let sent = shopper.put(&format!("{checkout}/shipping"), &shop::address("US")).await?.expect(200)?;
    let option = json!({"optionId": sent["shippingOptions"][0]["id"]});
    let ready = shopper.put(&format!("{checkout}/shipping-option"), &option).await?.expect(200)?;
    shop::submit(shopper, &ready, "load-test-0001", APPROVED).await?.expect(200)
}

/// The e-mails of the shop, as its owner sees them.
async fn mails(owner: &mut Client, base: &str) -> Result<Vec<Value>> {
    let listed = owner.get(&format!("{base}/mail")).await?.expect(200)?;
    Ok(listed["messages"].as_array().context("no messages")?.clone())
}

/// What runs of the dollar shop made, by kind.
async fn items(app: &App) -> Result<Vec<String>> {
    let website: WebsiteId = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let rows = tenant.db.read().await?.find::<load_run_item::Entity>().all().await?;
    let mut kinds: Vec<String> = rows.into_iter().map(|row| row.kind.to_string()).collect();
    kinds.sort();
    Ok(kinds)
}

// spec: load-test.run
#[tokio::test(flavor = "multi_thread")]
async fn orders_of_a_run_are_test_orders_and_nobody_is_told() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, base) = app.owner_with_api("juniper").await?;
        // Without a pass nothing is marked, and the owner is told.
        order(app, &mut app.juniper(), "ada@example.com").await?;
        app.outbox_done("juniper").await?;
        let before = mails(&mut owner, &base).await?;
        ensure!(before.iter().any(|mail| mail["kind"] == "order-received"), "{before:?}");
        ensure!(items(app).await?.is_empty());

        let key = allow(&mut owner, 50).await?;
        let mut shopper = app.juniper();
        start(&mut shopper, &key, "orders").await?;
        let made = order(app, &mut shopper, "Shopper-1@orders.invalid").await?;
        app.outbox_done("juniper").await?;
        let id = made["orderId"].as_str().context("no order")?;
        let shown = owner.get(&format!("{base}/orders/{id}")).await?.expect(200)?;
        ensure!(shown["testMode"] == true, "{shown}");
        let after = mails(&mut owner, &base).await?;
        let new = after.get(..after.len() - before.len()).context("no new e-mails")?;
        ensure!(!new.is_empty(), "the e-mails of a run are stored");
        for mail in new {
            ensure!(mail["status"] == "suppressed" && mail["kind"] != "order-received", "{mail}");
        }
        ensure!(items(app).await? == ["address", "cart"]);
        let runs = owner.get(&format!("{base}/load-tests/runs")).await?.expect(200)?;
        let counted = &runs["runs"][0]["made"];
        ensure!(counted["orders"] == 1 && counted["carts"] == 1 && counted["customers"] == 1, "{runs}");
        Ok(())
    })
    .await
}

// spec: load-test.run
#[tokio::test(flavor = "multi_thread")]
async fn a_cart_of_a_run_is_not_paid_outside_of_it() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        let key = allow(&mut owner, 50).await?;
        let mut browser = app.juniper();
        let outside = browser.further.clone();
        start(&mut browser, &key, "left-open").await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        shop::add(&mut browser, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        browser.further = outside;
        let ready = shop::prepare(&mut browser, "US").await?;
        let refused = shop::submit(&mut browser, &ready, "left-open-0001", APPROVED).await?.problem(409)?;
        ensure!(refused["code"] == "checkout-blocked", "{refused}");
        browser.language = Some("de".to_owned());
        let refused = shop::submit(&mut browser, &ready, "left-open-0002", APPROVED).await?.problem(409)?;
        ensure!(refused.to_string().contains("Dieser Warenkorb gehört zu einem Lasttest"), "{refused}");
        Ok(())
    })
    .await
}

// spec: load-test.run
#[tokio::test(flavor = "multi_thread")]
async fn a_run_uses_addresses_of_nobody() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, _) = app.owner_with_api("juniper").await?;
        app.juniper().join("ada@example.com").await?;
        let key = allow(&mut owner, 50).await?;
        let mut tester = app.juniper();
        start(&mut tester, &key, "addresses").await?;
        let account =
            |email: &str| json!({"email": email, "password": MEMBER_PASSWORD, "firstName": "Ada", "lastName": "Byron"});
        let session = json!({"email": "ada@example.com", "password": MEMBER_PASSWORD, "rememberMe": true});
        let reset = json!({"email": "ada@example.com"});
        for (path, body) in [
            ("/api/site-users/account", account("new@example.com")),
            ("/api/site-users/account/session", session),
            ("/api/site-users/account/password/reset-request", reset),
        ] {
            let answer = tester.post(path, &body).await?.problem(400)?;
            ensure!(answer["code"] == "load-test-real-address", "{path}: {answer}");
        }
        // Nor does an address that was entered without the pass get into an order of the run.
        let mut half = app.juniper();
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        shop::add(&mut half, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let ready = shop::prepare(&mut half, "US").await?;
        half.further.clone_from(&tester.further);
        let refused = shop::submit(&mut half, &ready, "half-a-run-0001", APPROVED).await?.problem(400)?;
        ensure!(refused["code"] == "load-test-real-address", "{refused}");

        tester.join("member@addresses.invalid").await?;
        ensure!(items(app).await? == ["address", "site-user"]);
        // Without the pass it is the account of any visitor.
        app.juniper().enter("ada@example.com", MEMBER_PASSWORD).await?;
        Ok(())
    })
    .await
}

// spec: load-test.limit
#[tokio::test(flavor = "multi_thread")]
async fn a_run_has_its_own_limit() -> Result<()> {
    let app = App::rate_limited().await?;
    let (mut owner, _) = app.owner_with_api("juniper").await?;
    let key = allow(&mut owner, 5).await?;
    let mut visitor = app.juniper();
    visitor.forwarded_for = Some("203.0.113.7".to_owned());
    start(&mut visitor, &key, "limits").await?;
    let mut refused = 0;
    for turn in 0..60 {
        // Addresses do not matter.
        visitor.forwarded_for = Some(format!("203.0.113.{turn}"));
        let answer = visitor.get("/api/commerce/shopping-cart").await?;
        ensure!([200, 429].contains(&answer.status), "{answer:?}");
        refused += usize::from(answer.status == 429);
    }
    ensure!(refused > 0, "sixty calls at once are more than five a second");
    app.juniper().get("/api/commerce/shopping-cart").await?.expect(200)?;
    app.stop().await
}

/// Whether some of twenty calls at once are refused.
async fn is_slowed(visitor: &mut Client) -> Result<bool> {
    let mut is_slowed = false;
    for _ in 0..20 {
        is_slowed |= visitor.get("/api/commerce/shopping-cart").await?.status == 429;
    }
    Ok(is_slowed)
}

// spec: load-test.limit
#[tokio::test(flavor = "multi_thread")]
async fn a_lower_limit_holds_for_running_tests() -> Result<()> {
    let app = App::rate_limited().await?;
    let (mut owner, base) = app.owner_with_api("juniper").await?;
    let key = allow(&mut owner, 1_000).await?;
    let mut visitor = app.juniper();
    let started = start(&mut visitor, &key, "slower").await?;
    ensure!(!is_slowed(&mut visitor).await?, "twenty calls are fewer than a thousand a second");
    // Each check reads all orders, so not a thousand of them are allowed.
    let check = format!("{RUNS}/{}/check", started["runId"].as_str().context("no run")?);
    for _ in 0..60 {
        visitor.post(&check, &json!({})).await?.expect(200)?;
    }
    visitor.post(&check, &json!({})).await?.problem(429)?;

    let permission = owner.get(&format!("{base}/load-tests")).await?.expect(200)?;
    let body = json!({"allowedUntil": permission["allowedUntil"], "maxCallsPerSecond": 2});
    owner.if_match = Some("*".to_owned());
    owner.put(&format!("{base}/load-tests"), &body).await?.expect(200)?;
    app.until(async || is_slowed(&mut visitor.clone()).await).await?;
    app.stop().await
}
