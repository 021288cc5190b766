//! Compares Stoa with another shop system: the same shopping flows, the same Postgres, in one run. The other system is
//! installed into the user's cache, since neither its code nor its packages belong to this repository. It runs as
//! recommended by its makers, with a separate worker for the jobs that Stoa runs in its one process.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::own_kilobytes;
use super::record::{Part, record};
use super::summary::Rate;
use crate::database::{Databases, Durability};
use crate::load::{Scenario, Shop};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage, free_port, get};
use crate::{build_cache, prerequisites, shell};

/// Time limit for the start of the other system.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Idle time of both systems before their memory is measured.
const SETTLED: Duration = Duration::from_secs(5);

/// Shopping flows with their row titles.
const FLOWS: [(&str, &str); 3] =
    [("product", "product views"), ("cart", "new carts with one product"), ("checkout", "checkouts")];

/// Measures both and records the table.
pub(crate) fn run(repository: &Repository, seconds: u32) -> Result<()> {
    let programs = super::prepare(repository)?;
    let folder = repository.target("figures/peer");
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
    let databases = Databases::start(Durability::Full)?;
    let peer = PeerShop::start(repository, &databases.add("peer")?)?;
    let storage = Storage::Postgres(databases.postgres_url());
    let mut stoa = DemoServer::start(repository, true, &storage)?;
    // Restarted, since the other shop was filled by a separate process too.
    stoa.restart(repository, true, &storage, "/")?;
    std::thread::sleep(SETTLED);
    let idle = (own_kilobytes(stoa.process_id())?, peer.kilobytes()?);
    let mut rows = Vec::new();
    for (flow, title) in FLOWS {
        println!("\n==> {title}");
        let measure = |shop: Shop<'_>, name: &str| -> Result<Rate> {
            let summary = folder.join(format!("{flow}-{name}.json"));
            let settings =
                [("STOA_SECONDS", seconds.to_string()), ("STOA_FLOW", flow.to_owned()), ("STOA_PEER", name.to_owned())];
            Scenario { name: "side-by-side", shop, summary: Some(summary.clone()), settings: &settings }
                .run(repository, &programs)?;
            let text = fs::read_to_string(&summary).with_context(|| format!("{} is missing", summary.display()))?;
            Rate::from_k6(&text, "round")
        };
        let theirs = measure(Shop::Peer(peer.port), "vendure")?;
        let ours = measure(Shop::Stoa(&[&stoa]), "stoa")?;
        rows.push(format!("| {title} | {ours} | {theirs} | {:.1} |", ours.times(&theirs)));
    }
    std::thread::sleep(SETTLED);
    let loaded = (own_kilobytes(stoa.process_id())?, peer.kilobytes()?);
    for (title, (ours, theirs)) in [("memory at rest", idle), ("memory after the load", loaded)] {
        let [server, worker] = theirs.map(|kilobytes| kilobytes / 1_024);
        let share = ours as f64 / theirs.iter().sum::<u64>() as f64;
        rows.push(format!("| {title} | {} MB | server {server} MB, worker {worker} MB | {share:.2} |", ours / 1_024));
    }
    let table = format!("| Figure | Stoa | Vendure | ratio |\n|---|---|---|---|\n{}", rows.join("\n"));
    record(repository, Part::Peer, &table)
}

/// Server and worker of the other system, stopped on drop.
#[derive(Debug)]
struct PeerShop {
    server: Child,
    worker: Child,
    port: u16,
}

impl PeerShop {
    fn start(repository: &Repository, database: &str) -> Result<Self> {
        prerequisites::ensure_node()?;
        let folder = install(repository)?;
        let port = free_port()?;
        let node = |task: &str| {
            let mut node = shell::command("node", &folder);
            node.args(["shop.js", task]).env("NODE_ENV", "production");
            node.env("PEER_PORT", port.to_string()).env("PEER_DATABASE_URL", database);
            node
        };
        println!("    filling the peer's shop");
        shell::output(&mut node("fill")).context("the peer's shop cannot be filled")?;
        let start = |task: &str| -> Result<Child> {
            let log = File::create(folder.join(format!("{task}.log"))).context("the peer's log cannot be written")?;
            let errors = log.try_clone().context("the handle of the peer's log cannot be cloned")?;
            let mut node = node(task);
            node.stdin(Stdio::null()).stdout(log).stderr(errors).spawn().context("the peer cannot be started")
        };
        let mut peer = Self { server: start("serve")?, worker: start("work")?, port };
        let deadline = Instant::now() + START_LIMIT;
        while !matches!(get(port, "127.0.0.1", "/health"), Ok((200, _))) {
            for (child, log) in [(&mut peer.server, "serve.log"), (&mut peer.worker, "work.log")] {
                if let Some(status) = child.try_wait().context("the status of the peer cannot be read")? {
                    bail!("the peer ended while starting ({status}): see {}", folder.join(log).display());
                }
            }
            if Instant::now() > deadline {
                bail!("the peer did not respond within {} s", START_LIMIT.as_secs());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(peer)
    }

    /// Memory of its server and of its worker.
    fn kilobytes(&self) -> Result<[u64; 2]> {
        Ok([own_kilobytes(self.server.id())?, own_kilobytes(self.worker.id())?])
    }
}

impl Drop for PeerShop {
    fn drop(&mut self) {
        // The process may have ended already.
        for child in [&mut self.server, &mut self.worker] {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

/// Installs the files and packages of the other system into the user's cache, unless they are there.
fn install(repository: &Repository) -> Result<PathBuf> {
    let folder = cache_folder()?;
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
    let source = repository.path("load-tests/peer");
    let copy =
        |name: &str| fs::copy(source.join(name), folder.join(name)).with_context(|| format!("{name} cannot be copied"));
    copy("shop.js")?;
    let wanted = build_cache::fingerprint(&[source.join("package.json")])?;
    let stamp_file = folder.join("node_modules/.stoa-peer");
    if !build_cache::is_current(&stamp_file, &wanted) {
        println!("    installing the peer into {}", folder.display());
        copy("package.json")?;
        let mut npm = shell::command("npm", &folder);
        shell::run(npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]))
            .context("could not install the peer")?;
        build_cache::write(&stamp_file, &wanted)?;
    }
    Ok(folder)
}

fn cache_folder() -> Result<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    Ok(cache.or_else(home).context("neither XDG_CACHE_HOME nor HOME is set")?.join("stoa-peer"))
}
