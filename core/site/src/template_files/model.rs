//! Files of a theme that a site replaces, with their limits and problems.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::Serialize;
use stoa_kernel::Precondition;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::{Checks, Failure};
use stoa_kernel::id::TemplateVersionId;

use crate::SiteError;
use crate::contributor_texts;
use crate::themes::Severity;

/// Maximum size of a file, in bytes: 256 KiB.
pub const FILE_BYTES: usize = 256 * 1024;
/// Maximum number of files of a theme that a site overrides.
pub const FILES: usize = 500;
/// Maximum size of all these files together, in bytes: 4 MiB.
pub const SET_BYTES: usize = 4 * 1024 * 1024;
/// Maximum length of a path, in bytes.
const PATH_BYTES: usize = 100;

/// Overriding files of a site, by path.
pub type ThemeOverrides = BTreeMap<String, String>;

/// Where a file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The theme.
    Theme,
    /// The base theme.
    Base,
    /// The site only.
    Site,
}

/// A file of the theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// Its text.
    pub text: String,
    /// The theme itself or the base theme.
    pub origin: Origin,
}

/// The files of a theme that sites can override, by path.
pub type Originals = BTreeMap<String, Original>;

/// Access to the installed themes and to the checks of the template engine.
#[async_trait]
pub trait Themes: Send + Sync {
    /// The files of the theme that pages of such a site are rendered with.
    fn originals(&self, theme: &str) -> &Originals;
    /// Problems of overriding files. Can take seconds, since style sheets are compiled: call outside of write
    /// transactions.
    ///
    /// # Errors
    /// [`SiteError::Check`] when they could not be checked.
    async fn problems(&self, theme: &str, own: ThemeOverrides) -> Result<Vec<FileProblem>, SiteError>;
}

/// A problem in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileProblem {
    /// The file.
    pub path: String,
    /// Line, from 1; 0 for the whole file.
    pub line: u32,
    /// Character in the line, from 1; 0 for the whole file.
    pub column: u32,
    /// Byte offset in the file, from 0.
    pub offset: u32,
    /// Code of the kind of problem.
    pub code: String,
    /// Description.
    pub message: String,
    /// Severity.
    pub severity: Severity,
    /// How to fix it; may be empty.
    pub help: String,
}

impl FileProblem {
    /// The problem with its position, as a sentence.
    pub(crate) fn sentence(&self) -> String {
        let Self { path, line, column, message, .. } = self;
        format!("{path}, line {line}, column {column}: {message}")
    }
}

/// A file in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSummary {
    /// Its path.
    pub path: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the draft differs from the theme's file.
    pub own: bool,
    /// Whether the draft differs from what visitors see.
    pub unpublished: bool,
    /// Whether the next publication removes the file.
    pub removed: bool,
    /// Incremented by each saved draft; 0 for the theme's file.
    pub revision: i64,
    /// Size of its text, bytes.
    pub bytes: usize,
    /// When the draft was saved, UTC milliseconds; none for the theme's file.
    pub updated_on: Option<Timestamp>,
}

/// All files of the site's theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSet {
    /// Folder name of the theme.
    pub theme: String,
    /// Incremented by each saved draft of any file.
    pub revision: i64,
    /// The files, by path.
    pub files: Vec<FileSummary>,
    /// Whether anything differs from the published versions.
    pub unpublished: bool,
}

/// A file with its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDetail {
    /// Summary, as in the list.
    pub summary: FileSummary,
    /// The draft; for a file to be removed, its last text.
    pub text: String,
    /// The theme's text; none for a file that only the site has.
    pub original: Option<String>,
    /// The published text; none if not published.
    pub published: Option<String>,
    /// Problems of the draft.
    pub problems: Vec<FileProblem>,
}

/// A file with a precondition on its revision.
#[derive(Clone, Copy, Debug)]
pub struct FileVersion<'a> {
    /// Its path.
    pub path: &'a str,
    /// Precondition on its revision.
    pub seen: &'a Precondition,
}

/// A published version of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionSummary {
    /// Its id.
    pub id: TemplateVersionId,
    /// Counted from 1.
    pub number: i64,
    /// When it was published, UTC milliseconds.
    pub published_on: Timestamp,
    /// Account id of the publisher.
    pub published_by: String,
    /// Paths of the files that it changed.
    pub changed: Vec<String>,
    /// Whether it is the one that visitors see.
    pub current: bool,
}

/// Unsaved texts that override the drafts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnsavedTexts(pub ThemeOverrides);

impl UnsavedTexts {
    /// # Errors
    /// A message for each file that could not be saved.
    pub fn check(&self, originals: &Originals) -> Result<(), Failure> {
        let mut checks = Checks::default();
        for (path, text) in &self.0 {
            check_path(&mut checks, originals, path);
            check_text(&mut checks, text);
        }
        checks.require(
            self.0.len() <= FILES,
            "files",
            contributor_texts::LIMIT_OF_FILES.with("count", FILES).to_string(),
        );
        checks.finish()
    }
}

/// Records an error unless a path can be a file of a site: it must exist in the theme or be a new partial.
pub(super) fn check_path(checks: &mut Checks, originals: &Originals, path: &str) {
    let is_known = originals.contains_key(path) || is_new_partial(path);
    checks.require(is_known, "path", contributor_texts::FILE_OF_THE_THEME);
}

pub(super) fn check_text(checks: &mut Checks, text: &str) {
    let message = contributor_texts::FILE_AT_MOST_KIB.with("count", FILE_BYTES / 1024).to_string();
    checks.require(text.len() <= FILE_BYTES, "text", message);
    checks.require(!text.contains('\0'), "text", contributor_texts::FILE_CANNOT_CONTAIN_THE_CHARACTER_NUL);
}

/// Whether a site may add a partial with this name that its theme does not have.
fn is_new_partial(path: &str) -> bool {
    let Some(stem) = path.strip_suffix(".block") else { return false };
    let plain = stem.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte));
    plain && !stem.is_empty() && !stem.starts_with('.') && path.len() <= PATH_BYTES
}

/// # Errors
/// [`SiteError::TemplateErrors`] when a problem is an error.
pub fn refuse_errors(problems: Vec<FileProblem>) -> Result<(), SiteError> {
    let errors: Vec<FileProblem> = problems.into_iter().filter(|problem| problem.severity == Severity::Error).collect();
    if errors.is_empty() { Ok(()) } else { Err(SiteError::TemplateErrors(errors)) }
}

#[cfg(test)]
mod tests {
    use super::is_new_partial;

    #[test]
    fn new_file_names_validated() {
        for name in ["my-header.block", "a.b_2.block"] {
            assert!(is_new_partial(name), "{name}");
        }
        let long = format!("{}.block", "a".repeat(100));
        for name in [".block", "..block", "../x.block", "a/b.block", "A.block", "x.region", "x.css", "x", &long] {
            assert!(!is_new_partial(name), "{name}");
        }
    }
}
