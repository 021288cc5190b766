//! Runs of k6 on load-tests/figures, whose results `cargo xtask figures` records.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::nodes::key_of;
use crate::repository::Repository;
use crate::server::DemoServer;
use crate::shell;

/// The site that is measured.
const SITE: &str = "juniper";

/// What a scenario loads.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shop<'a> {
    /// A demo shop of servers that share their databases.
    Stoa(&'a [&'a DemoServer]),
    /// Another shop system at this port on 127.0.0.1.
    Peer(u16),
}

/// One run of a file in load-tests/figures.
#[derive(Debug)]
pub(crate) struct Scenario<'a> {
    /// File name without extension.
    pub(crate) name: &'a str,
    pub(crate) shop: Shop<'a>,
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
        match self.shop {
            Shop::Peer(port) => {
                k6.env("STOA_PEER_PORT", port.to_string());
            }
            Shop::Stoa(servers) => {
                let first = servers.first().context("there is no server to measure")?;
                let printed = shell::output(first.beside(repository).args(["load", "allow", SITE, "--for", "8h"]))?;
                let key = key_of(&printed, SITE).context("`stoa load allow` printed no key")?;
                let address = |server: &&DemoServer| format!("http://{SITE}.localhost:{}", server.port());
                let addresses: Vec<String> = servers.iter().map(address).collect();
                k6.env("STOA_URL", addresses.join(",")).env("STOA_KEY", key);
                k6.env("STOA_OWNER_EMAIL", "owner@stoa.example").env("STOA_OWNER_PASSWORD", "stoa-demo-2026");
            }
        }
        k6.envs(self.settings.iter().map(|(name, value)| (*name, value)));
        if let Some(path) = &self.summary {
            k6.arg("--summary-export").arg(path);
        }
        k6.arg(repository.path(&format!("load-tests/figures/{}.ts", self.name)));
        shell::run(&mut k6)
    }
}
