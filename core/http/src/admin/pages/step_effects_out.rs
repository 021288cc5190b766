//! JSON types of what a step changed, and of conflicts that its author should know of.

use serde::Serialize;
use serde_json::Value;
use stoa_document::edit::{self, Change, ChangeKind, Remark, Subject};
use utoipa::ToSchema;

/// A conflict of an operation that its author should know of.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemarkOut {
    kind: RemarkKind,
    /// The section, row or block; empty for the page itself.
    id: String,
    path: Vec<String>,
    /// The operation that was not applied.
    #[schema(value_type = Option<Object>)]
    lost: Option<Value>,
}

/// Kind of a conflict: `collided` if the operation overwrote a change of someone else; with the others it was not
/// applied.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RemarkKind {
    /// Its target no longer exists.
    Gone,
    /// Its id is in use.
    Taken,
    /// The page has the maximum number of blocks.
    Full,
    /// It is invalid in this page.
    Invalid,
    /// It overwrote a change of someone else.
    Collided,
}

/// A change of one element by a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeOut {
    change: PartChange,
    subject: PagePart,
    /// Its id; empty for the page itself.
    id: String,
    /// The kind of a block, or the name of the changed page field; empty for others.
    kind: String,
}

/// What was done to an element of a page.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PartChange {
    /// It was inserted.
    Added,
    /// One of its values was changed.
    Changed,
    /// It was moved.
    Moved,
    /// It was removed.
    Removed,
}

/// Kind of an element of a page.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PagePart {
    /// The page itself: its texts, such as its title.
    Page,
    /// A section.
    Section,
    /// A row.
    Row,
    /// A block.
    Block,
}

impl From<&Remark> for RemarkOut {
    fn from(remark: &Remark) -> Self {
        let lost = remark.lost.as_ref().map(|operation| serde_json::to_value(operation).unwrap_or_default());
        Self { kind: remark.kind.into(), id: remark.id.clone(), path: remark.path.clone(), lost }
    }
}

impl From<edit::RemarkKind> for RemarkKind {
    fn from(kind: edit::RemarkKind) -> Self {
        match kind {
            edit::RemarkKind::Gone => Self::Gone,
            edit::RemarkKind::Taken => Self::Taken,
            edit::RemarkKind::Full => Self::Full,
            edit::RemarkKind::Invalid => Self::Invalid,
            edit::RemarkKind::Collided => Self::Collided,
        }
    }
}

impl From<&Change> for ChangeOut {
    fn from(change: &Change) -> Self {
        Self {
            change: change.change.into(),
            subject: change.subject.into(),
            id: change.id.clone(),
            kind: change.kind.clone(),
        }
    }
}

impl From<ChangeKind> for PartChange {
    fn from(kind: ChangeKind) -> Self {
        match kind {
            ChangeKind::Added => Self::Added,
            ChangeKind::Changed => Self::Changed,
            ChangeKind::Moved => Self::Moved,
            ChangeKind::Removed => Self::Removed,
        }
    }
}

impl From<Subject> for PagePart {
    fn from(subject: Subject) -> Self {
        match subject {
            Subject::Page => Self::Page,
            Subject::Section => Self::Section,
            Subject::Row => Self::Row,
            Subject::Block => Self::Block,
        }
    }
}
