//! Computes the operations that turn one draft into another. So callers that only know the result, such as a form, a
//! restored version or an API client, change only what differs.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::edit::columns::spans;
use crate::edit::draft::Draft;
use crate::edit::node::{block_values, row_values, section_values};
use crate::edit::op::{BlockPosition, Op};
use crate::tree::{Block, Column, Document, Row, Section};

/// Operations that turn `before` into `after`.
pub fn difference(before: &Draft, after: &Draft) -> Vec<Op> {
    let mut ops = Vec::new();
    let mut as_op = |path, before, value| ops.push(Op::SetPage { path, before, value });
    values(&mut Vec::new(), &before.page, &after.page, &mut as_op);
    if before.document != after.document {
        let mut work = DiffState {
            draft: Draft { page: Map::new(), document: before.document.clone() },
            old: HashSet::new(),
            new: all_ids(&after.document).cloned().collect(),
            ops,
        };
        // First, so that ids of inserted elements are free, and there is room on a full page.
        work.remove_id_conflicts(&after.document);
        work.old = all_ids(&work.draft.document).cloned().collect();
        work.remove_unwanted();
        work.place(&after.document);
        work.remove_emptied();
        work.change(&after.document);
        ops = work.ops;
    }
    ops
}

/// The ids of all sections, rows and blocks.
pub(crate) fn all_ids(document: &Document) -> impl Iterator<Item = &String> {
    all_nodes(document).map(|(_, id)| id)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Section,
    Row,
    Block,
}

fn all_nodes(document: &Document) -> impl Iterator<Item = (Kind, &String)> {
    let sections = document.sections.iter().map(|section| (Kind::Section, &section.id));
    let rows = document.sections.iter().flat_map(|section| &section.rows).map(|row| (Kind::Row, &row.id));
    sections.chain(rows).chain(document.blocks().map(|block| (Kind::Block, &block.id)))
}

struct DiffState {
    /// The draft after the operations so far.
    draft: Draft,
    /// Ids of elements that can stay; inserted elements have other ids.
    old: HashSet<String>,
    new: HashSet<String>,
    ops: Vec<Op>,
}

impl DiffState {
    fn make(&mut self, op: Op) {
        self.ops.extend(self.draft.apply([op]).ops);
    }

    /// Moves remaining elements to their places and inserts new ones.
    fn place(&mut self, wanted: &Document) {
        let present: Vec<String> = self.draft.document.sections.iter().map(|section| section.id.clone()).collect();
        let settled = settled(&present, wanted.sections.iter().map(|section| section.id.as_str()));
        let mut above: Option<&str> = None;
        for section in &wanted.sections {
            let after = above.map(str::to_owned);
            if self.draft.document.section(&section.id).is_none() {
                self.make(Op::InsertSection { after, section: self.only_new_rows(section) });
            } else if !settled.contains(section.id.as_str()) {
                self.make(Op::MoveSection { id: section.id.clone(), after });
            }
            above = Some(&section.id);
        }
        for section in &wanted.sections {
            self.place_rows(section);
        }
        for row in wanted.sections.iter().flat_map(|section| &section.rows) {
            self.place_blocks(row);
        }
        // A row that is to have no columns keeps them until the last of its blocks has moved to a later row.
        for row in wanted.sections.iter().flat_map(|section| &section.rows).filter(|row| row.columns.is_empty()) {
            self.apply_spans(row);
        }
    }

    fn only_new_rows(&self, section: &Section) -> Section {
        let rows = section.rows.iter().filter(|row| !self.old.contains(&row.id)).map(|row| self.only_new_blocks(row));
        Section {
            id: section.id.clone(),
            settings: section.settings.clone(),
            devices: section.devices.clone(),
            languages: section.languages.clone(),
            rows: rows.collect(),
        }
    }

    fn only_new_blocks(&self, row: &Row) -> Row {
        let columns = row.columns.iter().map(|column| Column {
            span: column.span,
            blocks: column.blocks.iter().filter(|block| !self.old.contains(&block.id)).cloned().collect(),
        });
        Row { id: row.id.clone(), devices: row.devices.clone(), columns: columns.collect() }
    }

    fn place_rows(&mut self, section: &Section) {
        let present = self.draft.document.section(&section.id).map(|section| &section.rows);
        let present: Vec<String> = present.into_iter().flatten().map(|row| row.id.clone()).collect();
        let settled = settled(&present, section.rows.iter().map(|row| row.id.as_str()));
        let mut above: Option<&str> = None;
        for row in &section.rows {
            let after = above.map(str::to_owned);
            if self.draft.document.row(&row.id).is_none() {
                let row = self.only_new_blocks(row);
                self.make(Op::InsertRow { section: section.id.clone(), after, row });
            } else if !settled.contains(row.id.as_str()) {
                self.make(Op::MoveRow { id: row.id.clone(), section: section.id.clone(), after });
            }
            above = Some(&row.id);
        }
    }

    fn apply_spans(&mut self, row: &Row) {
        let wanted = spans(row);
        let present = self.draft.document.row(&row.id).map(spans).unwrap_or_default();
        if present != wanted {
            self.make(Op::SetColumns { row: row.id.clone(), before: present, spans: wanted });
        }
    }

    fn place_blocks(&mut self, row: &Row) {
        self.apply_spans(row);
        for (number, column) in row.columns.iter().enumerate() {
            let present = self.draft.document.row(&row.id).and_then(|row| row.columns.get(number));
            let present = present.map(|column| &column.blocks).into_iter().flatten();
            let present: Vec<String> = present.map(|block| block.id.clone()).collect();
            let settled = settled(&present, column.blocks.iter().map(|block| block.id.as_str()));
            let mut above: Option<&str> = None;
            for block in &column.blocks {
                let place = BlockPosition { row: row.id.clone(), column: number, after: above.map(str::to_owned) };
                if self.draft.document.block(&block.id).is_none() {
                    self.make(Op::InsertBlock { place, block: block.clone() });
                } else if !settled.contains(block.id.as_str()) {
                    self.make(Op::MoveBlock { id: block.id.clone(), place });
                }
                above = Some(&block.id);
            }
        }
    }

    /// Removes elements, with their content, whose id belongs to an element of another kind in the target.
    fn remove_id_conflicts(&mut self, wanted: &Document) {
        let kinds: HashMap<&String, Kind> = all_nodes(wanted).map(|(kind, id)| (id, kind)).collect();
        let nodes = all_nodes(&self.draft.document);
        let namesakes = nodes.filter(|(kind, id)| kinds.get(*id).is_some_and(|wanted| wanted != kind));
        let removals = namesakes.map(|(kind, id)| match kind {
            Kind::Section => Op::RemoveSection { id: id.clone() },
            Kind::Row => Op::RemoveRow { id: id.clone() },
            Kind::Block => Op::RemoveBlock { id: id.clone() },
        });
        for removal in removals.collect::<Vec<_>>() {
            self.make(removal);
        }
    }

    /// Removes elements that are neither in the target nor contain elements that are.
    fn remove_unwanted(&mut self) {
        let unwanted = |id: &String| !self.new.contains(id);
        let of_row = |row: &Row| unwanted(&row.id) && row_blocks(row).all(|block| unwanted(&block.id));
        let mut removals = Vec::new();
        for section in &self.draft.document.sections {
            if unwanted(&section.id) && section.rows.iter().all(of_row) {
                removals.push(Op::RemoveSection { id: section.id.clone() });
                continue;
            }
            for row in &section.rows {
                if of_row(row) {
                    removals.push(Op::RemoveRow { id: row.id.clone() });
                    continue;
                }
                let blocks = row_blocks(row).filter(|block| unwanted(&block.id));
                removals.extend(blocks.map(|block| Op::RemoveBlock { id: block.id.clone() }));
            }
        }
        for removal in removals {
            self.make(removal);
        }
    }

    /// Removes sections and rows that are not in the target; their content has been moved by now.
    fn remove_emptied(&mut self) {
        let sections = self.draft.document.sections.iter().filter(|section| !self.new.contains(&section.id));
        let sections: Vec<Op> = sections.map(|section| Op::RemoveSection { id: section.id.clone() }).collect();
        for removal in sections {
            self.make(removal);
        }
        let rows = self.draft.document.sections.iter().flat_map(|section| &section.rows);
        let rows = rows.filter(|row| !self.new.contains(&row.id)).map(|row| Op::RemoveRow { id: row.id.clone() });
        for removal in rows.collect::<Vec<_>>() {
            self.make(removal);
        }
    }

    /// Sets the new values of existing elements.
    fn change(&mut self, wanted: &Document) {
        for section in &wanted.sections {
            if let Some(present) = self.draft.document.section(&section.id).cloned() {
                self.change_values(&section.id, &section_values(&present), &section_values(section));
            }
            for row in &section.rows {
                if let Some(present) = self.draft.document.row(&row.id).cloned() {
                    self.change_values(&row.id, &row_values(&present), &row_values(row));
                }
            }
        }
        for block in wanted.blocks() {
            let present: Option<Block> =
                self.draft.document.block(&block.id).filter(|present| *present != block).cloned();
            if let Some(present) = present {
                self.change_values(&block.id, &block_values(&present), &block_values(block));
            }
        }
    }

    fn change_values(&mut self, id: &str, before: &Map<String, Value>, after: &Map<String, Value>) {
        let mut found = Vec::new();
        let mut as_op = |path, before, value| found.push(Op::Set { id: id.to_owned(), path, before, value });
        values(&mut Vec::new(), before, after, &mut as_op);
        for op in found {
            self.make(op);
        }
    }
}

fn row_blocks(row: &Row) -> impl Iterator<Item = &Block> {
    row.columns.iter().flat_map(|column| &column.blocks)
}

/// Reports each value that differs; objects are compared by member, other values as a whole.
fn values(
    path: &mut Vec<String>,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    tell: &mut dyn FnMut(Vec<String>, Option<Value>, Option<Value>),
) {
    let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    for name in names {
        path.push(name.clone());
        match (before.get(name), after.get(name)) {
            (Some(Value::Object(before)), Some(Value::Object(after))) => values(path, before, after, tell),
            (before, after) if before != after => tell(path.clone(), before.cloned(), after.cloned()),
            _ => {}
        }
        path.pop();
    }
}

/// The largest subset of the target ids that can stay in place while all others are moved around them.
fn settled<'w>(present: &[String], wanted: impl Iterator<Item = &'w str>) -> HashSet<&'w str> {
    let places = wanted.filter_map(|id| Some((present.iter().position(|entry| entry == id)?, id)));
    // Longest increasing subsequence of positions: for each length, the run with the smallest last position.
    let mut runs: Vec<Vec<(usize, &str)>> = Vec::new();
    for (place, id) in places {
        let length = runs.partition_point(|run| run.last().is_some_and(|(last, _)| *last < place));
        let mut run = length.checked_sub(1).and_then(|shorter| runs.get(shorter)).cloned().unwrap_or_default();
        run.push((place, id));
        match runs.get_mut(length) {
            Some(longer) => *longer = run,
            None => runs.push(run),
        }
    }
    runs.pop().into_iter().flatten().map(|(_, id)| id).collect()
}
