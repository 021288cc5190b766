//! Monitors whether data can be written. While it cannot, requests that change something are rejected and reads go on;
//! a reserve file is deleted then, so that writes under way can finish. Writing resumes automatically.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use stoa_entity::DbError;
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_kernel::storage::{WriteHealth, WriteProblem};
use stoa_kernel::token::random_token;
use stoa_tenancy::Databases;

/// Interval of free space checks while writing works.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Interval of write tests while writing does not work.
const TEST_INTERVAL: Duration = Duration::from_millis(500);
/// Data of a write test.
static TRIAL: [u8; 64 * 1024] = [0; 64 * 1024];

/// The monitor of one process.
pub(crate) struct WriteWatch {
    databases: Weak<Databases>,
    health: WriteHealth,
    disk: Option<Disk>,
}

/// Runs blocking disk work on a separate thread.
async fn on_disk<T: Send + 'static>(disk: &Disk, work: impl FnOnce(&Disk) -> T + Send + 'static) -> Option<T> {
    let disk = disk.clone();
    tokio::task::spawn_blocking(move || work(&disk)).await.ok()
}

impl WriteWatch {
    /// Monitors the databases, and the disk of `folder` on SQLite.
    pub(crate) fn new(databases: &Arc<Databases>, folder: Option<PathBuf>, reserve_megabytes: u64) -> Self {
        let disk = folder.map(|folder| Disk { folder, reserve: reserve_megabytes.saturating_mul(1_000_000) });
        Self { databases: Arc::downgrade(databases), health: databases.health().clone(), disk }
    }

    /// Runs as long as the databases are open.
    pub(crate) async fn run(self) {
        if let Some(disk) = &self.disk {
            on_disk(disk, Disk::create_reserve_file).await;
        }
        loop {
            let reported = match self.health.problem() {
                None => tokio::time::timeout(CHECK_INTERVAL, self.health.reported()).await.ok(),
                Some(_) => {
                    tokio::time::sleep(TEST_INTERVAL).await;
                    None
                }
            };
            let Some(databases) = self.databases.upgrade() else { return };
            self.check(&databases, reported).await;
        }
    }

    async fn check(&self, databases: &Databases, reported: Option<WriteProblem>) {
        let before = self.health.problem();
        let found = match (&self.disk, before, reported) {
            (Some(disk), None, None) if disk.is_low() => Some(WriteProblem::Full),
            (_, None, None) => None,
            (Some(disk), Some(WriteProblem::Full), _) if !disk.has_room() => Some(WriteProblem::Full),
            _ => self.try_writing(databases).await,
        };
        match (before, found) {
            (None, Some(problem)) => {
                tracing::error!(free.bytes = self.free(), "{}", problem.for_operators());
                if let Some(disk) = &self.disk {
                    on_disk(disk, Disk::delete_reserve_file).await;
                }
            }
            (Some(_), None) => {
                if let Some(disk) = &self.disk {
                    on_disk(disk, Disk::create_reserve_file).await;
                }
                tracing::info!(free.bytes = self.free(), "data can be written again");
            }
            _ => {}
        }
        metrics::gauge!("stoa_writes_refused").set(if found.is_some() { 1.0 } else { 0.0 });
        self.health.decide(found);
    }

    fn free(&self) -> Option<u64> {
        self.disk.as_ref().and_then(Disk::free)
    }

    async fn try_writing(&self, databases: &Databases) -> Option<WriteProblem> {
        if let Some(disk) = &self.disk
            && let Some(Err(error)) = on_disk(disk, Disk::try_writing).await
        {
            return Some(WriteProblem::behind(&error).unwrap_or(WriteProblem::Device));
        }
        match databases.try_writing(SystemClock.now()).await {
            Err(DbError::CannotWrite(problem, _)) => Some(problem),
            // An unreachable database says nothing about whether writing works.
            _ => None,
        }
    }
}

/// The disk that holds the data.
#[derive(Clone)]
struct Disk {
    folder: PathBuf,
    reserve: u64,
}

impl Disk {
    /// Bytes available to this program.
    fn free(&self) -> Option<u64> {
        rustix::fs::statvfs(&self.folder).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize))
    }

    /// Whether so little space is left that writes under way might not finish: less than a quarter of the reserve.
    fn is_low(&self) -> bool {
        self.free().is_some_and(|free| free < self.reserve / 4)
    }

    /// Whether there is space for one and a half times the reserve.
    fn has_room(&self) -> bool {
        self.free().is_none_or(|free| free >= self.reserve + self.reserve / 2)
    }

    fn file(&self) -> PathBuf {
        self.folder.join("reserve")
    }

    /// Creates the reserve file, unless it exists or there is no space for it.
    fn create_reserve_file(&self) {
        let (file, size) = (self.file(), self.reserve);
        let has_it = fs::metadata(&file).is_ok_and(|known| known.len() == size);
        if size == 0 || has_it {
            return;
        }
        if !self.has_room() {
            tracing::warn!(
                free.bytes = self.free(),
                wanted.bytes = size,
                "there is not enough disk space for the reserve file"
            );
            return;
        }
        if let Err(error) = write_zeros(&file, size) {
            tracing::warn!(%error, "the reserve file could not be created");
            self.delete_reserve_file();
        }
    }

    fn delete_reserve_file(&self) {
        match fs::remove_file(self.file()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(%error, "the reserve file could not be deleted");
            }
            _ => {}
        }
    }

    fn try_writing(&self) -> io::Result<()> {
        // Several processes may share the folder.
        let file = self.folder.join(format!("write-trial-{}", random_token(12)));
        let written = File::create(&file).and_then(|mut handle| {
            handle.write_all(&TRIAL)?;
            handle.sync_all()
        });
        let removed = fs::remove_file(&file);
        written.and(removed)
    }
}

/// Writes zeros, since a sparse file takes no space.
fn write_zeros(file: &Path, size: u64) -> io::Result<()> {
    let mut handle = File::create(file)?;
    io::copy(&mut io::Read::take(io::repeat(0), size), &mut handle)?;
    handle.sync_all()
}
