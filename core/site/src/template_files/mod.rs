//! The files of its theme that a site has versions of its own of: drafts, what visitors see, and
//! what they saw before.

mod model;
mod published;
mod service;
mod versions;
mod working;

pub use model::{
    FILE_BYTES, FILES, FileDetail, FileProblem, FileSet, FileSummary, FileVersion, Origin, Original, Originals,
    OwnFiles, SET_BYTES, Themes, Unsaved, VersionSummary, refuse_errors,
};
pub use published::{published_files, published_version};
pub use service::{checked, drafts, file, list, publish, remove, save};
pub use versions::{restore, versions};
