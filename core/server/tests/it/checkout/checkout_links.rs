//! Access to checkouts: the link shows everything to the browser or account it belongs to, and only the items to
//! others.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::checkout::donations;
use crate::client::{Client, MEMBER_PASSWORD};
use crate::shop::{self, APPROVED, CONFIRM};

const MAIL: &str = "ada@example.com";
const STREET: &str = "12 Loom Street";

/// Fails when a response reveals anything about the shopper or their order.
fn check_reveals_nothing(what: &str, text: &str) -> Result<()> {
    for told in [MAIL, STREET, "828-555-0134", "authCode", "Byron"] {
        ensure!(!text.contains(told), "{what} tells {told}: {text}");
    }
    Ok(())
}

/// Every request that takes a checkout token, with a body.
fn calls(token: &str, checkout: &Value) -> Vec<(&'static str, String, Option<Value>)> {
    let base = format!("/api/2/commerce/checkout/{token}");
    let payment = json!({"provider": "stoa.testcard", "method": "card",
        "data": {"cardNumber": APPROVED, "expiry": "12/30", "cvc": "123", "name": "Eve"}});
    let submission = json!({"idempotencyKey": "someone-else",
        "expectedTotalCents": checkout["cart"]["grandTotalCents"].as_i64().unwrap_or(0), "payment": payment});
    let option = json!({"optionId": checkout["shippingOptions"][0]["id"].as_str().unwrap_or("none")});
    vec![
        ("GET", base.clone(), None),
        ("PUT", format!("{base}/customer"), Some(json!({"email": "eve@example.com", "mailConsent": false}))),
        ("PUT", format!("{base}/shipping"), Some(shop::address("US"))),
        ("PUT", format!("{base}/shipping-option"), Some(option)),
        ("PUT", format!("{base}/pickup"), Some(json!({"optionId": "pickup", "collector": "Eve"}))),
        ("PUT", format!("{base}/billing"), Some(json!({"sameAsShipping": true}))),
        ("PUT", format!("{base}/details"), Some(json!({"note": "", "answers": {}}))),
        ("POST", format!("{base}/coupons"), Some(json!({"promoCode": "WELCOME10"}))),
        ("DELETE", format!("{base}/coupons/dsc_1"), None),
        ("POST", format!("{base}/submit"), Some(submission)),
        ("DELETE", format!("{base}/payment"), None),
        ("GET", format!("/api/commerce/installments?cartToken={token}"), None),
    ]
}

/// No request gives a browser access to the checkout.
async fn check_inaccessible(stranger: &mut Client, token: &str, checkout: &Value) -> Result<()> {
    for (method, path, body) in calls(token, checkout) {
        let answer = stranger.call(method, &path, body.as_ref()).await?;
        ensure!(answer.status == 404, "{method} {path}: {answer:?}");
        check_reveals_nothing(&path, &answer.text)?;
    }
    Ok(())
}

async fn checkout_of(client: &mut Client, token: &str) -> Result<Value> {
    client.get(&format!("/api/2/commerce/checkout/{token}")).await?.expect(200)
}

async fn attempt_of(asked: &Value) -> Result<String> {
    Ok(asked["redirectUrl"].as_str().and_then(|url| url.rsplit('/').next()).context("no attempt")?.to_owned())
}

// spec: checkout.binding.open
#[tokio::test(flavor = "multi_thread")]
async fn checkout_link_copies_items_only() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 2).await?.expect(200)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let token = checkout["cartToken"].as_str().context("no token")?.to_owned();
        let own = shopper.get(&format!("/checkout?cartToken={token}")).await?;
        ensure!(own.status == 200 && own.text.contains(&token), "its own browser opens it");

        let mut other = app.juniper();
        for _ in 0..2 {
            let led = other.get(&format!("/checkout?cartToken={token}")).await?;
            ensure!(led.status == 303 && led.location() == "/cart", "{led:?}");
            ensure!(led.header("cache-control") == "no-store", "{led:?}");
            check_reveals_nothing("the link", &led.text)?;
            let copy = other.get("/api/commerce/shopping-cart").await?;
            check_reveals_nothing("the copy", &copy.text)?;
            let copy = copy.expect(200)?;
            let lines = copy["entries"].as_array().context("no lines")?;
            ensure!(lines.len() == 1 && lines[0]["itemId"] == mug["id"] && copy["totalQuantity"] == 2, "{copy}");
            ensure!(copy["cartToken"].is_string() && copy["cartToken"] != token, "the same checkout: {copy}");
        }
        check_reveals_nothing("its page", &other.get("/checkout").await?.text)?;
        let json = other.get(&format!("/checkout?cartToken={token}&format=json")).await?;
        check_reveals_nothing("its page for machines", &json.text)?;
        for mut stranger in [app.juniper(), other.clone(), app.kissaten()] {
            check_inaccessible(&mut stranger, &token, &checkout).await?;
        }
        ensure!(checkout_of(&mut shopper, &token).await?["customer"]["email"] == MAIL, "nothing has changed");

        let asked = shop::submit(&mut shopper, &checkout, "own-browser-1", CONFIRM).await?.expect(200)?;
        let attempt = attempt_of(&asked).await?;
        let given_up = other.get(&format!("/checkout/payment-canceled/{attempt}")).await?;
        ensure!(given_up.status == 200 && given_up.location().is_empty(), "{given_up:?}");
        let waits = checkout_of(&mut shopper, &token).await?;
        ensure!(waits["order"]["redirectUrl"].is_string(), "someone else has given the payment up: {waits}");
        let back = format!("/checkout/payment-return/{attempt}?attempt={attempt}&confirm=yes");
        let elsewhere = other.get(&back).await?;
        ensure!(elsewhere.status == 200 && elsewhere.location().is_empty(), "{elsewhere:?}");
        check_reveals_nothing("the way back from the payment", &elsewhere.text)?;

        let returned = shopper.get(&back).await?;
        ensure!(returned.status == 303 && returned.location().contains("authCode="), "{returned:?}");
        ensure!(shopper.get(returned.location()).await?.status == 200, "its order opens");
        let bought = checkout_of(&mut shopper, &token).await?;
        ensure!(bought["order"]["redirectUrl"].as_str().is_some_and(|url| url.contains("authCode=")), "{bought}");
        check_inaccessible(&mut other, &token, &checkout).await?;
        let late = other.get(&format!("/checkout?cartToken={token}")).await?;
        ensure!(late.status == 303 && late.location() == "/cart", "{late:?}");
        check_reveals_nothing("the link after the purchase", &late.text)?;
        check_reveals_nothing("the way back", &other.get(&back).await?.text)
    })
    .await
}

/// A checkout of one line started by a browser.
async fn begin(client: &mut Client, path: &str, body: &Value) -> Result<String> {
    let answer = client.post(path, body).await?.expect(200)?;
    Ok(answer["cartToken"].as_str().context("no token")?.to_owned())
}

async fn enable_buy_now(app: &App) -> Result<Client> {
    let mut owner = app.owner().await?;
    let path = format!("/api/v1/websites/{}/store-settings", app.website("juniper").await?);
    let mut choices = owner.get(&path).await?.expect(200)?;
    choices["buyNowButton"] = true.into();
    owner.if_match = Some(format!("\"{}\"", choices["revision"]));
    owner.put(&path, &choices).await?.expect(200)?;
    owner.if_match = None;
    Ok(owner)
}

// spec: checkout.binding.open
#[tokio::test(flavor = "multi_thread")]
async fn buy_now_bound_to_browser() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = enable_buy_now(app).await?;
        let (_, cause) = donations::cause(app).await?;
        let terms = format!("{}/donation-terms", cause["path"].as_str().context("no path")?);
        owner.put(&terms, &donations::terms(0)).await?.expect(200)?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        let plan = json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": false,
            "percentageDiscount": 0, "revision": 0});
        owner
            .put(&format!("{}/subscription-plan", bowl["path"].as_str().context("no path")?), &plan)
            .await?
            .expect(200)?;
        let one = |product: &Value| json!({"itemId": product["id"], "sku": shop::in_stock(product)["sku"], "qty": 1});

        let mut shopper = app.juniper();
        let at_once = begin(&mut shopper, "/api/3/commerce/cart/buy-now", &one(&mug)).await?;
        let rhythm = begin(&mut shopper, "/api/3/commerce/cart/subscription", &one(&bowl)).await?;
        let gift = donations::gift(&cause, &json!(1000));
        let given = begin(&mut shopper, donations::DONATE, &gift).await?;
        for (token, item) in [(&at_once, &mug), (&rhythm, &bowl), (&given, &cause)] {
            let base = format!("/api/2/commerce/checkout/{token}");
            let customer = json!({"email": MAIL, "mailConsent": false});
            let checkout = shopper.put(&format!("{base}/customer"), &customer).await?.expect(200)?;
            let mut other = app.juniper();
            check_inaccessible(&mut other, token, &checkout).await?;
            let led = other.get(&format!("/checkout?cartToken={token}")).await?;
            ensure!(led.status == 303, "{led:?}");
            check_reveals_nothing("the link", &led.text)?;
            if item["id"] == cause["id"] {
                let id = cause["id"].as_str().context("no id")?;
                ensure!(led.location() == format!("/checkout/donate?donatePageId={id}"), "{led:?}");
            } else {
                let own = led.location().strip_prefix("/checkout?cartToken=").context("no checkout")?.to_owned();
                ensure!(own != **token, "the same checkout: {led:?}");
                let page = other.get(led.location()).await?;
                ensure!(page.status == 200 && page.text.contains(&own), "{page:?}");
                check_reveals_nothing("its copy", &page.text)?;
                let copy = checkout_of(&mut other, &own).await?;
                ensure!(copy["cart"]["entries"][0]["itemId"] == item["id"] && copy["customer"].is_null(), "{copy}");
                ensure!(copy["cart"]["entries"][0]["subscription"].is_null() == (item["id"] == mug["id"]), "{copy}");
                check_inaccessible(&mut shopper, &own, &checkout).await?;
            }
            check_inaccessible(&mut other, token, &checkout).await?;
            ensure!(checkout_of(&mut shopper, token).await?["customer"]["email"] == MAIL);
        }

        let bought = shop::prepare_checkout(&mut shopper, &at_once, "US").await?;
        let bought = shop::submit(&mut shopper, &bought, "beside-0001", APPROVED).await?.expect(200)?;
        ensure!(bought["redirectUrl"].as_str().is_some_and(|url| url.contains("authCode=")), "{bought}");
        check_inaccessible(&mut app.juniper(), &at_once, &bought).await?;
        Ok(())
    })
    .await
}

// spec: checkout.binding.open
#[tokio::test(flavor = "multi_thread")]
async fn sign_out_closes_account_checkouts() -> Result<()> {
    on_sqlite(async |app| {
        enable_buy_now(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let one = json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "qty": 1});
        let mut member = app.juniper();
        // A guest's checkout is taken over at sign-in, and is inaccessible after sign-out.
        let as_guest = begin(&mut member, "/api/3/commerce/cart/buy-now", &one).await?;
        member.join(MAIL).await?;
        let signed_in = begin(&mut member, "/api/3/commerce/cart/buy-now", &one).await?;
        shop::add(&mut member, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let filled = shop::prepare(&mut member, "US").await?;
        let token = filled["cartToken"].as_str().context("no token")?.to_owned();
        for begun in [&as_guest, &signed_in] {
            shop::prepare_checkout(&mut member, begun, "US").await?;
        }

        let mut phone = app.juniper();
        phone.enter(MAIL, MEMBER_PASSWORD).await?;
        for own in [&token, &signed_in, &as_guest] {
            ensure!(checkout_of(&mut phone, own).await?["customer"]["email"] == MAIL, "the account has it everywhere");
        }
        let mut eve = app.juniper();
        eve.join("eve@example.com").await?;
        for foreign in [&token, &signed_in, &as_guest] {
            check_inaccessible(&mut eve, foreign, &filled).await?;
        }

        member.delete("/api/site-users/account/session?cloneCart=true").await?.expect(200)?;
        for own in [&token, &signed_in, &as_guest] {
            check_inaccessible(&mut member, own, &filled).await?;
        }
        let left = member.get("/checkout").await?;
        check_reveals_nothing("what stays in the browser", &left.text)?;
        ensure!(checkout_of(&mut phone, &token).await?["customer"]["email"] == MAIL);
        Ok(())
    })
    .await
}

// spec: checkout.binding.open
#[tokio::test(flavor = "multi_thread")]
async fn guest_checkout_closed_after_session() -> Result<()> {
    on_postgres(async |app| {
        enable_buy_now(app).await?;
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let one = json!({"itemId": mug["id"], "sku": shop::in_stock(&mug)["sku"], "qty": 1});
        let mut laptop = app.juniper();
        let begun = begin(&mut laptop, "/api/3/commerce/cart/buy-now", &one).await?;
        let before = laptop.clone();
        laptop.join(MAIL).await?;
        ensure!(!laptop.cookies.contains_key("BUYER"), "what the browser began is the account's: {:?}", laptop.cookies);
        let filled = shop::prepare_checkout(&mut laptop, &begun, "US").await?;
        check_inaccessible(&mut before.clone(), &begun, &filled).await?;
        let mut closed = laptop.clone();
        closed.cookies.retain(|name, _| name != "SITE_USER");
        check_inaccessible(&mut closed, &begun, &filled).await?;
        let mut phone = app.juniper();
        phone.enter(MAIL, MEMBER_PASSWORD).await?;
        phone.delete("/api/site-users/account/sessions").await?.expect(200)?;
        check_inaccessible(&mut laptop, &begun, &filled).await?;
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cacheable_pages_set_no_buyer_cookie() -> Result<()> {
    let app = App::sqlite().await?;
    let mut shopper = app.juniper();
    for path in ["/", "/shop", "/shop/hearth-mug", "/cart", "/checkout"] {
        let page = shopper.get(path).await?;
        let cookies: Vec<_> = page.headers.get_all("set-cookie").iter().filter_map(|it| it.to_str().ok()).collect();
        ensure!(!cookies.iter().any(|it| it.starts_with("BUYER=") || it.starts_with("CART=")), "{path}: {cookies:?}");
    }
    app.stop().await
}
