//! Runs the browser tests (journeys).

use std::fs;

use anyhow::{Context, Result, bail};

use crate::background::{self, BackgroundProcess};
use crate::frontend::{ADMIN, ISLANDS, LESS};
use crate::journeys::Report;
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::server::{DemoServer, SECRET_KEY, Storage};
use crate::{shell, up, wasm};

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

    fn folder(self) -> &'static str {
        match self {
            FrontEnd::Admin => "admin-ui/e2e",
            FrontEnd::Storefront => "storefront-ui/e2e",
        }
    }
}

/// A part of the journeys of the admin, which take twice as long as the others: half of them, by the names of their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum JourneyPart {
    First,
    Second,
}

impl JourneyPart {
    fn name(self) -> &'static str {
        match self {
            JourneyPart::First => "first",
            JourneyPart::Second => "second",
        }
    }

    /// What Playwright calls it.
    fn shard(self) -> &'static str {
        match self {
            JourneyPart::First => "--shard=1/2",
            JourneyPart::Second => "--shard=2/2",
        }
    }
}

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

/// Runs the journeys of one front end, or of both. Three parts run concurrently: a browser and its server take turns, and
/// leave a core idle half of the time.
pub(crate) fn run(repository: &Repository, half: Option<FrontEnd>, part: Option<JourneyPart>) -> Result<()> {
    prerequisites::ensure(&[Need::Chromium])?;
    if half == Some(FrontEnd::Storefront) || part.is_some() {
        return run_part(repository, half.unwrap_or(FrontEnd::Admin), part);
    }
    let mut beside = Vec::new();
    if half.is_none() {
        beside.push(BackgroundProcess::start(repository, &["e2e", "storefront", "--as-built"])?);
    }
    let second = JourneyPart::Second.name();
    beside.push(BackgroundProcess::start(repository, &["e2e", "admin", "--as-built", "--part", second])?);
    let mut ended = run_part(repository, FrontEnd::Admin, Some(JourneyPart::First));
    for process in beside {
        // The output of each is printed, also when another failed.
        let result = process.wait();
        ended = ended.and(result);
    }
    ended
}

/// Runs journeys of one front end against their own demo server.
///
/// They find the server through `STOA_E2E_PORT`, `STOA_E2E_ADMIN_URL` and `STOA_E2E_SITE_URL`, its e-mails in
/// `STOA_E2E_OUTBOX`, and the browser through `STOA_E2E_CHROMIUM`. A failed journey is retried once, since a slow
/// machine with a browser and a server can be the cause; one that passes only on retry is reported at the end.
fn run_part(repository: &Repository, half: FrontEnd, part: Option<JourneyPart>) -> Result<()> {
    let chromium = prerequisites::chromium().context("Chromium is missing")?;
    let folder = half.folder();
    let runner_package = if half == FrontEnd::Admin { ADMIN } else { ISLANDS };
    let name = part.map_or_else(|| half.name().to_owned(), |part| format!("{}-{}", half.name(), part.name()));
    println!("    {name}");
    runner_package.install(repository)?;
    if !repository.path(folder).is_dir() {
        bail!("{folder} is missing");
    }
    let server = DemoServer::start(repository, false, &Storage::Sqlite)?;
    let config = config_file(repository, folder, runner_package.path(repository))?;
    let place = config.parent().context("the Playwright configuration has no folder")?;
    let program = runner_package.path(repository).join("node_modules/.bin/playwright");
    let mut playwright = shell::command(program, place);
    let record = repository.target(&format!("spec/playwright-{name}.json"));
    playwright.args(["test", "--reporter=list,json", "--retries=1", "--config"]).arg(&config);
    if let Some(part) = part {
        // Each empties the folder of its traces when it starts.
        playwright.arg(part.shard()).arg("--output").arg(place.join("test-results").join(part.name()));
    }
    playwright
        .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &record)
        .env("STOA_E2E_CHROMIUM", &chromium)
        .env("STOA_E2E_PORT", server.port().to_string())
        .env("STOA_E2E_OUTBOX", server.outbox())
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
