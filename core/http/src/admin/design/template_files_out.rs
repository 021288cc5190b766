//! JSON types of template files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_render::TemplatePreview;
use stoa_site::template_files::{
    FILE_BYTES, FileDetail, FileProblem, FileSet, FileSummary, Origin, UnsavedTexts, VersionSummary,
};
use stoa_site::themes::Severity;
use utoipa::ToSchema;

/// Origin of a file.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OriginOut {
    /// The site's theme.
    Theme,
    /// The base theme, shared by all themes.
    Base,
    /// Only the site.
    Site,
}

/// A template file in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFileSummaryOut {
    path: String,
    origin: OriginOut,
    /// Whether the draft differs from the theme's file.
    own: bool,
    /// Whether the draft differs from the published version.
    unpublished: bool,
    /// Whether the file is removed by the next publication.
    removed: bool,
    /// Revision, incremented by each saved draft; 0 for the theme's file.
    pub(in crate::admin) revision: i64,
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
    /// Revision of the set of files, incremented by each saved draft of any file.
    revision: i64,
    /// Whether any draft differs from the published version.
    unpublished: bool,
    /// Maximum size of a file, bytes.
    max_bytes: usize,
    files: Vec<TemplateFileSummaryOut>,
}

/// Severity of a problem. Errors prevent publication.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityOut {
    /// Parts of pages would be missing.
    Error,
    /// Possibly intended.
    Warning,
    /// Information.
    Note,
}

/// A problem of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateProblemOut {
    path: String,
    /// Line, from 1; 0 if it concerns the whole file.
    line: u32,
    /// Column in the line, from 1; 0 if it concerns the whole file.
    column: u32,
    /// Byte offset in the file, from 0.
    offset: u32,
    /// Code of the kind of problem.
    code: String,
    message: String,
    severity: SeverityOut,
    /// Suggested fix; empty for none.
    help: String,
}

/// A template file with its texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateFileOut {
    #[serde(flatten)]
    pub(in crate::admin) summary: TemplateFileSummaryOut,
    /// The draft; for a file to be removed, its last text.
    text: String,
    /// The theme's text; null for a file that only the site has.
    original: Option<String>,
    /// The published text; null if it is not published.
    published: Option<String>,
    /// Problems of the draft.
    problems: Vec<TemplateProblemOut>,
}

/// A draft of a template file.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplateFileBody {
    pub(in crate::admin) text: String,
}

/// Unsaved files, by path.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplateCheckBody {
    #[serde(default)]
    files: BTreeMap<String, String>,
}

/// A page to preview with the drafts, and unsaved files.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplatePreviewBody {
    /// Path of the page with its query string, such as `/shop?category=mugs`.
    address: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

/// Problems of the drafts.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateProblemsOut {
    problems: Vec<TemplateProblemOut>,
}

/// A preview of a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplatePreviewOut {
    /// HTML of the whole page.
    html: String,
    /// Problems of the drafts, and errors while rendering this page.
    problems: Vec<TemplateProblemOut>,
}

/// The drafts at a revision.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TemplateSetBody {
    /// The revision of the list of files.
    pub(in crate::admin) revision: i64,
}

/// A published version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateVersionOut {
    id: String,
    /// Version number, from 1.
    number: i64,
    /// UTC milliseconds.
    published_on: i64,
    /// Name of the contributor; empty if unknown.
    published_by: String,
    /// The files that it changed.
    changed: Vec<String>,
    /// Whether it is the current version.
    current: bool,
}

/// Published versions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplateVersionsOut {
    pub(in crate::admin) versions: Vec<TemplateVersionOut>,
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
            updated_on: file.updated_on.map(Timestamp::ms),
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

fn template_problems_out(problems: Vec<FileProblem>) -> Vec<TemplateProblemOut> {
    problems.into_iter().map(TemplateProblemOut::from).collect()
}

impl From<Vec<FileProblem>> for TemplateProblemsOut {
    fn from(problems: Vec<FileProblem>) -> Self {
        Self { problems: template_problems_out(problems) }
    }
}

impl From<FileDetail> for TemplateFileOut {
    fn from(file: FileDetail) -> Self {
        Self {
            summary: file.summary.into(),
            text: file.text,
            original: file.original,
            published: file.published,
            problems: template_problems_out(file.problems),
        }
    }
}

impl From<TemplatePreview> for TemplatePreviewOut {
    fn from(preview: TemplatePreview) -> Self {
        Self { html: preview.html, problems: template_problems_out(preview.problems) }
    }
}

impl From<VersionSummary> for TemplateVersionOut {
    fn from(version: VersionSummary) -> Self {
        Self {
            id: version.id.into(),
            number: version.number,
            published_on: version.published_on.ms(),
            published_by: version.published_by,
            changed: version.changed,
            current: version.current,
        }
    }
}

impl TemplateVersionOut {
    /// The version with the name of the contributor in place of the account id.
    pub(in crate::admin) fn by(self, name: String) -> Self {
        Self { published_by: name, ..self }
    }
}

impl TemplateCheckBody {
    pub(in crate::admin) fn into_unsaved(self) -> UnsavedTexts {
        UnsavedTexts(self.files)
    }
}

impl TemplatePreviewBody {
    /// Path and query of the page, and the unsaved files.
    pub(in crate::admin) fn into_parts(self) -> (String, String, UnsavedTexts) {
        let (path, query) = self.address.split_once('?').unwrap_or((&self.address, ""));
        (path.to_owned(), query.to_owned(), UnsavedTexts(self.files))
    }
}
