//! Temporary Postgres and Redis servers on 127.0.0.1.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::prerequisites::{self, Need};
use crate::server::free_port;
use crate::{memory_folder, shell};

/// The beginning of the name of the folder of both.
const PREFIX: &str = "stoa-db-";
/// Time limit for the start of a database.
const START_LIMIT: Duration = Duration::from_secs(30);

/// Durability of commits in the temporary Postgres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// In memory, no sync to disk, and no upkeep of the hundreds of databases that tests leave behind: for tests, whose data
    /// is not needed afterwards.
    None,
    /// Synced to disk, as in production.
    Full,
}

/// A running Postgres and a running Redis; both are stopped and their files deleted on drop.
#[derive(Debug)]
pub(crate) struct Databases {
    postgres: Child,
    redis: Child,
    postgres_port: u16,
    redis_port: u16,
    _files: TempDir,
}

impl Databases {
    /// Installs missing packages, starts both servers and creates an empty database `stoa`.
    pub(crate) fn start(durability: Durability) -> Result<Self> {
        prerequisites::ensure(&[Need::Postgres, Need::Redis])?;
        let programs = prerequisites::postgres_folder().context("Postgres is not installed")?;
        let files = match durability {
            Durability::None => memory_folder::create(PREFIX)?,
            Durability::Full => {
                tempfile::Builder::new().prefix(PREFIX).tempdir().context("could not create a temporary folder")?
            }
        };
        let (postgres_port, redis_port) = (free_port()?, free_port()?);
        let postgres = start_postgres(&programs, files.path(), postgres_port, durability)?;
        let redis = start_redis(files.path(), redis_port)?;
        let mut databases = Self { postgres, redis, postgres_port, redis_port, _files: files };
        databases.wait(&programs)?;
        Ok(databases)
    }

    /// URL of the empty database `stoa` for its owner, who may create further ones but is not a superuser.
    pub(crate) fn postgres_url(&self) -> String {
        format!("postgres://stoa@127.0.0.1:{}/stoa", self.postgres_port)
    }

    /// Creates another empty database and returns its URL.
    pub(crate) fn add(&self, name: &str) -> Result<String> {
        let programs = prerequisites::postgres_folder().context("Postgres is not installed")?;
        let port = self.postgres_port.to_string();
        let connection = ["-h", "127.0.0.1", "-p", &port, "-U", "postgres"];
        shell::run(Command::new(programs.join("createdb")).args(connection).args(["--owner", "stoa", name]))?;
        Ok(format!("postgres://stoa@127.0.0.1:{port}/{name}"))
    }

    /// The URL of the Redis.
    pub(crate) fn redis_url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.redis_port)
    }

    /// Process id of the Redis.
    pub(crate) fn redis_process(&self) -> u32 {
        self.redis.id()
    }

    /// Address of the Postgres.
    pub(crate) fn postgres_address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.postgres_port))
    }

    /// Sets both URLs in the environment of a test command.
    pub(crate) fn set_test_environment(&self, command: &mut Command) {
        command.env("STOA_TEST_POSTGRES_URL", self.postgres_url()).env("STOA_TEST_REDIS_URL", self.redis_url());
    }

    fn wait(&mut self, programs: &Path) -> Result<()> {
        let port = self.postgres_port.to_string();
        let deadline = Instant::now() + START_LIMIT;
        let answers = || {
            let arguments = ["-q", "-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-d", "postgres"];
            shell::probe(programs.join("pg_isready"), &arguments).is_some()
                && std::net::TcpStream::connect(("127.0.0.1", self.redis_port)).is_ok()
        };
        while !answers() {
            for (name, child) in [("Postgres", &mut self.postgres), ("Redis", &mut self.redis)] {
                if let Some(status) =
                    child.try_wait().with_context(|| format!("the status of {name} cannot be read"))?
                {
                    bail!("{name} ended while starting ({status})");
                }
            }
            if Instant::now() > deadline {
                bail!("the databases did not respond within {} s", START_LIMIT.as_secs());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        // Not a superuser: row-level security does not apply to superusers.
        let connection = ["-h", "127.0.0.1", "-p", &port, "-U", "postgres"];
        shell::run(Command::new(programs.join("createuser")).args(connection).args(["--createdb", "stoa"]))?;
        shell::run(Command::new(programs.join("createdb")).args(connection).args(["--owner", "stoa", "stoa"]))
    }
}

impl Drop for Databases {
    fn drop(&mut self) {
        for child in [&mut self.postgres, &mut self.redis] {
            // SIGINT is Postgres' fast shutdown; Redis stops on it as well.
            let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            let deadline = Instant::now() + Duration::from_secs(10);
            while asked.is_ok() && Instant::now() < deadline && matches!(child.try_wait(), Ok(None)) {
                std::thread::sleep(Duration::from_millis(50));
            }
            // The process may have ended already.
            drop(child.kill());
            drop(child.wait());
        }
    }
}

/// `cargo xtask db`: runs both servers until Ctrl-C.
pub(crate) fn run_until_interrupted() -> Result<()> {
    let (sender, interrupted) = mpsc::channel();
    // When sending fails, nothing is waiting any more.
    ctrlc::set_handler(move || sender.send(()).unwrap_or_default()).context("cannot listen for Ctrl-C")?;
    let databases = Databases::start(Durability::None)?;
    println!("STOA_DATABASE__URL={}", databases.postgres_url());
    println!("STOA_REDIS__URL={}", databases.redis_url());
    println!("STOA_TEST_POSTGRES_URL={}", databases.postgres_url());
    println!("STOA_TEST_REDIS_URL={}", databases.redis_url());
    println!("Both run until Ctrl-C; their data is lost then.");
    interrupted.recv().context("cannot listen for Ctrl-C")
}

/// Postgres refuses to run as root; then it runs as the user created by its package.
fn as_postgres_user(program: &Path) -> Command {
    if shell::probe("id", &["-u"]).as_deref() == Some("0") {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
        command.env("HOME", "/");
        command
    } else {
        Command::new(program)
    }
}

fn start_postgres(programs: &Path, files: &Path, port: u16, durability: Durability) -> Result<Child> {
    let data: PathBuf = files.join("postgres");
    fs::create_dir(&data).context("could not create the folder of Postgres")?;
    if shell::probe("id", &["-u"]).as_deref() == Some("0") {
        shell::run(Command::new("chmod").arg("711").arg(files))?;
        shell::run(Command::new("chown").arg("postgres:postgres").arg(&data))?;
    }
    let mut initialise = as_postgres_user(&programs.join("initdb"));
    initialise.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"]);
    shell::output(initialise.arg(&data).current_dir("/"))?;
    let mut postgres = as_postgres_user(&programs.join("postgres"));
    postgres.arg("-D").arg(&data).args(["-p", &port.to_string()]);
    let durable: &[&str] = match durability {
        Durability::None => &[
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "wal_level=minimal",
            "max_wal_senders=0",
            "wal_init_zero=off",
            "autovacuum=off",
        ],
        Durability::Full => &["fsync=on", "synchronous_commit=on", "full_page_writes=on"],
    };
    let own =
        ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", "log_min_messages=fatal"];
    for setting in own.iter().chain(durable) {
        postgres.args(["-c", setting]);
    }
    postgres.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    postgres.spawn().context("could not start Postgres")
}

fn start_redis(files: &Path, port: u16) -> Result<Child> {
    let mut redis = Command::new("redis-server");
    redis.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir"]);
    redis.arg(files).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    redis.spawn().context("could not start Redis")
}
