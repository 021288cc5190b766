//! Changing the columns of a row.

use crate::edit::op::{BlockPosition, Op};
use crate::tree::{Column, Document, Row};

pub(crate) fn spans(row: &Row) -> Vec<u32> {
    row.columns.iter().map(|column| column.span).collect()
}

/// Whether a row with these blocks can have these columns.
pub(crate) fn fits(row: &Row, spans: &[u32]) -> bool {
    let is_empty = row.columns.iter().all(|column| column.blocks.is_empty());
    spans.len() <= 12 && spans.iter().all(|span| (1..=12).contains(span)) && (is_empty || !spans.is_empty())
}

impl Document {
    /// Changes the columns of a row and returns the operations that restore the former columns and their blocks.
    pub(crate) fn apply_spans(&mut self, id: &str, spans_wanted: &[u32]) -> Option<Vec<Op>> {
        let row = self.row_mut(id)?;
        let before = spans(row);
        let mut back = vec![Op::SetColumns { row: id.to_owned(), before: spans_wanted.to_vec(), spans: before }];
        let mut surplus = Vec::new();
        for (column, vanished) in row.columns.drain(spans_wanted.len().min(row.columns.len())..).enumerate() {
            let mut after = None;
            for block in vanished.blocks {
                let place = BlockPosition { row: id.to_owned(), column: column + spans_wanted.len(), after };
                back.push(Op::MoveBlock { id: block.id.clone(), place });
                after = Some(block.id.clone());
                surplus.push(block);
            }
        }
        row.columns.resize_with(spans_wanted.len(), || Column { span: 12, blocks: Vec::new() });
        for (column, span) in row.columns.iter_mut().zip(spans_wanted) {
            column.span = *span;
        }
        if let Some(last) = row.columns.last_mut() {
            last.blocks.extend(surplus);
        }
        Some(back)
    }
}
