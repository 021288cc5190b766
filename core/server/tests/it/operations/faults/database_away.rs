//! Postgres is unreachable for a while: cached pages are served, all other requests are rejected at once with
//! `Retry-After`, and no confirmed data is lost.

use std::fs::File;
use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::{Confirmed, Shop};
use crate::client::Answer;
use crate::process::{Ground, PROGRAM, Server};

/// A page whose content does not change with orders.
const PAGE: &str = "/contact";

/// A proxy between the program and the database; when shut, it cuts open connections and accepts no new ones.
struct Gate {
    address: SocketAddr,
    is_open: watch::Sender<bool>,
}

impl Gate {
    async fn to(database: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (is_open, seen) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((mut program, _)) = listener.accept().await {
                let mut seen = seen.clone();
                if !*seen.borrow() {
                    continue;
                }
                tokio::spawn(async move {
                    let Ok(mut database) = TcpStream::connect(database).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut program, &mut database) => {}
                        () = async { drop(seen.wait_for(|is_open| !*is_open).await) } => {}
                    }
                });
            }
        });
        Ok(Self { address, is_open })
    }
}

/// Checks for an immediate rejection with `Retry-After`.
fn refused(answer: &Answer, asked: Instant) -> Result<()> {
    ensure!(answer.status == 503, "{} {}", answer.status, answer.text);
    ensure!(asked.elapsed() < Duration::from_secs(1), "a refusal took {:?}", asked.elapsed());
    ensure!(!answer.header("retry-after").is_empty(), "a refusal does not say when to come back: {}", answer.text);
    Ok(())
}

async fn until_known(server: &Server) -> Result<()> {
    let begun = Instant::now();
    loop {
        let ready = server.browser("localhost").get("/readyz").await?;
        if ready.status == 503 && ready.text.contains("database-away") {
            return Ok(());
        }
        ensure!(begun.elapsed() < Duration::from_secs(3), "nobody knows after three seconds: {}", ready.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn while_away(server: &Server, shop: &Shop, page: &Answer) -> Result<()> {
    let mut visitor = server.browser("juniper.localhost");
    let kept = visitor.get(PAGE).await?;
    ensure!(kept.status == 200 && kept.text == page.text, "a kept page does not go on: {} {}", kept.status, kept.text);
    ensure!(kept.header("cache-status").starts_with("stoa; hit; ttl="), "{:?}", kept.headers);
    ensure!(kept.header("cache-control").ends_with("no-cache"), "{:?}", kept.headers);
    let asked = Instant::now();
    refused(&visitor.get("/search?q=mug").await?, asked)?;
    let asked = Instant::now();
    let checkout = visitor.get("/checkout?cartToken=unknown").await?;
    refused(&checkout, asked)?;
    ensure!(checkout.text.contains("You were not charged twice") && !checkout.header("refresh").is_empty());
    let entry = json!({"itemId": shop.item, "sku": shop.sku, "quantity": 1, "additionalFields": null});
    let asked = Instant::now();
    let bought = visitor.post("/api/commerce/shopping-cart/entries", &entry).await?;
    refused(&bought, asked)?;
    ensure!(bought.json()["code"] == "unavailable", "{}", bought.text);
    let asked = Instant::now();
    refused(&server.browser("localhost").get("/api/v1/account").await?, asked)?;
    ensure!(server.browser("localhost").get("/healthz").await?.status == 200, "the process is alive");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn cached_pages_served_while_postgres_is_down() -> Result<()> {
    let ground = Ground::new(true).await?;
    let (head, rest) = ground.url.split_once('@').context("no address")?;
    let (address, name) = rest.split_once('/').context("no name")?;
    let gate = Gate::to(address.parse()?).await?;
    let log = ground.data.with_extension("log");
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve").stderr(File::create(&log)?);
    command.env("STOA_DATABASE__URL", format!("{head}@{}/{name}", gate.address));
    let server = Server::of(command).await?;
    let mut owner = server.owner().await?;
    let shop = Shop::open(&mut owner).await?;
    let mut confirmed = Confirmed::default();
    shop.round(&server, &mut owner, "round-before", &mut confirmed).await?;
    let page = server.browser("juniper.localhost").get(PAGE).await?;
    ensure!(page.status == 200 && page.header("cache-status").is_empty(), "{} {:?}", page.status, page.headers);
    let before = std::fs::read_to_string(&log)?.len();

    gate.is_open.send_replace(false);
    until_known(&server).await?;
    while_away(&server, &shop, &page).await?;
    let asked = Instant::now();
    let mine = owner.get(&format!("/api/v1/websites/{}/orders", shop.website)).await?;
    refused(&mine, asked).context("somebody who is signed in")?;

    gate.is_open.send_replace(true);
    shop.goes_on(&server, &mut owner, "round", &mut confirmed).await?;
    server.browser("localhost").get("/readyz").await?.expect(200)?;
    shop.holds(&server, &confirmed).await?;
    let page = server.browser("juniper.localhost").get(PAGE).await?;
    ensure!(page.status == 200 && page.header("cache-status").is_empty(), "{} {:?}", page.status, page.headers);
    let said = std::fs::read_to_string(&log)?;
    let said = said.get(before..).unwrap_or_default();
    ensure!(said.matches(" ERROR ").count() == 1, "one line says it: {said}");
    ensure!(said.contains("the database can be reached again"), "{said}");
    Ok(())
}
