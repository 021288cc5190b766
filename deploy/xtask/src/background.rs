//! Runs another xtask command in the background, concurrently with other steps: compilers leave a core idle for
//! minutes.

use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{self, Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use crate::repository::Repository;
use crate::shell;

/// A third of the weight of what has the usual priority.
const NICENESS: &str = "5";

/// Ids of the process groups that run now.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Has Ctrl-C end background processes too: as process groups of their own they do not get it from the terminal.
pub(crate) fn end_on_ctrl_c() -> Result<()> {
    let end = || {
        running().iter().for_each(|group| terminate(*group));
        process::exit(130);
    };
    ctrlc::set_handler(end).context("cannot listen for Ctrl-C")
}

fn running() -> std::sync::MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a whole process group: test runners have worker processes.
fn terminate(group: u32) {
    drop(Command::new("kill").args(["-TERM", "--", &format!("-{group}")]).status());
}

/// A background process. Its output goes to a file until it is waited for; it is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct BackgroundProcess {
    child: Child,
    shown: String,
    log: PathBuf,
}

impl BackgroundProcess {
    /// Starts `cargo xtask` with these arguments.
    pub(crate) fn start(repository: &Repository, arguments: &[&str]) -> Result<Self> {
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        Self::spawn(repository, shell::command(program, repository.root()), arguments)
    }

    /// The same, with a lower priority than what runs beside it.
    pub(crate) fn start_gently(repository: &Repository, arguments: &[&str]) -> Result<Self> {
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        let mut nice = shell::command("nice", repository.root());
        nice.args(["-n", NICENESS]).arg(program);
        Self::spawn(repository, nice, arguments)
    }

    fn spawn(repository: &Repository, mut command: Command, arguments: &[&str]) -> Result<Self> {
        let log = repository.target(&format!("spec/{}.log", arguments.join("-")));
        if let Some(folder) = log.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
        }
        let output = File::create(&log).with_context(|| format!("{} cannot be written", log.display()))?;
        let errors = output.try_clone().context("the log file handle cannot be cloned")?;
        let child = command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .process_group(0)
            .spawn()
            .with_context(|| format!("could not start `cargo xtask {}`", arguments.join(" ")))?;
        running().push(child.id());
        Ok(Self { child, shown: arguments.join(" "), log })
    }

    /// Waits for its end, prints its output, and fails if it failed.
    pub(crate) fn wait(mut self) -> Result<()> {
        let status = self.child.wait().context("waiting for it failed")?;
        let printed = std::fs::read(&self.log).with_context(|| format!("{} cannot be read", self.log.display()))?;
        print!("{}", String::from_utf8_lossy(&printed));
        if !status.success() {
            bail!("`cargo xtask {}` failed ({status})", self.shown);
        }
        Ok(())
    }
}

impl Drop for BackgroundProcess {
    fn drop(&mut self) {
        running().retain(|group| *group != self.child.id());
        if matches!(self.child.try_wait(), Ok(None)) {
            terminate(self.child.id());
            drop(self.child.wait());
        }
    }
}
