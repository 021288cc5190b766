//! Runs another xtask command in the background, concurrently with other steps: compilers leave a core idle for
//! minutes.

use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::repository::Repository;
use crate::shell;

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

    /// The same, with what the steps beside it leave of the processors.
    pub(crate) fn start_gently(repository: &Repository, arguments: &[&str]) -> Result<Self> {
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        let mut nice = shell::command("nice", repository.root());
        nice.args(["-n", "10"]).arg(program);
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
        if matches!(self.child.try_wait(), Ok(None)) {
            // Kills the whole process group: test runners have worker processes.
            drop(Command::new("kill").args(["-TERM", "--", &format!("-{}", self.child.id())]).status());
            drop(self.child.wait());
        }
    }
}
