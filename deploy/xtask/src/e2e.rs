//! The browser journeys.

use anyhow::{Context, Result, bail};

use crate::frontend::{ADMIN, ISLANDS};
use crate::journeys::Report;
use crate::needs::{self, Need};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};
use crate::{shell, up, wasm};

/// `cargo xtask e2e`: builds what has changed and runs the journeys.
pub(crate) fn run_alone(repository: &Repository) -> Result<()> {
    ADMIN.build(repository)?;
    ISLANDS.build(repository)?;
    wasm::build_plugins(repository.root())?;
    wasm::engine::build(repository.root())?;
    up::build_server(repository, false)?;
    run(repository)
}

/// Runs the journeys of both front ends, each against a fresh demo server.
///
/// They find the server through `STOA_E2E_PORT`, `STOA_E2E_ADMIN_URL` and `STOA_E2E_SITE_URL`, its letters in
/// `STOA_E2E_OUTBOX`, and the browser through `STOA_E2E_CHROMIUM`. A journey that goes wrong is tried once more, since
/// a whole browser, a server and a slow machine share the blame; one that needed it is named at the end.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    needs::ensure(&[Need::Chromium])?;
    let chromium = needs::chromium().context("no Chromium, although it was just there")?;
    let mut failed = Vec::new();
    let mut unsteady = Vec::new();
    for (name, runner_package, folder) in
        [("admin-ui", ADMIN, "admin-ui/e2e"), ("storefront-ui", ISLANDS, "storefront-ui/e2e")]
    {
        println!("    {folder}");
        runner_package.install(repository)?;
        if !repository.path(folder).is_dir() {
            bail!("{folder} is missing");
        }
        let server = DemoServer::start(repository, false, &Storage::Sqlite)?;
        let config = config_file(repository, folder, runner_package.path(repository))?;
        let mut playwright = shell::command(
            runner_package.path(repository).join("node_modules/.bin/playwright"),
            config.parent().context("the Playwright configuration lies nowhere")?,
        );
        let record = repository.target(&format!("spec/playwright-{name}.json"));
        playwright.args(["test", "--reporter=list,json", "--retries=1", "--config"]).arg(&config);
        playwright
            .env("PLAYWRIGHT_JSON_OUTPUT_FILE", &record)
            .env("STOA_E2E_CHROMIUM", &chromium)
            .env("STOA_E2E_PORT", server.port().to_string())
            .env("STOA_E2E_OUTBOX", server.outbox())
            .env("STOA_E2E_ADMIN_URL", format!("http://localhost:{}/admin", server.port()))
            .env("STOA_E2E_SITE_URL", format!("http://juniper.localhost:{}", server.port()));
        if let Err(error) = shell::run(&mut playwright) {
            println!("    {error:#}\n    the server's last words:\n{}", server.last_words());
            failed.push(format!("{folder}:"));
        }
        let report = Report::read(&record)?;
        failed.extend(report.failed);
        unsteady.extend(report.unsteady);
    }
    for journey in &unsteady {
        println!("    went well only at the second try: {journey}");
    }
    if !failed.is_empty() {
        bail!("journeys failed in {}", failed.join("\n      "));
    }
    Ok(())
}

/// The configuration lies in the folder of the journeys, beside it, or in the package that brings the runner.
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
