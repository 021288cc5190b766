//! SQLite files of sites: created, migrated, opened, deleted.

use std::collections::HashSet;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use sea_orm::{ConnectionTrait as _, DatabaseConnection, DbErr, Statement};
use stoa_entity::{Connections, noted};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::storage::{WriteHealth, WriteProblem};

use crate::TenancyError;
use crate::databases::{Schema, open_error};
use crate::pools::{Durability, Missing, open_one_sqlite, open_sqlite, open_sqlite_with};
use crate::unreadable_data::UnreadableData;

/// Page size of a new site's file, bytes. Each table and index takes at least one page even when empty: 350 of them are
/// below 330 kB, against 1.5 MB with SQLite's default page size.
pub(crate) const SMALL_PAGE: u32 = 512;
/// Page size of the file of a site that has grown, bytes: SQLite's default, which takes fewer steps to find a row among
/// many.
const LARGE_PAGE: u32 = 4_096;
/// A file of at least this many bytes gets large pages. Rewriting it takes a few hundredths of a second.
const GROWN: u64 = 1_000_000;
/// A file of at least this many bytes is not rewritten: that would take seconds, and space for a second copy.
const TOO_LARGE: u64 = 64_000_000;
/// Name prefix of template files that new sites are copied from.
const BLANK: &str = "new-site-";
/// Name prefix of files that are being written.
pub(crate) const DRAFT: &str = ".draft-";
/// Suffixes of a site's files.
pub(crate) const SUFFIXES: [&str; 4] = ["", "-wal", "-shm", "-journal"];
/// Minimum age of leftovers before they are deleted: other versions of the program may run at the same time for a
/// while.
const LEFTOVERS_MIN_AGE: Duration = Duration::from_secs(60 * 60);

/// The files.
pub(crate) struct SiteFiles {
    folder: PathBuf,
    schema: Arc<dyn Schema>,
    health: WriteHealth,
    /// Sites whose files could not get larger pages; the next process tries again.
    small: Mutex<HashSet<WebsiteId>>,
}

impl SiteFiles {
    /// # Errors
    /// When the folder of the sites cannot be created.
    pub(crate) fn new(folder: &Path, schema: Arc<dyn Schema>, health: WriteHealth) -> Result<Self, TenancyError> {
        let sites = folder.join("sites");
        std::fs::create_dir_all(&sites).map_err(|error| open_error(&sites.display().to_string(), error))?;
        Ok(Self { folder: folder.to_owned(), schema, health, small: Mutex::default() })
    }

    /// Opens a site's file, and migrates it when it is from an earlier version of the program; `missing` says what
    /// happens when it does not exist.
    ///
    /// # Errors
    /// When it cannot be created, changed or read.
    pub(crate) async fn open(&self, website: &WebsiteId, missing: Missing) -> Result<Connections, TenancyError> {
        let file = self.file(website);
        let no_file = || open_error(website.as_str(), UnreadableData::Missing { website: website.clone() });
        let size = match tokio::fs::metadata(&file).await {
            Ok(found) if found.len() == 0 => return Err(no_file()),
            Ok(found) => found.len(),
            Err(error) if missing == Missing::Fails => {
                let is_gone = error.kind() == io::ErrorKind::NotFound;
                return Err(if is_gone { no_file() } else { open_error(website.as_str(), error) });
            }
            Err(_) => {
                self.make(&file).await?;
                0
            }
        };
        let failed = |error: DbErr| match UnreadableData::of_site(website, noted(error, &self.health)) {
            Ok(unreadable) => open_error(website.as_str(), unreadable),
            Err(other) => open_error(website.as_str(), other),
        };
        let mut connections = open_sqlite(&file, Missing::Fails, &self.health);
        let small = (GROWN..TOO_LARGE).contains(&size) && !self.small().contains(website);
        if small && number(&connections.reader, "page_size").await.map_err(failed)? < LARGE_PAGE.into() {
            connections.close().await?;
            if let Err(error) = rewrite_with_large_pages(&file).await {
                self.small().insert(website.clone());
                tracing::info!(%error, tenant.id = %website, "the page size of a site's file could not be increased");
            }
            connections = open_sqlite(&file, Missing::Fails, &self.health);
        }
        self.migrate_if_outdated(&connections).await.map_err(failed)?;
        Ok(connections)
    }

    /// Whether a site has a file.
    pub(crate) async fn is_there(&self, website: &WebsiteId) -> bool {
        tokio::fs::try_exists(self.file(website)).await.unwrap_or(true)
    }

    /// Deletes a site's file.
    ///
    /// # Errors
    /// When it cannot be deleted.
    pub(crate) async fn remove(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        remove_all(website, self.file(website)).await
    }

    /// Opens the file of a site's analytics, creates it when it is missing, and migrates it when it is from an earlier
    /// version of the program.
    ///
    /// # Errors
    /// When it cannot be created, changed or read.
    pub(crate) async fn open_analytics(&self, website: &WebsiteId) -> Result<Connections, TenancyError> {
        let file = self.analytics_file(website);
        if !tokio::fs::try_exists(&file).await.unwrap_or(true) {
            self.make_analytics(&file).await?;
        }
        let connections = open_sqlite_with(&file, Missing::Fails, &self.health, Durability::Relaxed);
        let (wanted, failed) = (self.schema.analytics_version(), |error| open_error(website.as_str(), error));
        if number(&connections.reader, "user_version").await.map_err(failed)? != i64::from(wanted) {
            self.schema.migrate_analytics(&connections.writer).await.map_err(failed)?;
            set_version(&connections.writer, wanted).await.map_err(failed)?;
        }
        Ok(connections)
    }

    /// Whether a site has a file with its analytics.
    pub(crate) async fn has_analytics(&self, website: &WebsiteId) -> bool {
        tokio::fs::try_exists(self.analytics_file(website)).await.unwrap_or(true)
    }

    /// Deletes the file of a site's analytics.
    ///
    /// # Errors
    /// When it cannot be deleted.
    pub(crate) async fn remove_analytics(&self, website: &WebsiteId) -> Result<(), TenancyError> {
        remove_all(website, self.analytics_file(website)).await
    }

    pub(crate) fn analytics_file(&self, website: &WebsiteId) -> PathBuf {
        self.folder.join("sites").join(format!("{website}.analytics.sqlite"))
    }

    /// A file under its final name is complete.
    async fn make_analytics(&self, file: &Path) -> Result<(), TenancyError> {
        let not_written = |error| self.not_written(error);
        let folder = file.parent().unwrap_or(file);
        let draft = tempfile::Builder::new().prefix(DRAFT).tempfile_in(folder).map_err(not_written)?;
        let draft = draft.into_temp_path();
        let filled = async {
            let connection = open_one_sqlite(&draft, LARGE_PAGE).await?;
            self.schema.migrate_analytics(&connection).await?;
            set_version(&connection, self.schema.analytics_version()).await?;
            connection.execute_unprepared("PRAGMA journal_mode = WAL").await?;
            connection.close_by_ref().await
        };
        filled.await.map_err(|error| open_error("analytics", noted(error, &self.health)))?;
        match draft.persist_noclobber(file) {
            // Another process has just created it.
            Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => Err(not_written(error.error)),
            _ => Ok(()),
        }
    }

    /// Identifies the file of a site, as opposed to another file of the same name; none when there is no file.
    pub(crate) async fn mark(&self, website: &WebsiteId) -> Option<u64> {
        tokio::fs::metadata(self.file(website)).await.ok().as_ref().map(mark)
    }

    /// Identifies the file of a site's analytics.
    pub(crate) async fn analytics_mark(&self, website: &WebsiteId) -> Option<u64> {
        tokio::fs::metadata(self.analytics_file(website)).await.ok().as_ref().map(mark)
    }

    pub(crate) fn file(&self, website: &WebsiteId) -> PathBuf {
        self.folder.join("sites").join(format!("{website}.sqlite"))
    }

    async fn make(&self, file: &Path) -> Result<(), TenancyError> {
        match self.copy_blank(file).await? {
            // It was deleted a moment ago.
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.copy_blank(file).await?,
            copied => copied,
        }
        .map_err(|error| self.not_written(error))
    }

    async fn copy_blank(&self, file: &Path) -> Result<io::Result<()>, TenancyError> {
        let (blank, target) = (self.find_blank().await?, file.to_owned());
        let copied = tokio::task::spawn_blocking(move || copy(&blank, &target)).await;
        Ok(copied.map_err(io::Error::other).and_then(|copied| copied))
    }

    /// The template file with all tables and no rows, created once per schema version.
    async fn find_blank(&self) -> Result<PathBuf, TenancyError> {
        let not_written = |error| self.not_written(error);
        let blank = self.folder.join(format!("{BLANK}{:08x}.sqlite", self.schema.sites_version()));
        if tokio::fs::try_exists(&blank).await.map_err(not_written)? {
            return Ok(blank);
        }
        let draft = tempfile::Builder::new().prefix(DRAFT).tempfile_in(&self.folder).map_err(not_written)?;
        let draft = draft.into_temp_path();
        self.fill(&draft).await.map_err(|error| open_error("new site", noted(error, &self.health)))?;
        let synced = File::open(&draft).and_then(|file| file.sync_all());
        synced.and_then(|()| Ok(draft.persist(&blank)?)).map_err(not_written)?;
        for folder in [&self.folder, &self.folder.join("sites")] {
            delete_leftover_files(folder, &blank);
        }
        Ok(blank)
    }

    async fn fill(&self, draft: &Path) -> Result<(), DbErr> {
        let connection = open_one_sqlite(draft, SMALL_PAGE).await?;
        self.schema.migrate_sites(&connection).await?;
        set_version(&connection, self.schema.sites_version()).await?;
        connection.execute_unprepared("VACUUM").await?;
        connection.execute_unprepared("PRAGMA journal_mode = WAL").await?;
        connection.close_by_ref().await
    }

    /// Skips the migrations of a file whose stored version is the current one.
    async fn migrate_if_outdated(&self, connections: &Connections) -> Result<(), DbErr> {
        let wanted = self.schema.sites_version();
        if number(&connections.reader, "user_version").await? == i64::from(wanted) {
            return Ok(());
        }
        self.schema.migrate_sites(&connections.writer).await?;
        set_version(&connections.writer, wanted).await
    }

    fn small(&self) -> MutexGuard<'_, HashSet<WebsiteId>> {
        self.small.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn not_written(&self, error: io::Error) -> TenancyError {
        if let Some(problem) = WriteProblem::behind(&error) {
            self.health.report(problem);
        }
        open_error("new site", error)
    }
}

#[cfg(unix)]
fn mark(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(found)
}

#[cfg(not(unix))]
fn mark(found: &Metadata) -> u64 {
    let made = found.created().ok().and_then(|made| made.duration_since(SystemTime::UNIX_EPOCH).ok());
    made.and_then(|made| u64::try_from(made.as_nanos()).ok()).unwrap_or(0)
}

/// Deletes a file, and those that SQLite keeps beside it.
async fn remove_all(website: &WebsiteId, file: PathBuf) -> Result<(), TenancyError> {
    for suffix in SUFFIXES {
        let mut name = file.clone().into_os_string();
        name.push(suffix);
        match tokio::fs::remove_file(PathBuf::from(name)).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(open_error(website.as_str(), error)),
            _ => {}
        }
    }
    Ok(())
}

/// Deletes template files of earlier versions of the program, and unfinished files of interrupted writes.
fn delete_leftover_files(folder: &Path, current: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let old = SystemTime::now() - LEFTOVERS_MIN_AGE;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(BLANK) || name.starts_with(DRAFT);
        let is_old = || entry.metadata().and_then(|found| found.modified()).is_ok_and(|modified| modified < old);
        if is_ours && entry.path() != current && is_old() {
            // One that cannot be deleted only takes space.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// A file under its final name is complete: it is renamed after it was synced to disk.
fn copy(blank: &Path, target: &Path) -> io::Result<()> {
    let folder = target.parent().unwrap_or(target);
    let draft = tempfile::Builder::new().prefix(DRAFT).tempfile_in(folder)?;
    io::copy(&mut File::open(blank)?, &mut draft.as_file())?;
    draft.as_file().sync_all()?;
    match draft.persist_noclobber(target) {
        // Another process has just created it.
        Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => return Err(error.error),
        _ => {}
    }
    File::open(folder)?.sync_all()
}

/// Rewrites a file with large pages, atomically. Fails while anyone has the file open.
async fn rewrite_with_large_pages(file: &Path) -> Result<(), DbErr> {
    let connection = open_one_sqlite(file, LARGE_PAGE).await?;
    let written = async {
        connection.execute_unprepared("PRAGMA journal_mode = DELETE").await?;
        connection.execute_unprepared(&format!("PRAGMA page_size = {LARGE_PAGE}")).await?;
        connection.execute_unprepared("VACUUM").await
    };
    let written = written.await;
    let again = connection.execute_unprepared("PRAGMA journal_mode = WAL").await;
    connection.close_by_ref().await?;
    written.and(again).map(drop)
}

async fn number(connection: &DatabaseConnection, pragma: &str) -> Result<i64, DbErr> {
    let asked = Statement::from_string(connection.get_database_backend(), format!("PRAGMA {pragma}"));
    let row = connection.query_one_raw(asked).await?;
    row.ok_or_else(|| DbErr::RecordNotFound(pragma.to_owned()))?.try_get_by_index(0)
}

async fn set_version(connection: &DatabaseConnection, version: i32) -> Result<(), DbErr> {
    connection.execute_unprepared(&format!("PRAGMA user_version = {version}")).await.map(drop)
}
