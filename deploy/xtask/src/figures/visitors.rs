//! Measures how events of visitors are stored and summed up, how long reports take, what recording costs the pages,
//! and the same of another counter.

mod peer;
mod recording;

use anyhow::Result;

use super::record::{Part, record, table_of};
use super::{prepare, summary};
use crate::database::{Databases, Durability};
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::server::Storage;
use crate::shell;

/// Events of the site whose reports are measured, unless `STOA_EVENTS` says otherwise.
const EVENTS: &str = "10000000";

/// Runs the benchmark on SQLite and on a temporary Postgres, and records its table with the rates of pages.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    prerequisites::ensure(&[Need::Wrk])?;
    prepare(repository)?;
    let databases = Databases::start(Durability::Full)?;
    let mut cargo = shell::cargo(repository.root());
    cargo.args(["bench", "--package", "stoa-analytics", "--bench", "many_visits"]);
    if std::env::var_os("STOA_EVENTS").is_none() {
        cargo.env("STOA_EVENTS", EVENTS);
    }
    let printed = shell::output(cargo.env("STOA_TEST_POSTGRES_URL", databases.postgres_url()))?;
    println!("{printed}");
    let on_sqlite = recording::measure(repository, &Storage::Sqlite)?;
    let on_postgres = recording::measure(repository, &Storage::Postgres(databases.postgres_url()))?;
    let rows: Vec<_> = on_sqlite.into_iter().zip(on_postgres).map(|(one, other)| one.beside(other)).collect();
    let of_pages = summary::table(&rows);
    // All tables have the same columns.
    let of_pages: Vec<&str> = of_pages.lines().skip(2).collect();
    let of_peer = table_of(&peer::measure(repository)?);
    record(repository, Part::Visitors, &format!("{}\n{}\n{of_peer}", table_of(&printed), of_pages.join("\n")))
}
