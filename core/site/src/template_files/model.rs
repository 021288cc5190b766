use std::collections::BTreeMap;

use serde::Serialize;
use stoa_kernel::Precondition;
use stoa_kernel::error::{Checks, Failure};
use stoa_kernel::id::TemplateVersionId;

use crate::SiteError;
use crate::themes::Severity;

/// Most bytes of a file: 256 KiB.
pub const FILE_BYTES: usize = 256 * 1024;
/// Most files of a theme that a site has versions of its own of.
pub const FILES: usize = 500;
/// Most bytes of all these files together: 4 MiB.
pub const SET_BYTES: usize = 4 * 1024 * 1024;
/// Longest name of a file.
const PATH_BYTES: usize = 100;

/// Texts by path: what a site lays over its theme.
pub type OwnFiles = BTreeMap<String, String>;

/// Where a file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The theme.
    Theme,
    /// The theme below all themes.
    Base,
    /// The site alone.
    Site,
}

/// A file as the theme has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// Its text.
    pub text: String,
    /// The theme itself, or the one below it.
    pub origin: Origin,
}

/// The files of a theme that sites may change, by path.
pub type Originals = BTreeMap<String, Original>;

/// What the themes of this installation hold, and the engine's judgement of changes to them.
pub trait Themes: Send + Sync {
    /// The files of the theme that the pages of such a site are drawn with.
    fn originals(&self, theme: &str) -> &Originals;
    /// What is wrong with the files that a site lays over a theme.
    fn problems(&self, theme: &str, own: &OwnFiles) -> Vec<FileProblem>;
}

/// Something that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileProblem {
    /// The file.
    pub path: String,
    /// Line, from 1; 0 when it is about the whole file.
    pub line: u32,
    /// Character in the line, from 1; 0 when it is about the whole file.
    pub column: u32,
    /// Byte in the file, from 0.
    pub offset: u32,
    /// Name of the kind of problem.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// How bad it is.
    pub severity: Severity,
    /// What to do instead; empty without advice.
    pub help: String,
}

impl FileProblem {
    /// The problem with its place, for people.
    pub(crate) fn sentence(&self) -> String {
        let Self { path, line, column, message, .. } = self;
        format!("{path}, line {line}, column {column}: {message}")
    }
}

/// A file in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSummary {
    /// Its name.
    pub path: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether the draft differs from the theme's file.
    pub own: bool,
    /// Whether the draft differs from what visitors see.
    pub unpublished: bool,
    /// Whether the file is gone with the next publication.
    pub removed: bool,
    /// Raised by each saved draft; 0 for the theme's file.
    pub revision: i64,
    /// Bytes of its text.
    pub bytes: usize,
    /// When the draft was saved, UTC milliseconds; none for the theme's file.
    pub updated_on: Option<i64>,
}

/// All files of the site's theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSet {
    /// Folder name of the theme.
    pub theme: String,
    /// Raised by each saved draft of any file.
    pub revision: i64,
    /// The files, by path.
    pub files: Vec<FileSummary>,
    /// Whether anything differs from what visitors see.
    pub unpublished: bool,
}

/// A file with its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDetail {
    /// What the list says of it.
    pub summary: FileSummary,
    /// The draft; for a file that is to go, its last text.
    pub text: String,
    /// The theme's text; none for a file of the site's own.
    pub original: Option<String>,
    /// What visitors see; none when they see nothing of it.
    pub published: Option<String>,
    /// What is wrong with the draft.
    pub problems: Vec<FileProblem>,
}

/// A file, as far as it is what somebody saw.
#[derive(Clone, Copy, Debug)]
pub struct FileVersion<'a> {
    /// Its name.
    pub path: &'a str,
    /// What is demanded of the revision that is there.
    pub seen: &'a Precondition,
}

/// A published state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionSummary {
    /// Its id.
    pub id: TemplateVersionId,
    /// Counted from 1.
    pub number: i64,
    /// When, UTC milliseconds.
    pub published_on: i64,
    /// Who: account id.
    pub published_by: String,
    /// The files that it changed.
    pub changed: Vec<String>,
    /// Whether visitors see it.
    pub current: bool,
}

/// Files laid over the drafts without being saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsaved(pub OwnFiles);

impl Unsaved {
    /// # Errors
    /// A message beside each file that could not be saved either.
    pub fn check(&self, originals: &Originals) -> Result<(), Failure> {
        let mut checks = Checks::default();
        for (path, text) in &self.0 {
            check_path(&mut checks, originals, path);
            check_text(&mut checks, text);
        }
        checks.require(self.0.len() <= FILES, "files", format!("You have reached the limit of {FILES} files."));
        checks.finish()
    }
}

/// Notes what keeps a path from being a file of a site: it must be the theme's, or a new partial.
pub(super) fn check_path(checks: &mut Checks, originals: &Originals, path: &str) {
    let message = "Name a file of the theme, or a new partial such as my-header.block.";
    checks.require(originals.contains_key(path) || is_new_partial(path), "path", message);
}

pub(super) fn check_text(checks: &mut Checks, text: &str) {
    let size = text.len() <= FILE_BYTES;
    checks.require(size, "text", format!("A file can hold at most {} KiB.", FILE_BYTES / 1024));
    checks.require(!text.contains('\0'), "text", "A file cannot hold the character NUL.");
}

/// Whether a site may have a partial of this name that its theme lacks.
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
    fn new_files_are_partials_with_plain_names() {
        for name in ["my-header.block", "a.b_2.block"] {
            assert!(is_new_partial(name), "{name}");
        }
        let long = format!("{}.block", "a".repeat(100));
        for name in [".block", "..block", "../x.block", "a/b.block", "A.block", "x.region", "x.css", "x", &long] {
            assert!(!is_new_partial(name), "{name}");
        }
    }
}
