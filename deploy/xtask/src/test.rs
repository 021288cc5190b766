//! `cargo xtask test`: everything that CI checks, ordered so that cheap checks fail first.

use std::fs;
use std::time::SystemTime;

use anyhow::{Context, Result};

use crate::background::{self, BackgroundProcess};
use crate::changed::{Part, Scope};
use crate::database::{Databases, Durability};
use crate::e2e::FrontEnd;
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::steps::{OnFailure, Steps};
use crate::{disk, e2e, format, frontend, load, openapi, packages, rust_tests, shell, spec, tidy, tools, wasm};

const STEPS: usize = 19;

/// Runs all steps in scope; stops at the first failure unless `keep_going`.
pub(crate) fn run(repository: &Repository, keep_going: bool, scope: &Scope) -> Result<()> {
    clear_last_results(repository)?;
    background::end_on_ctrl_c()?;
    let on_failure = if keep_going { OnFailure::KeepGoing } else { OnFailure::Stop };
    let mut checks = Checks { repository, scope, steps: Steps::new(STEPS, on_failure) };
    let build = checks.sources()?;
    checks.front_ends()?;
    checks.rust(build)?;
    checks.running_server()?;
    let Checks { mut steps, .. } = checks;
    // Only a complete run can prove the rows of the ledger.
    steps.run_if(scope.is_everything(), "requirements", None, || {
        write_run_file(repository)?;
        spec::summarise(repository)
    })?;
    steps.finish()
}

/// The steps of a run, in groups of what they check.
struct Checks<'a> {
    repository: &'a Repository,
    scope: &'a Scope,
    steps: Steps,
}

impl Checks<'_> {
    fn has_rust(&self) -> bool {
        self.scope.has_server() || self.scope.is_everything()
    }

    fn gently(&self, arguments: &[&str]) -> Result<BackgroundProcess> {
        BackgroundProcess::start_gently(self.repository, arguments)
    }

    /// Steps that need nothing built. Returns the build of the Rust packages, which they start.
    ///
    /// The compiler takes longest, and leaves a core idle for minutes, since our own crates depend on each other like a
    /// chain: the steps up to its own run beside it, and it ends with a failure of one of them. Unit tests have
    /// precedence, since they wait for screens only so long.
    fn sources(&mut self) -> Result<Option<BackgroundProcess>> {
        let (repository, scope) = (self.repository, self.scope);
        let mut build = None;
        self.steps.run("checking the tools", None, || {
            disk::ensure_room_for_checks(repository)?;
            prerequisites::ensure_node()?;
            prerequisites::ensure(&[Need::CCompiler])?;
            build = Some(rust_tests::start_build(repository)?);
            prerequisites::ensure(&[Need::Chromium, Need::Postgres, Need::Redis, Need::Python])?;
            // What runs beside each other must not install them twice.
            tools::ensure(repository).map(drop)
        })?;
        self.steps.run("formatting", None, || format::check(repository))?;
        self.steps.run("tidy", None, || tidy::run(repository))?;
        let packages = "Rust packages: licences, sources, known vulnerabilities";
        self.steps.run_if(scope.is_everything(), packages, None, || packages::run(repository))?;
        Ok(build)
    }

    fn front_ends(&mut self) -> Result<()> {
        let (repository, scope) = (self.repository, self.scope);
        let has_any = scope.has(&[Part::Admin, Part::Islands, Part::Contract, Part::Load]);
        let has_deployment = scope.has(&[Part::Deployment, Part::Load]);
        self.steps.run("front ends: packages and build", None, || frontend::build_all(repository))?;
        let types = has_any.then(|| self.gently(&["front-ends", "types"])).transpose()?;
        let deployment = has_deployment.then(|| self.gently(&["deploy"])).transpose()?;
        let engine = self.gently(&["engine", "--check"])?;
        self.steps.run("template engine and editing rules for browsers", None, || engine.wait())?;
        let hint = Some("started together with the previous step");
        self.steps.run_if(has_any, "front ends: types and lint", hint, || ended(types))?;
        self.steps.run_if(has_deployment, "deployment files", hint, || ended(deployment))?;
        self.steps.run_if(has_any, "front ends: unit tests", None, || {
            BackgroundProcess::start(repository, &["front-ends", "unit-tests"])?.wait()
        })?;
        self.steps
            .run_if(has_any, "TypeScript types against openapi.json", None, || openapi::check_types(repository))?;
        self.steps.run("plugins", None, || {
            wasm::build_plugins(repository.root())?;
            if scope.has(&[Part::Guests]) { wasm::check_guests(repository.root()) } else { Ok(()) }
        })
    }

    fn rust(&mut self, build: Option<BackgroundProcess>) -> Result<()> {
        let repository = self.repository;
        let title = "Rust: clippy, building the tests and the server";
        self.steps.run(title, Some("started with the first step"), || {
            build.map_or_else(|| rust_tests::build(repository), BackgroundProcess::wait)
        })?;
        let filter = self.scope.rust_tests();
        self.steps.run_if(filter.as_deref() != Some("none()"), "Rust tests", filter.as_deref(), || {
            let databases = Databases::start(Durability::None)?;
            rust_tests::run(repository, &databases, filter.as_deref())
        })
    }

    /// What is checked with the server running.
    fn running_server(&mut self) -> Result<()> {
        let (repository, scope, has_rust) = (self.repository, self.scope, self.has_rust());
        let has_contract = has_rust || scope.has(&[Part::Contract]);
        self.steps
            .run_if(has_contract, "openapi.json against the server", None, || openapi::check_document(repository))?;
        // Journeys leave a core idle now and then, and have precedence.
        let engine = has_rust.then(|| self.gently(&["engine", "--compare"])).transpose()?;
        let halves = (has_rust || scope.has(&[Part::Admin]), has_rust || scope.has(&[Part::Islands]));
        self.steps.run_if(halves != (false, false), "browser journeys", None, || match halves {
            (true, true) => e2e::run(repository, None, None),
            (true, false) => e2e::run(repository, Some(FrontEnd::Admin), None),
            (false, _) => e2e::run(repository, Some(FrontEnd::Storefront), None),
        })?;
        let hint = Some("started together with the previous step");
        self.steps.run_if(has_rust, "template engine in Chromium", hint, || ended(engine))?;
        // Load tests wait for the ends of their profiles most of the time, and have precedence.
        let contract = has_contract.then(|| self.gently(&["contract", "--as-built"])).transpose()?;
        self.steps.run_if(has_rust || scope.has(&[Part::Load]), "load tests", None, || load::checks(repository))?;
        let title = "requests from openapi.json against the server";
        self.steps.run_if(has_contract, title, hint, || ended(contract))
    }
}

/// Waits for a step that runs in the background, if it was started.
fn ended(process: Option<BackgroundProcess>) -> Result<()> {
    process.map_or(Ok(()), BackgroundProcess::wait)
}

/// Deletes results of earlier runs, which must not be taken for those of this one.
fn clear_last_results(repository: &Repository) -> Result<()> {
    let folder = repository.target("spec");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))
}

fn write_run_file(repository: &Repository) -> Result<()> {
    let date = shell::probe("date", &["-u", "+%Y-%m-%d %H:%M UTC"]);
    let seconds = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map(|time| time.as_secs()).unwrap_or(0);
    let text = date.unwrap_or_else(|| format!("{} seconds after 1970", seconds()));
    fs::write(repository.target(spec::RUN_FILE), text).context("the end of the run cannot be recorded")
}
