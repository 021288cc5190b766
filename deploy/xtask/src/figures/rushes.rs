//! Measures rushes: many shoppers compete for the last pieces of a product, and for the last uses of a discount code.
//! Tried on every supported setup: one server on SQLite, one on Postgres, two on the same Postgres. Two servers on the
//! same SQLite files are not supported: the second one refuses to start.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::record::{Part, record};
use super::summary;
use crate::database::{Databases, Durability};
use crate::load::{Scenario, Shop};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};

/// The rushes, each twice.
const RUSHES: [&str; 4] = ["stock-race", "coupon-rush", "stock-race", "coupon-rush"];

/// Runs both rushes twice on each setup and records a table; thresholds that are not met are errors.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let programs = super::prepare(repository)?;
    let alone = DemoServer::start(repository, true, &Storage::Sqlite)?;
    let columns = ["SQLite, one server", "Postgres, one server", "Postgres, two servers"];
    let [on_sqlite, on_postgres, on_two] = columns;
    let mut measured = vec![rushes(repository, &programs, on_sqlite, &[&alone])?];
    drop(alone);
    let databases = Databases::start(Durability::Full)?;
    let shared = Storage::Shared { postgres: databases.postgres_url(), redis: databases.redis_url() };
    let one = DemoServer::start(repository, true, &shared)?;
    measured.push(rushes(repository, &programs, on_postgres, &[&one])?);
    let two = DemoServer::start(repository, true, &shared)?;
    measured.push(rushes(repository, &programs, on_two, &[&one, &two])?);
    let figure = |(number, name): (usize, &&str)| {
        let values: Vec<String> = measured.iter().filter_map(|times| times.get(number).cloned()).collect();
        (format!("{name}: all limits held after"), values)
    };
    let figures: Vec<(String, Vec<String>)> = RUSHES.iter().enumerate().map(figure).collect();
    record(repository, Part::Race, &summary::with_columns(&columns, &figures))
}

/// How long each rush took.
fn rushes(repository: &Repository, programs: &Path, way: &str, servers: &[&DemoServer]) -> Result<Vec<String>> {
    let mut times = Vec::new();
    for name in RUSHES {
        println!("\n==> {way}: {name}");
        let begun = Instant::now();
        let run = Scenario { name, shop: Shop::Stoa(servers), summary: None, settings: &[] };
        run.run(repository, programs).inspect_err(|_| {
            for server in servers {
                println!("end of the log:\n{}", server.log_tail());
            }
        })?;
        times.push(format!("{:.1} s", begun.elapsed().as_secs_f64()));
    }
    Ok(times)
}
