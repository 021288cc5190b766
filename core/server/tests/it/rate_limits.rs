//! Bursts of calls meet their limit, by address and by cart, and nobody else's calls suffer from them.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::app::App;
use crate::calls::routes;
use crate::client::{Answer, Client};
use crate::shop;

/// Most calls of any kind that one address may make in a minute, and one more.
const BURST: usize = 241;

fn at(mut client: Client, address: &str) -> Client {
    client.forwarded_for = Some(address.to_owned());
    client
}

fn is_refused(answer: &Answer) -> Result<bool> {
    if answer.status != 429 {
        return Ok(false);
    }
    let seconds: u64 = answer.header("retry-after").parse()?;
    ensure!((1..=3600).contains(&seconds), "come back after {seconds} seconds");
    let problem = answer.clone().problem(429)?;
    let said = ["Please try again in a few seconds.", "Too many tries. Please try again later."];
    ensure!(said.iter().any(|text| problem["error"] == *text), "{problem}");
    Ok(true)
}

// spec: security.rate-limits.open
#[tokio::test(flavor = "multi_thread")]
async fn every_changing_call_meets_a_limit_by_address() -> Result<()> {
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
async fn the_31st_write_in_a_minute_is_refused_by_address_and_by_cart() -> Result<()> {
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

/// Tries to sign in to an account of the platform, from an address.
async fn sign_in(browser: &mut Client, address: &str, (email, password): (&str, &str)) -> Result<Answer> {
    browser.forwarded_for = Some(address.to_owned());
    browser.post("/api/auth/session", &json!({"email": email, "password": password})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_addresses_of_one_ipv6_network_count_as_one() -> Result<()> {
    let app = App::rate_limited().await?;
    for number in 1..=11 {
        let (address, email) = (format!("2001:db8:1:1:{number}::1"), format!("nobody{number}@example.com"));
        let answer = sign_in(&mut app.platform(), &address, (&email, "wrong")).await?;
        ensure!(is_refused(&answer)? == (number == 11), "try {number}: {answer:?}");
    }
    let elsewhere = sign_in(&mut app.platform(), "2001:db8:1:2::1", ("nobody@example.com", "wrong")).await?;
    ensure!(!is_refused(&elsewhere)?, "{elsewhere:?}");
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_the_caller_claims_does_not_count() -> Result<()> {
    let app = App::rate_limited().await?;
    for number in 1..=11 {
        // The proxy adds the address it was called from: in a line of its own, or behind what was there.
        let claimed = format!("198.51.100.{number}");
        let lines = match number % 2 {
            0 => format!("{claimed}\n203.0.113.9"),
            _ => format!("{claimed}\n{claimed}, 203.0.113.9:4711"),
        };
        let email = format!("nobody{number}@example.com");
        let answer = sign_in(&mut app.platform(), &lines, (&email, "wrong")).await?;
        ensure!(is_refused(&answer)? == (number == 11), "try {number}: {answer:?}");
    }
    app.stop().await
}
