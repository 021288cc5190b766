//! Temporary folders in memory, for data that nobody needs after a check. On a disk, SQLite waits until each commit is
//! synced, and a database that Postgres copies for a test is a thousand files.

use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result};
use tempfile::{Builder, TempDir};

use crate::disk;

/// Where Linux keeps files in memory.
const MEMORY: &str = "/dev/shm";
/// Kilobytes that have to be free: tests delete what they make, but four of them run at once.
const MIN_FREE_KIB: u64 = 6 * 1024 * 1024;

/// Creates a folder in memory. Where there is little, no such folder, or another one is wanted, it is a usual one.
pub(crate) fn create(prefix: &str) -> Result<TempDir> {
    let mut folder = Builder::new();
    folder.prefix(prefix);
    let is_free = env::var_os("TMPDIR").is_none() && has_room();
    let created = if is_free { folder.tempdir_in(MEMORY) } else { folder.tempdir() };
    created.context("could not create a temporary folder")
}

fn has_room() -> bool {
    let read = |file: &str| fs::read_to_string(Path::new("/proc").join(file)).unwrap_or_default();
    is_for_programs(&read("mounts"))
        && available(&read("meminfo")) >= MIN_FREE_KIB
        && disk::free(Path::new(MEMORY)) >= MIN_FREE_KIB
}

/// Whether the folder is in memory, and programs in it may be run.
fn is_for_programs(mounts: &str) -> bool {
    mounts.lines().any(|line| {
        let mut fields = line.split(' ').skip(1);
        fields.next() == Some(MEMORY)
            && fields.next() == Some("tmpfs")
            && fields.next().is_some_and(|options| options.split(',').all(|option| option != "noexec"))
    })
}

/// Kilobytes of memory that programs can still use.
fn available(memory: &str) -> u64 {
    let value = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    value.and_then(|value| value.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_system_says() {
        let mounts = |options: &str| format!("/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs {options} 0 0\n");
        assert!(is_for_programs(&mounts("rw,relatime,size=24684084k")));
        assert!(!is_for_programs(&mounts("rw,nosuid,noexec")));
        assert!(!is_for_programs("overlay / overlay rw 0 0\n"));
        assert_eq!(available("MemTotal:       24684084 kB\nMemAvailable:   19117056 kB\n"), 19_117_056);
        assert_eq!(available(""), 0);
    }
}
