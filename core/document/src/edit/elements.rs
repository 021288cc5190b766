//! Finding, removing and inserting elements.

use crate::edit::op::BlockPosition;
use crate::tree::{Block, Column, Document, Row, Section};

/// Position after the entry with this id; the start without an id, the end when the entry no longer exists.
fn position_after<'e>(ids: impl Iterator<Item = &'e str>, after: Option<&str>) -> usize {
    let Some(after) = after else { return 0 };
    let mut count = 0;
    for id in ids {
        count += 1;
        if id == after {
            return count;
        }
    }
    count
}

fn id_before<'e>(mut ids: impl Iterator<Item = &'e str>, index: usize) -> Option<String> {
    let before = index.checked_sub(1)?;
    ids.nth(before).map(str::to_owned)
}

impl Document {
    pub(crate) fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    pub(crate) fn row(&self, id: &str) -> Option<&Row> {
        self.sections.iter().flat_map(|section| &section.rows).find(|row| row.id == id)
    }

    pub(crate) fn row_mut(&mut self, id: &str) -> Option<&mut Row> {
        self.sections.iter_mut().flat_map(|section| &mut section.rows).find(|row| row.id == id)
    }

    pub(crate) fn uses_id(&self, id: &str) -> bool {
        self.section(id).is_some() || self.row(id).is_some() || self.block(id).is_some()
    }

    fn column_mut(&mut self, row: &str, column: usize) -> Option<(usize, &mut Column)> {
        let columns = &mut self.row_mut(row)?.columns;
        let column = column.min(columns.len().checked_sub(1)?);
        columns.get_mut(column).map(|found| (column, found))
    }

    /// Inserts a block; returns its actual position, or the block when there is no such row.
    pub(crate) fn put_block(&mut self, place: &BlockPosition, block: Block) -> Result<BlockPosition, Box<Block>> {
        let Some((column, found)) = self.column_mut(&place.row, place.column) else { return Err(Box::new(block)) };
        let index = position_after(found.blocks.iter().map(|block| block.id.as_str()), place.after.as_deref());
        let after = id_before(found.blocks.iter().map(|block| block.id.as_str()), index);
        found.blocks.insert(index, block);
        Ok(BlockPosition { row: place.row.clone(), column, after })
    }

    pub(crate) fn take_block(&mut self, id: &str) -> Option<(BlockPosition, Block)> {
        for row in self.sections.iter_mut().flat_map(|section| &mut section.rows) {
            for (column, found) in row.columns.iter_mut().enumerate() {
                if let Some(index) = found.blocks.iter().position(|block| block.id == id) {
                    let after = id_before(found.blocks.iter().map(|block| block.id.as_str()), index);
                    return Some((BlockPosition { row: row.id.clone(), column, after }, found.blocks.remove(index)));
                }
            }
        }
        None
    }

    /// Inserts a row; returns the row above, or the row itself when there is no such section.
    pub(crate) fn put_row(&mut self, section: &str, after: Option<&str>, row: Row) -> Result<Option<String>, Row> {
        let Some(section) = self.sections.iter_mut().find(|entry| entry.id == section) else { return Err(row) };
        let index = position_after(section.rows.iter().map(|row| row.id.as_str()), after);
        let above = id_before(section.rows.iter().map(|row| row.id.as_str()), index);
        section.rows.insert(index, row);
        Ok(above)
    }

    /// Removes a row; returns its section and the row above.
    pub(crate) fn take_row(&mut self, id: &str) -> Option<(String, Option<String>, Row)> {
        for section in &mut self.sections {
            if let Some(index) = section.rows.iter().position(|row| row.id == id) {
                let above = id_before(section.rows.iter().map(|row| row.id.as_str()), index);
                return Some((section.id.clone(), above, section.rows.remove(index)));
            }
        }
        None
    }

    /// Inserts a section; returns the section above.
    pub(crate) fn put_section(&mut self, after: Option<&str>, section: Section) -> Option<String> {
        let index = position_after(self.sections.iter().map(|section| section.id.as_str()), after);
        let above = id_before(self.sections.iter().map(|section| section.id.as_str()), index);
        self.sections.insert(index, section);
        above
    }

    /// Removes a section; returns the section above.
    pub(crate) fn take_section(&mut self, id: &str) -> Option<(Option<String>, Section)> {
        let index = self.sections.iter().position(|section| section.id == id)?;
        let above = id_before(self.sections.iter().map(|section| section.id.as_str()), index);
        Some((above, self.sections.remove(index)))
    }
}
