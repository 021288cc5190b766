//! One file operation fails, from the first to the last of a round: a checkout, a product, a refund and the background
//! work that follows.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::shim::{EIO, ENOSPC, EROFS, LOCK, OPEN, SYNC, Shim, TRUNCATE, WRITE};
use super::{Confirmed, Shop, WITHOUT_FILE, is_done, places};
use crate::app::PATIENCE;
use crate::client::Client;
use crate::process::{PROGRAM, Server, TestDeployment};

/// How long files can only be read: the program opens further connections meanwhile.
const READ_ONLY: Duration = Duration::from_secs(2);
/// How often the shop is used at least in that time.
const MIN_ROUNDS: usize = 3;
const KINDS: [(&str, u64, u64); 4] =
    [("write", WRITE, ENOSPC), ("sync", SYNC, EIO), ("lock", LOCK, EIO), ("truncate", TRUNCATE, EIO)];

async fn server(ground: &TestDeployment, shim: Option<&Shim>) -> Result<Server> {
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve").env("STOA_ACCOUNTS__SITES_PER_ACCOUNT", "1000");
    if let Some(shim) = shim {
        shim.preload_into(&mut command);
    }
    Server::of(command).await
}

/// A server whose file operations can be made to fail.
struct FaultyServer {
    ground: TestDeployment,
    shim: Shim,
    server: Server,
    owner: Client,
    shop: Shop,
    _tools: tempfile::TempDir,
}

impl FaultyServer {
    async fn start() -> Result<Self> {
        let ground = TestDeployment::new(false).await?;
        let tools = tempfile::tempdir()?;
        let shim = Shim::build(tools.path(), &ground.data)?;
        let server = server(&ground, Some(&shim)).await?;
        let mut owner = server.owner().await?;
        let shop = Shop::open(&mut owner, WITHOUT_FILE).await?;
        Ok(Self { ground, shim, server, owner, shop, _tools: tools })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_file_operation_loses_no_confirmed_data() -> Result<()> {
    let FaultyServer { ground, shim, server: first, mut owner, shop, _tools } = FaultyServer::start().await?;
    let mut confirmed = Confirmed::default();
    shop.round(&first, &mut owner, "round-without-fault", &mut confirmed).await?;
    for (name, kind, error) in KINDS {
        shim.fail(kind, error, u64::MAX, 0)?;
        shop.round(&first, &mut owner, &format!("{name}-counted"), &mut confirmed).await?;
        for place in places(shim.rest()?) {
            shim.fail(kind, error, place, 1)?;
            let key = format!("{name}-{place:06}");
            shop.round(&first, &mut owner, &key, &mut confirmed).await.with_context(|| key.clone())?;
            shim.rest()?;
            shop.check_recovered(&first, &mut owner, &key, &mut confirmed).await?;
        }
        shop.holds(&first, &confirmed).await.with_context(|| format!("after {name}, in the same process"))?;
    }
    first.kill();
    let second = server(&ground, None).await?;
    shop.holds(&second, &confirmed).await.context("in another process")
}

/// A self-service site is created, including a new template file.
#[tokio::test(flavor = "multi_thread")]
async fn site_creation_is_atomic_under_faults() -> Result<()> {
    let FaultyServer { ground, shim, server, mut owner, _tools, .. } = FaultyServer::start().await?;
    let mut make = async |name: &str| {
        let wanted = json!({"title": name, "identifier": name, "theme": "linen"});
        owner.post("/api/v1/new-site", &wanted).await
    };
    let forget_blank = || -> Result<()> {
        for entry in std::fs::read_dir(ground.data.join("db"))? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("new-site-")) {
                std::fs::remove_file(path)?;
            }
        }
        Ok(())
    };
    for (kind_name, kind, error) in [("write", WRITE, ENOSPC), ("sync", SYNC, EIO)] {
        forget_blank()?;
        shim.fail(kind, error, u64::MAX, 0)?;
        make(&format!("{kind_name}-counted")).await?.expect(201)?;
        for place in places(shim.rest()?) {
            let name = format!("{kind_name}-{place}");
            forget_blank()?;
            shim.fail(kind, error, place, 1)?;
            let first = make(&name).await?;
            let mut is_made = is_done(&first, WITHOUT_FILE).with_context(|| name.clone())?;
            shim.rest()?;
            let begun = Instant::now();
            while !is_made {
                let again = make(&name).await?;
                // It was created although the response could not say so.
                let is_there = again.status == 400 && again.json()["errors"]["identifier"].is_string();
                is_made = again.status == 201 || is_there;
                ensure!(is_made || begun.elapsed() < PATIENCE, "{name} is not made: {}", again.text);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            let page = server.browser(&format!("{name}.localhost")).get("/").await?;
            ensure!(page.status == 200 && page.text.contains(&name), "{name}: {} {}", page.status, page.text);
        }
    }
    Ok(())
}

/// Connections opened meanwhile are read-only, and must not be kept.
#[tokio::test(flavor = "multi_thread")]
async fn writes_resume_after_read_only_file_system() -> Result<()> {
    let FaultyServer { ground, shim, server: first, mut owner, shop, _tools } = FaultyServer::start().await?;
    let mut confirmed = Confirmed::default();
    for again in 0..3 {
        let key = format!("read-only-{again}");
        shim.fail(WRITE | TRUNCATE | OPEN, EROFS, 1, u64::MAX)?;
        let begun = Instant::now();
        let mut rounds = 0;
        while rounds < MIN_ROUNDS || begun.elapsed() < READ_ONLY {
            shop.round(&first, &mut owner, &format!("{key}-{rounds:06}"), &mut confirmed).await?;
            let page = first.browser("juniper.localhost").get("/").await?;
            ensure!(page.status == 200, "reading does not go on: {}", page.status);
            rounds += 1;
        }
        shim.rest()?;
        shop.check_recovered(&first, &mut owner, &key, &mut confirmed).await?;
    }
    let ready = first.browser("localhost").get("/readyz").await?.expect(200)?;
    ensure!(ready["status"] == "ready", "{ready}");
    first.kill();
    let second = server(&ground, None).await?;
    shop.holds(&second, &confirmed).await.context("in another process")
}

/// A file size limit fails writes without ending the process.
#[tokio::test(flavor = "multi_thread")]
async fn file_size_limit_does_not_end_process() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let first = server(&ground, None).await?;
    let mut owner = first.owner().await?;
    let shop = Shop::open(&mut owner, WITHOUT_FILE).await?;
    let mut confirmed = Confirmed::default();
    let limit = |size: &str| -> Result<()> {
        let pid = first.id().to_string();
        let set = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={size}:unlimited")]).status()?;
        ensure!(set.success(), "the limit was not set");
        Ok(())
    };
    limit("60000")?;
    for round in 0..5 {
        shop.round(&first, &mut owner, &format!("limited-{round}"), &mut confirmed).await?;
    }
    limit("unlimited")?;
    shop.check_recovered(&first, &mut owner, "unlimited", &mut confirmed).await?;
    first.kill();
    let second = server(&ground, None).await?;
    shop.holds(&second, &confirmed).await.context("in another process")
}
