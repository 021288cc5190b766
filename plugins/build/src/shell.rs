//! Runs other programs: their output goes to the terminal unless it is captured.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A command with working directory `folder`.
pub fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

/// cargo, in `folder`. The linker is the toolchain's default (lld on x86-64 Linux): a flag for another one would change
/// every fingerprint, so that commands with and without it would rebuild each other's work.
#[must_use]
pub fn cargo(folder: &Path) -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), folder);
    // Variables set by `cargo run` for this program would cause build scripts to run again.
    for name in ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH"] {
        cargo.env_remove(name);
    }
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Runs the command and fails when it fails.
///
/// # Errors
/// It cannot be started, or fails.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command.status().with_context(|| format!("could not start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs the command, fails when it fails, and returns its standard output.
///
/// # Errors
/// It cannot be started, fails, or prints something that is not UTF-8.
pub fn output(command: &mut Command) -> Result<String> {
    let bytes = output_bytes(command)?;
    String::from_utf8(bytes).with_context(|| format!("`{}` printed something that is not UTF-8", shown(command)))
}

fn output_bytes(command: &mut Command) -> Result<Vec<u8>> {
    let shown = shown(command);
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("could not start `{shown}`"))?;
    if !output.status.success() {
        bail!("`{shown}` failed ({})", output.status);
    }
    Ok(output.stdout)
}

/// Output of the program, or none when it cannot be run.
pub fn probe(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether the program is in a folder of `PATH`.
#[must_use]
pub fn installed(program: &str) -> bool {
    let Some(path) = std::env::var_os("PATH") else {
        return false;
    };
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The command line as it would be typed.
#[must_use]
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    command.get_args().fold(program, |mut line, argument| {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
        line
    })
}
