//! Measures rushes: many shoppers compete for the last pieces of a product, and for the last uses of a discount code.
//! Tried on every supported setup: one server on SQLite, one on Postgres, two on the same Postgres. Two servers on the
//! same SQLite files are not supported: the second one refuses to start.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::record::{Part, record};
use crate::database::{Databases, Durability};
use crate::load::{Scenario, Shop};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};

/// Runs both rushes twice on each setup and records a table; thresholds that are not met are errors.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let programs = super::prepare(repository)?;
    let alone = DemoServer::start(repository, true, &Storage::Sqlite)?;
    let mut lines = vec!["| Servers | rush | all limits held after |".to_owned(), "|---|---|---|".to_owned()];
    lines.extend(rushes(repository, &programs, "SQLite, one server", &[&alone])?);
    drop(alone);
    let databases = Databases::start(Durability::Full)?;
    let shared = Storage::Shared { postgres: databases.postgres_url(), redis: databases.redis_url() };
    let one = DemoServer::start(repository, true, &shared)?;
    lines.extend(rushes(repository, &programs, "Postgres, one server", &[&one])?);
    let two = DemoServer::start(repository, true, &shared)?;
    lines.extend(rushes(repository, &programs, "Postgres, two servers", &[&one, &two])?);
    record(repository, Part::Race, &lines.join("\n"))
}

fn rushes(repository: &Repository, programs: &Path, way: &str, servers: &[&DemoServer]) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for name in ["stock-race", "coupon-rush", "stock-race", "coupon-rush"] {
        println!("\n==> {way}: {name}");
        let begun = Instant::now();
        let run = Scenario { name, shop: Shop::Stoa(servers), summary: None, settings: &[] };
        run.run(repository, programs).inspect_err(|_| {
            for server in servers {
                println!("end of the log:\n{}", server.log_tail());
            }
        })?;
        lines.push(format!("| {way} | {name} | {:.1} s |", begun.elapsed().as_secs_f64()));
    }
    Ok(lines)
}
