//! Bursts of requests are limited by address and by cart, without affecting other clients.

use anyhow::{Result, ensure};
use serde_json::json;
use stoa_server::seed::PASSWORD;
use stoa_testkit::Redis;

use crate::app::App;
use crate::client::{Client, TestResponse};
use crate::requests::routes;
use crate::shop;

/// One more than the highest limit of a change, per address and minute.
const BURST: usize = 601;

fn at(mut client: Client, address: &str) -> Client {
    client.forwarded_for = Some(address.to_owned());
    client
}

fn is_refused(answer: &TestResponse) -> Result<bool> {
    if answer.status != 429 {
        return Ok(false);
    }
    let seconds: u64 = answer.header("retry-after").parse()?;
    ensure!((1..=3600).contains(&seconds), "come back after {seconds} seconds");
    let problem = answer.clone().problem(429)?;
    let said = ["Please try again in a few seconds.", "Too many attempts. Please try again later."];
    ensure!(said.iter().any(|text| problem["error"] == *text), "{problem}");
    Ok(true)
}

// spec: security.rate-limits.open
#[tokio::test(flavor = "multi_thread")]
async fn write_operations_rate_limited_by_address() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut busy = at(app.juniper(), "203.0.113.1");
    let mut quiet = at(app.juniper(), "203.0.113.2");
    for route in routes()?.iter().filter(|route| route.method != "GET") {
        let path =
            route.parameters().iter().fold(route.path.clone(), |path, name| path.replace(&format!("{{{name}}}"), "x"));
        let mut made = 0;
        while !is_refused(&busy.call(&route.method, &path, Some(&json!({}))).await?)? {
            made += 1;
            ensure!(made < BURST, "{} met no limit", route.id);
        }
        let other = quiet.call(&route.method, &path, Some(&json!({}))).await?;
        ensure!(!is_refused(&other)?, "{} was refused at an address that made few calls", route.id);
    }
    app.stop().await
}

// spec: security.rate-limits.open, add-to-cart.rate-limit.open
#[tokio::test(flavor = "multi_thread")]
async fn write_rate_limit_by_address_and_cart() -> Result<()> {
    let app = App::rate_limited().await?;
    let product = shop::product(&app, "juniper", "hearth-mug").await?;
    let variant = shop::in_stock(&product);
    let mut without_cart = at(app.juniper(), "203.0.113.1");
    for write in 1..=31 {
        let answer = without_cart.post("/api/commerce/shopping-cart/entries", &json!({})).await?;
        ensure!(is_refused(&answer)? == (write == 31), "write {write}: {answer:?}");
    }
    let mut moving = at(app.juniper(), "203.0.113.2");
    shop::add(&mut moving, &product, &variant, 1).await?.expect(200)?;
    for write in 1..=31 {
        moving = at(moving, if write % 2 == 0 { "203.0.113.3" } else { "203.0.113.4" });
        let answer = shop::add(&mut moving, &product, &variant, 1).await?;
        ensure!(is_refused(&answer)? == (write == 31), "write {write} to the cart: {answer:?}");
    }
    let mut other = at(app.juniper(), "203.0.113.4");
    shop::add(&mut other, &product, &variant, 1).await?.expect(200)?;
    app.stop().await
}

/// Tries to sign in to an account of the platform from an address.
async fn sign_in(browser: &mut Client, address: &str, email: &str, password: &str) -> Result<TestResponse> {
    browser.forwarded_for = Some(address.to_owned());
    browser.post("/api/auth/session", &json!({"email": email, "password": password})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn ipv6_prefix_shares_rate_limit() -> Result<()> {
    let app = App::rate_limited().await?;
    for number in 1..=11 {
        let (address, email) = (format!("2001:db8:1:1:{number}::1"), format!("nobody{number}@example.com"));
        let answer = sign_in(&mut app.platform(), &address, &email, "wrong").await?;
        ensure!(is_refused(&answer)? == (number == 11), "try {number}: {answer:?}");
    }
    let elsewhere = sign_in(&mut app.platform(), "2001:db8:1:2::1", "nobody@example.com", "wrong").await?;
    ensure!(!is_refused(&elsewhere)?, "{elsewhere:?}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_forwarded_for_ignored() -> Result<()> {
    let app = App::rate_limited().await?;
    for number in 1..=11 {
        // The proxy adds the client address: in a header line of its own, or after the existing value.
        let claimed = format!("198.51.100.{number}");
        let lines = match number % 2 {
            0 => format!("{claimed}\n203.0.113.9"),
            _ => format!("{claimed}\n{claimed}, 203.0.113.9:4711"),
        };
        let email = format!("nobody{number}@example.com");
        let answer = sign_in(&mut app.platform(), &lines, &email, "wrong").await?;
        ensure!(is_refused(&answer)? == (number == 11), "try {number}: {answer:?}");
    }
    app.stop().await
}

// spec: security.rate-limits.open
#[tokio::test(flavor = "multi_thread")]
async fn account_sign_in_limit_across_addresses() -> Result<()> {
    let app = App::rate_limited().await?;
    let (owner, other) = ("owner@stoa.example", "shop@stoa.example");
    let mut known = app.platform();
    sign_in(&mut known, "192.0.2.1", owner, PASSWORD).await?.expect(200)?;
    for number in 1..=25 {
        let address = format!("198.51.100.{number}");
        sign_in(&mut app.platform(), &address, owner, PASSWORD).await.and_then(|answer| answer.expect(200))?;
    }
    for number in 1..=21 {
        let answer = sign_in(&mut app.platform(), &format!("203.0.113.{number}"), owner, "wrong").await?;
        ensure!(answer.status == if number == 21 { 429 } else { 401 }, "try {number}: {answer:?}");
    }
    let stranger = sign_in(&mut app.platform(), "203.0.113.99", " Owner@Stoa.example ", PASSWORD).await?;
    ensure!(stranger.clone().problem(429)?["error"].as_str().is_some_and(|said| said.contains("reset your password")));
    ensure!(stranger.header("retry-after").parse::<u64>()? > 60, "{stranger:?}");
    // Strangers cannot lock people out of browsers they have used, nor out of other accounts.
    sign_in(&mut known, "203.0.113.100", owner, PASSWORD).await?.expect(200)?;
    sign_in(&mut app.platform(), "203.0.113.101", other, PASSWORD).await?.expect(200)?;
    let mut forged = app.platform();
    let cookie = known.cookies.get("stoa_known").cloned().unwrap_or_default();
    forged.cookies.insert("stoa_known".to_owned(), cookie.replacen('.', "x.", 1));
    ensure!(sign_in(&mut forged, "203.0.113.102", owner, PASSWORD).await?.status == 429, "a made-up cookie");
    app.stop().await
}

// spec: security.rate-limits.open
#[tokio::test(flavor = "multi_thread")]
async fn member_sign_in_limit_across_addresses() -> Result<()> {
    let app = App::rate_limited().await?;
    let path = "/api/site-users/account/session";
    let body = |password: &str| json!({"email": "ada@example.com", "password": password, "rememberMe": false});
    let mut known = at(app.juniper(), "192.0.2.1");
    known.join("ada@example.com").await?;
    for number in 1..=21 {
        let answer = at(app.juniper(), &format!("203.0.113.{number}")).post(path, &body("wrong")).await?;
        ensure!((answer.status == 429) == (number == 21), "try {number}: {answer:?}");
    }
    let right = body(crate::client::MEMBER_PASSWORD);
    ensure!(at(app.juniper(), "203.0.113.99").post(path, &right).await?.status == 429);
    at(known, "203.0.113.100").post(path, &right).await?.expect(200)?;
    let mut elsewhere = at(app.kissaten(), "203.0.113.101");
    ensure!(elsewhere.post(path, &right).await?.status == 401, "each site counts for itself");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn password_checks_rate_limited_per_session() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut thief = app.platform();
    thief.forwarded_for = Some("192.0.2.1".to_owned());
    thief.sign_in("owner@stoa.example", PASSWORD).await?;
    let body = json!({"password": "wrong", "newPassword": "a password of some length"});
    for number in 1..=21 {
        thief.forwarded_for = Some(format!("203.0.113.{number}"));
        let answer = thief.put("/api/v1/account/password", &body).await?;
        ensure!((answer.status == 429) == (number == 21), "try {number}: {answer:?}");
    }
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_without_redis() -> Result<()> {
    let mut redis = Redis::start()?;
    let app = App::rate_limited_with(&format!("[redis]\nurl = '{}'\n", redis.url())).await?;
    let mut shopper = at(app.juniper(), "203.0.113.1");
    shopper.get("/api/openapi.json").await?;
    redis.kill();
    for write in 1..=31 {
        let answer = shopper.post("/api/commerce/shopping-cart/entries", &json!({})).await?;
        ensure!(is_refused(&answer)? == (write == 31), "write {write}: {answer:?}");
    }
    app.stop().await
}

// spec: security.rate-limits.open
#[tokio::test(flavor = "multi_thread")]
async fn rate_limited_page_for_browsers() -> Result<()> {
    let app = App::rate_limited().await?;
    let mut busy = at(app.juniper(), "203.0.113.7");
    let mut page = busy.get("/search?q=mug").await?;
    for _ in 0..61 {
        page = busy.get("/search?q=mug").await?;
    }
    ensure!(is_refused(&page)?, "{page:?}");
    let (page, _) = busy.get_with("/search?q=mug", "accept", "text/html").await?;
    ensure!(page.status == 429 && !page.header("retry-after").is_empty(), "{page:?}");
    ensure!(page.header("content-type").starts_with("text/html"), "{page:?}");
    ensure!(page.text.contains("<h1>Too many requests</h1>"), "{page:?}");
    app.stop().await
}
