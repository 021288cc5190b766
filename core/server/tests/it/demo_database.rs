//! The demo is created once for a test run; each test gets a copy.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use argon2::{Algorithm, Argon2, Params, PasswordHash, PasswordHasher as _, Version};
use sea_orm::{ColumnTrait as _, Condition};
use stoa_entity::platform::{account, due_work};
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_server::config::Config;
use stoa_server::wiring::{AppContext, Stoa};
use stoa_server::{jobs, seed};
use stoa_testkit::{Postgres, copy_folder, templates};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::app::{GLANCE, PATIENCE, settings};

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
    let stoa = Arc::new(Stoa::build(config, foundation, 0).await?);
    do_due_work(&stoa).await?;
    stoa.foundation.databases.close().await?;
    Ok(())
}

/// Does what is due in the new sites and takes them off the list. Otherwise the worker of each copy opens both and finds
/// nothing, which takes a third of the CPU time of a short test.
async fn do_due_work(stoa: &Arc<Stoa>) -> Result<()> {
    let platform = stoa.foundation.databases.platform();
    let stop = CancellationToken::new();
    let worker = tokio::spawn(jobs::work(stoa.jobs(), stop.clone()));
    let begun = Instant::now();
    while !platform.read().await?.find::<due_work::Entity>().all().await?.iter().all(is_done) {
        ensure!(begun.elapsed() < PATIENCE, "the new sites have work to do after {PATIENCE:?}");
        tokio::time::sleep(GLANCE).await;
    }
    stop.cancel();
    stoa.bell().stop();
    worker.await?;
    let tx = platform.write().await?;
    tx.delete::<due_work::Entity>(Condition::all()).exec().await?;
    Ok(tx.commit().await?)
}

/// Whether a site has been processed and is only listed because it may be written to.
fn is_done(row: &due_work::Model) -> bool {
    row.due_on > SystemClock.now() && row.written_until.is_some_and(|until| row.due_on <= until)
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
