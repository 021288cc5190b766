//! Measures building a site: rendering of pages, time until a publication is visible, image processing, page weight.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::record::{Part, record};
use super::summary::{self, Row};
use super::{bare_route, build, wrk};
use crate::database::{Databases, Durability};
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};
use crate::shell;

const FOLDER: &str = "load-tests/building";

/// An output line of the measuring script.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MeasuredValue {
    pub(super) figure: String,
    pub(super) value: String,
}

/// Measures on both databases and records the table.
pub(crate) fn run(repository: &Repository, seconds: u32) -> Result<()> {
    prerequisites::ensure(&[Need::Wrk])?;
    build(repository)?;
    let folder = repository.target("figures/building");
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
    let databases = Databases::start(Durability::Full)?;
    let sqlite = measure(repository, &folder, &Storage::Sqlite, seconds)?;
    let postgres = measure(repository, &folder, &Storage::Postgres(databases.postgres_url()), seconds)?;
    drop(databases);
    let rows: Vec<Row> = sqlite.into_iter().zip(postgres).map(|(left, right)| left.beside(right)).collect();
    record(repository, Part::Building, &summary::table(&rows))
}

fn measure(repository: &Repository, folder: &Path, storage: &Storage, seconds: u32) -> Result<Vec<Row>> {
    println!("\n==> {}", if *storage == Storage::Sqlite { "SQLite" } else { "Postgres" });
    let server = DemoServer::start(repository, true, storage)?;
    let fresh = repository.path(FOLDER).join("fresh.lua");
    let drawn = wrk(repository, server.port(), seconds, Some(&fresh))?;
    let cached = wrk(repository, server.port(), seconds, None)?;
    let bare = bare_route(repository, server.port(), folder, seconds)?;
    let mut rows = vec![
        Row::new("front page, rendered for each request, requests/s (p50, p99)", drawn.to_string()),
        Row::new("front page, cached, requests/s (p50, p99)", cached.to_string()),
        Row::new("bare route with the same bytes, requests/s (p50, p99)", bare.to_string()),
    ];
    let mut node = shell::command("node", &repository.path(FOLDER));
    let (port, process) = (server.port().to_string(), server.process_id().to_string());
    let lines = shell::output(node.args(["measure.mjs", "--port", &port, "--pid", &process]))
        .with_context(|| format!("it cannot be measured; the end of the server's log:\n{}", server.log_tail()))?;
    println!("{lines}");
    rows.extend(read(&lines)?.into_iter().map(|MeasuredValue { figure, value }| Row::new(figure, value)));
    Ok(rows)
}

/// Reads the figures among the lines that a measuring script prints.
pub(super) fn read(lines: &str) -> Result<Vec<MeasuredValue>> {
    let own = lines.lines().filter(|line| line.starts_with('{'));
    own.map(|line| {
        let value: Value = serde_json::from_str(line).context("a line of the measurement is not JSON")?;
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let figure = text("figure").zip(text("value")).map(|(figure, value)| MeasuredValue { figure, value });
        figure.context("a line of the measurement is not a figure")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criterion_lines_to_figures() {
        let lines = "noise\n{\"figure\":\"front page in linen\",\"value\":\"page 7.7 kB\"}\n";
        let expected = MeasuredValue { figure: "front page in linen".to_owned(), value: "page 7.7 kB".to_owned() };
        assert_eq!(read(lines).unwrap(), [expected]);
        assert!(read("{\"figure\":1}").is_err());
    }
}
