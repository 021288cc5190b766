//! A temporary Postgres server with its own folder and port, without a password, stopped on drop.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::ports::free_port;

/// Every third test process drops databases of tests that have ended: to list them takes as long as to drop one.
const CLEANUP_INTERVAL: u32 = 3;
/// Maximum number of databases that it drops, so that no test waits for all: each takes about 30 ms.
const CLEANUP_BATCH: usize = 9;

/// A running server: a new one, or the one at `STOA_TEST_POSTGRES_URL`.
pub struct Postgres {
    child: Option<Child>,
    port: u16,
    programs: PathBuf,
    _folder: Option<tempfile::TempDir>,
}

/// Folder of the server's programs on Debian, newest version first.
fn programs() -> anyhow::Result<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .context("Postgres is not installed: apt-get install postgresql")?
        .filter_map(|entry| entry.ok().map(|entry| entry.path().join("bin")))
        .filter(|bin| bin.join("initdb").is_file())
        .collect();
    found.sort();
    found.pop().context("no initdb below /usr/lib/postgresql: apt-get install postgresql")
}

/// Postgres refuses to run as root; as root its programs run as the user created by Debian's package.
fn command(program: &Path) -> Command {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|status| {
        use std::os::unix::fs::MetadataExt as _;
        status.uid() == 0
    });
    if !is_root {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=KILL"]).arg(program);
    command
}

impl Postgres {
    /// The server shared by the test run, or else a new one that is stopped on drop. Waits until it responds.
    ///
    /// # Errors
    /// When Postgres is not installed or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let programs = programs()?;
        if let Some(port) = shared_port()? {
            return Ok(Self { child: None, port, programs, _folder: None });
        }
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        std::fs::create_dir(&data)?;
        for path in [folder.path(), data.as_path()] {
            let owner = Command::new("chown").arg("postgres").arg(path).status();
            drop(owner);
        }
        let made = command(&programs.join("initdb"))
            .args(["--auth=trust", "--username=owner", "--no-sync", "--encoding=UTF8", "--locale=C", "--pgdata"])
            .arg(&data)
            .stdout(Stdio::null())
            .output()?;
        if !made.status.success() {
            bail!("initdb failed: {}", String::from_utf8_lossy(&made.stderr));
        }
        let port = free_port()?;
        let child = command(&programs.join("postgres"))
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string(), "-k", ""])
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=400"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let server = Self { child: Some(child), port, programs, _folder: Some(folder) };
        server.wait()?;
        server.run_as("owner", "CREATE ROLE stoa LOGIN CREATEDB")?;
        Ok(server)
    }

    /// Creates an empty database owned by an ordinary role, to which row-level security applies, and returns its URL.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn database(&self) -> anyhow::Result<String> {
        let name = name_of_own();
        self.run_as("stoa", &format!("CREATE DATABASE {name}"))?;
        Ok(self.url(&name))
    }

    /// Creates an empty database of this name, in place of any existing one, and returns its URL.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn replace(&self, name: &str) -> anyhow::Result<String> {
        self.run_as("stoa", &format!("DROP DATABASE IF EXISTS {name}"))?;
        self.run_as("stoa", &format!("CREATE DATABASE {name}"))?;
        Ok(self.url(name))
    }

    /// Renames a database that nothing is connected to.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn rename(&self, name: &str, new_name: &str) -> anyhow::Result<()> {
        self.run_as("stoa", &format!("ALTER DATABASE {name} RENAME TO {new_name}"))
    }

    /// Creates a copy of a database that nothing is connected to, and returns its URL; none when there is no such
    /// database.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn copy_of(&self, template: &str) -> anyhow::Result<Option<String>> {
        self.drop_left_over();
        let name = name_of_own();
        let strategy = self.strategy();
        match self.run_as("stoa", &format!("CREATE DATABASE {name} TEMPLATE {template}{strategy}")) {
            Ok(()) => Ok(Some(self.url(&name))),
            Err(error) if error.to_string().contains("does not exist") => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Drops databases of tests that have ended: all of a run together take 12 GB. Another test may be doing the same.
    fn drop_left_over(&self) {
        if !std::process::id().is_multiple_of(CLEANUP_INTERVAL) {
            return;
        }
        let query = "SELECT datname FROM pg_database WHERE datname LIKE 'stoa\\_%'";
        let Ok(names) = self.ask("postgres", query) else { return };
        let dropped = names.lines().filter(|name| is_left_over(name)).take(CLEANUP_BATCH);
        let statements: Vec<String> = dropped.map(|name| format!("DROP DATABASE IF EXISTS {name}")).collect();
        if !statements.is_empty() {
            // One that fails does not stop the others.
            drop(self.psql("stoa").args(statements.iter().flat_map(|statement| ["-c", statement.as_str()])).output());
        }
    }

    /// Whether it serves the whole test run.
    pub fn is_shared(&self) -> bool {
        self.child.is_none()
    }

    /// Name of the superuser role.
    pub fn superuser(&self) -> &'static str {
        if self.is_shared() { "postgres" } else { "owner" }
    }

    /// The port it listens on, at 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Folder of its programs.
    pub fn programs(&self) -> &Path {
        &self.programs
    }

    /// Runs a query in a database as superuser; returns a line for each row, columns separated by `|`.
    ///
    /// # Errors
    /// When the server refuses.
    pub fn ask(&self, database: &str, query: &str) -> anyhow::Result<String> {
        let output = Command::new(self.programs.join("psql"))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", self.superuser(), "-d", database])
            .args(["-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", query])
            .output()?;
        if !output.status.success() {
            bail!("{query}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// URL of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://stoa@127.0.0.1:{}/{database}", self.port)
    }

    /// Copies files, which takes half as long as copying page by page. Postgres before version 15 always does.
    fn strategy(&self) -> &'static str {
        let version = self.programs.parent().and_then(Path::file_name).and_then(OsStr::to_str);
        let version: Option<u32> = version.and_then(|version| version.parse().ok());
        if version >= Some(15) { " STRATEGY file_copy" } else { "" }
    }

    fn wait(&self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(30) {
            if self.run_as("owner", "SELECT 1").is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        bail!("Postgres did not come up within 30 seconds")
    }

    /// psql as a role.
    fn psql(&self, role: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", role, "-d", "postgres", "-q"]);
        psql
    }

    fn run_as(&self, role: &str, statement: &str) -> anyhow::Result<()> {
        let output = self.psql(role).args(["-v", "ON_ERROR_STOP=1", "-c", statement]).output()?;
        if !output.status.success() {
            bail!("{statement}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A name that tells which process the database belongs to.
fn name_of_own() -> String {
    format!("stoa_{}_{}", std::process::id(), stoa_kernel::token::random_token(12))
}

/// Whether the process that a database is named after has ended. Where processes cannot be looked up, none has.
fn is_left_over(database: &str) -> bool {
    let process = database.split('_').nth(1).and_then(|process| process.parse::<u32>().ok());
    let processes = Path::new("/proc");
    process.is_some_and(|process| processes.join("self").exists() && !processes.join(process.to_string()).exists())
}

fn shared_port() -> anyhow::Result<Option<u16>> {
    let Ok(url) = std::env::var("STOA_TEST_POSTGRES_URL") else { return Ok(None) };
    let port = url.split('@').nth(1).and_then(|rest| rest.split('/').next()).and_then(|host| host.split(':').nth(1));
    Ok(Some(port.context("STOA_TEST_POSTGRES_URL names no port")?.parse()?))
}
