//! Measures what the languages of a site cost: processor time of a page, and memory at rest.

use std::time::Duration;

use anyhow::{Context, Result};

use super::building::{self, MeasuredValue};
use super::record::{Part, record};
use super::summary::{self, Row};
use super::{build, resident_kilobytes};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};
use crate::shell;

const FOLDER: &str = "load-tests/languages";
/// Longer than an unused site file stays open.
const SITE_CLOSE_DELAY: Duration = Duration::from_secs(140);

/// Measures on SQLite and records the table.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    build(repository)?;
    record(repository, Part::Languages, &summary::table(&measure(repository)?))
}

fn measure(repository: &Repository) -> Result<Vec<Row>> {
    let server = DemoServer::start(repository, true, &Storage::Sqlite)?;
    let lines = script(repository, &server, &[])?;
    println!("{lines}");
    let figures = building::read(&lines)?.into_iter();
    let mut rows: Vec<Row> = figures.map(|MeasuredValue { figure, value }| Row::new(figure, value)).collect();
    drop(server);
    let one = at_rest(repository, "--visit")?;
    let three = at_rest(repository, "--prepare")?;
    rows.push(Row::new(
        "memory at rest with one and with three languages, all visited",
        format!("{one} and {three} MB"),
    ));
    Ok(rows)
}

/// Memory of a server some minutes after visits to its pages, in MB.
fn at_rest(repository: &Repository, visits: &str) -> Result<u64> {
    let server = DemoServer::start(repository, true, &Storage::Sqlite)?;
    script(repository, &server, &[visits])?;
    std::thread::sleep(SITE_CLOSE_DELAY);
    Ok(resident_kilobytes(server.process_id())? / 1_024)
}

fn script(repository: &Repository, server: &DemoServer, more: &[&str]) -> Result<String> {
    let mut node = shell::command("node", &repository.path(FOLDER));
    let (port, process) = (server.port().to_string(), server.process_id().to_string());
    shell::output(node.args(["measure.mjs", "--port", &port, "--pid", &process]).args(more))
        .with_context(|| format!("it cannot be measured; the end of the server's log:\n{}", server.log_tail()))
}
