//! Measures the main thread time per frame of the editor on a page of 500 blocks.

use anyhow::{Context, Result, ensure};

use super::record::{Part, record};
use super::summary;
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::server::free_port;
use crate::shell;

const RUNS: usize = 3;

/// Frame times of one run, in milliseconds.
#[derive(Debug, PartialEq, Eq)]
struct Frames {
    /// The action.
    doing: String,
    /// p50, p95 and maximum, as printed.
    times: [String; 3],
}

/// Measures several times on an optimised build and records the table.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    prerequisites::ensure(&[Need::Chromium, Need::Python])?;
    super::build(repository)?;
    let chromium = prerequisites::chromium().context("Chromium is missing")?;
    let mut runs = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        let mut node = shell::command("node", repository.root());
        node.arg("load-tests/editor/frames.mjs").arg("--stoa").arg(repository.server_program(true));
        node.args(["--port", &free_port()?.to_string()]);
        node.env("CHROMIUM", &chromium).env("STOA_PLUGINS__DIR", repository.path("target/plugins"));
        let printed = shell::output(&mut node).context("the frames could not be measured")?;
        println!("{printed}");
        runs.push(read(&printed)?);
    }
    record(repository, Part::Editor, &table(&runs))
}

/// Reads lines like `typing: 140 frames, p50 9.8 ms, p95 13.8 ms, max 20.2 ms`.
fn read(printed: &str) -> Result<Vec<Frames>> {
    let frames: Vec<Frames> = printed.lines().filter_map(of_line).collect();
    ensure!(!frames.is_empty(), "no frames were printed:\n{printed}");
    Ok(frames)
}

fn of_line(line: &str) -> Option<Frames> {
    let (doing, told) = line.split_once(": ")?;
    let mut parts = told.split(", ").skip(1);
    let mut time = |name: &str| Some(parts.next()?.strip_prefix(name)?.trim().to_owned());
    let times = [time("p50")?, time("p95")?, time("max")?];
    Some(Frames { doing: doing.to_owned(), times })
}

fn table(runs: &[Vec<Frames>]) -> String {
    let mut figures = Vec::new();
    for (number, run) in (1..).zip(runs) {
        figures.extend(run.iter().map(|Frames { doing, times }| (format!("{doing}, run {number}"), times.to_vec())));
    }
    summary::with_columns(&["p50", "p95", "max"], &figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editor_lines_to_table() {
        let printed = "500 blocks on the page\ntyping: 140 frames, p50 9.8 ms, p95 13.8 ms, max 20.2 ms\n";
        let frames = read(printed).unwrap();
        assert!(table(&[frames]).ends_with("| typing, run 1 | 9.8 ms | 13.8 ms | 20.2 ms |"));
        assert!(read("500 blocks on the page").is_err());
    }
}
