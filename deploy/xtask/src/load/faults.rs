//! Faults while a load test runs: a part of the installation goes away or becomes slow at a stated time, and comes
//! back.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::sync::PoisonError;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::nodes::Nodes;
use super::tcp_proxy::{Gate, Line};
use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::shell;

/// When a fault begins if its time is not stated, and how long it lasts.
const USUAL_START: Duration = Duration::from_secs(15);
const USUAL_LENGTH: Duration = Duration::from_secs(10);
/// How much later answers of a slow database arrive. A call of a shopper waits for five to ten of them.
const SLOW_ANSWER: Duration = Duration::from_millis(20);

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Redis does not respond.
    RedisAway,
    /// Connections to Postgres are closed, and new ones as well.
    DatabaseAway,
    /// Connections to Postgres stay open, and it does not respond.
    DatabaseHangs,
    /// The last node is killed; it is started again at the end.
    NodeKilled,
    /// The disk of the data folder is full.
    DiskFull,
    /// Each answer of Postgres arrives later.
    SlowDatabase,
}

const KINDS: [Kind; 6] =
    [Kind::RedisAway, Kind::DatabaseAway, Kind::DatabaseHangs, Kind::NodeKilled, Kind::DiskFull, Kind::SlowDatabase];

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::RedisAway => "redis-away",
            Self::DatabaseAway => "database-away",
            Self::DatabaseHangs => "database-hangs",
            Self::NodeKilled => "node-killed",
            Self::DiskFull => "disk-full",
            Self::SlowDatabase => "slow-database",
        }
    }

    /// What Postgres' line does meanwhile.
    const fn line(self) -> Option<Line> {
        match self {
            Self::DatabaseAway => Some(Line::Cut),
            Self::DatabaseHangs => Some(Line::Stalled),
            Self::SlowDatabase => Some(Line::Slow(SLOW_ANSWER)),
            Self::RedisAway | Self::NodeKilled | Self::DiskFull => None,
        }
    }
}

/// A fault and its time, written as `redis-away@15s+10s`: from the 15th second for 10 seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    kind: Kind,
    at: Duration,
    length: Duration,
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, time) = match text.split_once('@') {
            Some((name, time)) => (name, Some(time)),
            None => (text, None),
        };
        let names = || KINDS.map(Kind::name).join(", ");
        let kind = KINDS.into_iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| format!("{name} is not a fault; there are {}", names()))?;
        let (at, length) = match time.map(|time| time.split_once('+').unwrap_or((time, ""))) {
            Some((at, "")) => (seconds(at)?, USUAL_LENGTH),
            Some((at, length)) => (seconds(at)?, seconds(length)?),
            None => (USUAL_START, USUAL_LENGTH),
        };
        if length.is_zero() {
            return Err(format!("{text} lasts no time"));
        }
        Ok(Self { kind, at, length })
    }
}

/// Seconds, such as `15s` or `0.5s`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse::<f64>();
    let duration = number.ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    duration.ok_or_else(|| format!("{text} is not a number of seconds, such as 15s"))
}

impl Fault {
    /// Its name on the command line.
    pub(crate) fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// When it begins, since the first request.
    pub(crate) fn starts(&self) -> Duration {
        self.at
    }

    /// When it is over.
    pub(crate) fn ends(&self) -> Duration {
        self.at + self.length
    }

    /// Whether visitors may get this status meanwhile instead of an answer: 503 says that the shop cannot answer now,
    /// and a proxy says 502 of requests that a server had begun when it was killed.
    pub(super) fn tolerates(&self, status: u16) -> bool {
        status == 503 || (status == 502 && self.kind == Kind::NodeKilled)
    }

    /// Whether the servers must reach Postgres through a [`Gate`].
    pub(crate) fn needs_gate(&self) -> bool {
        self.kind.line().is_some()
    }

    /// Whether the server must run on a [`FaultyDisk`].
    pub(crate) fn needs_disk(&self) -> bool {
        self.kind == Kind::DiskFull
    }

    /// Whether it needs two nodes with Postgres and Redis.
    pub(crate) fn needs_nodes(&self) -> bool {
        !self.needs_disk()
    }

    /// Fails when the installation does not have what the fault is about.
    pub(crate) fn check(&self, nodes: &Nodes) -> Result<()> {
        match self.kind {
            Kind::RedisAway if nodes.databases.is_none() => bail!("redis-away needs --nodes 2: one node has no Redis"),
            Kind::NodeKilled if nodes.nodes.len() < 2 => bail!("node-killed needs --nodes 2: someone must go on"),
            Kind::DiskFull if nodes.disk.is_none() => {
                bail!("disk-full needs one node with SQLite: the files of Postgres are not Stoa's")
            }
            _ if self.needs_gate() && nodes.gate.is_none() => {
                bail!("{} needs a Postgres that this command has started, as with --nodes 2", self.name())
            }
            _ => Ok(()),
        }
    }

    /// Makes it happen.
    pub(crate) fn begin(&self, nodes: &Nodes) -> Result<()> {
        match self.kind {
            Kind::RedisAway => signal("-STOP", redis_of(nodes)?),
            Kind::NodeKilled => {
                let last = nodes.nodes.last().context("there is no node")?;
                last.server.lock().unwrap_or_else(PoisonError::into_inner).kill()
            }
            Kind::DiskFull => disk_of(nodes)?.fill(),
            Kind::DatabaseAway | Kind::DatabaseHangs | Kind::SlowDatabase => {
                gate_of(nodes)?.set(self.kind.line().unwrap_or(Line::Open));
                Ok(())
            }
        }
    }

    /// Undoes it.
    pub(crate) fn end(&self, nodes: &Nodes) -> Result<()> {
        match self.kind {
            Kind::RedisAway => signal("-CONT", redis_of(nodes)?),
            Kind::NodeKilled => nodes.restart(nodes.nodes.len().saturating_sub(1)),
            Kind::DiskFull => disk_of(nodes)?.free(),
            Kind::DatabaseAway | Kind::DatabaseHangs | Kind::SlowDatabase => {
                gate_of(nodes)?.set(Line::Open);
                Ok(())
            }
        }
    }
}

fn redis_of(nodes: &Nodes) -> Result<u32> {
    Ok(nodes.databases.as_ref().context("there is no Redis")?.redis_process())
}

fn gate_of(nodes: &Nodes) -> Result<&Gate> {
    nodes.gate.as_ref().context("there is nothing between the servers and Postgres")
}

fn disk_of(nodes: &Nodes) -> Result<&FaultyDisk> {
    nodes.disk.as_ref().context("the server's disk cannot become full")
}

fn signal(name: &str, process: u32) -> Result<()> {
    shell::run(Command::new("kill").args([name, &process.to_string()]))
}

/// Source of the library that stands between a program and its files; it is also used by tests of the server.
const LIBRARY_SOURCE: &str = "core/server/tests/it/operations/faults/shim.c";
/// Positions of the numbers in the file that the library shares with this program, and kinds of operations, as in
/// `shim.c`.
const COUNTED: u64 = 0;
const FIRST: u64 = 1;
const COUNT: u64 = 2;
const KINDS_THAT_FAIL: u64 = 3;
const ERROR: u64 = 4;
const WRITE: u64 = 1;
/// Number of Linux for "no space left on device".
const NO_SPACE: u64 = 28;

/// A preloaded library that fails a program's writes below one folder as a full disk does. Unlike a small file system
/// it needs no rights to mount one.
#[derive(Debug)]
pub(crate) struct FaultyDisk {
    library: PathBuf,
    control: PathBuf,
    shared: File,
    below: PathBuf,
    _files: tempfile::TempDir,
}

impl FaultyDisk {
    /// Builds the library; `below` is the folder that becomes full, or the beginning of its name.
    pub(crate) fn build(repository: &Repository, below: &Path) -> Result<Self> {
        prerequisites::ensure(&[Need::CCompiler])?;
        let files =
            tempfile::Builder::new().prefix("stoa-disk-").tempdir().context("could not create a temporary folder")?;
        let (library, control) = (files.path().join("shim.so"), files.path().join("control"));
        let mut compiler = shell::command("cc", repository.root());
        shell::run(compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(LIBRARY_SOURCE))?;
        let shared = OpenOptions::new().read(true).write(true).create_new(true).open(&control);
        let shared = shared.context("the control file of the disk cannot be created")?;
        shared.set_len(64).context("the control file of the disk cannot be written")?;
        Ok(Self { library, control, shared, below: below.to_owned(), _files: files })
    }

    /// Environment variables of a program on this disk.
    pub(crate) fn environment(&self) -> [(&'static str, OsString); 3] {
        let (library, control, below) = (&self.library, &self.control, &self.below);
        [("LD_PRELOAD", library.into()), ("FAULTS_CONTROL", control.into()), ("FAULTS_BELOW", below.into())]
    }

    fn fill(&self) -> Result<()> {
        self.free()?;
        for (position, number) in [(COUNTED, 0), (FIRST, 1), (COUNT, u64::MAX), (ERROR, NO_SPACE)] {
            self.set(position, number)?;
        }
        self.set(KINDS_THAT_FAIL, WRITE)
    }

    fn free(&self) -> Result<()> {
        self.set(KINDS_THAT_FAIL, 0)
    }

    fn set(&self, position: u64, number: u64) -> Result<()> {
        let written = self.shared.write_all_at(&number.to_ne_bytes(), position * 8);
        written.context("the control file of the disk cannot be written")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times_of_faults() {
        let fault: Fault = "database-away@2.5s+20s".parse().unwrap();
        assert_eq!((fault.name(), fault.starts()), ("database-away", Duration::from_millis(2_500)));
        assert_eq!(fault.ends(), Duration::from_millis(22_500));
        assert!(fault.needs_gate() && !fault.needs_disk());
        let fault: Fault = "disk-full@3".parse().unwrap();
        assert_eq!((fault.starts(), fault.ends()), (Duration::from_secs(3), Duration::from_secs(13)));
        assert_eq!("redis-away".parse::<Fault>().unwrap().starts(), USUAL_START);
        for wrong in ["disk-slow@3s", "disk-full@soon", "disk-full@3s+0s", "disk-full@-3s"] {
            assert!(wrong.parse::<Fault>().is_err(), "{wrong}");
        }
    }
}
