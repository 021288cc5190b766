//! Measures the figures of docs/performance/figures.md on an optimised build.

pub(crate) mod building;
pub(crate) mod editor;
pub(crate) mod hot_row;
pub(crate) mod languages;
pub(crate) mod lighthouse;
pub(crate) mod orders;
mod page;
pub(crate) mod peer;
pub(crate) mod plugins;
mod processor;
mod record;
pub(crate) mod rushes;
pub(crate) mod seed;
mod summary;
pub(crate) mod template;
pub(crate) mod tenants;
pub(crate) mod visitors;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::database::{Databases, Durability};
use crate::load::{Scenario, Shop};
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage, free_port, get};
use crate::{frontend, shell, tools, up, wasm};
use record::{Part, record};
use summary::{Rate, Row};

const SITE: &str = "juniper.localhost";
const STARTS: usize = 5;

/// Measures everything once and records the table.
pub(crate) fn run(repository: &Repository, seconds: u32) -> Result<()> {
    prerequisites::ensure(&[Need::Wrk])?;
    let programs = prepare(repository)?;
    let folder = repository.target("figures");
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;

    let databases = Databases::start(Durability::Full)?;
    let sqlite = measure_storage(repository, &programs, &folder, &Storage::Sqlite, seconds)?;
    let postgres =
        measure_storage(repository, &programs, &folder, &Storage::Postgres(databases.postgres_url()), seconds)?;
    drop(databases);

    let mut rows: Vec<Row> = sqlite.into_iter().zip(postgres).map(|(left, right)| left.beside(right)).collect();
    rows.extend(measure_pages(repository, &folder, seconds)?);
    rows.extend(measure_plugins(repository)?);
    record(repository, Part::Store, &summary::table(&rows))
}

/// Builds what is measured; returns the folder of the load generator.
fn prepare(repository: &Repository) -> Result<PathBuf> {
    build(repository)?;
    tools::ensure(repository)
}

/// Builds the optimised server, and everything that it serves.
fn build(repository: &Repository) -> Result<()> {
    for package in frontend::PACKAGES {
        package.build(repository)?;
    }
    wasm::build_plugins(repository.root())?;
    wasm::engine::build(repository.root())?;
    up::build_server(repository, true)
}

fn measure_storage(
    repository: &Repository,
    programs: &Path,
    folder: &Path,
    storage: &Storage,
    seconds: u32,
) -> Result<Vec<Row>> {
    println!("\n==> {}", if *storage == Storage::Sqlite { "SQLite" } else { "Postgres" });
    let mut server = DemoServer::start(repository, true, storage)?;
    let mut starts =
        (0..STARTS).map(|_| server.restart(repository, true, storage, "/")).collect::<Result<Vec<Duration>>>()?;
    starts.sort();
    let median = starts.get(STARTS / 2).copied().unwrap_or_default();
    std::thread::sleep(Duration::from_secs(5));
    let mut rows = vec![
        Row::new("start to first page", format!("{} ms", median.as_millis())),
        Row::new("memory at rest", format!("{} MB", resident_kilobytes(server.process_id())? / 1_024)),
    ];
    for (scenario, metric, title) in [
        ("browse", "http_req_duration{name:kept page}", "product page, requests/s (p50, p95, p99)"),
        ("add-to-cart", "http_req_duration{name:add to cart}", "add to cart, requests/s (p50, p95, p99)"),
        ("checkout-rush", "checkout", "checkout, orders/s (p50, p95, p99)"),
        ("hot-row", "http_req_duration{name:checkout: submit}", "one stock row, orders/s (p50, p95, p99)"),
        (
            "add-to-cart-steady",
            "http_req_duration{name:add to cart}",
            "500 add-to-cart requests per second (p50, p95, p99)",
        ),
    ] {
        let file = folder.join(format!("{scenario}.json"));
        let settings = [("STOA_SECONDS", seconds.to_string())];
        let servers = [&server];
        let shop = Shop::Stoa(&servers);
        let run = Scenario { name: scenario, shop, summary: Some(file.clone()), settings: &settings };
        run.run(repository, programs)
            .inspect_err(|_| println!("the end of the server's log:\n{}", server.log_tail()))?;
        let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        rows.push(Row::new(title, Rate::from_k6(&text, metric)?.to_string()));
    }
    Ok(rows)
}

/// The cached page, a bare route with the same bytes, and the scripts of the product page.
fn measure_pages(repository: &Repository, folder: &Path, seconds: u32) -> Result<Vec<Row>> {
    println!("\n==> pages");
    let server = DemoServer::start(repository, true, &Storage::Sqlite)?;
    let cached = wrk(repository, server.port(), seconds, None)?;
    let plain = bare_route(repository, server.port(), folder, seconds)?;
    let script = page::script_bytes(repository, server.port(), SITE)?;
    Ok(vec![
        Row::new("cached home page, requests/s (p50, p99)", cached.to_string()),
        Row::new("bare route with the same bytes, requests/s (p50, p99)", plain.to_string()),
        Row::new("script on the product page, gzipped", format!("{:.1} kB", script as f64 / 1_000.0)),
    ])
}

/// Rate of a bare axum route with the bytes of the home page, to compare with the server.
fn bare_route(repository: &Repository, port: u16, folder: &Path, seconds: u32) -> Result<Rate> {
    let (_, body) = get(port, SITE, "/")?;
    let file = folder.join("home.html");
    fs::write(&file, &body).with_context(|| format!("{} cannot be written", file.display()))?;
    let bare_port = free_port()?;
    let mut bare = shell::command(repository.server_program(true), repository.root())
        .args(["bare-route", "--port", &bare_port.to_string(), "--file"])
        .arg(&file)
        .spawn()
        .context("the bare route cannot be started")?;
    std::thread::sleep(Duration::from_millis(500));
    let plain = wrk(repository, bare_port, seconds, None);
    drop(bare.kill());
    drop(bare.wait());
    plain
}

/// Runs wrk on the home page, or with a wrk script.
fn wrk(repository: &Repository, port: u16, seconds: u32, script: Option<&Path>) -> Result<Rate> {
    let mut wrk = shell::command("wrk", repository.root());
    wrk.args(["-t1", "-c32", &format!("-d{seconds}s"), "--latency", "-H", &format!("Host: {SITE}:{port}")]);
    if let Some(script) = script {
        wrk.arg("-s").arg(script);
    }
    let text = shell::output(wrk.arg(format!("http://127.0.0.1:{port}/")))?;
    println!("{text}");
    Rate::from_wrk(&text)
}

fn measure_plugins(repository: &Repository) -> Result<Vec<Row>> {
    println!("\n==> plugin calls");
    let mut cargo = shell::cargo(repository.root());
    let text = shell::output(cargo.args(["bench", "--package", "stoa-plugin-host", "--bench", "calls"]))?;
    println!("{text}");
    let mut rows = Vec::new();
    for (name, title) in [("block", "one plugin block"), ("formatter", "one plugin formatter")] {
        rows.push(Row::new(title, summary::criterion_time(&text, name)?));
    }
    Ok(rows)
}

fn resident_kilobytes(process: u32) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("the server's memory cannot be read")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    line.trim().trim_end_matches(" kB").parse().context("VmRSS is not a number")
}

/// Proportional set size of a process: shared memory counts in proportion.
fn own_kilobytes(process: u32) -> Result<u64> {
    let map = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).context("the memory cannot be read")?;
    let line = map.lines().find_map(|line| line.strip_prefix("Pss:")).context("no Pss")?;
    line.trim().trim_end_matches(" kB").parse().context("Pss is not a number")
}

pub(crate) fn heading(repository: &Repository) -> String {
    let mut git = shell::command("git", repository.root());
    let commit = shell::output(git.args(["rev-parse", "--short", "HEAD"])).unwrap_or_else(|_| "none".to_owned());
    let model = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or_default();
    let date = shell::probe("date", &["-u", "+%Y-%m-%d"]).unwrap_or_default();
    format!(
        "{date}, commit {}, {} cores, {}",
        commit.trim(),
        std::thread::available_parallelism().map_or(0, usize::from),
        model.trim_start_matches([' ', '\t', ':']),
    )
}
