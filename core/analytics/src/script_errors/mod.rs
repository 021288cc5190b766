//! Errors of scripts in visitors' browsers, grouped by message and stack.

mod scrubbed;
mod store;

pub use scrubbed::scrubbed;
pub(crate) use store::write;

use stoa_kernel::clock::Timestamp;

/// An error that a browser reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// When.
    pub at: Timestamp,
    /// Message of the error.
    pub message: String,
    /// Where it happened.
    pub stack: String,
    /// Path of the page.
    pub page: Option<String>,
    /// Name of the browser.
    pub browser: Option<String>,
}
