//! Load smoke test and k6 runs.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::repository::Repository;
use crate::server::{DemoServer, Storage};
use crate::{frontend, shell, tools, up, wasm};

/// `cargo xtask load`: builds what has changed and runs the smoke test.
pub(crate) fn run_alone(repository: &Repository) -> Result<()> {
    for package in frontend::PACKAGES {
        package.build(repository)?;
    }
    wasm::build_plugins(repository.root())?;
    up::build_server(repository, false)?;
    smoke(repository)
}

/// Runs a short shopping scenario on a new demo server; fails when a threshold of the scenario is not met.
pub(crate) fn smoke(repository: &Repository) -> Result<()> {
    let programs = tools::ensure(repository)?;
    let server = DemoServer::start(repository, false, &Storage::Sqlite)?;
    let run = Scenario { name: "smoke", port: server.port(), summary: None, settings: &[] };
    run.run(repository, &programs).inspect_err(|_| println!("the end of the server's log:\n{}", server.log_tail()))
}

/// One run of a file in load-tests/scenarios.
#[derive(Debug)]
pub(crate) struct Scenario<'a> {
    /// File name without extension.
    pub(crate) name: &'a str,
    /// Port of the server on 127.0.0.1.
    pub(crate) port: u16,
    /// Output file for the results as JSON.
    pub(crate) summary: Option<PathBuf>,
    /// Further environment variables of the scenario.
    pub(crate) settings: &'a [(&'a str, String)],
}

impl Scenario<'_> {
    /// Runs the scenario; thresholds that are not met are errors.
    pub(crate) fn run(&self, repository: &Repository, programs: &Path) -> Result<()> {
        let mut k6 = shell::command(programs.join("k6"), repository.root());
        k6.args(["run", "--no-usage-report", "--quiet", "--address", "127.0.0.1:0"]);
        k6.args(["--env", &format!("STOA_PORT={}", self.port)]);
        for (name, value) in self.settings {
            k6.args(["--env", &format!("{name}={value}")]);
        }
        if let Some(path) = &self.summary {
            k6.arg("--summary-export").arg(path);
        }
        k6.arg(repository.path(&format!("load-tests/scenarios/{}.js", self.name)));
        shell::run(&mut k6)
    }
}
