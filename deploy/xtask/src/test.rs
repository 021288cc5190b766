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
use crate::{
    contract, deploy_checks, e2e, format, frontend, load, openapi, packages, rust_tests, shell, spec, tidy, wasm,
};

const STEPS: usize = 19;

/// Runs all steps in scope; stops at the first failure unless `keep_going`.
pub(crate) fn run(repository: &Repository, keep_going: bool, scope: &Scope) -> Result<()> {
    clear_last_results(repository)?;
    background::end_on_ctrl_c()?;
    let has_front_ends = scope.has(&[Part::Admin, Part::Islands, Part::Contract, Part::Load]);
    let has_rust = scope.has_server() || scope.is_everything();
    let mut steps = Steps::new(STEPS, if keep_going { OnFailure::KeepGoing } else { OnFailure::Stop });
    // The compiler takes longest, and leaves a core idle for minutes, since our own crates depend on each other like a
    // chain: the steps up to its own run beside it, and it ends with a failure of one of them. Unit tests have precedence,
    // since they wait for screens only so long.
    let mut rust = None;
    steps.run("checking the tools", None, || {
        prerequisites::ensure_node()?;
        prerequisites::ensure(&[Need::CCompiler])?;
        rust = Some(rust_tests::start_build(repository)?);
        prerequisites::ensure(&[Need::Chromium, Need::Postgres, Need::Redis, Need::Python])
    })?;
    steps.run("formatting", None, || format::check(repository))?;
    steps.run("tidy", None, || tidy::run(repository))?;
    steps.run_if(scope.is_everything(), "Rust packages: licences, sources, known vulnerabilities", None, || {
        packages::run(repository)
    })?;
    let gently = |arguments: &[&str]| BackgroundProcess::start_gently(repository, arguments);
    steps.run("front ends: packages and build", None, || frontend::build_all(repository))?;
    let types = if has_front_ends { Some(gently(&["front-ends", "types"])?) } else { None };
    steps.run("template engine and editing rules for browsers", None, || gently(&["engine", "--check"])?.wait())?;
    steps.run_if(
        has_front_ends,
        "front ends: types and lint",
        Some("started together with the previous step"),
        || types.map_or(Ok(()), BackgroundProcess::wait),
    )?;
    steps.run_if(has_front_ends, "front ends: unit tests", None, || {
        BackgroundProcess::start(repository, &["front-ends", "unit-tests"])?.wait()
    })?;
    steps.run_if(has_front_ends, "TypeScript types against openapi.json", None, || openapi::check_types(repository))?;
    steps.run("plugins", None, || {
        wasm::build_plugins(repository.root())?;
        if scope.has(&[Part::Guests]) { wasm::check_guests(repository.root()) } else { Ok(()) }
    })?;
    steps.run("Rust: clippy, building the tests and the server", Some("started with the first step"), || {
        rust.map_or_else(|| rust_tests::build(repository), BackgroundProcess::wait)
    })?;
    let filter = scope.rust_tests();
    steps.run_if(filter.as_deref() != Some("none()"), "Rust tests", filter.as_deref(), || {
        let databases = Databases::start(Durability::None)?;
        rust_tests::run(repository, &databases, filter.as_deref())
    })?;
    steps.run_if(has_rust || scope.has(&[Part::Contract]), "openapi.json against the server", None, || {
        openapi::check_document(repository)
    })?;
    let halves = (has_rust || scope.has(&[Part::Admin]), has_rust || scope.has(&[Part::Islands]));
    steps.run_if(halves != (false, false), "browser journeys", None, || match halves {
        (true, true) => e2e::run(repository, None, None),
        (true, false) => e2e::run(repository, Some(FrontEnd::Admin), None),
        (false, _) => e2e::run(repository, Some(FrontEnd::Storefront), None),
    })?;
    steps.run_if(has_rust, "template engine in Chromium", None, || wasm::engine::compare(repository))?;
    steps.run_if(has_rust || scope.has(&[Part::Load]), "load tests", None, || load::checks(repository))?;
    steps.run_if(
        has_rust || scope.has(&[Part::Contract]),
        "requests from openapi.json against the server",
        None,
        || contract::run(repository, None),
    )?;
    steps.run_if(scope.has(&[Part::Deployment, Part::Load]), "deployment files", None, || {
        deploy_checks::run(repository)
    })?;
    // Only a complete run can prove the rows of the ledger.
    steps.run_if(scope.is_everything(), "requirements", None, || {
        write_run_file(repository)?;
        spec::summarise(repository)
    })?;
    steps.finish()
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
