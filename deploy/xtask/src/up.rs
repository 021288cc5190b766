//! `cargo xtask up`: builds a fresh checkout and serves the demo shop.

use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::frontend::{ADMIN, ISLANDS, LESS, Package};
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::server::configure;
use crate::shell;
use crate::steps::{OnFailure, Steps};
use crate::wasm;

/// Command line options.
#[derive(Debug)]
pub(crate) struct Options {
    /// Port on 127.0.0.1.
    pub(crate) port: u16,
    /// Folder for databases and uploads.
    pub(crate) data_dir: Option<PathBuf>,
    /// Whether to build with optimisation.
    pub(crate) release: bool,
}

/// Builds what is missing, then replaces this process by the server.
pub(crate) fn run(repository: &Repository, options: &Options) -> Result<()> {
    let data_folder = match &options.data_dir {
        Some(folder) => std::path::absolute(folder).context("the data folder's path cannot be read")?,
        None => repository.path(".stoa"),
    };
    check_port(options.port)?;
    check_folder(&data_folder)?;

    let mut steps = Steps::new(8, OnFailure::Stop).with_progress();
    steps.run("checking the tools", None, || {
        prerequisites::ensure_node()?;
        prerequisites::ensure(&[Need::CCompiler])
    })?;
    for (package, title, hint) in [
        (LESS, "building the style sheet compiler", "about 5 s the first time"),
        (ADMIN, "building the admin app", "about 40 s the first time"),
        (ISLANDS, "building the storefront scripts", "about 15 s the first time"),
    ] {
        let hint = first_time(package, repository)?.then_some(hint);
        steps.run(title, hint, || package.build(repository))?;
    }
    let plugins_hint = (!repository.server_program(options.release).is_file()).then_some("about 40 s the first time");
    steps.run("building the plugins", plugins_hint, || wasm::build_plugins(repository.root()))?;
    let engine_hint = (!repository.path("target/engine").is_dir()).then_some("about 2 minutes the first time");
    steps.run("building the template engine for browsers", engine_hint, || wasm::engine::build(repository.root()))?;
    let server_hint = (!repository.server_program(options.release).is_file()).then_some(if options.release {
        "15 to 20 minutes the first time"
    } else {
        "6 to 9 minutes the first time"
    });
    steps.run("building the server", server_hint, || build_server(repository, options.release))?;
    println!("\n==> step 8 of 8: starting; stop it with Ctrl-C");
    let mut server = shell::command(repository.server_program(options.release), repository.root());
    configure(&mut server, repository, options.port, &data_folder);
    let error = server.args(["serve", "--demo"]).exec();
    Err(anyhow!(error).context("could not start the server"))
}

fn first_time(package: Package, repository: &Repository) -> Result<bool> {
    Ok(!package.path(repository).join("node_modules").is_dir() && !package.is_built(repository)?)
}

/// Builds the server program.
pub(crate) fn build_server(repository: &Repository, release: bool) -> Result<()> {
    let mut cargo = shell::cargo(repository.root());
    if release {
        // As it is shipped.
        cargo.args(["build", "--release", "--package", "stoa-server"]);
    } else {
        // Without its package, it shares dependencies with this program and the tests.
        cargo.args(["build", "--bin", "stoa"]);
    }
    shell::run(&mut cargo)
}

fn check_port(port: u16) -> Result<()> {
    TcpListener::bind(("127.0.0.1", port))
        .map(drop)
        .map_err(|error| anyhow!("port {port} on 127.0.0.1 cannot be used ({error}); choose another one with --port"))
}

fn check_folder(folder: &Path) -> Result<()> {
    let probe = folder.join(".write-check");
    fs::create_dir_all(folder).and_then(|()| fs::write(&probe, b"")).and_then(|()| fs::remove_file(&probe)).map_err(
        |error| anyhow!("{} cannot be written ({error}); choose another folder with --data-dir", folder.display()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_port_error_is_one_line() {
        let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let text = check_port(port).unwrap_err().to_string();
        assert!(text.starts_with(&format!("port {port} on 127.0.0.1 cannot be used")), "{text}");
        assert!(!text.contains('\n'));
    }

    #[test]
    fn file_instead_of_folder_error_is_one_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = check_folder(&file.path().join("data")).unwrap_err().to_string();
        assert!(text.contains("cannot be written"), "{text}");
        assert!(!text.contains('\n'));
    }

    #[test]
    fn missing_folder_is_created() {
        let folder = tempfile::tempdir().unwrap();
        check_folder(&folder.path().join("a/b")).unwrap();
        assert!(folder.path().join("a/b").is_dir());
    }
}
