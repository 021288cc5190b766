use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::tree::{Block, Row, Section};

/// Where a block stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Id of the row.
    pub row: String,
    /// Column from the left, from 0; the last column when there are fewer.
    pub column: usize,
    /// Id of the block above; none at the top. Where that block has gone, the end of the column is meant.
    #[serde(default)]
    pub after: Option<String>,
}

/// A change of a draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum Op {
    /// Changes something that is said about the page.
    SetPage {
        /// Names of the members that lead to the value.
        path: Vec<String>,
        /// The value that was changed; left out when there was none.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        before: Option<Value>,
        /// The new value; left out to have none.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
    },
    /// Changes a value of a section, row or block.
    Set {
        /// Its id.
        id: String,
        /// Names of the members that lead to the value, such as `settings`, `html`.
        path: Vec<String>,
        /// The value that was changed; left out when there was none.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        before: Option<Value>,
        /// The new value; left out to have none.
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
    },
    /// Puts a block into a column.
    InsertBlock {
        /// Where it comes to stand.
        place: Place,
        /// The block.
        block: Block,
    },
    /// Takes a block out.
    RemoveBlock {
        /// Its id.
        id: String,
    },
    /// Moves a block.
    MoveBlock {
        /// Its id.
        id: String,
        /// Where it comes to stand.
        place: Place,
    },
    /// Puts a row into a section.
    InsertRow {
        /// Id of the section.
        section: String,
        /// Id of the row above; none at the top.
        #[serde(default)]
        after: Option<String>,
        /// The row with all it holds.
        row: Row,
    },
    /// Takes a row out with all it holds.
    RemoveRow {
        /// Its id.
        id: String,
    },
    /// Moves a row.
    MoveRow {
        /// Its id.
        id: String,
        /// Id of the section it comes to stand in.
        section: String,
        /// Id of the row above; none at the top.
        #[serde(default)]
        after: Option<String>,
    },
    /// Gives a row new columns. Blocks of columns that vanish go to the last that stays.
    SetColumns {
        /// Id of the row.
        row: String,
        /// Twelfths of each column before.
        before: Vec<u32>,
        /// Twelfths of each column.
        spans: Vec<u32>,
    },
    /// Puts a section in.
    InsertSection {
        /// Id of the section above; none at the top.
        #[serde(default)]
        after: Option<String>,
        /// The section with all it holds.
        section: Section,
    },
    /// Takes a section out with all it holds.
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

/// Tells a value that is null from one that is left out.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// What an operation met that its author should know of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remark {
    /// What happened.
    pub kind: RemarkKind,
    /// The section, row or block; empty for the page itself.
    pub id: String,
    /// Names of the members that lead to the value; empty for the whole.
    #[serde(default)]
    pub path: Vec<String>,
    /// The operation that was not made, with all it would have brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Op>,
}

/// What can happen to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RemarkKind {
    /// What it changes is no longer there: it was not made.
    Gone,
    /// Its id is in use: it was not made.
    Taken,
    /// The page holds no more blocks: it was not made.
    Full,
    /// It does not fit a page: it was not made.
    Invalid,
    /// Somebody else changed the same words or value meanwhile: this change stands, theirs is in the history.
    Collided,
}

impl Op {
    /// What the operation is about: an id, empty for the page itself, and a path.
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
