//! Where test programs keep what they make once and copy for each test.

use std::fs;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use anyhow::Context as _;

/// The folder of what a test program creates once and then copies for each test. Its name depends on the program, so that
/// a copy is never older than the code.
///
/// # Errors
/// When it cannot be created.
pub fn templates() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let changed = fs::metadata(&program)?.modified()?.duration_since(UNIX_EPOCH)?.as_nanos();
    let target = program.ancestors().find(|path| path.ends_with("target")).context("no target folder")?;
    let folder = target.join("test-templates").join(changed.to_string());
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
