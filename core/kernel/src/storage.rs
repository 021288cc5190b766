//! Whether data can be written: a full disk, a read-only file system and device errors prevent writing, not reading.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::ErrorCode;
use crate::contributor_texts;

/// Why a write failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteProblem {
    /// No disk space is left, or the quota is used up.
    Full,
    /// The file system or the database is read-only.
    ReadOnly,
    /// The device reports an error.
    Device,
}

impl WriteProblem {
    /// The public error code of the refused change.
    pub fn code(self) -> ErrorCode {
        match self {
            Self::Full => ErrorCode::StorageFull,
            Self::ReadOnly | Self::Device => ErrorCode::Unavailable,
        }
    }

    /// Text for the person who wanted to save something.
    pub fn detail(self) -> &'static str {
        match self {
            Self::Full => contributor_texts::NO_DISK_SPACE_LEFT.english(),
            Self::ReadOnly => contributor_texts::DATA_NOT_WRITABLE.english(),
            Self::Device => contributor_texts::DISK_REPORTS_AN_ERROR.english(),
        }
    }

    /// Text for operators, in the log and under `/readyz`.
    pub fn for_operators(self) -> &'static str {
        match self {
            Self::Full => "no disk space is left: changes are refused, pages are still served; free some space",
            Self::ReadOnly => "data cannot be changed (read-only): changes are refused, pages are still served",
            Self::Device => "the disk reports errors: changes are refused, pages are still served; check the device",
        }
    }

    /// Finds the problem in the source chain of an error.
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
            // EIO has no `ErrorKind`.
            _ if error.raw_os_error() == Some(5) => Some(Self::Device),
            _ => error.get_ref().and_then(|inner| Self::behind(inner)),
        }
    }
}

/// Whether opening a file failed because the process or the system has too many open files; a retry may succeed.
pub fn has_too_many_open_files(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            // ENFILE and EMFILE have no `ErrorKind`.
            let lacks_some = matches!(error.raw_os_error(), Some(23 | 24));
            if lacks_some || error.get_ref().is_some_and(|inner| has_too_many_open_files(inner)) {
                return true;
            }
        }
        cause = error.source();
    }
    false
}

/// Whether writing works, shared by all parts of a process. Cloned handles share one state.
///
/// Code that fails to write reports a suspicion; the one task that monitors writing tries for itself and decides, so
/// that one broken file does not stop the writing of all sites.
#[derive(Clone, Debug, Default)]
pub struct WriteHealth(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    suspected: Mutex<Option<WriteProblem>>,
    confirmed: Mutex<Option<WriteProblem>>,
    reported: Notify,
    epoch: AtomicU64,
    mended_on: Mutex<Option<Instant>>,
}

impl WriteHealth {
    /// The problem that prevents writing now.
    pub fn problem(&self) -> Option<WriteProblem> {
        *lock(&self.0.confirmed)
    }

    /// Reports a failed write.
    pub fn report(&self, problem: WriteProblem) {
        self.0.epoch.fetch_add(1, Ordering::Relaxed);
        *lock(&self.0.suspected) = Some(problem);
        self.0.reported.notify_one();
    }

    /// A number that changes with each failed write, and when writing works again. Files opened under an earlier number
    /// may be read-only.
    pub fn epoch(&self) -> u64 {
        self.0.epoch.load(Ordering::Relaxed)
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

    /// Sets the problem that prevents writing; none when writing works.
    pub fn decide(&self, problem: Option<WriteProblem>) {
        let before = std::mem::replace(&mut *lock(&self.0.confirmed), problem);
        if before.is_some() && problem.is_none() {
            *lock(&self.0.mended_on) = Some(Instant::now());
            self.0.epoch.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether something of this age dates from before writing began to work again.
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
        assert!(has_too_many_open_files(&wrapped) && WriteProblem::behind(&wrapped).is_none());
        assert!(!has_too_many_open_files(&io::Error::from(io::ErrorKind::NotFound)));
    }
}
