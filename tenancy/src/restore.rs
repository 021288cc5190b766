//! Replaces a site's SQLite file by a copy, atomically. The previous file is kept beside it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use sea_orm::{ColumnTrait, ConnectionTrait as _, DatabaseConnection, DbErr, ExprTrait as _, Statement, TryGetable};
use stoa_entity::platform::website;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::{FieldErrors, boxed};

use crate::databases::open_error;
use crate::due_work::record_due_time;
use crate::job_queue::delete_jobs;
use crate::pools::open_one_sqlite;
use crate::site_files::{DRAFT, SMALL_PAGE, SUFFIXES, SiteFiles};
use crate::{TenancyError, Tenants};

impl Tenants {
    /// Replaces the file of a site, given by its short name or id, by a copy. A running server opens the copy within
    /// seconds.
    ///
    /// # Errors
    /// [`TenancyError::UnknownSite`]; a message for `copy` when it is damaged, incomplete or belongs to another site,
    /// and on Postgres; when it cannot be read, or a file cannot be written.
    #[boxed]
    pub async fn restore(&self, name: &str, copy: &Path) -> Result<(), TenancyError> {
        let now = self.databases.due_work().now();
        let tx = self.databases.platform().read().await?;
        let named = website::Column::Identifier.eq(name).or(website::Column::Id.eq(name));
        let site = tx.find::<website::Entity>().filter(named).one().await?.ok_or(TenancyError::UnknownSite)?;
        drop(tx);
        let Some(files) = self.databases.files() else {
            return Err(wrong(
                "On Postgres, sites have no files of their own: restore the database with the tools of Postgres.",
            ));
        };
        files.restore_file(&site.id, copy, now).await?;
        self.databases.close_site(&site.id).await;
        let tx = self.databases.platform().write().await?;
        // The copy may be from before an update, and may contain due work.
        let own = tx.update::<website::Entity>(website::Column::Id.eq(site.id.clone()));
        own.set(website::Column::FileVersion, 0).exec().await?;
        // What failed because of the previous file begins again.
        delete_jobs(&tx, &site.id).await?;
        record_due_time(&tx, &site.id, now, None).await?;
        Ok(tx.commit().await?)
    }
}

impl SiteFiles {
    async fn restore_file(&self, website: &WebsiteId, copy: &Path, now: Timestamp) -> Result<(), TenancyError> {
        let file = self.file(website);
        let not_written = |error: io::Error| open_error(&file.display().to_string(), error);
        let folder = file.parent().unwrap_or(&file);
        let draft = tempfile::Builder::new().prefix(DRAFT).tempfile_in(folder).map_err(not_written)?.into_temp_path();
        let _leftovers = DraftFiles(draft.to_path_buf());
        if tokio::fs::try_exists(beside(copy, "-journal")).await.unwrap_or(false) {
            return Err(wrong(UNFINISHED));
        }
        let (from, to) = (copy.to_owned(), draft.to_path_buf());
        let copied = tokio::task::spawn_blocking(move || copy_with_log(&from, &to)).await;
        let copied = copied.map_err(io::Error::other).and_then(|copied| copied);
        copied.map_err(|error| open_error(&copy.display().to_string(), error))?;
        if let Some(copy_problem) = copy_problem(&draft, website).await {
            return Err(wrong(&copy_problem));
        }
        File::open(&draft).and_then(|draft| draft.sync_all()).map_err(not_written)?;
        for suffix in SUFFIXES {
            let aside = beside(&file, &format!(".before-{now}{suffix}"));
            match tokio::fs::rename(beside(&file, suffix), aside).await {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(not_written(error)),
                _ => {}
            }
        }
        draft.persist(&file).map_err(|error| not_written(error.error))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(not_written)
    }
}

/// Message for a copy with a rollback journal beside it. Such a copy mixes states from before and after the changes
/// that the journal would undo.
const UNFINISHED: &str = "There is a journal next to the copy, so a program has not finished writing to the copy. \
    Close that program, or open the copy once in sqlite3, with the journal next to it; then try again.";

/// Files that SQLite created beside the draft; deleted in any case.
struct DraftFiles(PathBuf);

impl Drop for DraftFiles {
    fn drop(&mut self) {
        for suffix in SUFFIXES.iter().filter(|suffix| !suffix.is_empty()) {
            // Usually there is none; one that cannot be deleted only takes space.
            let _ = std::fs::remove_file(beside(&self.0, suffix));
        }
    }
}

/// The latest writes may be in a WAL beside the copy.
fn copy_with_log(copy: &Path, target: &Path) -> io::Result<()> {
    io::copy(&mut File::open(copy)?, &mut File::create(target)?)?;
    let log = beside(copy, "-wal");
    if log.try_exists()? {
        io::copy(&mut File::open(log)?, &mut File::create(beside(target, "-wal"))?)?;
    }
    Ok(())
}

/// Why a copy cannot replace a site's file.
async fn copy_problem(draft: &Path, website: &WebsiteId) -> Option<String> {
    let looked = async {
        let connection = open_one_sqlite(draft, SMALL_PAGE).await?;
        let state: String = ask(&connection, "PRAGMA quick_check(1)").await?;
        if state != "ok" {
            return Ok(Some(format!("The copy is damaged: {state}.")));
        }
        let sites: i64 = ask(&connection, &format!("SELECT count(*) FROM site WHERE website_id = '{website}'")).await?;
        // Checkpoints the WAL into the file.
        connection.execute_unprepared("PRAGMA journal_mode = DELETE").await?;
        connection.close_by_ref().await?;
        Ok::<_, DbErr>((sites != 1).then(|| "This is not a copy of that site.".to_owned()))
    };
    looked.await.unwrap_or_else(|error| Some(format!("This is not a usable copy of a site: {error}.")))
}

async fn ask<T: TryGetable>(connection: &DatabaseConnection, question: &str) -> Result<T, DbErr> {
    let asked = Statement::from_string(connection.get_database_backend(), question);
    let row = connection.query_one_raw(asked).await?;
    row.ok_or_else(|| DbErr::RecordNotFound(question.to_owned()))?.try_get_by_index(0)
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.to_owned().into_os_string();
    name.push(ending);
    name.into()
}

fn wrong(message: &str) -> TenancyError {
    TenancyError::Invalid(FieldErrors::from([("copy".to_owned(), message.to_owned())]))
}
