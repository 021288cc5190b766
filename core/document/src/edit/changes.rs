//! What a step changed, for the version history.

use serde::{Deserialize, Serialize};

use crate::edit::draft::Draft;
use crate::edit::op::Op;

/// Effect of a step on one element, for the version history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Kind of change.
    pub change: ChangeKind,
    /// Kind of element.
    pub subject: Subject,
    /// Its id; empty for the page itself.
    pub id: String,
    /// Kind of a block, or name of the changed text of the page; otherwise empty.
    #[serde(default)]
    pub kind: String,
}

/// Kinds of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Inserted.
    Added,
    /// A value was changed.
    Changed,
    /// Moved.
    Moved,
    /// Removed.
    Removed,
}

/// Kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Texts of the page, such as its title.
    Page,
    /// A section.
    Section,
    /// A row.
    Row,
    /// A block.
    Block,
}

impl Draft {
    /// Effects of applied operations, each once. `self` is the draft before or after them.
    pub fn changes(&self, ops: &[Op]) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for op in ops {
            let found = self.change_of(op);
            let known = changes.iter().any(|change| change.id == found.id && change.kind == found.kind);
            if !known {
                changes.push(found);
            }
        }
        changes
    }

    fn change_of(&self, op: &Op) -> Change {
        use ChangeKind::{Added, Changed, Moved, Removed};
        let (id, path) = op.target();
        let (change, subject) = match op {
            Op::SetPage { .. } => (Changed, Subject::Page),
            Op::Set { id, .. } => (Changed, self.subject(id)),
            Op::InsertBlock { .. } => (Added, Subject::Block),
            Op::RemoveBlock { .. } => (Removed, Subject::Block),
            Op::MoveBlock { .. } => (Moved, Subject::Block),
            Op::InsertRow { .. } => (Added, Subject::Row),
            Op::RemoveRow { .. } => (Removed, Subject::Row),
            Op::MoveRow { .. } => (Moved, Subject::Row),
            Op::SetColumns { .. } => (Changed, Subject::Row),
            Op::InsertSection { .. } => (Added, Subject::Section),
            Op::RemoveSection { .. } => (Removed, Subject::Section),
            Op::MoveSection { .. } => (Moved, Subject::Section),
        };
        let kind = match op {
            Op::SetPage { .. } => path.first().cloned(),
            Op::InsertBlock { block, .. } => Some(block.kind.clone()),
            _ => self.document.block(id).map(|block| block.kind.clone()),
        };
        Change { change, subject, id: id.to_owned(), kind: kind.unwrap_or_default() }
    }

    fn subject(&self, id: &str) -> Subject {
        if self.document.section(id).is_some() {
            Subject::Section
        } else if self.document.row(id).is_some() {
            Subject::Row
        } else {
            Subject::Block
        }
    }
}
