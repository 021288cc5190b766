//! Cookies that grant access: over https their names have the prefix that binds them to the host.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::App;
use crate::client::{Client, TestResponse};
use crate::shop;

const ACCOUNT: &str = "/api/site-users/account";
const CART: &str = "/api/commerce/shopping-cart";
const REFRESH: &str = "/api/auth/session/refresh";

fn set(answer: &TestResponse) -> Vec<&str> {
    answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok()).collect()
}

/// A cookie set by a response is bound to the host.
fn is_bound(answer: &TestResponse, name: &str) -> Result<()> {
    let all = set(answer);
    let own = all.iter().find(|cookie| cookie.starts_with(&format!("__Host-{name}="))).context(format!("{all:?}"))?;
    let attributes: Vec<&str> = own.split("; ").collect();
    ensure!(attributes.contains(&"Secure") && attributes.contains(&"Path=/"), "{own}");
    ensure!(!own.to_lowercase().contains("domain"), "{own}");
    Ok(())
}

/// A browser with its own CSRF token, into which a sibling host has planted all other cookies of another browser.
fn planted(client: &Client) -> Client {
    let mut client = client.clone();
    let renamed = |name: String| match name.strip_prefix("__Host-") {
        Some(plain) if plain != "crumb" => plain.to_owned(),
        _ => name,
    };
    client.cookies = client.cookies.into_iter().map(|(name, value)| (renamed(name), value)).collect();
    client
}

// spec: roles.owner-auth.open, cart.load.cookie-names.open, site-user.cookie.name.open, security.crumb.open
#[tokio::test(flavor = "multi_thread")]
async fn https_cookies_use_host_prefix() -> Result<()> {
    let app = App::encrypted(|_| ()).await?;
    let mut owner = app.platform();
    ensure!(set(&owner.get("/api/openapi.json").await?).iter().any(|cookie| cookie.starts_with("__Host-crumb=")));
    let entrance = json!({"email": "owner@stoa.example", "password": stoa_server::seed::PASSWORD});
    let signed_in = owner.post("/api/auth/session", &entrance).await?;
    is_bound(&signed_in, "stoa_refresh")?;
    let own = set(&signed_in).into_iter().find(|cookie| cookie.starts_with("__Host-stoa_refresh")).context("none")?;
    ensure!(own.contains("HttpOnly") && own.contains("SameSite=Strict"), "{own}");
    planted(&owner).post(REFRESH, &Value::Null).await?.problem(401)?;
    owner.post(REFRESH, &Value::Null).await?.expect(200)?;

    let mut shopper = app.juniper();
    let mug = shop::product_of(&mut app.owner().await?, &app.website("juniper").await?, "hearth-mug").await?;
    let variant = shop::in_stock(&mug);
    is_bound(&shop::add(&mut shopper, &mug, &variant, 1).await?, "CART")?;
    let mut victim = planted(&shopper);
    assert_eq!(victim.get(CART).await?.expect(200)?["totalQuantity"], 0, "someone else's cart");
    shop::add(&mut victim, &mug, &variant, 1).await?.expect(200)?;
    ensure!(victim.cookies["__Host-CART"] != shopper.cookies["__Host-CART"], "the planted cart became the victim's");
    let account =
        json!({"email": "bo@example.com", "password": "long enough words", "firstName": "Bo", "lastName": "Ek"});
    shopper.post(ACCOUNT, &account).await?.expect(201)?;
    let entrance = json!({"email": "bo@example.com", "password": "long enough words", "rememberMe": true});
    is_bound(&shopper.post(&format!("{ACCOUNT}/session"), &entrance).await?, "SITE_USER")?;
    shopper.get(ACCOUNT).await?.expect(200)?;
    planted(&shopper).get(ACCOUNT).await?.problem(401)?;
    app.stop().await
}

// spec: security.crumb.open
#[tokio::test(flavor = "multi_thread")]
async fn cookies_of_sibling_host_ignored() -> Result<()> {
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
async fn http_cookies_have_no_prefix() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    ensure!(owner.cookies.contains_key("stoa_refresh") && owner.cookies.contains_key("crumb"), "{:?}", owner.cookies);
    ensure!(owner.cookies.keys().all(|name| !name.starts_with("__")), "browsers refuse them: {:?}", owner.cookies);
    owner.post(REFRESH, &Value::Null).await?.expect(200)?;
    app.stop().await
}
