//! The document with the table. `STOA_TEST_WRITE_SAFETY=1` writes it, with the times of the run.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

const HEAD: &str = "# What a plugin can do at worst

Made by a test (`core/server/tests/it/operations/plugin_safety`) that does all of it on a site of the demo, and fails if something
else stops it or people see something else: `STOA_TEST_WRITE_SAFETY=1` writes this page, with the times. The other site of the server is
asked for a page all the time, and every answer has to be whole. The limits are those of [the configuration](../../plugins/README.md#limits) without changes.
[The script of a block](block-script.md#where-it-runs) runs in the browser of a visitor, which alone can stop one that never ends.

| a plugin with | is stopped by | a visitor sees | the owner reads |
|---|---|---|---|
";

const TIMES: &str = "
## Times

Of the run that wrote this page, in a build for tests without optimisation, on a machine that did other work too. The second
column is from the call to its end. The third is how long 95 of 100 pages of the other site took while the plugin was called again and
again, one call at a time, and the fourth how that compares with the same pages before, when nothing else ran: at most 1.2 is the aim.
Where nothing could be repeated, the third is of the few pages during the steps of the test, such as a publication, and there is no fourth.

| a plugin with | stopped after | a page of the other site | of quiet | pages |
|---|---|---|---|---|
";

/// What was seen of one misbehaviour.
pub(super) struct Row {
    pub(super) threat: &'static str,
    pub(super) stopped_by: String,
    pub(super) visitor: String,
    pub(super) owner: String,
}

/// How long it took, and pages of the other site.
pub(super) struct Times {
    pub(super) threat: &'static str,
    /// None where nothing was called.
    pub(super) stopped_after: Option<Duration>,
    pub(super) pages: Vec<Duration>,
    /// Whether they are those of a time in which nothing else was done.
    pub(super) is_repeated: bool,
}

/// Whether this run writes the document, and so has to measure the times.
pub(super) fn is_written() -> bool {
    std::env::var_os("STOA_TEST_WRITE_SAFETY").is_some()
}

/// Compares the document with what was seen, or writes it.
pub(super) fn check(rows: &[Row], quiet: Vec<Duration>, times: Vec<Times>) -> Result<()> {
    let mut text = HEAD.to_owned();
    for row in rows {
        let cells = [row.threat, &row.stopped_by, &row.visitor, &row.owner].map(cell);
        writeln!(text, "| {} |", cells.join(" | "))?;
    }
    let path = path();
    if is_written() {
        std::fs::write(&path, format!("{text}{}", timed(quiet, times)?))?;
    }
    let written = std::fs::read_to_string(&path).context("there is no document")?;
    ensure!(
        written.starts_with(&text),
        "{} differs from what was seen: run this test with STOA_TEST_WRITE_SAFETY=1\n{text}",
        path.display()
    );
    Ok(())
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/plugins/safety.md")
}

/// A text in one line, without what ends a cell.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn timed(quiet: Vec<Duration>, times: Vec<Times>) -> Result<String> {
    let mut text = TIMES.to_owned();
    let count = quiet.len();
    let quiet = slowest_of_95(quiet).context("no page in quiet")?;
    writeln!(text, "| no call at all | – | {} | 1.00 | {count} |", milliseconds(quiet))?;
    for Times { threat, stopped_after, pages, is_repeated } in times {
        let after = stopped_after.map_or_else(|| "not started".to_owned(), milliseconds);
        let count = pages.len();
        let slow = slowest_of_95(pages);
        let ratio = slow.filter(|_| is_repeated).map(|slow| slow.as_secs_f64() / quiet.as_secs_f64());
        let ratio = ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
        let slow = slow.map_or_else(|| "–".to_owned(), milliseconds);
        writeln!(text, "| {threat} | {after} | {slow} | {ratio} | {count} |")?;
    }
    Ok(text)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
}

/// The 95th percentile.
fn slowest_of_95(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort();
    let rank = (times.len() * 95).div_ceil(100);
    times.get(rank.checked_sub(1)?).copied()
}
