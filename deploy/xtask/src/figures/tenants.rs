//! Measures an installation with many sites, most of which are idle.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::record::{Part, record};
use super::summary::{self, Row};
use super::{build, processor, resident_kilobytes};
use crate::database::{Databases, Durability};
use crate::repository::Repository;
use crate::server::{DemoServer, PageAddress, Storage, get};

/// Number of sites of a small installation, and of the sample that is visited among many.
const FEW_SITES: usize = 10;
/// Number of sites visited within a minute.
const BUSY: u32 = 100;
/// Number of visits of each kind to each group of sites.
const VISITS: usize = 4_000;
/// Longer than an unused site file stays open.
const SITE_CLOSE_DELAY: Duration = Duration::from_secs(140);
/// Longer than the delay between a write and the look that follows it.
const IDLE_CONFIRMATION: Duration = Duration::from_secs(75);
const MINUTE: Duration = Duration::from_secs(60);
/// Time limit for the background work after the creation of sites.
const MAX_WORK: Duration = Duration::from_secs(3_600);

/// Measures on both databases and records the table.
pub(crate) fn run(repository: &Repository, many: usize) -> Result<()> {
    if many <= BUSY as usize {
        bail!("measure with more than {BUSY} sites");
    }
    build(repository)?;
    let sqlite = measure(repository, &Storage::Sqlite, many)?;
    let databases = Databases::start(Durability::Full)?;
    let postgres = measure(repository, &Storage::Postgres(databases.postgres_url()), many)?;
    drop(databases);
    let rows: Vec<Row> = sqlite.into_iter().zip(postgres).map(|(left, right)| left.beside(right)).collect();
    record(repository, Part::Tenants, &summary::table(&rows))
}

fn measure(repository: &Repository, storage: &Storage, many: usize) -> Result<Vec<Row>> {
    println!("\n==> {}", if *storage == Storage::Sqlite { "SQLite" } else { "Postgres" });
    let mut server = DemoServer::start(repository, true, storage)?;
    server.stop();
    make(repository, &server, storage, 0..FEW_SITES)?;
    server.restart(repository, true, storage, "/")?;
    let few = At::rest(&server)?;
    let (kept_of_few, fresh_of_few) = (kept(&server, 0..FEW_SITES)?, fresh(&server, 0..FEW_SITES)?);

    server.stop();
    let begun = Instant::now();
    make(repository, &server, storage, FEW_SITES..many)?;
    let each = begun.elapsed() / u32::try_from(many - FEW_SITES).unwrap_or(u32::MAX);
    let size = match storage {
        Storage::Sqlite => format!("{} kB", folder_bytes(&server.data().join("db/sites"))? / many as u64 / 1_000),
        _ => "in the database".to_owned(),
    };
    server.restart(repository, true, storage, "/")?;
    let work = until_idle()?;
    let start = server.restart_at(repository, true, storage, &PageAddress { host: &host(many / 2), path: "/" })?;
    let resting = At::rest(&server)?;

    let first = first_pages(&server, many / 2 + 1..many)?;
    let open_100 = visited(&server)?;
    let (kept_of_many, fresh_of_many) = (kept(&server, 0..FEW_SITES)?, fresh(&server, 0..FEW_SITES)?);
    Ok(vec![
        Row::new("creating a site with create-many", format!("{} ms", each.as_millis())),
        Row::new("size of its file", size),
        Row::new("jobs after creation", format!("{} s", work.as_secs())),
        Row::new(
            format!("memory at rest with {} and with {many} sites", FEW_SITES + 2),
            few.megabytes_compared_with(&resting),
        ),
        Row::new(format!("open file handles at rest with {many} sites"), resting.handles.to_string()),
        Row::new("processor time in an idle minute", format!("{} ms", resting.processor.as_millis())),
        Row::new("start to the first page of one site", format!("{} ms", start.as_millis())),
        Row::new("first page of a closed site, p50 and p95", first.to_string()),
        Row::new(format!("memory with {BUSY} sites visited in a minute"), format!("{} MB", open_100 / 1_024)),
        Row::new(
            format!("cached page, p95 with {} and with {many} sites", FEW_SITES + 2),
            kept_of_few.beside(&kept_of_many),
        ),
        Row::new(
            format!("uncached page, p95 with {} and with {many} sites", FEW_SITES + 2),
            fresh_of_few.beside(&fresh_of_many),
        ),
    ])
}

fn identifier(number: usize) -> String {
    format!("site-{number:05}")
}

fn host(number: usize) -> String {
    format!("{}.localhost", identifier(number))
}

fn make(
    repository: &Repository,
    server: &DemoServer,
    storage: &Storage,
    numbers: std::ops::Range<usize>,
) -> Result<()> {
    let list = server.data().join("sites.jsonl");
    let mut file = File::create(&list).context("the list cannot be written")?;
    for number in numbers {
        let name = identifier(number);
        writeln!(file, "{{\"identifier\": \"{name}\", \"title\": \"{name}\"}}")
            .context("the list cannot be written")?;
    }
    drop(file);
    let mut command = server.command(repository, storage);
    command.args(["tenant", "create-many", "--owner", "owner@stoa.example"]).arg(&list);
    let status = command.status().context("the sites cannot be created")?;
    if !status.success() {
        bail!("the sites were not created ({status})");
    }
    Ok(())
}

/// State of an idle server.
struct At {
    kilobytes: u64,
    handles: usize,
    /// Processor time used in a minute.
    processor: Duration,
}

impl At {
    fn rest(server: &DemoServer) -> Result<Self> {
        std::thread::sleep(SITE_CLOSE_DELAY);
        let before = processor::used_by("stoa")?;
        std::thread::sleep(MINUTE);
        let processor = processor::used_by("stoa")?.saturating_sub(before);
        let handles = fs::read_dir(format!("/proc/{}/fd", server.process_id())).context("handles cannot be counted")?;
        Ok(Self { kilobytes: resident_kilobytes(server.process_id())?, handles: handles.count(), processor })
    }

    fn megabytes_compared_with(&self, other: &Self) -> String {
        format!("{} and {} MB", self.kilobytes / 1_024, other.kilobytes / 1_024)
    }
}

/// Waits until the server has finished due work; returns how long that took. Written sites are looked at a minute
/// later, so the work is finished after a longer idle time.
fn until_idle() -> Result<Duration> {
    let (begun, mut quiet_since) = (Instant::now(), Instant::now());
    loop {
        let before = processor::used_by("stoa")?;
        std::thread::sleep(Duration::from_secs(5));
        if processor::used_by("stoa")?.saturating_sub(before) > Duration::from_millis(50) {
            quiet_since = Instant::now();
        } else if quiet_since.elapsed() > IDLE_CONFIRMATION {
            return Ok(begun.elapsed().saturating_sub(quiet_since.elapsed()));
        }
        if begun.elapsed() > MAX_WORK {
            bail!("the server is still busy after an hour");
        }
    }
}

/// Durations of visits.
struct Spread(Vec<Duration>);

impl Spread {
    fn at(&self, percent: usize) -> f64 {
        let place = (self.0.len() * percent / 100).min(self.0.len().saturating_sub(1));
        self.0.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    }

    fn beside(&self, other: &Self) -> String {
        let (own, theirs) = (self.at(95), other.at(95));
        format!("{own:.2} and {theirs:.2} ms ({:.2})", theirs / own)
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:.1} and {:.1} ms", self.at(50), self.at(95))
    }
}

fn visits(server: &DemoServer, asked: impl Iterator<Item = (usize, String)>) -> Result<Spread> {
    let mut times = Vec::new();
    for (number, path) in asked {
        let begun = Instant::now();
        let (status, _) = get(server.port(), &host(number), &path)?;
        times.push(begun.elapsed());
        if status != 200 {
            bail!("{path} of {} answered {status}; the end of the server's log:\n{}", host(number), server.log_tail());
        }
    }
    times.sort();
    Ok(Spread(times))
}

/// Visits to cached pages of these sites, in turn.
fn kept(server: &DemoServer, numbers: std::ops::Range<usize>) -> Result<Spread> {
    visits(server, numbers.clone().map(|number| (number, "/".to_owned())))?;
    visits(server, numbers.cycle().take(VISITS).map(|number| (number, "/".to_owned())))
}

/// Visits to URLs whose pages are not cached.
fn fresh(server: &DemoServer, numbers: std::ops::Range<usize>) -> Result<Spread> {
    visits(server, numbers.cycle().take(VISITS).enumerate().map(|(count, number)| (number, format!("/?min={count}"))))
}

/// Visits to the home page of sites that were not visited since the server started.
fn first_pages(server: &DemoServer, numbers: std::ops::Range<usize>) -> Result<Spread> {
    visits(server, numbers.take(VISITS).map(|number| (number, "/".to_owned())))
}

/// Memory at the end of a minute in which sites were visited one after another, once those visited before are idle
/// again.
fn visited(server: &DemoServer) -> Result<u64> {
    std::thread::sleep(SITE_CLOSE_DELAY);
    let begun = Instant::now();
    for number in 0..BUSY as usize {
        visits(server, ["/", "/shop", "/about"].iter().map(|path| (number, (*path).to_owned())))?;
        let place = u32::try_from(number + 1).unwrap_or(u32::MAX);
        std::thread::sleep((MINUTE / BUSY * place).saturating_sub(begun.elapsed()));
    }
    resident_kilobytes(server.process_id())
}

fn folder_bytes(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).context("the files of the sites cannot be listed")? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}
