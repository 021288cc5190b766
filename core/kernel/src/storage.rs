//! Whether data can be written: a full disk, a read-only file system and errors of the device stop writing, not reading.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::ErrorCode;

/// Why something could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteProblem {
    /// No room is left, or none that this program may take (a quota).
    Full,
    /// The file system or the database takes no changes.
    ReadOnly,
    /// The device reports an error.
    Device,
}

impl WriteProblem {
    /// The public error of a change that was not made.
    pub fn code(self) -> ErrorCode {
        match self {
            Self::Full => ErrorCode::StorageFull,
            Self::ReadOnly | Self::Device => ErrorCode::Unavailable,
        }
    }

    /// What a person who wanted to save something reads.
    pub fn detail(self) -> &'static str {
        match self {
            Self::Full => {
                "The server has no disk space left, so nothing was saved. Try again in a few minutes; tell whoever runs \
                 this server if it goes on."
            }
            Self::ReadOnly => {
                "The server can read its data but not change it at the moment, so nothing was saved. Try again in a few \
                 minutes; tell whoever runs this server if it goes on."
            }
            Self::Device => {
                "The server's disk reports an error, so nothing was saved. Try again in a few minutes; tell whoever runs \
                 this server if it goes on."
            }
        }
    }

    /// What an operator reads in the log and under `/readyz`.
    pub fn for_operators(self) -> &'static str {
        match self {
            Self::Full => "no disk space is left: changes are refused, pages are still served; free some space",
            Self::ReadOnly => "data cannot be changed (read-only): changes are refused, pages are still served",
            Self::Device => "the disk reports errors: changes are refused, pages are still served; check the device",
        }
    }

    /// The problem that lies behind an error of a file operation, wherever in its chain of causes.
    pub fn behind(error: &(dyn std::error::Error + 'static)) -> Option<Self> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(problem) = error.downcast_ref::<io::Error>().and_then(Self::of_io) {
                return Some(problem);
            }
            cause = error.source();
        }
        None
    }

    fn of_io(error: &io::Error) -> Option<Self> {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => Some(Self::Full),
            io::ErrorKind::ReadOnlyFilesystem => Some(Self::ReadOnly),
            // EIO has no kind of its own.
            _ if error.raw_os_error() == Some(5) => Some(Self::Device),
            _ => error.get_ref().and_then(|inner| Self::behind(inner)),
        }
    }
}

/// Whether a file was not opened since this program or the system has as many open as it may: a moment later it may work.
pub fn lacks_files(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            // ENFILE and EMFILE have no kind of their own.
            let lacks_some = matches!(error.raw_os_error(), Some(23 | 24));
            if lacks_some || error.get_ref().is_some_and(|inner| lacks_files(inner)) {
                return true;
            }
        }
        cause = error.source();
    }
    false
}

/// Whether writing works, as all parts of a process know it. Cloned handles share one state.
///
/// Whoever fails to write reports a suspicion; the one task that watches over writing tries for itself and decides, so that
/// one broken file does not stop the writing of all sites.
#[derive(Clone, Debug, Default)]
pub struct WriteHealth(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    suspected: Mutex<Option<WriteProblem>>,
    confirmed: Mutex<Option<WriteProblem>>,
    reported: Notify,
    spell: AtomicU64,
    mended_on: Mutex<Option<Instant>>,
}

impl WriteHealth {
    /// What keeps anything from being written now.
    pub fn problem(&self) -> Option<WriteProblem> {
        *lock(&self.0.confirmed)
    }

    /// Reports that something could not be written.
    pub fn report(&self, problem: WriteProblem) {
        self.0.spell.fetch_add(1, Ordering::Relaxed);
        *lock(&self.0.suspected) = Some(problem);
        self.0.reported.notify_one();
    }

    /// A number that is another one whenever something could not be written, and when writing works again. What was opened under
    /// another number may be able to read alone.
    pub fn spell(&self) -> u64 {
        self.0.spell.load(Ordering::Relaxed)
    }

    /// Waits for a report.
    pub async fn reported(&self) -> WriteProblem {
        loop {
            self.0.reported.notified().await;
            if let Some(problem) = lock(&self.0.suspected).take() {
                return problem;
            }
        }
    }

    /// Decides what keeps anything from being written; nothing when writing works.
    pub fn decide(&self, problem: Option<WriteProblem>) {
        let before = std::mem::replace(&mut *lock(&self.0.confirmed), problem);
        if before.is_some() && problem.is_none() {
            *lock(&self.0.mended_on) = Some(Instant::now());
            self.0.spell.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether something so old is from before writing began to work again.
    pub fn is_from_before(&self, age: Duration) -> bool {
        lock(&self.0.mended_on).is_some_and(|mended_on| age >= mended_on.elapsed())
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_found_behind_other_errors() {
        let full = io::Error::from(io::ErrorKind::StorageFull);
        let wrapped = io::Error::other(io::Error::other(full));
        assert_eq!(WriteProblem::behind(&wrapped), Some(WriteProblem::Full));
        assert_eq!(WriteProblem::behind(&io::Error::from(io::ErrorKind::NotFound)), None);
        assert_eq!(WriteProblem::behind(&io::Error::from_raw_os_error(5)), Some(WriteProblem::Device));
    }

    #[test]
    fn too_many_open_files_are_found_behind_other_errors() {
        let wrapped = io::Error::other(io::Error::from_raw_os_error(24));
        assert!(lacks_files(&wrapped) && WriteProblem::behind(&wrapped).is_none());
        assert!(!lacks_files(&io::Error::from(io::ErrorKind::NotFound)));
    }
}
