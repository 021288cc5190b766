//! Space on the disk of the target folder. A linker that finds none ends with "Bus error", which names neither the disk
//! nor what to do.

use std::path::Path;

use anyhow::{Result, bail};

use crate::repository::Repository;
use crate::shell;

/// Kilobytes that a full check writes to the target folder: 8.5 GB are compiled, the rest is made by its tests.
const FULL_CHECK: u64 = 10 * 1024 * 1024;

/// Kilobytes that are free on the disk of an existing path; 0 where `df` cannot tell.
pub(crate) fn free(path: &Path) -> u64 {
    shell::probe("df", &["-Pk", &path.to_string_lossy()]).map_or(0, |output| available(&output))
}

/// Checks that a full check has room for what it does not find in the target folder.
pub(crate) fn ensure_room_for_checks(repository: &Repository) -> Result<()> {
    let target = repository.target("");
    let disk = if target.is_dir() { target.as_path() } else { repository.root() };
    let needed = FULL_CHECK.saturating_sub(size(&target));
    let free = free(disk);
    if free < needed {
        bail!(
            "the disk of {} has {:.1} GB free, and a full check needs {:.1} GB more: make room, or set CARGO_TARGET_DIR \
             to a folder on another disk",
            disk.display(),
            gigabytes(free),
            gigabytes(needed)
        );
    }
    Ok(())
}

/// Kilobytes of a folder; 0 if there is none.
fn size(folder: &Path) -> u64 {
    let output = shell::probe("du", &["-sk", &folder.to_string_lossy()]).unwrap_or_default();
    output.split_whitespace().next().and_then(|value| value.parse().ok()).unwrap_or_default()
}

/// Kilobytes that are free, in the output of `df`.
fn available(output: &str) -> u64 {
    let value = output.lines().nth(1).and_then(|line| line.split_whitespace().nth(3));
    value.and_then(|value| value.parse().ok()).unwrap_or_default()
}

fn gigabytes(kilobytes: u64) -> f64 {
    kilobytes as f64 / (1024.0 * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_df_says() {
        let output = "Filesystem     1024-blocks  Used Available Capacity Mounted on\n\
                      tmpfs             24684084 63488  24620596       1% /dev/shm";
        assert_eq!(available(output), 24_620_596);
        assert_eq!(available(""), 0);
    }

    #[test]
    fn size_of_missing_folder_is_zero() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(size(&folder.path().join("target")), 0);
    }
}
