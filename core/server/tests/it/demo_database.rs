//! The demo is created once for a test run; each test gets a copy.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use stoa_server::config::Config;
use stoa_server::seed;
use stoa_server::wiring::{AppContext, Stoa};
use stoa_testkit::Postgres;

use crate::app::settings;

/// A folder whose name depends on the program, so that a copy is never older than the code.
fn folder() -> Result<PathBuf> {
    let program = std::env::current_exe()?;
    let changed = fs::metadata(&program)?.modified()?.duration_since(std::time::UNIX_EPOCH)?.as_nanos();
    let target = program.ancestors().find(|path| path.ends_with("target")).context("no target folder")?;
    let folder = target.join("test-templates").join(changed.to_string());
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs `make` once for all processes of the test run.
async fn once(folder: &Path, name: &str, make: impl AsyncFnOnce() -> Result<()>) -> Result<()> {
    let lock = File::create(folder.join(format!("{name}.lock")))?;
    lock.lock()?;
    let done = folder.join(format!("{name}.done"));
    if !done.exists() {
        make().await?;
        File::create(&done)?;
    }
    Ok(())
}

/// Also compiles the plugins: a copy of the folder includes their machine code.
async fn seed(config: &Config) -> Result<()> {
    let foundation = AppContext::open(config).await?;
    seed::demo(&foundation).await?;
    let stoa = Stoa::build(config, foundation, 0).await?;
    stoa.foundation.databases.close().await?;
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Fills a data folder with the demo on SQLite.
pub(crate) async fn sqlite(data: &Path) -> Result<()> {
    let folder = folder()?;
    let made = folder.join("sqlite");
    once(&folder, "sqlite", async || seed(&settings(&made, "")).await).await?;
    copy(&made, data)
}

/// Fills a data folder and a database with the demo on Postgres, and returns the database's URL.
pub(crate) async fn postgres(server: &Postgres, data: &Path) -> Result<String> {
    let folder = folder()?;
    let made = folder.join("postgres");
    let name = format!("demo_{}", folder.file_name().unwrap_or_default().to_string_lossy());
    let lock = File::create(folder.join("postgres.lock"))?;
    lock.lock()?;
    if server.named(&name)? {
        seed(&settings(&made, &server.url(&name))).await?;
    }
    copy(&made, data)?;
    server.copy_of(&name)
}
