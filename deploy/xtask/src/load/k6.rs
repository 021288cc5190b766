//! Runs k6 on files of load-tests. It is also the client that starts a run at the target and asks about it afterwards,
//! since it follows redirects, speaks HTTP/2 and checks certificates.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::repository::Repository;
use crate::shell;

/// k6 ends with this when its thresholds are not met; this program judges by itself.
const THRESHOLDS: i32 = 99;
/// Ended by a signal, as at the break of a limit.
const STOPPED: i32 = 105;

/// How long k6 may need to end once it was asked to: shoppers finish what they have begun.
const END_LIMIT: Duration = Duration::from_secs(60);

/// Lines of k6's log that are shown when it fails.
const SHOWN_LINES: usize = 15;

/// Environment variables under which each file of the suite can be inspected; no server is asked.
const INSPECTED: [(&str, &str); 5] = [
    ("STOA_URL", "http://shop.localhost:8080"),
    ("STOA_KEY", "none"),
    ("STOA_OWNER_EMAIL", "owner@shop.invalid"),
    ("STOA_OWNER_PASSWORD", "none"),
    ("STOA_PEER_PORT", "8081"),
];

/// Fails if k6 would refuse to start one of the files in these folders of the suite.
pub(super) fn inspect_all(repository: &Repository, programs: &Path, folders: &[&str]) -> Result<()> {
    for folder in folders {
        let path = repository.path("load-tests").join(folder);
        let files = fs::read_dir(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        for file in files {
            let file = file.with_context(|| format!("{} cannot be read", path.display()))?.path();
            if file.extension().is_some_and(|extension| extension == "ts") {
                inspect(repository, programs, &file, INSPECTED)?;
            }
        }
    }
    Ok(())
}

/// What k6 would do with a file.
fn inspect<Key, Text>(
    repository: &Repository,
    programs: &Path,
    file: &Path,
    environment: impl IntoIterator<Item = (Key, Text)>,
) -> Result<Value>
where
    Key: AsRef<std::ffi::OsStr>,
    Text: AsRef<std::ffi::OsStr>,
{
    let mut k6 = shell::command(programs.join("k6"), repository.root());
    // Unlike `run`, it does not read environment variables by itself.
    k6.args(["inspect", "--include-system-env-vars", "--execution-requirements", "--log-format", "raw"]).arg(file);
    let output = k6.envs(environment).stdin(Stdio::null()).output().context("could not start k6")?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("k6 would refuse to run {}:\n{}", repository.shown(file), errors.trim());
    }
    serde_json::from_slice(&output.stdout).with_context(|| format!("what k6 says of {} is not JSON", file.display()))
}

/// How k6 is run for one load test.
#[derive(Debug)]
pub(super) struct K6<'a> {
    pub(super) repository: &'a Repository,
    /// Folder with the program.
    pub(super) programs: &'a Path,
    /// Folder of the results.
    pub(super) folder: &'a Path,
    /// Folder of what contains keys.
    pub(super) private: &'a Path,
    pub(super) environment: Vec<(&'static str, OsString)>,
    /// Which part of the run it is, for the names of its logs; empty for the whole.
    pub(super) part: &'static str,
}

impl K6<'_> {
    fn command(&self, script: &str) -> Command {
        let mut k6 = shell::command(self.programs.join("k6"), self.repository.root());
        k6.args(["run", "--no-usage-report", "--quiet", "--log-format", "raw", "--address", "127.0.0.1:0"]);
        // Variables, since arguments are visible to all users of the machine and these contain keys.
        k6.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        // Times in the stream are local.
        k6.env("TZ", "UTC").env("K6_NO_COLOR", "true");
        k6.arg(self.repository.path(&format!("load-tests/{script}.ts")));
        k6.stdin(Stdio::null()).stdout(Stdio::null());
        k6
    }

    /// Runs a short script to its end, and reads the file of this name that it writes, whose path `variable` tells it.
    pub(super) fn ask(&self, script: &str, variable: &str, file_name: &str) -> Result<Value> {
        let file = self.private.join(file_name);
        let log = self.folder.join(format!("{}.log", script.rsplit('/').next().unwrap_or(script)));
        let status = self
            .command(script)
            .env(variable, &file)
            .stderr(File::create(&log).with_context(|| format!("{} cannot be written", log.display()))?)
            .status()
            .context("could not start k6")?;
        if !status.success() {
            bail!("{}", tail(&log));
        }
        let text = fs::read_to_string(&file).with_context(|| format!("k6 wrote no {file_name}:\n{}", tail(&log)))?;
        serde_json::from_str(&text).with_context(|| format!("{} is not JSON", file.display()))
    }

    /// What k6 would do for a profile.
    pub(super) fn inspect(&self, profile: &str) -> Result<Value> {
        let file = self.repository.path(&format!("load-tests/profiles/{profile}.ts"));
        inspect(self.repository, self.programs, &file, self.environment.iter().map(|(name, value)| (*name, value)))
    }

    /// Starts a profile, or segment `number` of `count` of it, which writes its measurements to `stream`.
    pub(super) fn start(&self, profile: &str, stream: &Path, number: usize, count: usize) -> Result<Load> {
        let log = self.folder.join(format!("k6-{}{}.log", self.part, number + 1));
        let mut k6 = self.command(&format!("profiles/{profile}"));
        k6.arg("--out").arg(format!("json={}", stream.display()));
        if count > 1 {
            k6.args(segment(number, count));
        }
        k6.stderr(File::create(&log).with_context(|| format!("{} cannot be written", log.display()))?);
        let child = k6.spawn().context("could not start k6")?;
        Ok(Load { child, log, is_asked_to_end: None })
    }
}

/// Arguments for a part of the load; k6 divides people and rates by itself.
fn segment(number: usize, count: usize) -> Vec<String> {
    let border = |part: usize| match part {
        0 => "0".to_owned(),
        part if part == count => "1".to_owned(),
        part => format!("{part}/{count}"),
    };
    let sequence: Vec<String> = (0..=count).map(border).collect();
    vec![
        format!("--execution-segment={}:{}", border(number), border(number + 1)),
        format!("--execution-segment-sequence={}", sequence.join(",")),
    ]
}

/// A running k6; it is killed on drop.
#[derive(Debug)]
pub(super) struct Load {
    child: Child,
    log: PathBuf,
    is_asked_to_end: Option<Instant>,
}

impl Load {
    /// Whether it has ended; fails when it ended otherwise than it should.
    pub(super) fn has_ended(&mut self) -> Result<bool> {
        match self.child.try_wait().context("the status of k6 cannot be read")? {
            Some(status) => self.judge(status).map(|()| true),
            None => {
                if self.is_asked_to_end.is_some_and(|asked| asked.elapsed() > END_LIMIT) {
                    // It may have ended meanwhile.
                    drop(self.child.kill());
                }
                Ok(false)
            }
        }
    }

    fn judge(&self, status: ExitStatus) -> Result<()> {
        let was_stopped = self.is_asked_to_end.is_some();
        match status.code() {
            Some(0 | THRESHOLDS) => Ok(()),
            Some(STOPPED) | None if was_stopped => Ok(()),
            _ => bail!("k6 failed ({status}):\n{}", tail(&self.log)),
        }
    }

    /// Asks k6 to let people finish and to end.
    pub(super) fn ask_to_end(&mut self) {
        if self.is_asked_to_end.is_none() {
            self.is_asked_to_end = Some(Instant::now());
            // It may have ended meanwhile.
            drop(Command::new("kill").args(["-INT", &self.child.id().to_string()]).output());
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        // The process may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The end of a log, without what each failed request says.
fn tail(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines.iter().skip(lines.len().saturating_sub(SHOWN_LINES)).copied().collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_a_partition() {
        let expected = ["--execution-segment=0:1/2", "--execution-segment-sequence=0,1/2,1"];
        assert_eq!(segment(0, 2), expected);
        assert_eq!(segment(2, 3).first().map(String::as_str), Some("--execution-segment=2/3:1"));
    }
}
