//! The browser journeys.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::frontend::{ADMIN, ISLANDS, Package};
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
/// One shopper and one owner do not keep two cores busy, so both walk at the same time; what the second runner prints
/// is shown when the first has ended. The journeys find the server through `STOA_E2E_PORT`, `STOA_E2E_ADMIN_URL` and
/// `STOA_E2E_SITE_URL`, its letters in `STOA_E2E_OUTBOX`, and the browser through `STOA_E2E_CHROMIUM`.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    needs::ensure(&[Need::Chromium])?;
    let chromium = needs::chromium().context("no Chromium, although it was just there")?;
    let storefront = Journeys::prepare(repository, "storefront-ui", ISLANDS, &chromium)?;
    let admin = Journeys::prepare(repository, "admin-ui", ADMIN, &chromium)?;
    let log = repository.target("spec/playwright-storefront-ui.log");
    let mut shoppers = storefront.walk_into(repository, &log)?;
    println!("    {}", admin.folder);
    let owners_end = admin.runner(repository).and_then(|mut runner| shell::run(&mut runner));
    let shoppers_end = shoppers.wait().context("the journeys of shoppers cannot be watched")?;
    println!("    {}", storefront.folder);
    print!("{}", fs::read_to_string(&log).context("what the journeys of shoppers printed cannot be read")?);
    let mut failed = Vec::new();
    if let Err(error) = owners_end {
        failed.push(admin.failed(&format!("{error:#}")));
    }
    if !shoppers_end.success() {
        failed.push(storefront.failed(&format!("playwright failed ({shoppers_end})")));
    }
    if !failed.is_empty() {
        bail!("journeys failed in {}", failed.join(" and "));
    }
    Ok(())
}

/// The journeys of one front end and the server they walk on.
struct Journeys {
    name: &'static str,
    folder: String,
    package: Package,
    chromium: PathBuf,
    server: DemoServer,
}

impl Journeys {
    fn prepare(repository: &Repository, name: &'static str, package: Package, chromium: &Path) -> Result<Self> {
        package.install(repository)?;
        let folder = format!("{name}/e2e");
        if !repository.path(&folder).is_dir() {
            bail!("{folder} is missing");
        }
        let server = DemoServer::start(repository, false, &Storage::Sqlite)?;
        Ok(Self { name, folder, package, chromium: chromium.to_path_buf(), server })
    }

    fn runner(&self, repository: &Repository) -> Result<Command> {
        let package = self.package.path(repository);
        let config = config_file(repository, &self.folder, package.clone())?;
        let mut playwright = shell::command(
            package.join("node_modules/.bin/playwright"),
            config.parent().context("the Playwright configuration lies nowhere")?,
        );
        let port = self.server.port();
        playwright.args(["test", "--reporter=list,json", "--retries=0", "--config"]).arg(&config);
        playwright
            .env("PLAYWRIGHT_JSON_OUTPUT_FILE", repository.target(&format!("spec/playwright-{}.json", self.name)))
            .env("STOA_E2E_CHROMIUM", &self.chromium)
            .env("STOA_E2E_PORT", port.to_string())
            .env("STOA_E2E_OUTBOX", self.server.outbox())
            .env("STOA_E2E_ADMIN_URL", format!("http://localhost:{port}/admin"))
            .env("STOA_E2E_SITE_URL", format!("http://juniper.localhost:{port}"));
        Ok(playwright)
    }

    /// Starts the journeys; what they print goes into the file.
    fn walk_into(&self, repository: &Repository, log: &Path) -> Result<Child> {
        let folder = log.parent().context("the file lies nowhere")?;
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let file = File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
        let errors = file.try_clone().context("the file cannot be shared")?;
        let mut runner = self.runner(repository)?;
        runner.stdout(file).stderr(errors).stdin(Stdio::null());
        runner.spawn().context("the journeys cannot be started")
    }

    fn failed(&self, error: &str) -> &str {
        println!("    {error}\n    the server's last words:\n{}", self.server.last_words());
        &self.folder
    }
}

/// The configuration lies in the folder of the journeys, beside it, or in the package that brings the runner.
fn config_file(repository: &Repository, folder: &str, package: PathBuf) -> Result<PathBuf> {
    let journeys = repository.path(folder);
    let places = [Some(journeys.clone()), journeys.parent().map(Path::to_path_buf), Some(package)];
    places
        .into_iter()
        .flatten()
        .map(|place| place.join("playwright.config.ts"))
        .find(|file| file.is_file())
        .with_context(|| format!("no playwright.config.ts for {folder}"))
}
