//! A small disk fills up during purchases and product changes, and is freed again.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use futures::future::join_all;
use serde_json::json;

use super::{Confirmed, Recovery, Shop, WITHOUT_FILE};
use crate::app::{GLANCE, PATIENCE};
use crate::process::{PROGRAM, Server, TestDeployment};

const SHOPPERS: usize = 8;
/// How long the disk is full at least.
const FULL: Duration = Duration::from_secs(2);

/// A tmpfs mounted on the data folder, with its previous contents. It vanishes with the process that holds it.
struct SmallDisk {
    holder: Child,
    folder: PathBuf,
}

impl SmallDisk {
    /// None where this process may not mount.
    fn mount(folder: &Path, megabytes: u32) -> Result<Option<Self>> {
        let script = "cp -a \"$1\" \"$1.kept\" && mount -t tmpfs -o size=\"$2\" tmpfs \"$1\" && cp -a \"$1.kept/.\" \"$1\" \
                      && touch \"$1/mounted\" && exec sleep 600";
        let mut holder = Command::new("unshare")
            .args(["--mount", "sh", "-c", script, "sh"])
            .arg(folder)
            .arg(format!("{megabytes}m"))
            .stdin(Stdio::null())
            .spawn()?;
        let seen = PathBuf::from(format!("/proc/{}/root{}", holder.id(), folder.display()));
        let begun = Instant::now();
        while !seen.join("mounted").exists() {
            if holder.try_wait()?.is_some() || begun.elapsed() > PATIENCE {
                holder.kill().ok();
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Some(Self { holder, folder: seen }))
    }

    async fn server(&self, ground: &TestDeployment) -> Result<Server> {
        let mut command = Command::new("nsenter");
        command.arg("--mount").arg("--target").arg(self.holder.id().to_string()).arg(PROGRAM);
        command.arg("--config").arg(&ground.config).arg("serve").env("STOA_DISK__RESERVE_MEGABYTES", "8");
        // Its log becomes as full as its data.
        command.stderr(File::options().create(true).append(true).open(self.folder.join("server.log"))?);
        Server::of(command).await
    }

    /// Fills the remaining space.
    fn fill(&self) -> Result<()> {
        let mut filler = File::create(self.folder.join("filler"))?;
        while filler.write_all(&[1; 4096]).is_ok() {}
        Ok(())
    }

    fn free(&self) -> Result<()> {
        Ok(fs::remove_file(self.folder.join("filler"))?)
    }
}

/// Waits until the shoppers have begun two further rounds on average, so that some are over.
async fn let_shop(rounds: &AtomicUsize) -> Result<()> {
    let (begun, before) = (Instant::now(), rounds.load(Ordering::Relaxed));
    while rounds.load(Ordering::Relaxed) < before + 2 * SHOPPERS {
        ensure!(begun.elapsed() < PATIENCE, "the shoppers stand still");
        tokio::time::sleep(GLANCE).await;
    }
    Ok(())
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_loses_nothing_and_writes_resume() -> Result<()> {
    let ground = TestDeployment::new(false).await?;
    let Some(disk) = SmallDisk::mount(&ground.data, 160)? else {
        println!("left out: this process may not mount a file system");
        return Ok(());
    };
    let server = disk.server(&ground).await?;
    let mut owner = server.owner().await?;
    let shop = Arc::new(Shop::open(&mut owner, WITHOUT_FILE).await?);
    let (stop, rounds) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let shoppers = (0..SHOPPERS).map(|shopper| {
        let (shop, stop, rounds) = (Arc::clone(&shop), Arc::clone(&stop), Arc::clone(&rounds));
        let (host, address) = (server.browser("juniper.localhost"), server.address);
        tokio::spawn(async move {
            let mut confirmed = Confirmed::default();
            while !stop.load(Ordering::Relaxed) {
                let round = rounds.fetch_add(1, Ordering::Relaxed);
                shop.shop(host.at(address), &format!("shopper-{shopper}-{round:06}"), &mut confirmed).await?;
            }
            Ok::<Confirmed, anyhow::Error>(confirmed)
        })
    });
    let shoppers: Vec<_> = shoppers.collect();
    let_shop(&rounds).await?;
    disk.fill()?;
    let mut confirmed = Confirmed::default();
    let (mut refused, mut ready) = (0, String::new());
    let filled = Instant::now();
    while filled.elapsed() < FULL || refused == 0 || !ready.contains("no disk space is left") {
        ensure!(filled.elapsed() < PATIENCE, "{refused} refused: {ready}");
        shop.make_product(&mut owner, &format!("Made at {:?}", filled.elapsed()), &mut confirmed).await?;
        let page = server.browser("juniper.localhost").get("/").await?;
        ensure!(page.status == 200, "reading does not go on: {}", page.status);
        ready = server.browser("localhost").get("/readyz").await?.expect(200)?.to_string();
        let cart = json!({"itemId": shop.item, "sku": shop.sku, "quantity": 1, "additionalFields": null});
        let answer = server.browser("juniper.localhost").post("/api/commerce/shopping-cart/entries", &cart).await?;
        refused += usize::from(answer.status == 507 && answer.json()["code"] == "storage-full");
    }
    disk.free()?;
    let (freed, mut recovery) = (Instant::now(), Recovery::begin());
    loop {
        let before = confirmed.products.len();
        shop.make_product(&mut owner, &format!("Made again at {:?}", freed.elapsed()), &mut confirmed).await?;
        if confirmed.products.len() > before {
            break;
        }
        recovery.wait("nothing can be written").await?;
    }
    let_shop(&rounds).await?;
    stop.store(true, Ordering::Relaxed);
    for shopper in join_all(shoppers).await {
        let theirs = shopper??;
        confirmed.orders.extend(theirs.orders);
        confirmed.carts.extend(theirs.carts);
    }
    ensure!(!confirmed.orders.is_empty(), "nobody bought anything");
    let status = server.browser("localhost").get("/readyz").await?.expect(200)?;
    ensure!(status["status"] == "ready", "{status}");
    shop.holds(&server, &confirmed).await.context("in the same process")?;
    server.kill();
    let other = disk.server(&ground).await?;
    shop.holds(&other, &confirmed).await.context("in another process")
}
