//! External programs that the commands use: finds them, installs them where possible, or tells how to install them.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::shell;

/// Minimum Node version of the front ends.
const NODE_MAJOR: u32 = 20;

/// Chromium without the parts that need a screen: the journeys use 0.6 of the processor time of the full browser.
const HEADLESS_SHELL: &str = "chromium-headless-shell";

/// A program of the operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// C compiler and linker driver.
    CCompiler,
    /// Browser of the journeys.
    Chromium,
    /// Database server.
    Postgres,
    /// Cache server.
    Redis,
    /// Python with venv and pip, for tools that come from PyPI.
    Python,
    /// Load generator of the figures.
    Wrk,
    /// Proxy with TLS, before the servers of load tests.
    Nginx,
    /// Makes certificates for that proxy.
    OpenSsl,
}

impl Need {
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::CCompiler => &["build-essential"],
            Self::Chromium => &[HEADLESS_SHELL],
            Self::Postgres => &["postgresql"],
            Self::Redis => &["redis-server"],
            Self::Python => &["python3-venv", "python3-pip"],
            Self::Wrk => &["wrk"],
            Self::Nginx => &["nginx"],
            Self::OpenSsl => &["openssl"],
        }
    }

    fn present(self) -> bool {
        match self {
            Self::CCompiler => shell::installed("cc"),
            Self::Chromium => chromium().is_some(),
            Self::Postgres => postgres_folder().is_some(),
            Self::Redis => shell::installed("redis-server"),
            Self::Python => shell::probe("python3", &["-c", "import venv, ensurepip"]).is_some(),
            Self::Wrk => shell::installed("wrk"),
            Self::Nginx => nginx().is_some(),
            Self::OpenSsl => shell::installed("openssl"),
        }
    }
}

/// Installs missing programs when running as root on a system with apt, otherwise fails with the command to run.
pub(crate) fn ensure(needs: &[Need]) -> Result<()> {
    if needs.contains(&Need::Chromium) {
        prefer_headless_shell();
    }
    let missing: Vec<Need> = needs.iter().copied().filter(|need| !need.present()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages()).copied().collect();
    if !shell::installed("apt-get") {
        bail!("missing: {missing:?}. Install the packages that your system calls {}", packages.join(", "));
    }
    if shell::probe("id", &["-u"]).as_deref() != Some("0") {
        bail!("missing: {missing:?}. Run: sudo apt-get install -y {}", packages.join(" "));
    }
    println!("    installing {}", packages.join(", "));
    install(&packages)?;
    match missing.into_iter().find(|need| !need.present()) {
        Some(need) => bail!("{need:?} is still missing after installing {}", need.packages().join(" ")),
        None => Ok(()),
    }
}

fn install(packages: &[&str]) -> Result<()> {
    let apt = || {
        let mut apt = shell::command("apt-get", Path::new("/"));
        apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-qq", "-o", "Dpkg::Use-Pty=0"]);
        apt.args(["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30"]);
        apt
    };
    shell::output(apt().arg("update"))?;
    shell::output(apt().args(["install", "-y", "--no-install-recommends"]).args(packages))?;
    Ok(())
}

/// Installs the headless shell where only the full Chromium is installed, if that is possible without asking; the
/// journeys run with either.
fn prefer_headless_shell() {
    let may_install = shell::installed("apt-get") && shell::probe("id", &["-u"]).as_deref() == Some("0");
    let wanted =
        env::var_os("STOA_E2E_CHROMIUM").is_none() && chromium().is_some() && !shell::installed(HEADLESS_SHELL);
    if !wanted || !may_install {
        return;
    }
    println!("    installing {HEADLESS_SHELL}");
    if let Err(error) = install(&[HEADLESS_SHELL]) {
        println!("    continuing with the full browser: {error:#}");
    }
}

/// Checks Node and npm. Distributions do not package a version that is new enough, so they are not installed.
pub(crate) fn ensure_node() -> Result<()> {
    let Some(version) = shell::probe("node", &["--version"]) else {
        bail!("Node {NODE_MAJOR} or newer is missing: install it from nodejs.org or with your version manager");
    };
    if major(&version).is_none_or(|number| number < NODE_MAJOR) {
        bail!("Node {version} is too old: {NODE_MAJOR} or newer is needed");
    }
    if !shell::installed("npm") {
        bail!("npm is missing: it comes with Node from nodejs.org");
    }
    Ok(())
}

fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

/// The installed Chromium, or the one named by `STOA_E2E_CHROMIUM`.
pub(crate) fn chromium() -> Option<PathBuf> {
    if let Some(path) = env::var_os("STOA_E2E_CHROMIUM") {
        return Some(PathBuf::from(path)).filter(|path| path.is_file());
    }
    let path = env::var_os("PATH")?;
    [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome"]
        .iter()
        .find_map(|name| env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()))
}

/// The installed nginx; Debian keeps it in a folder that is in the `PATH` of root alone.
pub(crate) fn nginx() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let usual = env::split_paths(&path).map(|folder| folder.join("nginx"));
    usual.chain([PathBuf::from("/usr/sbin/nginx")]).find(|file| file.is_file())
}

/// The folder with initdb and postgres, newest version first; Debian keeps it outside `PATH`.
pub(crate) fn postgres_folder() -> Option<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .filter(|(_, folder): &(u32, PathBuf)| folder.join("initdb").is_file())
        .collect();
    versions.sort();
    if let Some((_, folder)) = versions.pop() {
        return Some(folder);
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find(|folder| folder.join("initdb").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_major_version() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("22.1.0"), Some(22));
        assert_eq!(major("nightly"), None);
    }
}
