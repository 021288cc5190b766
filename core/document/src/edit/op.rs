//! The operations on a draft, and the notices that their authors get.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::tree::{Block, Row, Section};

/// Position of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockPosition {
    /// Id of the row.
    pub row: String,
    /// Column from the left, from 0; the last column if there are fewer.
    pub column: usize,
    /// Id of the block above; none at the top. If that block no longer exists, the end of the column is used.
    #[serde(default)]
    pub after: Option<String>,
}

/// An operation on a draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum Op {
    /// Changes a text of the page.
    SetPage {
        /// Path of the value.
        path: Vec<String>,
        /// The former value; left out if there was none.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        before: Option<Value>,
        /// The new value; left out to remove it.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
    },
    /// Changes a value of a section, row or block.
    Set {
        /// Its id.
        id: String,
        /// Path of the value, such as `settings`, `html`.
        path: Vec<String>,
        /// The former value; left out if there was none.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        before: Option<Value>,
        /// The new value; left out to remove it.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
    },
    /// Inserts a block into a column.
    InsertBlock {
        /// Its position.
        place: BlockPosition,
        /// The block.
        block: Block,
    },
    /// Removes a block.
    RemoveBlock {
        /// Its id.
        id: String,
    },
    /// Moves a block.
    MoveBlock {
        /// Its id.
        id: String,
        /// Its new position.
        place: BlockPosition,
    },
    /// Inserts a row into a section.
    InsertRow {
        /// Id of the section.
        section: String,
        /// Id of the row above; none at the top.
        #[serde(default)]
        after: Option<String>,
        /// The row with its content.
        row: Row,
    },
    /// Removes a row with its content.
    RemoveRow {
        /// Its id.
        id: String,
    },
    /// Moves a row.
    MoveRow {
        /// Its id.
        id: String,
        /// Id of its new section.
        section: String,
        /// Id of the row above; none at the top.
        #[serde(default)]
        after: Option<String>,
    },
    /// Changes the columns of a row. Blocks of removed columns move to the last remaining one.
    SetColumns {
        /// Id of the row.
        row: String,
        /// Former width of each column, in twelfths.
        before: Vec<u32>,
        /// New width of each column, in twelfths.
        spans: Vec<u32>,
    },
    /// Inserts a section.
    InsertSection {
        /// Id of the section above; none at the top.
        #[serde(default)]
        after: Option<String>,
        /// The section with its content.
        section: Section,
    },
    /// Removes a section with its content.
    RemoveSection {
        /// Its id.
        id: String,
    },
    /// Moves a section.
    MoveSection {
        /// Its id.
        id: String,
        /// Id of the section above; none at the top.
        #[serde(default)]
        after: Option<String>,
    },
}

/// Distinguishes a null value from a missing one.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// A notice about an operation, for its author.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remark {
    /// Kind of notice.
    pub kind: RemarkKind,
    /// The section, row or block; empty for the page itself.
    pub id: String,
    /// Path of the value; empty for the whole element.
    #[serde(default)]
    pub path: Vec<String>,
    /// The operation that was not applied, with its content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Op>,
}

/// Kinds of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RemarkKind {
    /// Not applied: its target no longer exists.
    Gone,
    /// Not applied: its id is in use.
    Taken,
    /// Not applied: the page has the maximum number of blocks.
    Full,
    /// Not applied: invalid in this page.
    Invalid,
    /// Someone else changed the same words or value at the same time: this change wins, theirs is in the history.
    Collided,
}

impl Op {
    /// Target of the operation: an id (empty for the page itself) and a path.
    pub fn target(&self) -> (&str, &[String]) {
        match self {
            Op::SetPage { path, .. } => ("", path),
            Op::Set { id, path, .. } => (id, path),
            Op::RemoveBlock { id }
            | Op::MoveBlock { id, .. }
            | Op::RemoveRow { id }
            | Op::MoveRow { id, .. }
            | Op::RemoveSection { id }
            | Op::MoveSection { id, .. }
            | Op::SetColumns { row: id, .. } => (id, &[]),
            Op::InsertBlock { block, .. } => (&block.id, &[]),
            Op::InsertRow { row, .. } => (&row.id, &[]),
            Op::InsertSection { section, .. } => (&section.id, &[]),
        }
    }
}
