//! A demo server for checks: free port, temporary data folder, stopped on drop.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::repository::Repository;
use crate::{demo_template, memory_folder, shell};

/// The setting of the platform's host name.
const PLATFORM_HOST: &str = "STOA_SERVER__PLATFORM_HOST";
/// The beginning of the name of the data folder.
const PREFIX: &str = "stoa-";
/// The file in the data folder that has what the server prints.
pub(crate) const LOG: &str = "server.log";
/// Time limit for migrating, seeding and starting.
const START_LIMIT: Duration = Duration::from_secs(120);

/// Sets the configuration shared by all servers of these commands.
pub(crate) fn configure(server: &mut Command, repository: &Repository, port: u16, data_folder: &Path) {
    server
        .env("STOA_SERVER__BIND", format!("127.0.0.1:{port}"))
        // Several servers run concurrently, and nothing reads their metrics.
        .env("STOA_METRICS__BIND", "")
        .env(PLATFORM_HOST, "localhost")
        .env("STOA_SERVER__PUBLIC_PORT", port.to_string())
        .env("STOA_PLUGINS__DIR", repository.path("target/plugins"))
        .env("STOA_PLUGINS__CACHE", repository.target("plugin-cache"))
        .env("STOA_DATA_DIR", data_folder);
}

/// Database of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Storage {
    /// SQLite files in the data folder.
    Sqlite,
    /// The Postgres at this URL.
    Postgres(String),
    /// A Postgres and a Redis shared by several servers.
    Shared {
        /// URL of the Postgres.
        postgres: String,
        /// URL of the Redis.
        redis: String,
    },
}

impl Storage {
    fn set(&self, program: &mut Command) {
        program.env(SECRET_KEY.0, SECRET_KEY.1);
        match self {
            Storage::Sqlite => {}
            Storage::Postgres(url) => {
                program.env("STOA_DATABASE__URL", url);
            }
            Storage::Shared { postgres, redis } => {
                program.env("STOA_DATABASE__URL", postgres).env("STOA_REDIS__URL", redis);
            }
        }
    }
}

/// Secret key of all these servers, which only protects temporary demo data, with its setting. Compiled plugins are kept
/// for servers with the same key: this is also that of the tests (`core/server/tests/it/app.rs`).
pub(crate) const SECRET_KEY: (&str, &str) = ("STOA_SECRETS__KEY", "a key of more than thirty-two characters");

/// A page of a site of the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageAddress<'a> {
    /// Host name of the site.
    pub(crate) host: &'a str,
    /// Path of the page.
    pub(crate) path: &'a str,
}

/// What a demo server is started with.
#[derive(Debug)]
pub(crate) struct Setup {
    /// Whether the program is the optimised one.
    pub(crate) release: bool,
    pub(crate) storage: Storage,
    /// Port on 127.0.0.1.
    pub(crate) port: u16,
    /// Its data folder, which ends with it.
    pub(crate) data: TempDir,
    /// Environment variables, which override the usual ones.
    pub(crate) environment: Vec<(&'static str, OsString)>,
}

impl Setup {
    /// A free port and a new data folder, which is in memory for checks: what is measured is on a disk.
    pub(crate) fn new(release: bool, storage: &Storage) -> Result<Self> {
        let data = if release {
            tempfile::Builder::new().prefix(PREFIX).tempdir().context("could not create a temporary folder")?
        } else {
            memory_folder::create(PREFIX)?
        };
        Ok(Self { release, storage: storage.clone(), port: free_port()?, data, environment: Vec::new() })
    }

    /// Whether its demo is the one of all checks: the addresses of the shops are below the platform's.
    fn has_usual_demo(&self) -> bool {
        let has_usual_host = self.environment.iter().all(|(name, _)| *name != PLATFORM_HOST);
        !self.release && self.storage == Storage::Sqlite && has_usual_host
    }
}

/// A running demo server.
#[derive(Debug)]
pub(crate) struct DemoServer {
    child: Child,
    log: PathBuf,
    setup: Setup,
}

impl DemoServer {
    /// Starts the built server on a free port with the demo shops in a new data folder.
    pub(crate) fn start(repository: &Repository, release: bool, storage: &Storage) -> Result<Self> {
        Self::start_as(repository, Setup::new(release, storage)?)
    }

    /// Starts the built server with the demo shops, copied where that is possible.
    pub(crate) fn start_as(repository: &Repository, setup: Setup) -> Result<Self> {
        if setup.has_usual_demo() {
            demo_template::copy_to(repository, setup.data.path())?;
        }
        Self::start_empty(repository, setup)
    }

    /// The same; in an empty data folder the server makes the demo shops itself.
    pub(crate) fn start_empty(repository: &Repository, setup: Setup) -> Result<Self> {
        let child = spawn(repository, &setup)?;
        let mut server = Self { child, log: log_file(setup.data.path()), setup };
        server.wait_until_ready("juniper.localhost", "/readyz")?;
        Ok(server)
    }

    /// Starts the server again as it was started.
    pub(crate) fn start_again(&mut self, repository: &Repository) -> Result<()> {
        self.stop();
        self.child = spawn(repository, &self.setup)?;
        self.wait_until_ready("juniper.localhost", "/readyz")
    }

    /// Restarts the server on the same data; returns the time from its start to the first response for `path`.
    pub(crate) fn restart(
        &mut self,
        repository: &Repository,
        release: bool,
        storage: &Storage,
        path: &str,
    ) -> Result<Duration> {
        self.restart_at(repository, release, storage, &PageAddress { host: "juniper.localhost", path })
    }

    /// The same for the first response of a page of a site.
    pub(crate) fn restart_at(
        &mut self,
        repository: &Repository,
        release: bool,
        storage: &Storage,
        page: &PageAddress<'_>,
    ) -> Result<Duration> {
        self.stop();
        self.setup.release = release;
        self.setup.storage = storage.clone();
        let started = Instant::now();
        self.child = spawn(repository, &self.setup)?;
        self.wait_until_ready(page.host, page.path)?;
        Ok(started.elapsed())
    }

    /// A command of the server program that may be used beside the running server.
    pub(crate) fn beside(&self, repository: &Repository) -> Command {
        self.command(repository, &self.setup.storage)
    }

    /// A command of the server program on the data of a stopped server.
    pub(crate) fn command(&self, repository: &Repository, storage: &Storage) -> Command {
        let mut command = shell::command(repository.server_program(self.setup.release), repository.root());
        configure(&mut command, repository, self.setup.port, self.setup.data.path());
        storage.set(&mut command);
        command.envs(self.setup.environment.iter().map(|(name, value)| (*name, value)));
        command
    }

    /// Its data folder.
    pub(crate) fn data(&self) -> &Path {
        self.setup.data.path()
    }

    /// Folder of its sent e-mails.
    pub(crate) fn outbox(&self) -> PathBuf {
        self.setup.data.path().join("outbox")
    }

    /// The port on 127.0.0.1.
    pub(crate) fn port(&self) -> u16 {
        self.setup.port
    }

    /// The process id.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    fn wait_until_ready(&mut self, host: &str, path: &str) -> Result<()> {
        let deadline = Instant::now() + START_LIMIT;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().context("the status of the server cannot be read")? {
                bail!("the server ended while starting ({status}); the end of its log:\n{}", self.log_tail());
            }
            if let Ok((200, _)) = get(self.setup.port, host, path) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        bail!(
            "the server did not respond to {path} within {} s; the end of its log:\n{}",
            START_LIMIT.as_secs(),
            self.log_tail()
        )
    }

    /// The last lines of the server's log.
    pub(crate) fn log_tail(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines.iter().skip(lines.len().saturating_sub(25)).copied().collect::<Vec<_>>().join("\n")
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.child.kill().context("the server cannot be killed")?;
        self.child.wait().context("the killed server does not end")?;
        Ok(())
    }

    /// Stops the server, and kills it if it does not end.
    pub(crate) fn stop(&mut self) {
        let process = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &process]).status();
        let deadline = Instant::now() + Duration::from_secs(10);
        while asked.is_ok() && Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        // The process may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for DemoServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn log_file(data_folder: &Path) -> PathBuf {
    data_folder.join(LOG)
}

fn spawn(repository: &Repository, setup: &Setup) -> Result<Child> {
    let program = repository.server_program(setup.release);
    if !program.is_file() {
        bail!("{} is not built: run `cargo build --bin stoa`", program.display());
    }
    let data_folder = setup.data.path();
    let log = File::options()
        .create(true)
        .append(true)
        .open(log_file(data_folder))
        .context("the server's log cannot be written")?;
    let mut server = shell::command(program, repository.root());
    configure(&mut server, repository, setup.port, data_folder);
    // All simulated shoppers share one address; rate limits are tested elsewhere.
    server.env("STOA_SERVER__RATE_LIMIT_FACTOR", "0");
    // Journeys look at layouts in languages for developers.
    server.env("STOA_LANGUAGES__PSEUDO", "true");
    // No load balancer has to notice its end.
    server.env("STOA_SERVER__DRAIN_SECONDS", "0");
    // An unoptimised encoder would keep one of two cores busy during all journeys.
    server.env("STOA_PICTURES__AVIF", setup.release.to_string());
    // As in the container image: memory is returned to the system 10 ms after its last use.
    server.env("MIMALLOC_PURGE_DELAY", "10");
    setup.storage.set(&mut server);
    server.envs(setup.environment.iter().map(|(name, value)| (*name, value)));
    let errors = log.try_clone().context("the handle of the server's log cannot be cloned")?;
    server
        .args(["serve", "--demo"])
        .stdin(Stdio::null())
        .stdout(log)
        .stderr(errors)
        .spawn()
        .context("could not start the server")
}

/// A port that was free a moment ago.
pub(crate) fn free_port() -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr().context("the free port has no number")?.port())
}

/// Sends a GET request to 127.0.0.1 with this host name; returns status and body.
pub(crate) fn get(port: u16, host: &str, path: &str) -> Result<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).context("no connection")?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).context("no time limit")?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n").context("not sent")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).context("no answer")?;
    split_answer(&answer).context("not an HTTP answer")
}

fn split_answer(answer: &[u8]) -> Option<(u16, Vec<u8>)> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(answer.get(..end)?).ok()?;
    let status = head.split_whitespace().nth(1)?.parse().ok()?;
    Some((status, answer.get(end + 4..)?.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_http_response() {
        let answer = split_answer(b"HTTP/1.0 200 OK\r\nA: b\r\n\r\nbody").unwrap();
        assert_eq!(answer, (200, b"body".to_vec()));
        assert!(split_answer(b"garbage").is_none());
    }
}
