//! Compiles LESS style sheets to CSS with the original Less compiler: a script (`script/`) run by QuickJS.
//!
//! The input is untrusted. An engine lives for one compilation, on a thread of its own. It has access to the given
//! files only, and to no network and no clock. Scripts in style sheets (`@plugin`, text between backticks) are
//! rejected. [`TIME`], [`MEMORY`], [`DEPTH`] and [`CSS_BYTES`] limit each compilation, and at most [`AT_ONCE`] run
//! concurrently, which limits their total.

mod engine;
mod error;
mod semaphore;

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use bytes::Bytes;

pub use error::{ErrorKind, LessError};

/// Processor time limit of a compilation.
pub const TIME: Duration = Duration::from_secs(5);
/// Memory limit of the engine, in bytes.
pub const MEMORY: usize = 64 * 1024 * 1024;
/// Stack limit of the compiler, in bytes: enough for about two hundred recursive mixin calls.
pub const DEPTH: usize = 8 * 1024 * 1024;
/// Largest CSS output, in bytes.
pub const CSS_BYTES: usize = 4 * 1024 * 1024;
/// Maximum number of imports from other hosts that are reported.
pub const LEFT_OUT: usize = 100;
/// Maximum number of concurrent compilations; others wait, for at most a minute.
pub const AT_ONCE: usize = 2;

/// Stack of the thread in addition to that of the compiler.
const OWN_STACK: usize = 1024 * 1024;

/// A style sheet to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Path of the file.
    pub path: String,
    /// Whether it is plain CSS, which is passed through without evaluation.
    pub as_written: bool,
}

/// Result of a compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Css {
    /// The CSS of each sheet, in the same order.
    pub sheets: Vec<String>,
    /// Imports from other hosts, which are removed.
    pub left_out: Vec<RemovedImport>,
}

/// An `@import` of a file on another host.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct RemovedImport {
    /// Its URL.
    pub address: String,
    /// Path of the file that contains it.
    #[serde(default)]
    pub file: String,
    /// Line, from 1.
    #[serde(default)]
    pub line: u32,
    /// Column, from 1.
    #[serde(default)]
    pub column: u32,
}

/// Compiles style sheets together: variables and mixins of each are available in all. `files` are those that sheets may
/// import and embed, including the sheets themselves, by path with `/` as separator. Takes up to several seconds of
/// processor time: async code must call it on a blocking thread.
///
/// # Errors
/// The first error with its source position.
pub fn compile(files: &BTreeMap<String, Bytes>, sheets: &[Sheet]) -> Result<Css, LessError> {
    let Some(_place) = semaphore::enter() else {
        return Err(LessError::broken("too many style sheets are being compiled, try again in a minute"));
    };
    let files = files.clone();
    thread::scope(|scope| {
        let worker = thread::Builder::new().name("less".to_owned()).stack_size(DEPTH + OWN_STACK);
        let work = worker.spawn_scoped(scope, || engine::run(files, sheets)).map_err(LessError::broken)?;
        work.join().unwrap_or_else(|_| Err(LessError::broken("it ended unexpectedly")))
    })
}
