//! Databases with all tables and no rows, created once for each test program; every test gets a copy.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use stoa_kernel::clock::SystemClock;
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::WebsiteId;
use stoa_tenancy::{DatabaseSettings, Databases};

use crate::{CurrentSchema, Postgres, templates};

/// Fills a folder with the SQLite files of a program that has no sites yet.
///
/// # Errors
/// When the files cannot be created or copied.
pub async fn migrated_folder(folder: &Path) -> anyhow::Result<()> {
    let templates = templates()?;
    let made = templates.join("empty");
    let lock = File::create(templates.join("empty.lock"))?;
    lock.lock()?;
    let done = templates.join("empty.done");
    if !done.exists() {
        let databases = open(sqlite(&made)).await?;
        // Also creates the file that new sites are copied from.
        databases.tenant(&WebsiteId::generate()).await?;
        databases.close().await?;
        File::create(&done)?;
    }
    drop(lock);
    for entry in fs::read_dir(&made)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Creates a database with all tables and returns its URL.
///
/// # Errors
/// When the server refuses.
pub async fn migrated_database(server: &Postgres) -> anyhow::Result<String> {
    // A server that ends with the test is not worth a template.
    if !server.is_shared() {
        return server.database();
    }
    let templates = templates()?;
    let name = format!("empty_{}", templates.file_name().unwrap_or_default().to_string_lossy());
    if let Some(url) = server.copy_of(&name)? {
        return Ok(url);
    }
    let lock = File::create(templates.join("empty-postgres.lock"))?;
    lock.lock()?;
    if let Some(url) = server.copy_of(&name)? {
        return Ok(url);
    }
    let unfinished = format!("{name}_unfinished");
    let url = server.replace(&unfinished)?;
    open(DatabaseSettings::Postgres { url, max_connections: 2 }).await?.close().await?;
    server.rename(&unfinished, &name)?;
    server.copy_of(&name)?.context("the template does not exist")
}

async fn open(settings: DatabaseSettings) -> anyhow::Result<Databases> {
    let seal = Cipher::new(&[7; 32])?;
    Ok(Databases::open(settings, Arc::new(CurrentSchema), seal, Arc::new(SystemClock)).await?)
}

pub(crate) fn sqlite(folder: &Path) -> DatabaseSettings {
    DatabaseSettings::Sqlite { folder: folder.to_owned(), max_open_sites: 10, idle: Duration::from_secs(60) }
}
