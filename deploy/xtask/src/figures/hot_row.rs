//! Everybody buys the same variant: orders a second on one stock row, several times on each database.

use std::fs;

use anyhow::{Context, Result};

use super::summary::Rate;
use crate::database::{Databases, Durability};
use crate::load::Scenario;
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};

const RUNS: usize = 3;
/// Orders of one run.
const CARTS: usize = 1_500;

/// Prints the rate of each run; all runs on one database follow each other at the same server.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let programs = super::prepare(repository)?;
    let folder = repository.target("figures");
    fs::create_dir_all(&folder).with_context(|| format!("could not make {}", folder.display()))?;
    let databases = Databases::start(Durability::Full)?;
    let file = folder.join("hot-row.json");
    let settings = [("STOA_CARTS", CARTS.to_string())];
    let mut lines = Vec::new();
    for (name, storage) in [("Postgres", Storage::Postgres(databases.postgres_url())), ("SQLite", Storage::Sqlite)] {
        let server = DemoServer::start(repository, true, &storage)?;
        for _ in 0..RUNS {
            let run =
                Scenario { name: "hot-row", port: server.port(), summary: Some(file.clone()), settings: &settings };
            run.run(repository, &programs)
                .inspect_err(|_| println!("the server's last words:\n{}", server.last_words()))?;
            let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            let rate = Rate::from_k6(&text, "http_req_duration{name:checkout: submit}")?;
            lines.push(format!("one stock row, {name}: orders {rate}"));
        }
    }
    println!("\n{}\n\n{}", super::heading(repository), lines.join("\n"));
    Ok(())
}
