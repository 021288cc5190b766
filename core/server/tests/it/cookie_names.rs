//! Cookies that open something: over https they bear names that browsers bind to their host.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::App;
use crate::client::{Answer, Client};
use crate::shop;

const ACCOUNT: &str = "/api/site-users/account";
const CART: &str = "/api/commerce/shopping-cart";
const REFRESH: &str = "/api/auth/session/refresh";

fn set(answer: &Answer) -> Vec<&str> {
    answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok()).collect()
}

/// What an answer sets under a name: it is bound to the host, and the name of before is taken away.
fn is_bound(answer: &Answer, name: &str) -> Result<()> {
    let all = set(answer);
    let own = all.iter().find(|cookie| cookie.starts_with(&format!("__Host-{name}="))).context(format!("{all:?}"))?;
    let attributes: Vec<&str> = own.split("; ").collect();
    ensure!(attributes.contains(&"Secure") && attributes.contains(&"Path=/"), "{own}");
    ensure!(!own.to_lowercase().contains("domain"), "{own}");
    let is_cleared = all.iter().any(|cookie| cookie.starts_with(&format!("{name}=;")) && cookie.contains("Max-Age=0"));
    ensure!(is_cleared, "the old name stays: {all:?}");
    Ok(())
}

/// The browser as it was before its server knew the new names.
fn with_old_names(client: &Client) -> Client {
    let mut client = client.clone();
    let cookies = std::mem::take(&mut client.cookies);
    client.cookies =
        cookies.into_iter().map(|(name, value)| (name.trim_start_matches("__Host-").to_owned(), value)).collect();
    client
}

// spec: roles.owner-auth.open, cart.load.cookie-names.open, site-user.cookie.name.open, security.crumb.open
#[tokio::test(flavor = "multi_thread")]
async fn over_https_names_are_bound_to_the_host_and_nobody_is_signed_out_by_it() -> Result<()> {
    let app = App::encrypted(|_| ()).await?;
    let mut owner = app.platform();
    ensure!(set(&owner.get("/api/openapi.json").await?).iter().any(|cookie| cookie.starts_with("__Host-crumb=")));
    let entrance = json!({"email": "owner@stoa.example", "password": stoa_server::seed::PASSWORD});
    let signed_in = owner.post("/api/auth/session", &entrance).await?;
    is_bound(&signed_in, "stoa_refresh")?;
    let own = set(&signed_in).into_iter().find(|cookie| cookie.starts_with("__Host-stoa_refresh")).context("none")?;
    ensure!(own.contains("HttpOnly") && own.contains("SameSite=Strict"), "{own}");
    let mut before = with_old_names(&owner);
    let renewed = before.post(REFRESH, &Value::Null).await?;
    assert_eq!(renewed.status, 200);
    is_bound(&renewed, "stoa_refresh")?;
    ensure!(set(&renewed).iter().any(|cookie| cookie.starts_with("stoa_refresh=; Path=/api/auth;")), "{renewed:?}");
    before.post(REFRESH, &Value::Null).await?.expect(200)?;
    let out = before.delete("/api/auth/session").await?;
    ensure!(!before.cookies.keys().any(|name| name.contains("refresh")), "{out:?}");

    let mut shopper = app.juniper();
    let mug = shop::product_of(&mut app.owner().await?, &app.website("juniper").await?, "hearth-mug").await?;
    let added = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?;
    is_bound(&added, "CART")?;
    let mut before = with_old_names(&shopper);
    assert_eq!(before.get(CART).await?.expect(200)?["totalQuantity"], 1, "the cart of an old name");
    ensure!(before.cookies.contains_key("__Host-CART") && !before.cookies.contains_key("CART"));
    let account =
        json!({"email": "bo@example.com", "password": "long enough words", "firstName": "Bo", "lastName": "Ek"});
    shopper.post(ACCOUNT, &account).await?.expect(201)?;
    let entrance = json!({"email": "bo@example.com", "password": "long enough words", "rememberMe": true});
    let entered = shopper.post(&format!("{ACCOUNT}/session"), &entrance).await?;
    is_bound(&entered, "SITE_USER")?;
    shopper.xsrf = entered.json()["xsrfToken"].as_str().map(str::to_owned);
    let mut before = with_old_names(&shopper);
    before.get(ACCOUNT).await?.expect(200)?;
    before.delete(&format!("{ACCOUNT}/session")).await?.expect(200)?;
    before.get(ACCOUNT).await?.problem(401)?;
    app.stop().await
}

// spec: security.crumb.open
#[tokio::test(flavor = "multi_thread")]
async fn what_a_neighbouring_host_has_set_does_not_count() -> Result<()> {
    let app = App::encrypted(|_| ()).await?;
    let mut shopper = app.juniper();
    shopper.get("/").await?;
    let (own, planted) = (shopper.cookies["__Host-crumb"].clone(), "x".repeat(32));
    let post = async |crumb: &str| {
        let call = reqwest::Client::new()
            .post(format!("http://{}/api/commerce/shopping-cart/entries", app.address))
            .header("Host", &shopper.host)
            .header("Cookie", format!("crumb={planted}; __Host-crumb={own}"))
            .header("X-CSRF-Token", crumb)
            .json(&json!({}));
        anyhow::Ok(call.send().await?.status().as_u16())
    };
    assert_eq!(post(&planted).await?, 403, "a crumb that another host has set");
    ensure!(post(&own).await? != 403, "the host's own");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn without_encryption_names_stay_as_they_are() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    ensure!(owner.cookies.contains_key("stoa_refresh") && owner.cookies.contains_key("crumb"), "{:?}", owner.cookies);
    ensure!(owner.cookies.keys().all(|name| !name.starts_with("__")), "browsers refuse them: {:?}", owner.cookies);
    owner.post(REFRESH, &Value::Null).await?.expect(200)?;
    app.stop().await
}
