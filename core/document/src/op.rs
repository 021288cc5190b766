use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::tree::{Block, Column, Document, Section, SectionSettings};

/// Where a block stands: in a column of a row, at a position from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Id of the row.
    pub row: String,
    /// Column from the left, from 0.
    pub column: usize,
    /// Position in the column, from 0.
    pub index: usize,
}

/// A small change of a document. Applying one gives the change that takes it back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum Op {
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
    /// Takes a block out and puts it in elsewhere; the place counts without the block.
    MoveBlock {
        /// Its id.
        id: String,
        /// Where it comes to stand.
        place: Place,
    },
    /// Replaces all settings of a block.
    SetSettings {
        /// The block.
        id: String,
        /// The new settings.
        settings: Map<String, Value>,
    },
    /// Puts a section in.
    InsertSection {
        /// Position from the top, from 0.
        index: usize,
        /// The section with all it holds.
        section: Section,
    },
    /// Takes a section out with all it holds.
    RemoveSection {
        /// Its id.
        id: String,
    },
    /// Moves a section; the position counts without it.
    MoveSection {
        /// Its id.
        id: String,
        /// Position from the top, from 0.
        index: usize,
    },
    /// Changes how a section looks.
    SetSection {
        /// Its id.
        id: String,
        /// The new look.
        settings: SectionSettings,
    },
    /// Changes the width of a column.
    SetSpan {
        /// Id of the row.
        row: String,
        /// Column from the left, from 0.
        column: usize,
        /// Twelfths of the row.
        span: u32,
    },
}

/// A change that does not fit the document; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpError {
    /// There is no block, row or section of this id.
    #[error("there is nothing of the id '{0}'")]
    NotFound(String),
    /// The id is in use already.
    #[error("the id '{0}' is in use already")]
    IdTaken(String),
    /// The column or position lies outside.
    #[error("the place lies outside of the layout")]
    OutOfRange,
}

impl Document {
    /// Makes a change and returns the one that takes it back.
    ///
    /// # Errors
    /// When the change does not fit; the document is then as it was.
    pub fn apply(&mut self, op: Op) -> Result<Op, OpError> {
        match op {
            Op::InsertBlock { place, block } => self.insert_block(&place, block),
            Op::RemoveBlock { id } => {
                let (place, block) = self.take_block(&id)?;
                Ok(Op::InsertBlock { place, block })
            }
            Op::MoveBlock { id, place } => self.move_block(id, &place),
            Op::SetSettings { id, settings } => {
                let block = self.blocks_mut().find(|block| block.id == id);
                let block = block.ok_or_else(|| OpError::NotFound(id.clone()))?;
                let before = std::mem::replace(&mut block.settings, settings);
                Ok(Op::SetSettings { id, settings: before })
            }
            Op::InsertSection { index, section } => self.insert_section(index, section),
            Op::RemoveSection { id } => {
                let index = self.section_index(&id)?;
                Ok(Op::InsertSection { index, section: self.sections.remove(index) })
            }
            Op::MoveSection { id, index } => self.move_section(id, index),
            Op::SetSection { id, settings } => {
                let section = self.sections.iter_mut().find(|section| section.id == id);
                let section = section.ok_or_else(|| OpError::NotFound(id.clone()))?;
                let before = std::mem::replace(&mut section.settings, settings);
                Ok(Op::SetSection { id, settings: before })
            }
            Op::SetSpan { row, column, span } => {
                let target = self.column_mut(&row, column)?;
                let before = std::mem::replace(&mut target.span, span);
                Ok(Op::SetSpan { row, column, span: before })
            }
        }
    }

    fn insert_block(&mut self, place: &Place, block: Block) -> Result<Op, OpError> {
        if self.uses_id(&block.id) {
            return Err(OpError::IdTaken(block.id));
        }
        let id = block.id.clone();
        self.put_block(place, block)?;
        Ok(Op::RemoveBlock { id })
    }

    fn put_block(&mut self, place: &Place, block: Block) -> Result<(), OpError> {
        let column = self.column_mut(&place.row, place.column)?;
        if place.index > column.blocks.len() {
            return Err(OpError::OutOfRange);
        }
        column.blocks.insert(place.index, block);
        Ok(())
    }

    fn take_block(&mut self, id: &str) -> Result<(Place, Block), OpError> {
        for row in self.sections.iter_mut().flat_map(|section| section.rows.iter_mut()) {
            for (number, column) in row.columns.iter_mut().enumerate() {
                if let Some(index) = column.blocks.iter().position(|block| block.id == id) {
                    let place = Place { row: row.id.clone(), column: number, index };
                    return Ok((place, column.blocks.remove(index)));
                }
            }
        }
        Err(OpError::NotFound(id.to_owned()))
    }

    fn move_block(&mut self, id: String, place: &Place) -> Result<Op, OpError> {
        let (origin, block) = self.take_block(&id)?;
        if let Err(error) = self.put_block(place, block.clone()) {
            self.put_block(&origin, block)?;
            return Err(error);
        }
        Ok(Op::MoveBlock { id, place: origin })
    }

    fn insert_section(&mut self, index: usize, section: Section) -> Result<Op, OpError> {
        if index > self.sections.len() {
            return Err(OpError::OutOfRange);
        }
        let blocks = section.rows.iter().flat_map(|row| &row.columns).flat_map(|column| &column.blocks);
        let rows = section.rows.iter().map(|row| &row.id);
        let taken = blocks.map(|block| &block.id).chain(rows).chain([&section.id]).find(|id| self.uses_id(id));
        if let Some(taken) = taken.cloned() {
            return Err(OpError::IdTaken(taken));
        }
        let id = section.id.clone();
        self.sections.insert(index, section);
        Ok(Op::RemoveSection { id })
    }

    fn move_section(&mut self, id: String, index: usize) -> Result<Op, OpError> {
        let from = self.section_index(&id)?;
        if index >= self.sections.len() {
            return Err(OpError::OutOfRange);
        }
        let section = self.sections.remove(from);
        self.sections.insert(index, section);
        Ok(Op::MoveSection { id, index: from })
    }

    fn section_index(&self, id: &str) -> Result<usize, OpError> {
        let found = self.sections.iter().position(|section| section.id == id);
        found.ok_or_else(|| OpError::NotFound(id.to_owned()))
    }

    fn column_mut(&mut self, row: &str, column: usize) -> Result<&mut Column, OpError> {
        let found = self.sections.iter_mut().flat_map(|section| section.rows.iter_mut()).find(|entry| entry.id == row);
        let found = found.ok_or_else(|| OpError::NotFound(row.to_owned()))?;
        found.columns.get_mut(column).ok_or(OpError::OutOfRange)
    }

    fn uses_id(&self, id: &str) -> bool {
        let section = |section: &Section| section.id == id || section.rows.iter().any(|row| row.id == id);
        self.sections.iter().any(section) || self.block(id).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Row;
    use proptest::prelude::{Just, Strategy, any, prop_oneof};
    use proptest::{collection, prop_assert_eq, proptest};
    use serde_json::json;

    fn block(id: String) -> Block {
        Block { id, kind: "text".to_owned(), settings: Map::new() }
    }

    fn documents() -> impl Strategy<Value = Document> {
        let columns = collection::vec((1_u32..=12, 0_usize..4), 1..4);
        let sections = collection::vec(collection::vec(columns, 0..3), 0..4);
        sections.prop_map(|sections| {
            let mut number = 0;
            let mut next = |letter: &str| {
                number += 1;
                format!("{letter}{number}")
            };
            let mut document = Document::default();
            for rows in sections {
                let id = next("s");
                let mut section = Section { id, settings: SectionSettings::default(), rows: Vec::new() };
                for columns in rows {
                    let id = next("r");
                    let columns = columns
                        .into_iter()
                        .map(|(span, blocks)| Column { span, blocks: (0..blocks).map(|_| block(next("b"))).collect() })
                        .collect();
                    section.rows.push(Row { id, columns });
                }
                document.sections.push(section);
            }
            document
        })
    }

    fn ids() -> impl Strategy<Value = String> {
        (prop_oneof![Just("s"), Just("r"), Just("b")], 1_u32..30)
            .prop_map(|(letter, number)| format!("{letter}{number}"))
    }

    fn places() -> impl Strategy<Value = Place> {
        ((1_u32..20).prop_map(|number| format!("r{number}")), 0_usize..3, 0_usize..4)
            .prop_map(|(row, column, index)| Place { row, column, index })
    }

    fn ops() -> impl Strategy<Value = Op> {
        let fresh = any::<u16>().prop_map(|number| block(format!("n{number}")));
        prop_oneof![
            (places(), fresh).prop_map(|(place, block)| Op::InsertBlock { place, block }),
            ids().prop_map(|id| Op::RemoveBlock { id }),
            (ids(), places()).prop_map(|(id, place)| Op::MoveBlock { id, place }),
            (ids(), any::<i32>()).prop_map(|(id, number)| Op::SetSettings {
                id,
                settings: Map::from_iter([("n".to_owned(), json!(number))])
            }),
            (0_usize..5, ids()).prop_map(|(index, id)| Op::InsertSection {
                index,
                section: Section { id, settings: SectionSettings::default(), rows: Vec::new() }
            }),
            ids().prop_map(|id| Op::RemoveSection { id }),
            (ids(), 0_usize..5).prop_map(|(id, index)| Op::MoveSection { id, index }),
            (places(), 1_u32..=12).prop_map(|(place, span)| Op::SetSpan { row: place.row, column: place.column, span }),
        ]
    }

    proptest! {
        #[test]
        fn taking_back_restores(document in documents(), changes in collection::vec(ops(), 1..12)) {
            let mut changed = document.clone();
            let mut back = Vec::new();
            for change in changes {
                let before = changed.clone();
                match changed.apply(change) {
                    Ok(inverse) => back.push(inverse),
                    Err(_) => prop_assert_eq!(&changed, &before),
                }
            }
            while let Some(inverse) = back.pop() {
                prop_assert_eq!(changed.apply(inverse).map(|_| ()), Ok(()));
            }
            prop_assert_eq!(changed, document);
        }
    }

    #[test]
    fn ids_stay_unique() {
        let mut document = Document::default();
        let section = Section {
            id: "s".to_owned(),
            settings: SectionSettings::default(),
            rows: vec![Row {
                id: "r".to_owned(),
                columns: vec![Column { span: 12, blocks: vec![block("b".to_owned())] }],
            }],
        };
        document.apply(Op::InsertSection { index: 0, section: section.clone() }).unwrap();
        let again = document.apply(Op::InsertSection { index: 0, section });
        assert_eq!(again, Err(OpError::IdTaken("b".to_owned())));
        let place = Place { row: "r".to_owned(), column: 0, index: 1 };
        let taken = document.apply(Op::InsertBlock { place, block: block("b".to_owned()) });
        assert_eq!(taken, Err(OpError::IdTaken("b".to_owned())));
    }
}
