//! Measures lists in a shop of 100,000 orders and 10,000 products.

use anyhow::Result;

use super::record::{Part, record, table_of};
use crate::database::{Databases, Durability};
use crate::repository::Repository;
use crate::shell;

/// Runs the benchmark, and records the table that it prints, on SQLite and on a temporary Postgres.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let databases = Databases::start(Durability::Full)?;
    let mut cargo = shell::cargo(repository.root());
    cargo.args(["bench", "--package", "stoa-commerce", "--bench", "many_orders"]);
    let printed = shell::output(cargo.env("STOA_TEST_POSTGRES_URL", databases.postgres_url()))?;
    record(repository, Part::Orders, &table_of(&printed))
}
