//! Two processes of the program on one Postgres and one Redis.

use std::net::SocketAddr;
use std::ops::Range;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use stoa_server::wiring::AppContext;
use stoa_testkit::{Postgres, Redis};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::app::{GLANCE, settings};
use crate::client::{Client, MEMBER_PASSWORD};
use crate::demo_database;
use crate::process::{Server, TestDeployment};

/// A server that is not told of a change shows the page as it was for two minutes.
const SOON: Duration = Duration::from_secs(60);

/// Starts four processes at once on an empty database. In the first round they also write the demo at once.
async fn start_at_once(postgres: &Postgres, round: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let config = settings(folder.path(), &postgres.database()?);
    let starts = (0..4).map(|_| AppContext::open(&config));
    let nodes = futures::future::join_all(starts).await.into_iter().collect::<Result<Vec<_>>>();
    let nodes = nodes.with_context(|| format!("round {round}"))?;
    if round > 0 {
        return Ok(());
    }
    let filled = futures::future::join_all(nodes.iter().map(stoa_server::seed::demo)).await;
    let filled = filled.into_iter().collect::<Result<Vec<_>>>()?;
    ensure!(filled.contains(&true), "{filled:?}");
    let first = nodes.first().context("no node")?;
    let sites = first.tenancy.tenants.list().await?;
    let mut names: Vec<&str> = sites.iter().map(|site| site.identifier.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["juniper", "kissaten"]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_start_on_empty_database() -> Result<()> {
    let postgres = Postgres::start()?;
    // Three of four wait for the first: the rounds of one half run while those of the other wait.
    let half = async |rounds: Range<usize>| {
        for round in rounds {
            start_at_once(&postgres, round).await?;
        }
        anyhow::Ok(())
    };
    tokio::try_join!(half(0..5), half(5..10))?;
    Ok(())
}

/// Two servers on the same databases.
pub(crate) struct Pair {
    pub(crate) one: Server,
    two: Server,
    redis: Redis,
    _folder: tempfile::TempDir,
    _postgres: Postgres,
}

impl Pair {
    /// A browser on the dollar shop, on alternating servers.
    pub(crate) fn browser(&self, number: usize) -> Client {
        let server = if number.is_multiple_of(2) { &self.one } else { &self.two };
        server.browser("juniper.localhost")
    }
}

/// Starts two servers with the demo sites.
pub(crate) async fn start() -> Result<Pair> {
    let redis = Redis::start()?;
    let url = redis.url();
    start_with(redis, &url).await
}

/// The same, where the second server has another Redis address.
async fn start_with(redis: Redis, of_second: &str) -> Result<Pair> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let postgres = Postgres::start()?;
    let url = demo_database::postgres(&postgres, &data).await?;
    settings(&data, &url);
    let file = data.with_extension("toml");
    let url = redis.url();
    let (one, two) = tokio::try_join!(Server::start(&file, &url), Server::start(&file, of_second))?;
    Ok(Pair { one, two, redis, _folder: folder, _postgres: postgres })
}

/// Adds a heading to the home page of the dollar shop and publishes it.
async fn publish(owner: &mut Client, heading: &str) -> Result<()> {
    let account = owner.get("/api/v1/account").await?.expect(200)?;
    let sites = account["websites"].as_array().context("no sites")?;
    let juniper = sites.iter().find(|site| site["identifier"] == "juniper").context("no dollar shop")?;
    let base = format!("/api/v1/websites/{}/pages", juniper["id"].as_str().context("no id")?);
    let pages = owner.get(&base).await?.expect(200)?;
    let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
    let path = format!("{base}/{}", home.context("no home")?["id"].as_str().context("no id")?);
    let mut page: Value = owner.get(&path).await?.expect(200)?;
    let blocks = page["document"]["sections"][0]["rows"][0]["columns"][0]["blocks"].as_array_mut();
    let blocks = blocks.context("the first section has no blocks")?;
    let id = format!("heading{}", blocks.len());
    blocks.push(json!({"id": id, "kind": "text", "settings": {"html": format!("<h2>{heading}</h2>")}}));
    let saved = owner.save_page(&path, &page).await?;
    owner.post(&format!("{path}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
    Ok(())
}

/// Waits until a server shows a heading on the home page.
async fn shows(server: &Server, heading: &str) -> Result<()> {
    let begun = Instant::now();
    loop {
        let page = server.browser("juniper.localhost").get("/").await?;
        ensure!(page.status == 200, "{page:?}");
        if page.text.contains(heading) {
            return Ok(());
        }
        ensure!(begun.elapsed() < SOON, "after {SOON:?} the page still has no {heading:?}");
        tokio::time::sleep(GLANCE).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_sites_on_postgres_and_redis() -> Result<()> {
    let mut pair = start().await?;
    let before = pair.two.browser("juniper.localhost").get("/").await?.expect(200);
    ensure!(before.is_ok(), "{before:?}");

    let mut owner = pair.one.owner().await?;
    publish(&mut owner, "Fired twice this week").await?;
    shows(&pair.two, "Fired twice this week").await?;

    let mut owner_at_two = owner.at(pair.two.address);
    owner_at_two.host = pair.two.browser("localhost").host;
    publish(&mut owner_at_two, "Glazed on the other server").await?;
    shows(&pair.one, "Glazed on the other server").await?;

    let mut shopper = pair.one.browser("juniper.localhost");
    let account = json!({"email": "ada@example.com", "password": "long enough words", "firstName": "Ada",
                         "lastName": "Byron"});
    let made = shopper.post("/api/site-users/account", &account).await?;
    ensure!(made.status < 300, "{made:?}");
    let sign_in = json!({"email": "ada@example.com", "password": "long enough words", "rememberMe": false});
    shopper.post("/api/site-users/account/session", &sign_in).await?.expect(200)?;
    let mut elsewhere = shopper.at(pair.two.address);
    elsewhere.host = pair.two.browser("juniper.localhost").host;
    assert_eq!(elsewhere.get("/api/site-users/account").await?.expect(200)?["email"], "ada@example.com");

    pair.redis.kill();
    for server in [&pair.one, &pair.two] {
        shows(server, "Glazed on the other server").await?;
    }
    elsewhere.get("/api/site-users/account").await?.expect(200)?;
    publish(&mut owner, "Published without the cache").await?;
    shows(&pair.one, "Published without the cache").await?;

    pair.redis.restart()?;
    publish(&mut owner, "Published when it was back").await?;
    for server in [&pair.one, &pair.two] {
        shows(server, "Published when it was back").await?;
    }
    elsewhere.get("/api/site-users/account").await?.expect(200)?;
    for server in [pair.one, pair.two] {
        let ended = server.stop().await?;
        ensure!(ended.success(), "the server ended with {ended}");
    }
    Ok(())
}

// spec: site-user.state
#[tokio::test(flavor = "multi_thread")]
async fn ended_session_invalid_without_redis() -> Result<()> {
    const ACCOUNT: &str = "/api/site-users/account";
    let mut pair = start().await?;
    let mut redis = redis::Client::open(pair.redis.url())?.get_multiplexed_async_connection().await?;
    let mut shopper = pair.one.browser("juniper.localhost");
    shopper.join("ada@example.com").await?;
    for takes_writes in [true, false] {
        shopper.enter("ada@example.com", MEMBER_PASSWORD).await?;
        let mut elsewhere = shopper.at(pair.two.address);
        elsewhere.host = pair.two.browser("juniper.localhost").host;
        elsewhere.get(ACCOUNT).await?.expect(200)?;
        if !takes_writes {
            // A full Redis with policy `noeviction`.
            let () = redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg(1).query_async(&mut redis).await?;
        }
        shopper.delete(&format!("{ACCOUNT}/session")).await?.expect(200)?;
        elsewhere.get(ACCOUNT).await?.problem(401)?;
    }
    shopper.enter("ada@example.com", MEMBER_PASSWORD).await?;
    pair.redis.kill();
    let mut elsewhere = shopper.at(pair.two.address);
    elsewhere.host = pair.two.browser("juniper.localhost").host;
    elsewhere.get(ACCOUNT).await?.expect(200)?;
    shopper.delete(&format!("{ACCOUNT}/session")).await?.expect(200)?;
    elsewhere.get(ACCOUNT).await?.problem(401)?;
    Ok(())
}

/// Proxies a server's connection to Redis, and drops Redis' responses once told to, without closing any connection.
async fn redis_proxy(redis: SocketAddr) -> Result<(SocketAddr, Arc<AtomicBool>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let (address, silent) = (listener.local_addr()?, Arc::new(AtomicBool::new(false)));
    let told = Arc::clone(&silent);
    tokio::spawn(async move {
        while let Ok((server, _)) = listener.accept().await {
            let Ok(redis) = TcpStream::connect(redis).await else { return };
            // Connections opened later work.
            let told = if told.load(Ordering::SeqCst) { Arc::default() } else { Arc::clone(&told) };
            tokio::spawn(async move { forward(server, redis, &told).await });
        }
    });
    Ok((address, silent))
}

async fn forward(mut server: TcpStream, mut redis: TcpStream, silent: &AtomicBool) -> Option<()> {
    let (mut said, mut heard) = (vec![0; 16 * 1024], vec![0; 16 * 1024]);
    loop {
        tokio::select! {
            read = server.read(&mut said) => {
                let length = read.ok().filter(|length| *length > 0)?;
                redis.write_all(said.get(..length)?).await.ok()?;
            }
            read = redis.read(&mut heard) => {
                let length = read.ok().filter(|length| *length > 0)?;
                if !silent.load(Ordering::SeqCst) {
                    server.write_all(heard.get(..length)?).await.ok()?;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalidation_resumes_after_half_open_connection() -> Result<()> {
    let redis = Redis::start()?;
    let url = redis.url();
    let address = url.trim_start_matches("redis://").trim_end_matches('/').parse()?;
    let (through, silent) = redis_proxy(address).await?;
    let pair = start_with(redis, &format!("redis://{through}/")).await?;
    let mut owner = pair.one.owner().await?;
    shows(&pair.two, "Juniper").await?;
    silent.store(true, Ordering::SeqCst);
    publish(&mut owner, "Said into a dead line").await?;
    shows(&pair.two, "Said into a dead line").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn second_server_on_same_site_files_is_rejected() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let first = ground.server().await?;
    let config = ground.config.clone();
    let second = tokio::task::spawn_blocking(move || {
        Command::new(env!("CARGO_BIN_EXE_stoa"))
            .arg("--config")
            .arg(config)
            .arg("serve")
            .env("STOA_SERVER__BIND", "127.0.0.1:0")
            .output()
    });
    let second = second.await??;
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && said.contains("another server uses the data folder"), "{said}");
    assert_eq!(first.browser("juniper.localhost").get("/").await?.status, 200, "the first goes on");
    first.stop().await?;
    ground.server().await?.stop().await?;
    Ok(())
}
