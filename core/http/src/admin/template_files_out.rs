//! Template files on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoa_render::TemplatePreview;
use stoa_site::template_files::{
    FILE_BYTES, FileDetail, FileProblem, FileSet, FileSummary, Origin, Unsaved, VersionSummary,
};
use stoa_site::themes::Severity;
use utoipa::ToSchema;

/// Where a file comes from.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OriginOut {
    /// The theme.
    Theme,
    /// The theme below all themes.
    Base,
    /// The site alone.
    Site,
}

/// A file of the site's theme in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFileSummaryOut {
    path: String,
    origin: OriginOut,
    /// Whether the draft differs from the theme's file.
    own: bool,
    /// Whether the draft differs from what visitors see.
    unpublished: bool,
    /// Whether the file goes with the next publication.
    removed: bool,
    /// Raised by each saved draft; 0 for the theme's file.
    pub(super) revision: i64,
    bytes: usize,
    /// When the draft was saved, UTC milliseconds; null for the theme's file.
    updated_on: Option<i64>,
}

/// All files of the site's theme.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFilesOut {
    /// Name of the theme.
    theme: String,
    /// Raised by each saved draft of any file.
    revision: i64,
    /// Whether any draft differs from what visitors see.
    unpublished: bool,
    /// Most bytes of a file.
    max_bytes: usize,
    files: Vec<TemplateFileSummaryOut>,
}

/// How bad a problem is. Errors keep drafts from being published.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityOut {
    /// Pages would lack something.
    Error,
    /// It may be meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// Something that is wrong with a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateProblemOut {
    path: String,
    /// Line, from 1; 0 when it is about the whole file.
    line: u32,
    /// Character in the line, from 1; 0 when it is about the whole file.
    column: u32,
    /// Byte in the file, from 0.
    offset: u32,
    /// Name of the kind of problem.
    code: String,
    message: String,
    severity: SeverityOut,
    /// What to do instead; empty without advice.
    help: String,
}

/// A file with its texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFileOut {
    #[serde(flatten)]
    pub(super) summary: TemplateFileSummaryOut,
    /// The draft; for a file that is to go, its last text.
    text: String,
    /// The theme's text; null for a file of the site alone.
    original: Option<String>,
    /// What visitors see; null when they see nothing of it.
    published: Option<String>,
    /// What is wrong with the draft.
    problems: Vec<TemplateProblemOut>,
}

/// A draft of a file.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplateFileBody {
    pub(super) text: String,
}

/// Files that are not saved, by path.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplateCheckBody {
    #[serde(default)]
    files: BTreeMap<String, String>,
}

/// A page to look at with the drafts, and files that are not saved.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplatePreviewBody {
    /// Address of the page below the root, such as `/shop?category=mugs`.
    address: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

/// What is wrong with the drafts.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateProblemsOut {
    problems: Vec<TemplateProblemOut>,
}

/// A page as visitors would see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplatePreviewOut {
    /// The whole page.
    html: String,
    /// What is wrong with the drafts, and what went wrong on this page.
    problems: Vec<TemplateProblemOut>,
}

/// The drafts as they were seen.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplateSetBody {
    /// The revision of the list of files.
    pub(super) revision: i64,
}

/// A published state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateVersionOut {
    id: String,
    /// Counted from 1.
    number: i64,
    /// UTC milliseconds.
    published_on: i64,
    /// Name of the person; empty when they are not known any more.
    published_by: String,
    /// The files that it changed.
    changed: Vec<String>,
    /// Whether visitors see it.
    current: bool,
}

/// What visitors saw, the latest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateVersionsOut {
    pub(super) versions: Vec<TemplateVersionOut>,
}

impl From<FileSummary> for TemplateFileSummaryOut {
    fn from(file: FileSummary) -> Self {
        Self {
            path: file.path,
            origin: match file.origin {
                Origin::Theme => OriginOut::Theme,
                Origin::Base => OriginOut::Base,
                Origin::Site => OriginOut::Site,
            },
            own: file.own,
            unpublished: file.unpublished,
            removed: file.removed,
            revision: file.revision,
            bytes: file.bytes,
            updated_on: file.updated_on,
        }
    }
}

impl From<FileSet> for TemplateFilesOut {
    fn from(set: FileSet) -> Self {
        Self {
            theme: set.theme,
            revision: set.revision,
            unpublished: set.unpublished,
            max_bytes: FILE_BYTES,
            files: set.files.into_iter().map(TemplateFileSummaryOut::from).collect(),
        }
    }
}

impl From<FileProblem> for TemplateProblemOut {
    fn from(problem: FileProblem) -> Self {
        Self {
            path: problem.path,
            line: problem.line,
            column: problem.column,
            offset: problem.offset,
            code: problem.code,
            message: problem.message,
            severity: match problem.severity {
                Severity::Error => SeverityOut::Error,
                Severity::Warning => SeverityOut::Warning,
                Severity::Note => SeverityOut::Note,
            },
            help: problem.help,
        }
    }
}

fn problems_out(problems: Vec<FileProblem>) -> Vec<TemplateProblemOut> {
    problems.into_iter().map(TemplateProblemOut::from).collect()
}

impl From<Vec<FileProblem>> for TemplateProblemsOut {
    fn from(problems: Vec<FileProblem>) -> Self {
        Self { problems: problems_out(problems) }
    }
}

impl From<FileDetail> for TemplateFileOut {
    fn from(file: FileDetail) -> Self {
        Self {
            summary: file.summary.into(),
            text: file.text,
            original: file.original,
            published: file.published,
            problems: problems_out(file.problems),
        }
    }
}

impl From<TemplatePreview> for TemplatePreviewOut {
    fn from(preview: TemplatePreview) -> Self {
        Self { html: preview.html, problems: problems_out(preview.problems) }
    }
}

impl From<VersionSummary> for TemplateVersionOut {
    fn from(version: VersionSummary) -> Self {
        Self {
            id: version.id.into(),
            number: version.number,
            published_on: version.published_on,
            published_by: version.published_by,
            changed: version.changed,
            current: version.current,
        }
    }
}

impl TemplateVersionOut {
    /// With the name of the person in place of the id.
    pub(super) fn by(self, name: String) -> Self {
        Self { published_by: name, ..self }
    }
}

impl TemplateCheckBody {
    pub(super) fn into_unsaved(self) -> Unsaved {
        Unsaved(self.files)
    }
}

impl TemplatePreviewBody {
    /// Path and query of the page, and the files that are not saved.
    pub(super) fn into_parts(self) -> (String, String, Unsaved) {
        let (path, query) = self.address.split_once('?').unwrap_or((&self.address, ""));
        (path.to_owned(), query.to_owned(), Unsaved(self.files))
    }
}
