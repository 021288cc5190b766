//! Checks the Rust packages of the lock file with cargo-deny and `.deny.toml`: licences, sources, duplicates and known
//! vulnerabilities.

use anyhow::Result;

use crate::repository::Repository;
use crate::{shell, tools};

/// Fails on what `.deny.toml` does not allow. Vulnerabilities are only checked when the advisory database can be
/// fetched; being offline does not fail the other checks.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let deny = tools::ensure(repository)?.join("cargo-deny");
    let check = |what: &[&str]| {
        let mut command = shell::command(&deny, repository.root());
        command.args(["--locked", "--config", ".deny.toml", "check", "--hide-inclusion-graph"]);
        shell::run(command.args(what))
    };
    check(&["bans", "licenses", "sources"])?;
    let fetched = shell::command(&deny, repository.root())
        .args(["--log-level", "off", "--config", ".deny.toml", "fetch", "db"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()?;
    if !fetched.success() {
        println!("    the list of known vulnerabilities cannot be fetched here: they were not checked");
        return Ok(());
    }
    check(&["advisories"])
}
