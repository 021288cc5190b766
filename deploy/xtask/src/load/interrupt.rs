//! Ctrl-C ends a run early, and its report is written all the same.
//!
//! A terminal sends the signal to all processes of the foreground group: the servers, their databases and k6 would end
//! before the target is asked about its data. So the run is a process with a group of its own, and only it is told.

use std::os::unix::process::{CommandExt as _, parent_id};
use std::process::{Command, Stdio, exit};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Tells a process that it is the one with the group of its own. Servers that it starts inherit it, and refuse names which
/// begin like their settings.
const APART: &str = "XTASK_LOAD_APART";

/// Exit code of a program that a signal has ended.
const BY_SIGNAL: i32 = 130;

/// Whether the target knows of a run.
static HAS_RUN: AtomicBool = AtomicBool::new(false);
/// Whether it should end.
static SHOULD_END: AtomicBool = AtomicBool::new(false);
/// The process that waits for this one.
static WAITS: OnceLock<u32> = OnceLock::new();

/// Whether this process has a group of its own.
pub(super) fn is_apart() -> bool {
    std::env::var_os(APART).is_some()
}

/// Runs the same command in a process with a group of its own, and hands Ctrl-C on to it.
pub(super) fn run_apart() -> Result<()> {
    let program = std::env::current_exe().context("the path of this program is unknown")?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(APART, "1").stdin(Stdio::null()).process_group(0);
    let mut child = command.spawn().context("could not start the run")?;
    let process = child.id().to_string();
    ctrlc::set_handler(move || {
        println!("    ends, and writes the report of what was measured");
        // It may have ended meanwhile.
        drop(Command::new("kill").args(["-INT", &process]).status());
    })
    .context("cannot listen for Ctrl-C")?;
    let status = child.wait().context("the run cannot be waited for")?;
    // It has said why.
    if status.success() { Ok(()) } else { exit(status.code().unwrap_or(BY_SIGNAL)) }
}

/// Lets a run end early when this process is told so, or when nobody waits for it any more.
pub(super) fn listen() -> Result<()> {
    WAITS.get_or_init(parent_id);
    ctrlc::set_handler(|| {
        if HAS_RUN.load(Ordering::SeqCst) {
            SHOULD_END.store(true, Ordering::SeqCst);
        } else {
            // Nothing was measured. Servers and this process itself are the group.
            drop(Command::new("kill").args(["-TERM", "--", &format!("-{}", std::process::id())]).status());
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// The target is about to be told of a run, which is then ended there in any case.
pub(super) fn run_begins() {
    HAS_RUN.store(true, Ordering::SeqCst);
}

/// Whether the run should end now.
pub(super) fn is_asked_to_end() -> bool {
    SHOULD_END.load(Ordering::SeqCst) || WAITS.get().is_some_and(|parent| *parent != parent_id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_command_listens() {
        run_begins();
        assert!(!is_asked_to_end(), "nobody has asked");
    }
}
