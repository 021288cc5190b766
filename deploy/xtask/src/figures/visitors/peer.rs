//! The same figures of another counter, in an environment of its own below `target`.

use anyhow::{Context, Result};

use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::shell;

const FOLDER: &str = "load-tests/visitors-peer";

/// What its script prints: lines of a table.
pub(super) fn measure(repository: &Repository) -> Result<String> {
    prerequisites::ensure(&[Need::Python])?;
    let (root, folder) = (repository.root(), repository.path(FOLDER));
    let environment = repository.target("visitors-peer");
    let python = environment.join("bin/python");
    shell::run(shell::command("python3", root).args(["-m", "venv", "--clear"]).arg(&environment))?;
    let mut pip = shell::command(&python, root);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    shell::run(pip.arg(folder.join("requirements.txt"))).context("the other counter cannot be installed")?;
    shell::output(shell::command(&python, root).arg(folder.join("measure.py"))).context("the other counter failed")
}
