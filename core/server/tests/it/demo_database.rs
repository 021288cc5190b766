//! The demo is created once for a test run; each test gets a copy.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher as _, Version};
use sea_orm::ColumnTrait as _;
use stoa_entity::platform::account;
use stoa_server::config::Config;
use stoa_server::seed;
use stoa_server::wiring::{AppContext, Stoa};
use stoa_testkit::{Postgres, copy_folder, templates};
use tempfile::TempDir;

use crate::app::settings;

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

/// Also compiles the plugins into the cache that all tests share.
async fn seed(config: &Config) -> Result<()> {
    let foundation = AppContext::open(config).await?;
    seed::demo(&foundation).await?;
    make_sign_in_cheap(&foundation).await?;
    let stoa = Stoa::build(config, foundation, 0).await?;
    stoa.foundation.databases.close().await?;
    Ok(())
}

/// Stores the password of the demo accounts with the cheapest parameters of its hash: nearly every test signs in, and
/// most of that time went into the hash. The tests of `stoa-tenancy` check the parameters of new hashes.
async fn make_sign_in_cheap(foundation: &AppContext) -> Result<()> {
    let cheapest = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None)?;
    let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, cheapest);
    let hash: PasswordHash = hasher.hash_password(seed::PASSWORD.as_bytes())?;
    let tx = foundation.databases.platform().write().await?;
    let all = account::Column::Email.ne("");
    tx.update::<account::Entity>(all).set(account::Column::PasswordHash, hash.to_string()).exec().await?;
    Ok(tx.commit().await?)
}

/// A data folder with the demo on SQLite, and the folder that it is in, which is deleted in the end.
pub(crate) async fn sqlite_folder() -> Result<(TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    sqlite(&data).await?;
    Ok((folder, data))
}

/// Fills a data folder with the demo on SQLite.
pub(crate) async fn sqlite(data: &Path) -> Result<()> {
    let folder = templates()?;
    let made = folder.join("sqlite");
    once(&folder, "sqlite", async || seed(&settings(&made, "")).await).await?;
    copy_folder(&made, data)
}

/// Fills a data folder and a database with the demo on Postgres, and returns the database's URL.
///
/// The demo gets its name when it is complete, so that only the test that creates it needs the lock.
pub(crate) async fn postgres(server: &Postgres, data: &Path) -> Result<String> {
    let folder = templates()?;
    let made = folder.join("postgres");
    let name = format!("demo_{}", folder.file_name().unwrap_or_default().to_string_lossy());
    if let Some(url) = server.copy_of(&name)? {
        copy_folder(&made, data)?;
        return Ok(url);
    }
    let lock = File::create(folder.join("postgres.lock"))?;
    lock.lock()?;
    let mut url = server.copy_of(&name)?;
    if url.is_none() {
        let unfinished = format!("{name}_unfinished");
        seed(&settings(&made, &server.replace(&unfinished)?)).await?;
        server.rename(&unfinished, &name)?;
        url = server.copy_of(&name)?;
    }
    copy_folder(&made, data)?;
    url.context("the demo does not exist")
}
