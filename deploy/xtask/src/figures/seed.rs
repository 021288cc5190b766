//! Measures `stoa load seed` beside a running server: orders a second, and how long the server's own writes wait
//! meanwhile.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::build;
use super::record::{Part, record};
use super::summary::{self, Row};
use crate::database::{Databases, Durability};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage, get};
use crate::shell;

/// What is made.
const SIZE: [&str; 10] = [
    "--sites=1000",
    "--products=10000",
    "--orders=100000",
    "--customers=20000",
    "--pages=500",
    "--seed=7",
    "--at=2026-11-01",
    "--spread=zipf",
    "--prefix=load",
    "--yes",
];
const SITE: &str = "juniper.localhost";
const PRODUCT: &str = "/shop/hearth-mug";
const SKU: &str = "MUG-10-OAT";
/// A CSRF token: cookie and header have to agree.
const TOKEN: &str = "figuresfiguresfiguresfiguresfigu";
/// Length of a product's id.
const ID_LENGTH: usize = 30;
/// Writes of the server while nothing else happens.
const QUIET_WRITES: usize = 400;

/// Measures on both databases and records the table.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    build(repository)?;
    let sqlite = measure(repository, &Storage::Sqlite)?;
    let databases = Databases::start(Durability::Full)?;
    let postgres = measure(repository, &Storage::Postgres(databases.postgres_url()))?;
    drop(databases);
    let rows: Vec<Row> = sqlite.into_iter().zip(postgres).map(|(left, right)| left.beside(right)).collect();
    record(repository, Part::Seed, &summary::table(&rows))
}

fn measure(repository: &Repository, storage: &Storage) -> Result<Vec<Row>> {
    println!("\n==> {}", if *storage == Storage::Sqlite { "SQLite" } else { "Postgres" });
    let server = DemoServer::start(repository, true, storage)?;
    let product = product_id(&server)?;
    let port = server.port();
    let quiet = Writes::of((0..QUIET_WRITES).map(|_| write(port, &product)).collect::<Result<_>>()?);
    let is_over = AtomicBool::new(false);
    let (printed, seconds, meanwhile) = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut times = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                times.push(write(port, &product)?);
                std::thread::sleep(Duration::from_millis(20));
            }
            anyhow::Ok(times)
        });
        let begun = Instant::now();
        let mut command = server.command(repository, storage);
        command.args(["load", "seed"]).args(SIZE).env("STOA_LOAD_PASSWORD", "only for these figures");
        let printed = shell::output(&mut command);
        let seconds = begun.elapsed().as_secs_f64();
        is_over.store(true, Ordering::Relaxed);
        let times = writer.join().map_err(|_| anyhow::anyhow!("the writer panicked"));
        anyhow::Ok((printed?, seconds, Writes::of(times??)))
    })?;
    let closing = printed.lines().find(|line| line.starts_with("Sites made: 1000.")).context("no closing line")?;
    println!("{closing}");
    let rate = |word: &str| {
        let before = closing.split(&format!(" {word}")).next().and_then(|text| text.rsplit(' ').next());
        before.map(str::to_owned).with_context(|| format!("no rate of {word} in '{closing}'"))
    };
    let (status, _) = get(port, "load-0001.localhost", "/shop")?;
    if status != 200 {
        bail!("the store of the first site answers {status}");
    }
    Ok(vec![
        Row::new("1,000 sites with 10,000 products and 100,000 orders", format!("{seconds:.0} s")),
        Row::new("orders a second", rate("orders and")?),
        Row::new("rows a second, of all tables", rate("rows a second")?),
        Row::new("add to cart on another site before, p50, p95 and longest", quiet.to_string()),
        Row::new("the same meanwhile", meanwhile.to_string()),
    ])
}

fn product_id(server: &DemoServer) -> Result<String> {
    let (status, page) = get(server.port(), SITE, PRODUCT)?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let id = page.find("prd_").and_then(|start| page.get(start..start + ID_LENGTH));
    id.map(str::to_owned).with_context(|| format!("{PRODUCT} answered {status} without a product"))
}

/// Adds a product to a new cart; returns how long that took.
fn write(port: u16, product: &str) -> Result<Duration> {
    let body = format!("{{\"itemId\":\"{product}\",\"sku\":\"{SKU}\",\"quantity\":1,\"additionalFields\":null}}");
    let begun = Instant::now();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).context("no connection")?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).context("no time limit")?;
    write!(
        stream,
        "POST /api/commerce/shopping-cart/entries HTTP/1.0\r\nHost: {SITE}:{port}\r\nConnection: close\r\n\
         Cookie: crumb={TOKEN}\r\nX-CSRF-Token: {TOKEN}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .context("not sent")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).context("no answer")?;
    let status = answer.split_whitespace().nth(1).unwrap_or_default();
    if status != "200" {
        bail!("adding to the cart answered {status}: {answer}");
    }
    Ok(begun.elapsed())
}

struct Writes(Vec<Duration>);

impl Writes {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self(times)
    }

    fn at(&self, percent: usize) -> f64 {
        let place = (self.0.len() * percent / 100).min(self.0.len().saturating_sub(1));
        self.0.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    }
}

impl std::fmt::Display for Writes {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{:.1}, {:.1} and {:.1} ms", self.at(50), self.at(95), self.at(100))
    }
}
