//! Postgres is unreachable for a while, or does not respond: cached pages are served, all other requests are refused at
//! once with `Retry-After`, and no confirmed data is lost.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::{Confirmed, Recovery, Shop, WITHOUT_CONNECTION};
use crate::app::PATIENCE;
use crate::client::TestResponse;
use crate::process::{PROGRAM, Server, TestDeployment};
use crate::transaction_pauses::Journal;

/// A request that waits for the database does so for four seconds at least, which is how long it waits for a connection.
const AT_ONCE: Duration = Duration::from_secs(3);
/// Without a watch over the database, requests end with their time limit of 30 seconds.
const SOON: Duration = Duration::from_secs(20);
/// A page whose content does not change with orders.
const PAGE: &str = "/contact";

/// What the proxy does with connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Forwards them.
    Open,
    /// Cuts them, and closes new ones.
    Cut,
    /// Keeps them open, accepts new ones, and forwards nothing.
    Stalled,
    /// Keeps those that there are open and forwards nothing on them; new ones work.
    OldStalled,
}

/// A proxy between the program and the database.
struct Gate {
    address: SocketAddr,
    line: watch::Sender<Line>,
}

impl Gate {
    async fn to(database: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (line, seen) = watch::channel(Line::Open);
        tokio::spawn(async move {
            while let Ok((program, _)) = listener.accept().await {
                tokio::spawn(forward(program, database, seen.clone()));
            }
        });
        Ok(Self { address, line })
    }
}

async fn forward(mut program: TcpStream, database: SocketAddr, mut line: watch::Receiver<Line>) {
    let now = *line.borrow();
    let mut behind = match now {
        Line::Open | Line::OldStalled => TcpStream::connect(database).await.ok(),
        Line::Cut | Line::Stalled => None,
    };
    if let Some(database) = &mut behind {
        tokio::select! {
            _ = copy_bidirectional(&mut program, database) => return,
            () = async { drop(line.wait_for(|line| *line != now).await) } => {}
        }
    }
    // Both sides stay connected until it ends.
    drop(line.wait_for(|line| !matches!(line, Line::Stalled | Line::OldStalled)).await);
}

/// Starts a program whose connections to the database pass a gate; it writes its log into a file.
async fn behind_gate(ground: &TestDeployment, log: &Path) -> Result<(Gate, Server)> {
    let (head, rest) = ground.url.split_once('@').context("no address")?;
    let (address, name) = rest.split_once('/').context("no name")?;
    let gate = Gate::to(address.parse()?).await?;
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve").stderr(File::create(log)?);
    command.env("STOA_DATABASE__URL", format!("{head}@{}/{name}", gate.address));
    let server = Server::of(command).await?;
    Ok((gate, server))
}

/// Checks for an immediate rejection with `Retry-After`.
fn refused_at_once(answer: &TestResponse, asked: Instant) -> Result<()> {
    ensure!(asked.elapsed() < AT_ONCE, "a refusal took {:?}", asked.elapsed());
    refused(answer)
}

fn refused(answer: &TestResponse) -> Result<()> {
    ensure!(answer.status == 503, "{} {}", answer.status, answer.text);
    ensure!(!answer.header("retry-after").is_empty(), "a refusal does not say when to come back: {}", answer.text);
    Ok(())
}

/// Waits until the program knows that the database is away.
async fn wait_until_reported(server: &Server) -> Result<()> {
    let begun = Instant::now();
    loop {
        let ready = server.browser("localhost").get("/readyz").await?;
        if ready.status == 503 && ready.text.contains("database-away") {
            return Ok(());
        }
        ensure!(begun.elapsed() < SOON, "nobody knows after {SOON:?}: {}", ready.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A new browser gets its CSRF token with a page, so its requests are refused until pages are served again.
async fn wait_until_ready(server: &Server) -> Result<()> {
    let mut recovery = Recovery::begin();
    while server.browser("localhost").get("/readyz").await?.status != 200 {
        recovery.wait("it is not ready").await?;
    }
    Ok(())
}

async fn check_during_outage(server: &Server, shop: &Shop, page: &TestResponse) -> Result<()> {
    let mut visitor = server.browser("juniper.localhost");
    let kept = visitor.get(PAGE).await?;
    ensure!(kept.status == 200 && kept.text == page.text, "a kept page does not go on: {} {}", kept.status, kept.text);
    ensure!(kept.header("cache-status").starts_with("stoa; hit; ttl="), "{:?}", kept.headers);
    ensure!(kept.header("cache-control").ends_with("no-cache"), "{:?}", kept.headers);
    let asked = Instant::now();
    refused_at_once(&visitor.get("/search?q=mug").await?, asked)?;
    let asked = Instant::now();
    let checkout = visitor.get("/checkout?cartToken=unknown").await?;
    refused_at_once(&checkout, asked)?;
    ensure!(checkout.text.contains("You were not charged twice") && !checkout.header("refresh").is_empty());
    let entry = json!({"itemId": shop.item, "sku": shop.sku, "quantity": 1, "additionalFields": null});
    let asked = Instant::now();
    let bought = visitor.post("/api/commerce/shopping-cart/entries", &entry).await?;
    refused_at_once(&bought, asked)?;
    ensure!(bought.json()["code"] == "unavailable", "{}", bought.text);
    let asked = Instant::now();
    refused_at_once(&server.browser("localhost").get("/api/v1/account").await?, asked)?;
    ensure!(server.browser("localhost").get("/healthz").await?.status == 200, "the process is alive");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn cached_pages_served_while_postgres_is_down() -> Result<()> {
    let ground = TestDeployment::new(true).await?;
    let log = ground.data.with_extension("log");
    let (gate, server) = behind_gate(&ground, &log).await?;
    let mut owner = server.owner().await?;
    let shop = Shop::open(&mut owner, WITHOUT_CONNECTION).await?;
    let mut confirmed = Confirmed::default();
    shop.round(&server, &mut owner, "round-before", &mut confirmed).await?;
    // A page that is rendered while pages are invalidated is not kept.
    let journal = Journal::postgres(&ground.url, &shop.website).await?;
    journal.wait_for_none("open events", "SELECT count(*) FROM outbox WHERE done_on IS NULL").await?;
    let page = server.browser("juniper.localhost").get(PAGE).await?;
    ensure!(page.status == 200 && page.header("cache-status").is_empty(), "{} {:?}", page.status, page.headers);
    let before = std::fs::read_to_string(&log)?.len();

    gate.line.send_replace(Line::Cut);
    wait_until_reported(&server).await?;
    check_during_outage(&server, &shop, &page).await?;
    let asked = Instant::now();
    let mine = owner.get(&format!("/api/v1/websites/{}/orders", shop.website)).await?;
    refused_at_once(&mine, asked).context("someone who is signed in")?;

    gate.line.send_replace(Line::Open);
    wait_until_ready(&server).await?;
    shop.check_recovered(&server, &mut owner, "round", &mut confirmed).await?;
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

#[tokio::test(flavor = "multi_thread")]
async fn requests_do_not_wait_for_postgres_that_hangs() -> Result<()> {
    let ground = TestDeployment::new(true).await?;
    let log = ground.data.with_extension("log");
    let (gate, server) = behind_gate(&ground, &log).await?;
    let mut owner = server.owner().await?;
    let shop = Shop::open(&mut owner, WITHOUT_CONNECTION).await?;
    let mut confirmed = Confirmed::default();
    shop.round(&server, &mut owner, "round-before", &mut confirmed).await?;
    let page = server.browser("juniper.localhost").get(PAGE).await?;
    ensure!(page.status == 200, "{} {}", page.status, page.text);

    let mut shoppers = Vec::new();
    for _ in 0..4 {
        // A browser gets its CSRF token with a page.
        let mut shopper = server.browser("juniper.localhost");
        shopper.get(PAGE).await?.expect(200)?;
        shoppers.push(shopper);
    }

    gate.line.send_replace(Line::Stalled);
    let stalled = Instant::now();
    let orders = format!("/api/v1/websites/{}/orders", shop.website);
    // More than the pool has connections: the others wait for one.
    let visits = (0..16).map(|number| (server.browser("juniper.localhost"), format!("/search?q=mug{number}")));
    let asking = visits.chain([(owner.clone(), orders)]);
    let mut waiting: Vec<_> =
        asking.map(|(mut client, path)| tokio::spawn(async move { client.get(&path).await })).collect();
    let entry = json!({"itemId": shop.item, "sku": shop.sku, "quantity": 1, "additionalFields": null});
    for mut shopper in shoppers {
        let entry = entry.clone();
        waiting.push(tokio::spawn(async move { shopper.post("/api/commerce/shopping-cart/entries", &entry).await }));
    }
    wait_until_reported(&server).await?;
    for waiting in waiting {
        refused(&waiting.await??).context("a request that was waiting")?;
    }
    ensure!(stalled.elapsed() < SOON, "people waited for {:?}", stalled.elapsed());
    check_during_outage(&server, &shop, &page).await?;

    gate.line.send_replace(Line::Open);
    wait_until_ready(&server).await?;
    shop.check_recovered(&server, &mut owner, "round", &mut confirmed).await?;
    server.browser("localhost").get("/readyz").await?.expect(200)?;
    shop.holds(&server, &confirmed).await?;
    let said = std::fs::read_to_string(&log)?;
    ensure!(said.contains("the database cannot be reached") && said.contains("it does not respond"), "{said}");
    ensure!(said.contains("the database can be reached again"), "{said}");
    Ok(())
}

/// Searches at once, more than the pool has connections; how many were answered within `most`.
async fn searches(server: &Server, word: &str, most: Duration) -> Result<usize> {
    let asking = (0..16).map(|number| {
        let (mut visitor, path) = (server.browser("juniper.localhost"), format!("/search?q={word}{number}"));
        tokio::spawn(async move { tokio::time::timeout(most, visitor.get(&path)).await })
    });
    let mut answered = 0;
    for asked in asking.collect::<Vec<_>>() {
        answered += usize::from(matches!(asked.await?, Ok(Ok(answer)) if answer.status == 200));
    }
    Ok(answered)
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_do_not_respond_are_replaced() -> Result<()> {
    let ground = TestDeployment::new(true).await?;
    let log = ground.data.with_extension("log");
    let (gate, server) = behind_gate(&ground, &log).await?;
    ensure!(searches(&server, "before", PATIENCE).await? == 16);
    gate.line.send_replace(Line::OldStalled);
    // People leave before their requests reach the time limit.
    let answered = searches(&server, "meanwhile", Duration::from_secs(2)).await?;
    ensure!(answered < 16, "no connection was in use");
    let begun = Instant::now();
    while searches(&server, "after", Duration::from_secs(10)).await? < 16 {
        ensure!(begun.elapsed() < PATIENCE, "the pool did not recover");
    }
    server.browser("localhost").get("/readyz").await?.expect(200)?;
    Ok(())
}
