//! A site's own versions of theme files: drafts, published versions, and their history.

mod model;
mod published;
mod service;
mod versions;
mod working;

pub use model::{
    FILE_BYTES, FILES, FileDetail, FileProblem, FileSet, FileSummary, FileVersion, Origin, Original, Originals,
    SET_BYTES, ThemeOverrides, Themes, UnsavedTexts, VersionSummary, refuse_errors,
};
pub use published::{published_files, published_version};
pub use service::{checked, drafts, file, list, publish, remove, save};
pub use versions::{restore, versions};
