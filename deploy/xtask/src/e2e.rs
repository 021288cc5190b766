//! Runs the browser tests (journeys).

use std::collections::VecDeque;
use std::fmt;
use std::fs;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::background::{self, BackgroundProcess};
use crate::frontend::{ADMIN, ISLANDS, LESS};
use crate::journeys::Report;
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::server::{DemoServer, SECRET_KEY, Storage};
use crate::{demo_template, memory_folder, shell, up, wasm};

/// The journeys of one front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FrontEnd {
    /// Those of contributors in the admin.
    Admin,
    /// Those of visitors.
    Storefront,
}

impl FrontEnd {
    fn name(self) -> &'static str {
        match self {
            FrontEnd::Admin => "admin-ui",
            FrontEnd::Storefront => "storefront-ui",
        }
    }

    /// Its name on the command line.
    fn argument(self) -> &'static str {
        match self {
            FrontEnd::Admin => "admin",
            FrontEnd::Storefront => "storefront",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            FrontEnd::Admin => "admin-ui/e2e",
            FrontEnd::Storefront => "storefront-ui/e2e",
        }
    }
}

/// A part of the journeys of a front end: such a share of them, by the names of their files. Written `2-of-4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JourneyPart {
    number: u8,
    count: u8,
}

impl JourneyPart {
    const fn of(number: u8, count: u8) -> Self {
        Self { number, count }
    }
}

impl fmt::Display for JourneyPart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-of-{}", self.number, self.count)
    }
}

impl FromStr for JourneyPart {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (number, count) = text.split_once("-of-").context("a part is written as 2-of-4")?;
        let part = Self { number: number.parse()?, count: count.parse()? };
        if !(1..=part.count).contains(&part.number) {
            bail!("there is no part {number} of {count}");
        }
        Ok(part)
    }
}

/// All journeys, in parts that take one to three minutes, those that take longest first: the last of them must not be
/// waited for alone.
const PARTS: [(FrontEnd, JourneyPart); 12] = [
    (FrontEnd::Admin, JourneyPart::of(4, 7)),
    (FrontEnd::Admin, JourneyPart::of(1, 7)),
    (FrontEnd::Admin, JourneyPart::of(3, 7)),
    (FrontEnd::Admin, JourneyPart::of(5, 7)),
    (FrontEnd::Admin, JourneyPart::of(6, 7)),
    (FrontEnd::Admin, JourneyPart::of(7, 7)),
    (FrontEnd::Admin, JourneyPart::of(2, 7)),
    (FrontEnd::Storefront, JourneyPart::of(1, 5)),
    (FrontEnd::Storefront, JourneyPart::of(2, 5)),
    (FrontEnd::Storefront, JourneyPart::of(3, 5)),
    (FrontEnd::Storefront, JourneyPart::of(4, 5)),
    (FrontEnd::Storefront, JourneyPart::of(5, 5)),
];

/// Parts that run at the same time: a browser, its server and its journey take turns, and each part waits for two fifths of
/// its time.
const MAX_CONCURRENT: usize = 4;

/// `cargo xtask e2e`: builds what has changed and runs the journeys.
pub(crate) fn run_alone(repository: &Repository, half: Option<FrontEnd>, part: Option<JourneyPart>) -> Result<()> {
    background::end_on_ctrl_c()?;
    LESS.build(repository)?;
    ADMIN.build(repository)?;
    ISLANDS.build(repository)?;
    wasm::build_plugins(repository.root())?;
    wasm::engine::build(repository.root())?;
    up::build_server(repository, false)?;
    fs::create_dir_all(repository.target("spec")).context("target/spec cannot be created")?;
    run(repository, half, part)
}

/// Runs the journeys of one front end, or of both: one part, or all of them, several at the same time.
pub(crate) fn run(repository: &Repository, half: Option<FrontEnd>, part: Option<JourneyPart>) -> Result<()> {
    prerequisites::ensure(&[Need::Chromium])?;
    if let Some((half, part)) = half.zip(part) {
        return run_part(repository, half, part);
    }
    let parts = PARTS.into_iter().filter(|(of, _)| half.is_none_or(|half| half == *of));
    let waiting: Mutex<VecDeque<(FrontEnd, JourneyPart)>> = Mutex::new(parts.collect());
    let work = || {
        let mut ended = Ok(());
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some((half, part)) = next else { return ended };
            let part = part.to_string();
            let arguments = ["e2e", half.argument(), "--as-built", "--part", part.as_str()];
            // The output of each is printed, even when another failed.
            let result = BackgroundProcess::start(repository, &arguments).and_then(BackgroundProcess::wait);
            ended = ended.and(result);
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..MAX_CONCURRENT).map(|_| scope.spawn(work)).collect();
        let ends = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked")));
        ends.fold(Ok(()), Result::and)
    })
}

/// Runs journeys of one front end against their own demo server.
///
/// They find the server through `STOA_E2E_PORT`, `STOA_E2E_ADMIN_URL` and `STOA_E2E_SITE_URL`, its e-mails in
/// `STOA_E2E_OUTBOX`, the data of servers that they start themselves in `STOA_E2E_DEMO`, and the browser through
/// `STOA_E2E_CHROMIUM`. A failed journey is retried once, since a slow
/// machine with a browser and a server can be the cause; one that passes only on retry is reported at the end.
fn run_part(repository: &Repository, half: FrontEnd, part: JourneyPart) -> Result<()> {
    let chromium = prerequisites::chromium().context("Chromium is missing")?;
    let folder = half.folder();
    let runner_package = if half == FrontEnd::Admin { ADMIN } else { ISLANDS };
    let name = format!("{}-{part}", half.name());
    println!("    {name}");
    runner_package.install(repository)?;
    if !repository.path(folder).is_dir() {
        bail!("{folder} is missing");
    }
    let server = DemoServer::start(repository, false, &Storage::Sqlite)?;
    // What journeys and the browser write is in memory, as the data of the server.
    let scratch = memory_folder::create("stoa-journeys-")?;
    let demo = scratch.path().join("demo");
    demo_template::copy_to(repository, &demo)?;
    let config = config_file(repository, folder, runner_package.path(repository))?;
    let place = config.parent().context("the Playwright configuration has no folder")?;
    let program = runner_package.path(repository).join("node_modules/.bin/playwright");
    let mut playwright = shell::command(program, place);
    let record = repository.target(&format!("spec/playwright-{name}.json"));
    playwright.args(["test", "--reporter=list,json", "--retries=1", "--config"]).arg(&config);
    playwright.arg(format!("--shard={}/{}", part.number, part.count));
    // Each empties the folder of its traces when it starts.
    playwright.arg("--output").arg(place.join("test-results").join(part.to_string()));
    playwright
        .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &record)
        .env("STOA_E2E_CHROMIUM", &chromium)
        .env("STOA_E2E_PORT", server.port().to_string())
        .env("STOA_E2E_OUTBOX", server.outbox())
        .env("STOA_E2E_DEMO", &demo)
        .env("TMPDIR", scratch.path())
        .env("STOA_E2E_ADMIN_URL", format!("http://localhost:{}/admin", server.port()))
        .env("STOA_E2E_SITE_URL", format!("http://juniper.localhost:{}", server.port()))
        // For the servers that journeys start themselves: their plugins are compiled already.
        .env(SECRET_KEY.0, SECRET_KEY.1);
    let mut failed = Vec::new();
    if let Err(error) = shell::run(&mut playwright) {
        println!("    {error:#}\n    the end of the server's log:\n{}", server.log_tail());
        failed.push(format!("{folder}:"));
    }
    let report = Report::read(&record)?;
    failed.extend(report.failed);
    for journey in &report.unsteady {
        println!("    passed only when retried: {journey}");
    }
    if !failed.is_empty() {
        bail!("journeys failed in {}", failed.join("\n      "));
    }
    Ok(())
}

/// The configuration is in the folder of the journeys, next to it, or in the package that contains the runner.
fn config_file(repository: &Repository, folder: &str, package: std::path::PathBuf) -> Result<std::path::PathBuf> {
    let journeys = repository.path(folder);
    let places = [Some(journeys.clone()), journeys.parent().map(std::path::Path::to_path_buf), Some(package)];
    places
        .into_iter()
        .flatten()
        .map(|place| place.join("playwright.config.ts"))
        .find(|file| file.is_file())
        .with_context(|| format!("no playwright.config.ts for {folder}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_parts_are_all_journeys() {
        for half in [FrontEnd::Admin, FrontEnd::Storefront] {
            let parts: Vec<JourneyPart> = PARTS.iter().filter(|(of, _)| *of == half).map(|(_, part)| *part).collect();
            let numbers: BTreeSet<u8> = parts.iter().map(|part| part.number).collect();
            assert!(numbers.into_iter().eq(1..=u8::try_from(parts.len()).unwrap()));
            assert!(parts.iter().all(|part| usize::from(part.count) == parts.len()));
        }
    }

    #[test]
    fn parts_are_written_and_read() {
        assert_eq!("2-of-4".parse::<JourneyPart>().unwrap().to_string(), "2-of-4");
        assert!(["first", "5-of-4", "0-of-2"].iter().all(|text| text.parse::<JourneyPart>().is_err()));
    }
}
