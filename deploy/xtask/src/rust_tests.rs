//! Runs the Rust tests, with nextest where it is installed, otherwise with `cargo test`.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::background::BackgroundProcess;
use crate::database::Databases;
use crate::frontend::{ADMIN, ISLANDS, LESS};
use crate::repository::Repository;
use crate::{memory_folder, shell, tools, wasm};

const JUNIT: &str = "spec/rust.xml";

/// Builds and lints everything in the workspace: libraries, tests, benches and the server program.
pub(crate) fn build(repository: &Repository) -> Result<()> {
    if !has_nextest(repository) {
        println!("    cargo-nextest is not installed, so cargo test is used");
        println!("    (to install it: cargo install cargo-nextest --locked)");
    }
    // Not `--all-targets`: it compiles unit tests of libraries that have none (`test = false`) as well.
    shell::run(linting_cargo(repository)?.args([
        "test",
        "--workspace",
        "--tests",
        "--benches",
        "--examples",
        "--no-run",
    ]))
}

/// Starts [`build`] in the background. The folders that the server reads at run time are built meanwhile.
pub(crate) fn start_build(repository: &Repository) -> Result<BackgroundProcess> {
    LESS.build(repository)?;
    ADMIN.make_built_folder(repository)?;
    ISLANDS.make_built_folder(repository)?;
    wasm::engine::make_folder(repository.root())?;
    BackgroundProcess::start_gently(repository, &["rust"])
}

/// cargo with clippy as the compiler of our own crates, which lints and compiles them in one pass; a warning is an error.
/// Other commands of cargo do not share what it builds of them.
pub(crate) fn linting_cargo(repository: &Repository) -> Result<Command> {
    let mut cargo = shell::cargo(repository.root());
    lint(&mut cargo, repository.root())?;
    Ok(cargo)
}

/// Makes cargo lint the packages of its workspace while it compiles them; a warning is an error.
pub(crate) fn lint(cargo: &mut Command, root: &Path) -> Result<()> {
    let sysroot = shell::output(shell::command("rustc", root).args(["--print", "sysroot"]))?;
    let clippy = PathBuf::from(sysroot.trim()).join("bin/clippy-driver");
    if !clippy.is_file() {
        bail!("clippy is not installed (to install it: rustup component add clippy)");
    }
    // The arguments `-D warnings`, as `cargo clippy` passes them on.
    cargo.env("RUSTC_WORKSPACE_WRAPPER", clippy).env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    Ok(())
}

/// Runs the tests of the whole workspace with a Postgres, a Redis and an S3-compatible server.
///
/// `filter` is a nextest filter expression; `cargo test` runs all tests.
pub(crate) fn run(repository: &Repository, databases: &Databases, filter: Option<&str>) -> Result<()> {
    let mut cargo = linting_cargo(repository)?;
    databases.set_test_environment(&mut cargo);
    cargo.env("STOA_TEST_S3_SERVER", tools::ensure(repository)?.join("moto_server"));
    // What a test leaves behind is deleted with the folder. Tests that start a Postgres do so as another user.
    let scratch = memory_folder::create("stoa-tests-")?;
    fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o711)).context("the folder cannot be opened")?;
    cargo.env("TMPDIR", scratch.path());
    // Fixed seed: property tests use the same cases in each run, so that only the change under test affects the result.
    cargo.env("PROPTEST_RNG_SEED", "1");
    if has_nextest(repository) {
        cargo.args(["nextest", "run", "--workspace", "--profile", "full"]);
        // Tests with a whole server spend half of their time waiting: for e-mails, pauses, restarts.
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        cargo.arg(format!("--test-threads={}", 2 * cores));
        cargo.args(filter.map(|filter| format!("--filterset={filter}")));
        // nextest writes its reports to the workspace's own target folder, wherever cargo builds.
        let report = repository.path("target/nextest/full/junit.xml");
        if report.exists() {
            fs::remove_file(&report).context("the report of the last run cannot be removed")?;
        }
        let ended = shell::run(&mut cargo);
        fs::create_dir_all(repository.target("spec")).context("target/spec cannot be created")?;
        fs::copy(&report, repository.target(JUNIT))
            .with_context(|| format!("nextest wrote no report to {}", report.display()))?;
        ended
    } else {
        cargo.args(["test", "--workspace", "--no-fail-fast"]);
        run_cargo_test(repository, cargo)
    }
}

/// Folder and name of each workspace package, longest folder first.
pub(crate) fn packages(repository: &Repository) -> Result<Vec<(PathBuf, String)>> {
    let metadata = metadata(repository)?;
    let members = metadata.get("packages").and_then(Value::as_array).context("cargo metadata lists no packages")?;
    let mut packages: Vec<(PathBuf, String)> = members
        .iter()
        .filter(|package| package.get("source").is_none_or(Value::is_null))
        .filter_map(|package| {
            let manifest = PathBuf::from(package.get("manifest_path")?.as_str()?);
            Some((manifest.parent()?.to_path_buf(), package.get("name")?.as_str()?.to_owned()))
        })
        .collect();
    packages.sort_by_key(|(folder, _)| std::cmp::Reverse(folder.components().count()));
    Ok(packages)
}

/// Cargo metadata of the workspace's packages, dependencies by name only.
pub(crate) fn metadata(repository: &Repository) -> Result<Value> {
    let text = shell::output(shell::cargo(repository.root()).args(["metadata", "--format-version", "1", "--no-deps"]))?;
    serde_json::from_str(&text).context("cargo metadata printed something that is not JSON")
}

fn has_nextest(repository: &Repository) -> bool {
    shell::cargo(repository.root())
        .args(["nextest", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs `cargo test`, prints its output, and writes the same report as nextest.
fn run_cargo_test(repository: &Repository, cargo: Command) -> Result<()> {
    // One pipe for both streams: names of test binaries are written to stderr, results to stdout.
    let mut shell = shell::command("sh", repository.root());
    shell.arg("-c").arg("exec \"$0\" \"$@\" 2>&1").arg(cargo.get_program()).args(cargo.get_args());
    for (name, value) in cargo.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let mut child = shell.stdout(Stdio::piped()).spawn().context("could not start cargo test")?;
    let mut lines = Vec::new();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.context("cargo test printed something that is not UTF-8")?;
            println!("{line}");
            lines.push(line);
        }
    }
    let status = child.wait().context("waiting for cargo test failed")?;
    let names: Vec<String> = packages(repository)?.into_iter().map(|(_, name)| name).collect();
    fs::create_dir_all(repository.target("spec")).context("target/spec cannot be created")?;
    let mut report = File::create(repository.target(JUNIT)).context("the report cannot be written")?;
    write!(report, "{}", junit(&lines, &names)).context("the report cannot be written")?;
    if !status.success() {
        bail!("`cargo test --workspace` failed ({status})");
    }
    Ok(())
}

fn junit(lines: &[String], packages: &[String]) -> String {
    let mut report = String::from("<testsuites>");
    let mut open = false;
    for line in lines {
        let line = line.trim();
        if let Some(running) = line.strip_prefix("Running ") {
            if open {
                report.push_str("</testsuite>");
            }
            report.push_str(&format!("<testsuite name=\"{}\">", binary_id(running, packages)));
            open = true;
        } else if let Some((name, result)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... "))
            && open
        {
            let inside = match result.split([' ', ',']).next() {
                Some("ok") => "",
                Some("ignored") => "<skipped/>",
                _ => "<failure/>",
            };
            let name = name.trim_end_matches(" - should panic");
            report.push_str(&format!("<testcase name=\"{name}\">{inside}</testcase>"));
        }
    }
    if open {
        report.push_str("</testsuite>");
    }
    report.push_str("</testsuites>");
    report
}

/// nextest's id of the binary in a line such as `unittests src/lib.rs (target/debug/deps/stoa_kernel-0a1b)`.
fn binary_id(running: &str, packages: &[String]) -> String {
    let file = running.rsplit_once("deps/").map_or("", |(_, file)| file);
    let target = file.split('-').next().unwrap_or_default();
    let package = packages.iter().find(|name| name.replace('-', "_") == target);
    match package {
        Some(package) if running.starts_with("unittests") => package.clone(),
        _ if running.starts_with("unittests") => format!("stoa-server::bin/{target}"),
        // The line does not contain the package of an integration test; all targets called `it` belong to the server.
        _ => format!("stoa-server::{target}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_test_output_to_report() {
        let lines: Vec<String> = [
            "     Running unittests src/lib.rs (target/debug/deps/stoa_kernel-0a1b)",
            "test money::adds ... ok",
            "test money::slow ... ignored, needs a server",
            "     Running tests/it/main.rs (target/debug/deps/it-0a1b)",
            "test orders::lists ... FAILED",
        ]
        .map(str::to_owned)
        .to_vec();
        let report = junit(&lines, &["stoa-kernel".to_owned()]);
        assert_eq!(
            report,
            "<testsuites><testsuite name=\"stoa-kernel\"><testcase name=\"money::adds\"></testcase>\
             <testcase name=\"money::slow\"><skipped/></testcase></testsuite><testsuite name=\"stoa-server::it\">\
             <testcase name=\"orders::lists\"><failure/></testcase></testsuite></testsuites>"
        );
    }
}
