//! Applies operations to a draft, merges them with concurrent ones, and makes their inverses.

use serde_json::Value;

use crate::check::{MAX_BLOCKS, is_id};
use crate::edit::columns;
use crate::edit::draft::Draft;
use crate::edit::merge::merge;
use crate::edit::node::{Refused, ValueChange, change_value};
use crate::edit::op::{BlockPosition, Op, Remark, RemarkKind};
use crate::tree::{Block, Document, Row, Section};

/// Result of applying operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Applied {
    /// The operations as applied. On the same draft, they have exactly the same effect.
    pub ops: Vec<Op>,
    /// Operations that undo them, in the order in which they have to be applied.
    pub inverses: Vec<Op>,
    /// Operations that could not be applied, and conflicts.
    pub remarks: Vec<Remark>,
}

/// An applied operation and its inverse.
struct AppliedOp {
    op: Op,
    back: Vec<Op>,
    collided: bool,
}

impl AppliedOp {
    fn with_inverse(op: Op, back: Op) -> Self {
        Self { op, back: vec![back], collided: false }
    }
}

/// None when the operation has no effect.
type Outcome = Result<Option<AppliedOp>, RemarkKind>;

impl From<Refused> for RemarkKind {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Gone => RemarkKind::Gone,
            Refused::Invalid => RemarkKind::Invalid,
        }
    }
}

impl Draft {
    /// Adapts operations to the present draft and applies them. An operation that cannot be applied is skipped with a
    /// remark; concurrent changes of one value are merged as far as possible.
    pub fn apply(&mut self, ops: impl IntoIterator<Item = Op>) -> Applied {
        let mut applied = Applied::default();
        for op in ops {
            let (id, path) = op.target();
            let (id, path) = (id.to_owned(), path.to_vec());
            match self.make(op.clone()) {
                Ok(None) => {}
                Ok(Some(made)) => {
                    if made.collided {
                        applied.remarks.push(Remark { kind: RemarkKind::Collided, id, path, lost: None });
                    }
                    applied.ops.push(made.op);
                    applied.inverses.splice(0..0, made.back);
                }
                Err(kind) => applied.remarks.push(Remark { kind, id, path, lost: Some(op) }),
            }
        }
        applied
    }

    fn make(&mut self, op: Op) -> Outcome {
        let document = &mut self.document;
        match op {
            Op::SetPage { path, before, value } => {
                let mut collided = false;
                let change = change_value(&mut self.page, &path, |current| {
                    decide(before.as_ref(), current, value.as_ref(), &mut collided)
                })?;
                let as_op = |before, value| Op::SetPage { path: path.clone(), before, value };
                Ok(value_made(change, collided, &as_op))
            }
            Op::Set { id, path, before, value } => {
                let mut collided = false;
                let change = document.change_node(&id, &path, |current| {
                    decide(before.as_ref(), current, value.as_ref(), &mut collided)
                })?;
                let as_op = |before, value| Op::Set { id: id.clone(), path: path.clone(), before, value };
                Ok(value_made(change, collided, &as_op))
            }
            Op::InsertBlock { place, block } => document.insert_block(&place, block),
            Op::RemoveBlock { id } => Ok(document.take_block(&id).map(|(place, block)| {
                AppliedOp::with_inverse(Op::RemoveBlock { id }, Op::InsertBlock { place, block })
            })),
            Op::MoveBlock { id, place } => document.move_block(id, &place),
            Op::InsertRow { section, after, row } => document.insert_row(section, after, row),
            Op::RemoveRow { id } => Ok(document.take_row(&id).map(|(section, after, row)| {
                AppliedOp::with_inverse(Op::RemoveRow { id }, Op::InsertRow { section, after, row })
            })),
            Op::MoveRow { id, section, after } => document.move_row(id, section, after),
            Op::SetColumns { row, before, spans } => document.set_columns(row, &before, spans),
            Op::InsertSection { after, section } => document.insert_section(after, section),
            Op::RemoveSection { id } => Ok(document.take_section(&id).map(|(after, section)| {
                AppliedOp::with_inverse(Op::RemoveSection { id }, Op::InsertSection { after, section })
            })),
            Op::MoveSection { id, after } => document.move_section(id, after),
        }
    }
}

/// The new value, merged with concurrent changes.
fn decide(
    before: Option<&Value>,
    current: Option<&Value>,
    value: Option<&Value>,
    collided: &mut bool,
) -> Option<Value> {
    let (merged, both) = merge(before, current, value);
    *collided = both;
    merged
}

fn value_made(
    change: ValueChange,
    collided: bool,
    as_op: &dyn Fn(Option<Value>, Option<Value>) -> Op,
) -> Option<AppliedOp> {
    let ValueChange { before, value } = change;
    if before == value {
        return None;
    }
    let back = as_op(value.clone(), before.clone());
    Some(AppliedOp { op: as_op(before, value), back: vec![back], collided })
}

impl Document {
    fn insert_block(&mut self, place: &BlockPosition, block: Block) -> Outcome {
        self.admit(&[&block.id], 1)?;
        let (id, copy) = (block.id.clone(), block.clone());
        let place = self.put_block(place, block).map_err(|_| RemarkKind::Gone)?;
        Ok(Some(AppliedOp::with_inverse(Op::InsertBlock { place, block: copy }, Op::RemoveBlock { id })))
    }

    fn move_block(&mut self, id: String, place: &BlockPosition) -> Outcome {
        if place.after.as_ref() == Some(&id) {
            return Ok(None);
        }
        let (origin, block) = self.take_block(&id).ok_or(RemarkKind::Gone)?;
        match self.put_block(place, block) {
            Ok(place) if place == origin => Ok(None),
            Ok(place) => Ok(Some(AppliedOp::with_inverse(
                Op::MoveBlock { id: id.clone(), place },
                Op::MoveBlock { id, place: origin },
            ))),
            Err(block) => {
                // The former place still exists, so this puts the block back.
                drop(self.put_block(&origin, *block));
                Err(RemarkKind::Gone)
            }
        }
    }

    fn insert_row(&mut self, section: String, after: Option<String>, row: Row) -> Outcome {
        let ids = row_ids(&row);
        self.admit(&ids, block_count([&row]))?;
        if !columns::fits(&row, &columns::spans(&row)) {
            return Err(RemarkKind::Invalid);
        }
        let (id, copy) = (row.id.clone(), row.clone());
        let after = self.put_row(&section, after.as_deref(), row).map_err(|_| RemarkKind::Gone)?;
        Ok(Some(AppliedOp::with_inverse(Op::InsertRow { section, after, row: copy }, Op::RemoveRow { id })))
    }

    fn move_row(&mut self, id: String, section: String, after: Option<String>) -> Outcome {
        if after.as_ref() == Some(&id) {
            return Ok(None);
        }
        let (old_section, old_after, row) = self.take_row(&id).ok_or(RemarkKind::Gone)?;
        match self.put_row(&section, after.as_deref(), row) {
            Ok(after) if section == old_section && after == old_after => Ok(None),
            Ok(after) => Ok(Some(AppliedOp::with_inverse(
                Op::MoveRow { id: id.clone(), section, after },
                Op::MoveRow { id, section: old_section, after: old_after },
            ))),
            Err(row) => {
                drop(self.put_row(&old_section, old_after.as_deref(), row));
                Err(RemarkKind::Gone)
            }
        }
    }

    fn set_columns(&mut self, id: String, before: &[u32], spans: Vec<u32>) -> Outcome {
        let row = self.row(&id).ok_or(RemarkKind::Gone)?;
        if !columns::fits(row, &spans) {
            return Err(RemarkKind::Invalid);
        }
        let current = columns::spans(row);
        if current == spans {
            return Ok(None);
        }
        let back = self.apply_spans(&id, &spans).ok_or(RemarkKind::Gone)?;
        let collided = current != before;
        Ok(Some(AppliedOp { op: Op::SetColumns { row: id, before: current, spans }, back, collided }))
    }

    fn insert_section(&mut self, after: Option<String>, section: Section) -> Outcome {
        let mut ids = vec![section.id.as_str()];
        ids.extend(section.rows.iter().flat_map(row_ids));
        self.admit(&ids, block_count(&section.rows))?;
        if !section.rows.iter().all(|row| columns::fits(row, &columns::spans(row))) {
            return Err(RemarkKind::Invalid);
        }
        let (id, copy) = (section.id.clone(), section.clone());
        let after = self.put_section(after.as_deref(), section);
        Ok(Some(AppliedOp::with_inverse(Op::InsertSection { after, section: copy }, Op::RemoveSection { id })))
    }

    fn move_section(&mut self, id: String, after: Option<String>) -> Outcome {
        if after.as_ref() == Some(&id) {
            return Ok(None);
        }
        let (old_after, section) = self.take_section(&id).ok_or(RemarkKind::Gone)?;
        let after = self.put_section(after.as_deref(), section);
        if after == old_after {
            return Ok(None);
        }
        Ok(Some(AppliedOp::with_inverse(
            Op::MoveSection { id: id.clone(), after },
            Op::MoveSection { id, after: old_after },
        )))
    }

    /// Checks that new ids are free and the maximum number of blocks is not exceeded.
    fn admit(&self, ids: &[&str], blocks: usize) -> Result<(), RemarkKind> {
        for (index, id) in ids.iter().enumerate() {
            if !is_id(id) {
                return Err(RemarkKind::Invalid);
            }
            if self.uses_id(id) || ids.iter().skip(index + 1).any(|other| other == id) {
                return Err(RemarkKind::Taken);
            }
        }
        if blocks > 0 && self.blocks().count() + blocks > MAX_BLOCKS {
            return Err(RemarkKind::Full);
        }
        Ok(())
    }
}

fn row_ids(row: &Row) -> Vec<&str> {
    let blocks = row.columns.iter().flat_map(|column| &column.blocks).map(|block| block.id.as_str());
    [row.id.as_str()].into_iter().chain(blocks).collect()
}

fn block_count<'r>(rows: impl IntoIterator<Item = &'r Row>) -> usize {
    rows.into_iter().flat_map(|row| &row.columns).map(|column| column.blocks.len()).sum()
}
