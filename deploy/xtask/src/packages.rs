//! The Rust packages that the lock file names: their licences, where they come from, which are there twice, and what
//! is known to be wrong with them. cargo-deny looks, by `.deny.toml`.

use anyhow::Result;

use crate::repository::Repository;
use crate::{shell, tools};

/// Refuses what `.deny.toml` does not allow. Known faults are looked up where their list can be fetched: without a way
/// to it, nothing else about the packages has changed.
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
        println!("    the list of known faults cannot be fetched here: they were not looked up");
        return Ok(());
    }
    check(&["advisories"])
}
