//! Formats Rust, TypeScript and style sheets, and lints style sheets.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::frontend;
use crate::repository::Repository;
use crate::shell;

/// Rust workspaces apart from the main one.
const WORKSPACES: [&str; 3] = ["plugins/bundled", "plugins/tests", "core/locale/export"];
/// Sources whose modules are listed by build scripts.
const LISTED: [&str; 2] = ["core/entity/src", "core/migration/src"];
/// Files that oxfmt formats, except those that `.oxfmtrc.json` and `.gitignore` exclude.
const FORMATTED: [&str; 2] = ["**/*.{ts,tsx,js,mjs,cjs}", "**/*.{css,less}"];
/// Style sheets that are linted.
const LINTED: &str = "storefront-ui/themes/**/*.css";

/// Fails if a file is not formatted or a style sheet has a finding.
pub(crate) fn check(repository: &Repository) -> Result<()> {
    format_rust(repository, &["--check"])?;
    frontend::FORMAT.install(repository)?;
    format_others(repository, &["--check"])?;
    lint_styles(repository, &[])
}

/// Formats all files, and corrects the findings in style sheets that the linter can correct.
pub(crate) fn write(repository: &Repository) -> Result<()> {
    format_rust(repository, &[])?;
    frontend::FORMAT.install(repository)?;
    lint_styles(repository, &["--fix"])?;
    format_others(repository, &[])
}

fn format_rust(repository: &Repository, options: &[&str]) -> Result<()> {
    shell::run(shell::cargo(repository.root()).args(["fmt", "--all"]).args(options))?;
    for workspace in WORKSPACES {
        shell::run(shell::cargo(&repository.path(workspace)).args(["fmt", "--all"]).args(options))?;
    }
    // `cargo fmt` does not see modules that build scripts list.
    let mut listed = Vec::new();
    for folder in LISTED {
        find_rust_files(&repository.path(folder), &mut listed)?;
    }
    shell::run(shell::command("rustfmt", repository.root()).args(["--edition", "2024"]).args(options).args(listed))
}

fn find_rust_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            find_rust_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

fn format_others(repository: &Repository, options: &[&str]) -> Result<()> {
    let program = frontend::FORMAT.program(repository, "oxfmt");
    shell::run(shell::command(program, repository.root()).args(options).args(FORMATTED))
}

fn lint_styles(repository: &Repository, options: &[&str]) -> Result<()> {
    let program = frontend::FORMAT.program(repository, "stylelint");
    let config = frontend::FORMAT.path(repository).join("stylelint.config.js");
    let mut stylelint = shell::command(program, repository.root());
    shell::run(stylelint.arg("--config").arg(config).args(options).arg(LINTED))
}
