//! Measures orders per second on one stock row (all shoppers buy the same variant), several times on each database.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use super::processor;
use super::record::{Part, record};
use super::summary::{self, Rate, Row};
use crate::database::{Databases, Durability};
use crate::load::{Scenario, Shop};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};

const RUNS: usize = 3;
/// Orders per run.
const CARTS: u32 = 1_500;

/// Processor time of server and database.
struct ProcessorTime {
    server: Duration,
    database: Duration,
}

impl ProcessorTime {
    fn processor_time_so_far() -> Result<Self> {
        Ok(Self { server: processor::used_by("stoa")?, database: processor::used_by("postgres")? })
    }

    fn per_order_since(&self, before: &Self) -> String {
        let milliseconds =
            |after: Duration, before| after.saturating_sub(before).as_secs_f64() * 1_000.0 / f64::from(CARTS);
        let (server, database) =
            (milliseconds(self.server, before.server), milliseconds(self.database, before.database));
        format!("server {server:.2} ms, Postgres {database:.2} ms")
    }
}

/// Records the rate of each run; all runs on one database use the same server, one after another.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let programs = super::prepare(repository)?;
    let folder = repository.target("figures");
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
    let databases = Databases::start(Durability::Full)?;
    let file = folder.join("hot-row.json");
    let postgres = measure(repository, &programs, &file, &Storage::Postgres(databases.postgres_url()))?;
    let sqlite = measure(repository, &programs, &file, &Storage::Sqlite)?;
    drop(databases);
    let rows: Vec<Row> = sqlite.into_iter().zip(postgres).map(|(left, right)| left.beside(right)).collect();
    record(repository, Part::HotRow, &summary::table(&rows))
}

fn measure(repository: &Repository, programs: &Path, file: &Path, storage: &Storage) -> Result<Vec<Row>> {
    let settings = [("STOA_CARTS", CARTS.to_string())];
    let server = DemoServer::start(repository, true, storage)?;
    let mut rows = Vec::new();
    for number in 1..=RUNS {
        let servers = [&server];
        let shop = Shop::Stoa(&servers);
        let run = Scenario { name: "hot-row", shop, summary: Some(file.to_owned()), settings: &settings };
        let before = ProcessorTime::processor_time_so_far()?;
        run.run(repository, programs)
            .inspect_err(|_| println!("the end of the server's log:\n{}", server.log_tail()))?;
        let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let rate = Rate::from_k6(&text, "http_req_duration{name:checkout: submit}")?;
        let used = ProcessorTime::processor_time_so_far()?.per_order_since(&before);
        rows.push(Row::new(format!("orders/s, run {number} (p50, p95, p99)"), rate.to_string()));
        rows.push(Row::new(format!("processor time of an order with its cart, run {number}"), used));
    }
    Ok(rows)
}
