//! A preloaded library that intercepts file operations of the program.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// Kinds of operations, as numbered in `shim.c`.
pub(super) const WRITE: u64 = 1;
pub(super) const SYNC: u64 = 2;
pub(super) const LOCK: u64 = 4;
pub(super) const TRUNCATE: u64 = 8;
pub(super) const OPEN: u64 = 16;
/// Linux error numbers.
pub(super) const ENOSPC: u64 = 28;
pub(super) const EIO: u64 = 5;
pub(super) const EROFS: u64 = 30;

pub(super) struct Shim {
    library: PathBuf,
    control: PathBuf,
    shared: File,
    below: PathBuf,
}

impl Shim {
    /// Builds the library; `below` is the folder whose files it intercepts.
    pub(super) fn build(folder: &Path, below: &Path) -> Result<Self> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/operations/faults/shim.c");
        let library = folder.join("shim.so");
        let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).status();
        ensure!(
            built.context("no C compiler")?.success(),
            "the library between the program and its files was not built"
        );
        let control = folder.join("control");
        let shared = OpenOptions::new().read(true).write(true).create_new(true).open(&control)?;
        shared.set_len(64)?;
        Ok(Self { library, control, shared, below: below.to_owned() })
    }

    /// Runs a command with the library preloaded.
    pub(super) fn preload_into(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("FAULTS_CONTROL", &self.control).env("FAULTS_BELOW", &self.below);
    }

    /// Fails `count` operations of some kinds from the `first` one on, counted from now.
    pub(super) fn fail(&self, kinds: u64, error: u64, first: u64, count: u64) -> Result<()> {
        self.set(3, 0)?;
        for (place, value) in [(0, 0), (1, first), (2, count), (4, error), (3, kinds)] {
            self.set(place, value)?;
        }
        Ok(())
    }

    /// Stops failing operations, and returns how many were counted.
    pub(super) fn rest(&self) -> Result<u64> {
        let mut bytes = [0; 8];
        self.shared.read_exact_at(&mut bytes, 0)?;
        self.set(3, 0)?;
        Ok(u64::from_ne_bytes(bytes))
    }

    fn set(&self, place: u64, value: u64) -> Result<()> {
        Ok(self.shared.write_all_at(&value.to_ne_bytes(), place * 8)?)
    }
}
